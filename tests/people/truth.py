"""What can be told from a board, and what cannot: pictures as sensors see them, and actions that look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.virtual.hands import occupied, places
from engine.contract import Cell, Layout, Option, Picture
from tests.people.play import Ply

Seen = tuple[int, tuple[int, ...]]
"""What sensors tell: the filled holes as bits, and how many are filled in each yard."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """The sensors that work: `mask` as on the wire."""

    layout: Layout
    mask: int

    def see(self, wire: int) -> Seen:
        """What the sensors tell of these occupied places."""
        wire &= self.mask
        holes = (1 << len(self.layout.holes)) - 1
        yards = tuple(
            sum(wire >> index & 1 for index in places(self.layout, heap)) for heap in self.layout.heaps
        )
        return wire & holes, yards

    def see_picture(self, picture: Picture) -> Seen:
        """What the sensors would tell of a picture."""
        return self.see(occupied(self.layout, picture))


def choice(option: Option) -> dict[str, Any]:
    """A choice of a question as the truth writes it."""
    found: dict[str, Any] = {"card": option.card, "action": option.action}
    if option.also:
        found["also"] = sorted(option.also)
    return found


def choices(options: Iterable[Option]) -> list[dict[str, Any]]:
    return sorted((choice(option) for option in options), key=lambda c: (c["card"], c["action"]))


def is_part(shown: Mapping[Cell, str], before: Picture, undone: Picture | None, option: Option, layout: Layout) -> bool:
    """Whether every hole shows what it held, what a TAC brings back, what this action puts there, or nothing."""
    for index, cell in enumerate(layout.holes):
        mark = shown.get(cell, ".")
        if mark not in (".", before[index], option.picture[index], undone[index] if undone else "."):
            return False
    return True


def exchanged(ply: Ply, lifted: Sequence[Cell]) -> list[Option]:
    """The results that an exchange can have when these pieces were in the hand together."""
    pairs = {"~".join(sorted(pair)) for pair in combinations(lifted, 2)}
    return [option for option in ply.options if pairs & {option.action, *option.also}]


def alike(ply: Ply, eyes: Eyes) -> list[Option]:
    """The results that show the same picture as the one that was played; the trail may tell them apart."""
    wanted = eyes.see_picture(ply.option.picture)
    return [option for option in ply.options if eyes.see_picture(option.picture) == wanted]
