"""Built-in players of TacTiki: by lot, greedy, and one who imagines the ranks that it does not see."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.tactiki.board import GOALS, RANKS, SIZE, STARTS, rank_of
from engine.tactiki.clash import WINS, compared
from engine.tactiki.moves import Action, Reincarnation, is_attack
from engine.tactiki.search import best
from engine.tactiki.setup import Placing
from engine.tactiki.state import State


class Player(Protocol):
    """Someone who plays. `lot` is the only source of chance."""

    def place(self, side: str, lot: random.Random) -> Placing:
        """Where its pieces stand at first."""

    def choose(self, sight: State, found: Sequence[Action], lot: random.Random) -> Action:
        """One of the allowed actions; `sight` is what this player may know."""


def placed_by_lot(side: str, lot: random.Random) -> Placing:
    """Any placing."""
    ranks = [*RANKS, *RANKS]
    lot.shuffle(ranks)
    return Placing({square: (ranks.pop(), ranks.pop()) for square in STARTS[side]})


class RandomPlayer:
    """Does anything that is allowed."""

    def place(self, side: str, lot: random.Random) -> Placing:
        return placed_by_lot(side, lot)

    def choose(self, sight: State, found: Sequence[Action], lot: random.Random) -> Action:
        return found[int(lot.random() * len(found))]


class GreedyPlayer:
    """Attacks what it knows to be weaker, else goes forward, onto the goal square with most own pieces; reincarnates if
    nothing goes forward."""

    def place(self, side: str, lot: random.Random) -> Placing:
        return placed_by_lot(side, lot)

    def choose(self, sight: State, found: Sequence[Action], lot: random.Random) -> Action:
        return max(found, key=lambda action: (_greed(sight, action), lot.random()))


def _greed(sight: State, action: Action) -> float:
    position = sight.board
    if isinstance(action, Reincarnation):
        return 0.5
    if is_attack(position, action):
        top = rank_of(position.columns[action.target][-1])
        own = rank_of(position.columns[action.origin][-1])
        return 3.0 if top and compared(own, top) == WINS else -1.0
    if action.target in GOALS[position.side]:
        return 2.0 + len(position.columns[action.target])
    return 1.0 if action.origin // SIZE != action.target // SIZE else 0.0


class SensiblePlayer:
    """Looks a few steps ahead in several worlds that could be, as far as it knows the ranks."""

    def __init__(self, worlds: int = 3, depth: int = 2, beam: int = 5) -> None:
        self._worlds, self._depth, self._beam = worlds, depth, beam

    def place(self, side: str, lot: random.Random) -> Placing:
        """High ranks on top, where they can attack at once."""
        ranks = sorted([*RANKS, *RANKS])
        low, high = ranks[: len(ranks) // 2], ranks[len(ranks) // 2 :]
        lot.shuffle(low)
        lot.shuffle(high)
        return Placing({square: (low.pop(), high.pop()) for square in STARTS[side]})

    def choose(self, sight: State, found: Sequence[Action], lot: random.Random) -> Action:
        return best(sight.board, found, lot, self._worlds, self._depth, self._beam)


BUILT_IN: Mapping[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "sensible": SensiblePlayer(),
}
