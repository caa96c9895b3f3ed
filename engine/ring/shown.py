"""What a wrong board shows, sorted by what it may mean: who moved by itself, and what became of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.contract import Displacement, Layout, Seat
from engine.ring.actions import Move, Runs


@dataclass(frozen=True, slots=True)
class Shown:
    """Displacements sorted by what they mean: pieces that went to a field, and pieces that left their place for none.

    A board tells alike pictures apart by nothing: a piece that seems to have gone may be the mover, and the piece that
    seems not to have moved its victim, lying where the mover seems to be.
    """

    travels: tuple[Displacement, ...]
    gone: tuple[Displacement, ...]

    @classmethod
    def of(cls, layout: Layout, owners: Collection[Seat], moved: Sequence[Displacement]) -> Shown:
        """The same displacements, sorted; what came from nowhere, or is nobody's, is left aside."""
        known = [one for one in moved if one.owner in owners and one.origin and one.origin != one.target]
        travels = tuple([one for one in known if one.target in layout.holes])
        return cls(travels, tuple([one for one in known if one.target not in layout.holes]))

    @property
    def size(self) -> int:
        """Number of displaced pieces."""
        return len(self.travels) + len(self.gone)

    def movers(self) -> tuple[Displacement, ...]:
        """Only the pieces that moved by themselves: not those that stood where another one went."""
        kept = tuple(
            [d for d in self.travels if not any(other.target == d.origin and other != d for other in self.travels)]
        )
        return kept or self.travels

    def twins(self) -> Iterator[Shown]:
        """The same board with pieces of one colour, which are alike, told apart otherwise: who went on, who was
        captured."""
        yield self
        for number, one in enumerate(self.travels):
            for count, other in enumerate(self.gone):
                if one.owner == other.owner:
                    travels, gone = list(self.travels), list(self.gone)
                    travels[number], gone[count] = replace(one, origin=other.origin), replace(other, origin=one.origin)
                    yield Shown(tuple(travels), tuple(gone))


def is_exchange(travels: Sequence[Displacement]) -> bool:
    """Whether two pieces stand where the other stood."""
    return len(travels) == 2 and travels[0].origin == travels[1].target and travels[1].origin == travels[0].target


def spreads(travels: Sequence[Displacement]) -> Iterator[Runs]:
    """Every order of the runs, then with the pieces of one colour, which are alike, paired in other ways."""
    alike = {(one.owner, one.target) for one in travels}
    for targets in permutations([one.target for one in travels]):
        pairs = list(zip(travels, targets, strict=True))
        if all((one.owner, target) in alike for one, target in pairs):
            runs = [Move(one.origin, target) for one, target in pairs]
            yield from (Runs(order) for order in permutations(runs))
