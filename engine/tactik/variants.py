"""The ways to sit down to TAC-TIK: how many players, with which colours, and to whom each gives a card.

A player is called by its first colour. Source: I1.1, I2.2 to I2.4, I5.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.contract import Seat
from engine.errors import InvalidNotation
from engine.ring.board import RingBoard
from engine.tactik.cards import DECK

FOUR = RingBoard("tactik4", ("A", "B", "C", "D"))
SIX = RingBoard("tactik6", ("A", "B", "C", "D", "E", "F"))

Team = tuple[Seat, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way to sit down. `seats` are the colours on the board, `colours` those of each player, `teams` the colours
    that win together.

    `receiver`: who gets the card that a player gives; empty where nobody gives one. `rule` is where the page tells how
    this variant is dealt.
    """

    name: str
    board: RingBoard
    seats: tuple[Seat, ...]
    colours: Mapping[Seat, Team]
    teams: tuple[Team, ...]
    receiver: Mapping[Seat, Seat]
    hand_size: int
    rule: str
    players: tuple[Seat, ...] = field(init=False, repr=False)
    places: Mapping[Seat, tuple[int, ...]] = field(init=False, repr=False)
    """Indices of a player's colours among the seats."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.colours))
        places = {player: tuple(map(self.seats.index, own)) for player, own in self.colours.items()}
        object.__setattr__(self, "places", places)

    def partner(self, player: Seat) -> Seat | None:
        """The player who sits opposite and wins together with `player`; None where each plays alone."""
        team = self.team(player)
        others = [other for other in team if other in self.players and other != player]
        return others[0] if others else None

    def player_of(self, seat: Seat) -> Seat:
        """The player who has this colour."""
        return next(player for player, own in self.colours.items() if seat in own)

    def team(self, player: Seat) -> Team:
        """The colours that win together with those of `player`."""
        return next(team for team in self.teams if player in team)

    def next_player(self, player: Seat) -> Seat:
        """The left neighbour. Source: I2.2."""
        return self.players[self.players.index(player) + 1 - len(self.players)]

    def previous_player(self, player: Seat) -> Seat:
        """The right neighbour."""
        return self.players[self.players.index(player) - 1]

    @property
    def has_giving(self) -> bool:
        """Whether cards are given after the deal."""
        return bool(self.receiver)

    @property
    def deals_a_deck(self) -> int:
        """How many deals there are until all cards lie and are shuffled again. Source: I2.2."""
        return len(DECK) // (self.hand_size * len(self.players))


def _alone(seats: tuple[Seat, ...]) -> dict[Seat, Team]:
    return {seat: (seat,) for seat in seats}


def _variants() -> tuple[Variant, ...]:
    four, six = FOUR.owners, SIX.owners
    pairs, triples = (("A", "C"), ("B", "D")), (("A", "D"), ("B", "E"), ("C", "F"))
    opposite4 = {"A": "C", "B": "D", "C": "A", "D": "B"}
    opposite6 = {"A": "D", "B": "E", "C": "F", "D": "A", "E": "B", "F": "C"}
    three = dict(zip("ABC", triples, strict=True))
    two = dict(zip("AB", pairs, strict=True))
    return (
        Variant("teams4", FOUR, four, _alone(four), pairs, opposite4, 4, "I2.2"),
        Variant("teams6", SIX, six, _alone(six), triples, opposite6, 4, "I2.2"),
        Variant("three", SIX, six, three, triples, {"A": "B", "B": "C", "C": "A"}, 4, "I2.3"),
        Variant("two", FOUR, four, two, pairs, {"A": "B", "B": "A"}, 6, "I2.3"),
        Variant("simple4", FOUR, four, _alone(four), pairs, opposite4, 4, "I2.2"),
        Variant("simple2", FOUR, ("A", "C"), _alone(("A", "C")), (("A",), ("C",)), {}, 4, "I2.4"),
    )


VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.name: variant for variant in _variants()})


def variant(name: str) -> Variant:
    """The variant with this name. Raises: InvalidNotation."""
    if name not in VARIANTS:
        raise InvalidNotation("variant", name, "known: " + ", ".join(VARIANTS))
    return VARIANTS[name]
