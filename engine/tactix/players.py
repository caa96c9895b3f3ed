"""Built-in players of TACTIX: by lot, and greedy."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.tactix.dice import REACH
from engine.tactix.moves import Move, after
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


BUILT_IN: Mapping[str, Player] = {"random": RandomPlayer(), "greedy": GreedyPlayer()}
