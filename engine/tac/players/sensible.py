"""A player with common sense: brings pieces home, captures opponents, spares its partner, and keeps its good cards.

1. Every usable card's every result is given points: the position, what the rest of the hand is good for there.
2. The best few are looked at again: what could be done next with the cards that are left (nobody else moving).
3. The best one is laid. If no card can be used, the least useful one is discarded.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.tac.board.position import Position, yard_of
from engine.tac.hands.cards import OPENING, TAC
from engine.tac.moves.actions import DEVIL, PASS_HANDS, SKIP
from engine.tac.moves.options import can_use, results
from engine.tac.players.contract import Choice, Sight
from engine.tac.players.usefulness import KEEP, hand_worth, prospect, useful
from engine.tac.players.worth import worth

SITTING_OUT = 5.0
DEVILS_WORK = 15.0
"""Points for making an opponent sit out, and for choosing an opponent's card, besides what it could hope for."""
NEW_HAND = 12.0
"""What an unknown card is worth, for the Fool, each."""
CLOSE_LOOK = 6
"""How many results are looked at again."""
NEXT_TURN = 0.5
"""How much of what the next card could gain is counted."""
PARTNER_NEEDS = 14.0
"""Extra points for an opening card passed to a partner who has none."""


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Plays to win, as a practised person would who counts no cards."""

    name: str = "sensible"

    def swap(self, sight: Sight, lot: random.Random) -> Card:
        """The card that helps the partner most and is missed least."""
        situation = sight.situation
        setup, position = situation.setup, situation.position
        partner = setup.seating.partner(situation.seat)
        if partner is None:
            return min(sight.hand, key=KEEP.__getitem__)
        openers = sum(card in OPENING for card in sight.hand)
        needs = partner not in sight.declared and yard_of(position.mask(partner)) > 0

        def points(card: Card) -> float:
            gain = useful(setup, position, partner, card)
            loss = useful(setup, position, situation.seat, card)
            if card in OPENING:
                gain += PARTNER_NEEDS if needs else -PARTNER_NEEDS / 2
                loss *= 1.0 if openers == 1 else 0.4
            return gain - loss

        return max(sight.hand, key=points)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The best use of the best card."""
        judge = Judge(sight)
        found = judge.choices()
        must = not sight.is_tac_only or _is_win_to_answer(sight)
        if not found:
            return judge.discard()
        points, choice = judge.best(found)
        if must:
            return choice
        thrown = judge.discard()
        return choice if points > judge.points_of_discard(thrown.card) else thrown


def _is_win_to_answer(sight: Sight) -> bool:
    return sight.situation.previous is not None and sight.situation.previous.winning


class Judge:
    """Gives points to the choices of one moment."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.situation = sight.situation
        self.setup = sight.situation.setup
        self.seats = sight.situation.position.seats
        self.seat = sight.situation.seat
        self.is_devil = sight.player != self.seat
        self.side = frozenset(self.setup.seating.team(sight.player))

    def choices(self) -> list[tuple[float, Choice]]:
        """Every use of every usable card with its points."""
        found = []
        for card in dict.fromkeys(self.sight.hand):
            if self.sight.can_use(card):
                rest = self._without(card)
                for position, action in self.sight.results(card):
                    found.append((self._points(position, action, rest), Choice(card, action, position)))
        return found

    def best(self, found: list[tuple[float, Choice]]) -> tuple[float, Choice]:
        """The best of the choices, the best few of them judged by what can follow."""
        found.sort(key=lambda entry: -entry[0])
        if self.is_devil or len(found) == 1:
            return found[0]
        looked = [(points + self._hope(choice), choice) for points, choice in found[:CLOSE_LOOK]]
        return max(looked, key=lambda entry: entry[0])

    def discard(self) -> Choice:
        """The least useful card of the hand; under a Devil the most useful."""
        sign = -1.0 if self.is_devil else 1.0
        position = self.situation.position
        return Choice(min(self.sight.hand, key=lambda c: sign * useful(self.setup, position, self.seat, c)))

    def points_of_discard(self, card: Card) -> float:
        """Points of discarding a card although TAC could be laid."""
        position = self.situation.position
        rest = self._without(card)
        points = worth(self.seats, position.masks, self.side)
        return points + hand_worth(self.setup, position, self.seat, rest) + self._next(position, rest)

    def _without(self, card: Card) -> tuple[Card, ...]:
        at = self.sight.hand.index(card)
        return self.sight.hand[:at] + self.sight.hand[at + 1 :]

    def _points(self, position: Position, action: str, rest: tuple[Card, ...]) -> float:
        points = worth(self.seats, position.masks, self.side)
        if action in (SKIP, DEVIL):
            seat = self.situation.next_seat
            gain = (SITTING_OUT if action == SKIP else DEVILS_WORK) + prospect(self.setup, position, seat)
            points += -gain if seat in self.side else gain
        if self.is_devil:
            return points - hand_worth(self.setup, position, self.seat, rest)
        if action == PASS_HANDS:
            return points + NEW_HAND * len(rest)
        return points + hand_worth(self.setup, position, self.seat, rest)

    def _hope(self, choice: Choice) -> float:
        if choice.position is None or choice.action == PASS_HANDS:
            return 0.0
        return self._next(choice.position, self._without(choice.card))

    def _next(self, position: Position, hand: tuple[Card, ...]) -> float:
        """What the best next card would gain, or the only ones left would cost; part of it."""
        now = worth(self.seats, position.masks, self.side)
        later = self.situation._replace(position=position, previous=None, last_card_of_deal=False)
        best: float | None = None
        for card in dict.fromkeys(hand):
            if card == TAC or not can_use(later, card):
                continue
            for after, _ in results(later, card):
                gain = worth(self.seats, after.masks, self.side) - now
                best = gain if best is None or gain > best else best
        return NEXT_TURN * (best or 0.0)
