"""Counting along: how many holes a piece has gone that is slid or hopped from hole to hole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.speech.table import ring_of
from engine.contract import Cell

LEAST_HOPS = 2
"""From so many neighbouring holes in a row on the number is told: a single one needs none."""


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
                step = _step(cells, self.here, cell)
                if step is None:
                    return Along(cell)
                return Along(cell, False, self.hops + 1, self.steps + step)
            case "place" | "move" | "card" | "takeback" | "corrected" | "setup":
                return Along()
        return self

    @property
    def is_one_on(self) -> bool:
        """Whether it has just been put down one hole further: that clicks."""
        return self.hops > 0 and not self.is_up

    @property
    def is_counted(self) -> bool:
        """Whether it goes hole by hole, and its number is told where it rests."""
        return self.hops >= LEAST_HOPS and not self.is_up


def _step(cells: Sequence[Cell], here: Cell, there: Cell) -> int | None:
    """1 or -1 between neighbours of the ring or of a house, 1 from a start into its house; None for all else."""
    ring, houses = ring_of(cells), sorted({cell[0] for cell in cells if _is_house(cell)})
    if not ring or there not in cells:
        return None
    if _is_house(there):
        if _is_house(here):
            steps = int(there[1:]) - int(here[1:])
            return steps if here[0] == there[0] and abs(steps) == 1 else None
        start = ring[houses.index(there[0]) * len(ring) // len(houses)]  # seats sit at equal distances
        return 1 if here == start and there[1:] == "1" else None
    if here not in ring or there not in ring:
        return None
    gap = (ring.index(there) - ring.index(here)) % len(ring)
    return 1 if gap == 1 else -1 if gap == len(ring) - 1 else None


def _is_house(cell: Cell) -> bool:
    return cell[:1].isupper() and cell[1:].isdecimal()
