"""Built-in players of Tacocat: by lot, greedy, and one who imagines what the other holds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.tacocat.actions import Action
from engine.tacocat.position import ATTACK, EXCHANGE
from engine.tacocat.search import best, candidates
from engine.tacocat.state import State


class Player(Protocol):
    """Someone who plays. `lot` is the only source of chance."""

    def choose(self, sight: State, seat: str, found: Sequence[Action], lot: random.Random) -> Action:
        """One of the allowed actions; `sight` is what this player may know."""


class RandomPlayer:
    """Does anything that is allowed."""

    def choose(self, sight: State, seat: str, found: Sequence[Action], lot: random.Random) -> Action:
        return found[int(lot.random() * len(found))]


class GreedyPlayer:
    """Gets rid of high cards: exchanges those from 6 up, duels and attacks with the most and the highest, and beats
    whatever it can with the lowest card that does."""

    def choose(self, sight: State, seat: str, found: Sequence[Action], lot: random.Random) -> Action:
        def order(action: Action) -> tuple[float, ...]:
            cards = action.cards
            if action.kind == EXCHANGE:
                return sum(card - 5.5 for card in cards), lot.random()
            if any(action.lows):
                return -100, sum(cards), lot.random()
            if action.kind == ATTACK:
                return len(cards), sum(cards), lot.random()
            return (sum(cards) if not action.lows else -sum(cards)), lot.random()

        return max(found, key=order)


class SensiblePlayer:
    """Tries each action in many rounds that could be, as far as it knows the cards."""

    def __init__(self, budget: int = 1_200) -> None:
        self._budget = budget

    def choose(self, sight: State, seat: str, found: Sequence[Action], lot: random.Random) -> Action:
        return best(sight, seat, candidates(found), lot, self._budget)


BUILT_IN: Mapping[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "sensible": SensiblePlayer(),
}
