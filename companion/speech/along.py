"""Counting along: how many holes a piece has gone that is slid or hopped from hole to hole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.speech.nearby import ring_of
from engine.contract import Cell

LEAST_HOPS = 2
"""From so many neighbouring holes in a row on it is counted along."""


@dataclass(frozen=True, slots=True)
class Along:
    """One piece on its way: where it was lifted first, where it stands, and how many holes it went, one by one."""

    here: Cell = ""
    is_up: bool = False
    hops: int = 0
    steps: int = 0

    def after(self, fact: Fact, cells: Sequence[Cell]) -> Along:
        """The way once this touch is known; another piece, or a longer leap, begins anew."""
        match fact.kind:
            case "lift":
                cell = str(fact.data["cell"])
                goes_on = cell == self.here and not self.is_up
                return replace(self, is_up=True) if goes_on else Along(cell, True)
            case "place" if self.is_up:
                cell = str(fact.data["cell"])
                step = _step(ring_of(cells), self.here, cell)
                if step is None:
                    return Along(cell)
                return Along(cell, False, self.hops + 1, self.steps + step)
            case "place" | "move" | "card" | "takeback" | "corrected" | "setup":
                return Along()
        return self

    @property
    def is_counted(self) -> bool:
        """Whether it goes hole by hole, and has just been put down."""
        return self.hops >= LEAST_HOPS and not self.is_up


def _step(ring: Sequence[Cell], here: Cell, there: Cell) -> int | None:
    """1 or -1 between neighbours of the ring; None for all else."""
    if here not in ring or there not in ring:
        return None
    gap = (ring.index(there) - ring.index(here)) % len(ring)
    return 1 if gap == 1 else -1 if gap == len(ring) - 1 else None
