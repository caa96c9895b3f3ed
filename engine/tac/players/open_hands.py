"""Hands that all lie open, as they do to the one who deals for built-in players: there is nothing to work out.

They answer what public knowledge answers, faster, and prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.contract import Card, Seat
from engine.tac.hands.hands import Dealt, Given, Proof, Use

Hand = tuple[Card, ...]


class OpenHands(NamedTuple):
    """Every hand, in the order of the seats. `pairs`: the seats that swap."""

    seats: tuple[Seat, ...]
    pairs: tuple[tuple[Seat, Seat], ...]
    hands: tuple[Hand, ...]
    cards_left: int = 0
    gone: tuple[Card, ...] = ()

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """None ever."""
        return ()

    def dealt(self, size: int, hands: Dealt | None = None, is_shuffled: bool = False) -> OpenHands:
        """A new deal; every hand has to be told."""
        known = hands or {}
        held = tuple([tuple(known[seat] or ()) for seat in self.seats])
        return OpenHands(self.seats, self.pairs, held, sum(map(len, held)), () if is_shuffled else self.gone)

    def swapped(self, given: Given | None = None) -> OpenHands:
        """Every pair swapped one card; every card has to be told."""
        gifts = given or {}
        hands = dict(zip(self.seats, self.hands, strict=True))
        for one, other in self.pairs:
            a, b = gifts[one] or "", gifts[other] or ""
            hands[one], hands[other] = (*_without(hands[one], a), b), (*_without(hands[other], b), a)
        return self._replace(hands=tuple(hands.values()))

    def played(self, seat: Seat, card: Card, ply: int) -> OpenHands:
        """`seat` laid `card`."""
        seats, pairs, hands, cards_left, gone = self
        place = seats.index(seat)
        held, left = list(hands), list(hands[place])
        left.remove(card)
        held[place] = tuple(left)
        return OpenHands(seats, pairs, tuple(held), cards_left - 1, gone + (card,))  # noqa: RUF005 (twice as fast)

    def discarded(
        self,
        seat: Seat,
        card: Card,
        ply: int,
        use: Use,
        by: Seat | None = None,
        is_usable: Callable[[Card], bool] | None = None,
    ) -> OpenHands:
        """`seat` discarded `card`; nobody asks whether it had to."""
        return self.played(seat, card, ply)

    def hands_passed(self) -> OpenHands:
        """A Fool was used: each seat now holds what its left neighbour held."""
        return self._replace(hands=(*self.hands[1:], *self.hands[:1]))

    def size(self, seat: Seat) -> int:
        """Number of cards that `seat` holds."""
        return len(self.hands[self.seats.index(seat)])

    def hand(self, seat: Seat) -> Hand:
        """The hand of `seat`."""
        return self.hands[self.seats.index(seat)]

    def possible_cards(self, seat: Seat) -> Hand:
        """The cards that `seat` holds."""
        return tuple(dict.fromkeys(self.hand(seat)))

    def can_hold(self, seat: Seat, card: Card) -> bool:
        """Whether `seat` holds this card."""
        return card in self.hand(seat)


def _without(hand: Hand, card: Card) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
