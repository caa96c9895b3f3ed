"""The ways to sit down to TAC: who plays, who plays with whom, who swaps. Source: T1.1, T9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.contract import Seat
from engine.errors import InvalidNotation
from engine.tac.board.holes import OWNERS

Team = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to sit down. `teams` are the sides that can win; `pairs` the partners, where seats have one.

    `people` are the seats that one person plays each.
    """

    name: str
    seats: tuple[Seat, ...]
    teams: tuple[Team, ...]
    pairs: tuple[Team, ...]
    people: tuple[Team, ...]
    is_cooperative: bool = False
    has_master_round: bool = True

    def partner(self, seat: Seat) -> Seat | None:
        """The seat that plays together with `seat`, None if it plays alone."""
        for pair in self.pairs:
            if seat in pair:
                return pair[1] if pair[0] == seat else pair[0]
        return None

    def team(self, seat: Seat) -> Team:
        """The seats that win together with `seat`, itself included."""
        return next(team for team in self.teams if seat in team)

    def next_seat(self, seat: Seat) -> Seat:
        """The left neighbour among the occupied places. Source: T10.3."""
        return self.seats[self.seats.index(seat) + 1 - len(self.seats)]

    def previous_seat(self, seat: Seat) -> Seat:
        """The right neighbour among the occupied places: it gets the hand of `seat` by a Fool (T6.2)."""
        return self.seats[self.seats.index(seat) - 1]

    def does_swap(self, seat: Seat) -> bool:
        """Whether `seat` passes a card to its partner after the deal. Source: T2.7."""
        return self.partner(seat) is not None

    @property
    def has_swap(self) -> bool:
        """Whether any seat passes a card."""
        return bool(self.pairs)

    @property
    def has_fourth_hand(self) -> bool:
        """Whether all four places of the board are played."""
        return len(self.seats) == len(OWNERS)


_ALL: tuple[Seat, ...] = OWNERS
_TEAMS: tuple[Team, ...] = (("A", "C"), ("B", "D"))
_ALONE: tuple[Team, ...] = (("A",), ("B",), ("C",), ("D",))

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            Variant("teams", _ALL, _TEAMS, _TEAMS, _ALONE),
            Variant("team-of-four", _ALL, (_ALL,), _TEAMS, _ALONE, is_cooperative=True),
            Variant("solo", _ALL, (_ALL,), _TEAMS, (_ALL,), is_cooperative=True),
            Variant("duel", ("A", "C"), (("A",), ("C",)), (), (("A",), ("C",)), has_master_round=False),
            Variant("duel-teams", _ALL, _TEAMS, _TEAMS, _TEAMS),
            Variant("three-free", ("A", "B", "C"), _ALONE[:3], (), _ALONE[:3], has_master_round=False),
            Variant("three-double", _ALL, _TEAMS, _TEAMS, (("A", "C"), ("B",), ("D",))),
            Variant(
                "two-against-one", ("A", "B", "C"), (("A",), ("B", "C")), (("B", "C"),), _ALONE[:3],
                has_master_round=False,
            ),
        )
    }
)  # fmt: skip


def variant(name: str) -> Variant:
    """The variant with this name. Raises: InvalidNotation."""
    if name not in VARIANTS:
        raise InvalidNotation("variant", name, "known: " + ", ".join(VARIANTS))
    return VARIANTS[name]
