"""Built-in players of TACTIX: by lot, greedy, and one who looks ahead."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.tactix.dice import REACH
from engine.tactix.moves import Move, after
from engine.tactix.search import Search
from engine.tactix.state import State


class Player(Protocol):
    """Someone who plays. `lot` is the only source of chance."""

    def choose(self, state: State, found: Sequence[Move], lot: random.Random) -> Move:
        """One of the legal moves, of which there is at least one."""


class RandomPlayer:
    """Plays any move."""

    def choose(self, state: State, found: Sequence[Move], lot: random.Random) -> Move:
        return found[int(lot.random() * len(found))]


class GreedyPlayer:
    """Wins if it can, else captures the die with the highest top face, else plays any move."""

    def choose(self, state: State, found: Sequence[Move], lot: random.Random) -> Move:
        def gain(move: Move) -> tuple[bool, int, float]:
            has_won = after(state.position, move, state.variant).winner is not None
            return has_won, REACH[move.captured], lot.random()

        return max(found, key=gain)


class SensiblePlayer:
    """Looks ahead as far as its budget of positions goes, and avoids a draw while it stands better."""

    def __init__(self, depth: int = 4, budget: int = 2_500) -> None:
        self._depth, self._budget = depth, budget

    def choose(self, state: State, found: Sequence[Move], lot: random.Random) -> Move:
        order = list(found)
        lot.shuffle(order)
        # A position that stood before is worth nothing more: coming back to it only leads to a draw.
        fresh = [move for move in order if after(state.position, move, state.variant) not in state.seen]
        return Search(state.position, state.variant, self._budget).best(fresh or order, self._depth)


BUILT_IN: Mapping[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "sensible": SensiblePlayer(),
}
