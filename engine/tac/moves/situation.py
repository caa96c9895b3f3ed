"""All that decides what a card can do: the position, whose turn it is, and the card before it for TAC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.contract import Card, Seat
from engine.tac.board.position import HOUSE_BITS, Position
from engine.tac.settings.rules import Rules
from engine.tac.settings.variants import Variant, variant


@dataclass(frozen=True, slots=True)
class Setup:
    """How the game is played: names of variant and deck, and the choices where the rule book is silent.

    Raises: InvalidNotation."""

    variant: str
    deck: str
    rules: Rules = field(default_factory=Rules.default)
    seating: Variant = field(init=False, repr=False, compare=False)
    """The variant itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seating", variant(self.variant))


class Previous(NamedTuple):
    """What a TAC would take over: the card before it, never a TAC itself. Source: T5, T6.3, T6.8.

    `used` false: nothing is undone. `before`: the position before that seat's play. `winning`: that play won.
    """

    card: Card
    used: bool
    before: Position
    winning: bool = False


class Situation(NamedTuple):
    """The moment at which a seat lays a card. `seat` is the one whose hand and pieces are used.

    `follower`: the next seat, where a house rule makes it another one than the left neighbour.
    """

    setup: Setup
    position: Position
    seat: Seat
    last_card_of_deal: bool = False
    next_hand_empty: bool = False
    previous: Previous | None = None
    follower: Seat | None = None

    @property
    def next_seat(self) -> Seat:
        """The seat meant by 8, Angel and Devil. Source: T10.3."""
        return self.follower or self.setup.seating.next_seat(self.seat)

    def movers(self, masks: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Places, in the order of the seats, of those whose pieces are "own" now; with `masks`, after a change.

        Source: T3.5, T4.8, T7.1, T9.2.
        """
        return movers(self.setup.seating, self.position.masks if masks is None else masks, self.seat)

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats whose pieces count as own."""
        return tuple(self.position.seats[place] for place in self.movers())


def movers(seating: Variant, masks: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """Places of the seats whose pieces a card of `seat` may be used for. Source: T3.5, T4.8, T7.1, T9.2."""
    own = seating.seats.index(seat)
    if masks[own] & HOUSE_BITS != HOUSE_BITS:
        return (own,)
    partner = seating.partner(seat)
    if partner is None:
        return ()
    other = seating.seats.index(partner)
    if masks[other] & HOUSE_BITS != HOUSE_BITS:
        return (other,)
    return remaining(masks) if seating.is_cooperative else ()


def remaining(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Places of the seats that are not home with all their pieces."""
    return tuple(place for place, mask in enumerate(masks) if mask & HOUSE_BITS != HOUSE_BITS)
