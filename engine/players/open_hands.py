"""Hands that all lie open, as they do to the one who deals for built-in players: there is nothing to work out.

It answers what `Knowledge` answers, faster, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.contract import Card, Seat
from engine.tac.knowledge import Knowledge, Use

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OpenHands(Knowledge):
    """Every hand, in the order of the seats."""

    hands: tuple[Hand, ...] = ()

    def dealt(
        self, size: int, hands: Mapping[Seat, Sequence[Card] | None] | None = None, is_shuffled: bool = False
    ) -> OpenHands:
        """A new deal; every hand has to be told."""
        known = hands or {}
        return self._next(tuple(tuple(known[seat] or ()) for seat in self.seats), () if is_shuffled else self.gone)

    def swapped(self, given: Mapping[Seat, Card | None] | None = None) -> OpenHands:
        """Every pair swapped one card; every card has to be told."""
        gifts = given or {}
        hands = dict(zip(self.seats, self.hands, strict=True))
        for one, other in self.pairs:
            a, b = gifts[one] or "", gifts[other] or ""
            hands[one], hands[other] = (*_without(hands[one], a), b), (*_without(hands[other], b), a)
        return self._next(tuple(hands.values()), self.gone)

    def played(self, seat: Seat, card: Card, ply: int) -> OpenHands:
        """`seat` laid `card`."""
        place = self.seats.index(seat)
        hands = self.hands
        left = _without(hands[place], card)
        return self._next((*hands[:place], left, *hands[place + 1 :]), (*self.gone, card))

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
        return self._next((*self.hands[1:], *self.hands[:1]), self.gone)

    def size(self, seat: Seat) -> int:
        """Number of cards that `seat` holds."""
        return len(self.hands[self.seats.index(seat)]) if self.hands else 0

    @property
    def cards_left(self) -> int:
        """Number of cards in all hands."""
        return sum(map(len, self.hands))

    def hand(self, seat: Seat) -> Hand:
        """The hand of `seat`."""
        return self.hands[self.seats.index(seat)] if self.hands else ()

    def possible_cards(self, seat: Seat) -> Hand:
        """The cards that `seat` holds."""
        return tuple(dict.fromkeys(self.hand(seat)))

    def _next(self, hands: tuple[Hand, ...], gone: tuple[Card, ...]) -> OpenHands:
        return OpenHands(self.seats, self.deck, self.pairs, gone, hands=hands)


def _without(hand: Hand, card: Card) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
