"""A player with common sense: brings pieces home, keeps them out of reach, spares its partner, keeps its good cards.

1. Every result of every usable card is given points: the board, and what the rest of the hand is good for on it.
2. The best few are looked at again: what could be done next with the cards that are left (nobody else moving).
3. The best one is laid. If no card can be used, the least useful one is thrown.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.ring.pieces import Masks, yard_of
from engine.tactik.cards import BACK, FORWARD, SEVEN, STARTING, SWAP
from engine.tactik.options import uses
from engine.tactik.players.contract import Choice, Sight
from engine.tactik.players.worth import worth
from engine.tactik.situation import Situation

KEEP: dict[Card, float] = {
    SEVEN: 7.0, SWAP: 6.0, BACK: 4.0, "1": 3.0, "2": 2.5, "3": 2.0, "5": 1.5, "6": 1.5, "8": 1.5, "9": 1.5, "10": 2.5,
    "12": 2.0,
}  # fmt: skip
"""Points for having a card that nothing on the board asks for at the moment."""
STARTER, ONLY_STARTER = 9.0, 20.0
"""Points for a card that starts a piece while one is in the yard; more where no piece is on the ring."""
SOON = 0.3
"""How much is counted of what a card could gain at once."""
CLOSE_LOOK = 6
"""How many results are looked at again."""
NEXT_TURN = 0.5
"""How much of what the next card could gain is counted."""


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Plays to win, as a practised person would who counts no cards."""

    name: str = "sensible"

    def give(self, sight: Sight, lot: random.Random) -> Card:
        """To the partner the card that helps it most and is missed least; to an opponent what helps it least."""
        situation = sight.situation
        receiver = situation.variant.receiver[situation.player]
        other = situation._replace(player=receiver)
        sign = 1.0 if situation.variant.partner(situation.player) == receiver else -1.0

        def points(card: Card) -> float:
            loss = useful(situation, card)
            if card in STARTING and sum(held in STARTING for held in sight.hand) > 1:
                loss *= 0.4
            return sign * useful(other, card) - loss

        return max(sight.hand, key=points)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The best use of the best card."""
        judge = Judge(sight)
        found = judge.choices()
        if not found:
            return Choice(min(sight.hand, key=lambda card: useful(sight.situation, card)))
        return judge.best(found)


class Judge:
    """Gives points to the choices of one moment."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        variant, position, player = self.situation = sight.situation
        self.board, self.seats = variant.board, position.seats
        self.side = frozenset(variant.team(player))

    def choices(self) -> list[tuple[float, Choice]]:
        """Every use of every card with its points."""
        found = []
        for card in dict.fromkeys(self.sight.hand):
            rest = self._without(card)
            for masks, action in uses(self.situation, card):
                points = self._worth(masks) + self._hand(masks, rest)
                found.append((points, Choice(card, action, masks)))
        return found

    def best(self, found: list[tuple[float, Choice]]) -> Choice:
        """The best of the choices, the best few of them judged by what can follow."""
        found.sort(key=lambda entry: -entry[0])
        if len(found) == 1:
            return found[0][1]
        looked = [(points + NEXT_TURN * self._next(choice), choice) for points, choice in found[:CLOSE_LOOK]]
        return max(looked, key=lambda entry: entry[0])[1]

    def _without(self, card: Card) -> tuple[Card, ...]:
        at = self.sight.hand.index(card)
        return self.sight.hand[:at] + self.sight.hand[at + 1 :]

    def _worth(self, masks: Masks) -> float:
        return worth(self.board, self.seats, masks, self.side)

    def _hand(self, masks: Masks, hand: tuple[Card, ...]) -> float:
        """Points for the cards that are left; of several for the same end the first counts full, the others half."""
        later = self._later(masks)
        points = sorted([useful(later, card) for card in hand], reverse=True)
        return sum([value if number == 0 else value / 2 for number, value in enumerate(points)])

    def _later(self, masks: Masks) -> Situation:
        return self.situation._replace(position=self.situation.position.with_masks(masks))

    def _next(self, choice: Choice) -> float:
        """What the best next card would gain, or the only ones left would cost."""
        assert choice.masks is not None
        later, now = self._later(choice.masks), self._worth(choice.masks)
        gains = [
            self._worth(masks) - now
            for card in dict.fromkeys(self._without(choice.card))
            for masks, _ in uses(later, card)
        ]
        return max(gains, default=0.0)


def useful(situation: Situation, card: Card) -> float:
    """Points for a player having this card, on this board."""
    variant, position, _ = situation
    board, points = variant.board, KEEP[card]
    for place in situation.movers:
        mask, seat = position.masks[place], position.seats[place]
        ring = mask & board.ring_bits
        if card in STARTING and yard_of(board, mask) and not mask & board.mark:
            points = max(points, KEEP[card] + (STARTER if ring else ONLY_STARTER))
        if card in FORWARD and ring:
            points = max(points, KEEP[card] + SOON * _entry(situation, place, FORWARD[card]))
        if card == BACK and mask & (board.mark | _near(board.start[seat], board.size)):
            points = max(points, KEEP[card] + SOON * 40.0)
    return points


def _near(start: int, size: int) -> int:
    """The ring holes from which a 4 leads back behind the start."""
    return sum(1 << (start + number) % size for number in range(4))


def _entry(situation: Situation, place: int, count: int) -> float:
    """Points for a piece that goes home with so many holes; 0 if none does."""
    _, (board, seats, masks), _ = situation
    own, start = masks[place], board.start[seats[place]]
    if own & board.mark:
        return 0.0
    for inside in range(1, 5):
        field = (start - count + inside) % board.size
        if count >= inside and own >> field & 1 and not own >> board.size & (1 << inside) - 1:
            return 60.0
    return 0.0
