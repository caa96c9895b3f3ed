"""What is known of the hands: of each player the cards that are known, and how many more it holds.

What is not known is not checked; what is known is. Source: I2.1, I2.2, I3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.tactik.cards import CARDS, OF_EACH

UNKNOWN = "?"
"""One card that nobody knows, in a hand that is told."""

Dealt = Mapping[Seat, Sequence[Card] | None]
Given = Mapping[Seat, Card | None]


class Hand(NamedTuple):
    """The cards of one player: those that are known, and the number of the others."""

    known: tuple[Card, ...] = ()
    unknown: int = 0

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.known) + self.unknown

    @property
    def is_known(self) -> bool:
        """Whether all its cards are known."""
        return not self.unknown

    def can_hold(self, card: Card) -> bool:
        """Whether this card can be in it."""
        return bool(self.unknown) or card in self.known

    def without(self, card: Card) -> Hand:
        """What is left when this card was laid from it. Raises: InvalidNotation if it cannot be in it."""
        if card in self.known:
            at = self.known.index(card)
            return Hand(self.known[:at] + self.known[at + 1 :], self.unknown)
        if not self.unknown:
            raise InvalidNotation("card laid", card, "the hand cannot hold it")
        return Hand(self.known, self.unknown - 1)


def told(cards: Sequence[Card] | None, size: int) -> Hand:
    """The hand that is written like this: None of `size` cards nobody knows, `?` one of them."""
    if cards is None:
        return Hand((), size)
    known = tuple([card for card in cards if card != UNKNOWN])
    return Hand(known, len(cards) - len(known))


class Hands(NamedTuple):
    """The hands of all players, in their order, and every card that was shown since the last shuffle."""

    players: tuple[Seat, ...]
    held: tuple[Hand, ...]
    gone: tuple[Card, ...] = ()

    @classmethod
    def none(cls, players: Sequence[Seat]) -> Hands:
        """Nothing dealt yet."""
        return cls(tuple(players), (Hand(),) * len(players))

    def of(self, player: Seat) -> Hand:
        """The hand of a player."""
        return self.held[self.players.index(player)]

    def _with(self, player: Seat, hand: Hand) -> Hands:
        at = self.players.index(player)
        return self._replace(held=(*self.held[:at], hand, *self.held[at + 1 :]))

    @property
    def cards_left(self) -> int:
        """Number of cards in all hands."""
        return sum([hand.size for hand in self.held])

    def dealt(self, size: int, hands: Dealt, is_shuffled: bool) -> Hands:
        """A new deal of `size` cards each; a hand that nobody knows is None or missing."""
        held = tuple([told(hands.get(player), size) for player in self.players])
        return Hands(self.players, held, () if is_shuffled else self.gone)

    def given(self, receiver: Mapping[Seat, Seat], cards: Given) -> Hands:
        """Each player gave one card, before it looked at what it got; None or `?`: one that nobody knows, and then
        nothing more is known of the cards that it kept.

        Raises: InvalidNotation if a card is given that cannot be held."""
        kept = dict(zip(self.players, self.held, strict=True))
        for player in receiver:
            card, hand = _known(cards.get(player)), kept[player]
            kept[player] = Hand((), hand.size - 1) if card is None else hand.without(card)
        for player, other in receiver.items():
            card, hand = _known(cards.get(player)), kept[other]
            is_unknown = card is None
            known = hand.known if card is None else (*hand.known, card)
            kept[other] = Hand(known, hand.unknown + is_unknown)
        return self._replace(held=tuple(kept.values()))

    def played(self, player: Seat, card: Card) -> Hands:
        """`player` laid `card`, used or not. Raises: InvalidNotation if it cannot hold it."""
        players, held, gone = self
        at = players.index(player)
        return Hands(players, (*held[:at], held[at].without(card), *held[at + 1 :]), (*gone, card))

    def learnt(self, player: Seat, cards: Sequence[Card] | None) -> Hands:
        """The hand of `player` became known (or unknown) as a whole."""
        return self._with(player, told(cards, self.of(player).size))

    def resized(self, player: Seat, size: int) -> Hands:
        """`player` holds so many cards, and nobody knows which."""
        return self._with(player, Hand((), size))

    def only_of(self, players: Sequence[Seat]) -> Hands:
        """The same with the hands of all others unknown."""
        pairs = zip(self.players, self.held, strict=True)
        return self._replace(held=tuple([hand if who in players else Hand((), hand.size) for who, hand in pairs]))

    def surplus(self) -> Card | None:
        """A card of which more are known to be in play than there are. Source: I2.1."""
        seen = Counter(self.gone)
        for hand in self.held:
            seen.update(hand.known)
        return next((card for card, number in seen.items() if number > OF_EACH), None)

    def possible_cards(self, player: Seat) -> tuple[Card, ...]:
        """Kinds of card that `player` can hold, as far as the known cards tell."""
        hand = self.of(player)
        seen = Counter(self.gone)
        for other in self.held:
            seen.update(other.known)
        return tuple([card for card in CARDS if card in hand.known or (hand.unknown and seen[card] < OF_EACH)])


def _known(card: Card | None) -> Card | None:
    return None if card == UNKNOWN else card
