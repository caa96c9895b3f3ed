"""A sequence whose items are made when they are asked for: who wants one of many results need not write them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

Seed = TypeVar("Seed")
Item = TypeVar("Item")


class Later(Sequence[Item], Generic[Seed, Item]):
    """The items that `make` makes of `seeds`, in their order."""

    __slots__ = ("_make", "_seeds")

    def __init__(self, seeds: Sequence[Seed], make: Callable[[Seed], Item]) -> None:
        self._seeds, self._make = seeds, make

    def __len__(self) -> int:
        return len(self._seeds)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Later[Seed, Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Later[Seed, Item]:
        if isinstance(at, slice):
            return Later(self._seeds[at], self._make)
        return self._make(self._seeds[at])

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, self._seeds)
