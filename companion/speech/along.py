"""Counting along: how many holes a piece has gone that is slid or hopped from hole to hole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.facts import Fact
from companion.speech.table import ring_of
from engine.contract import Cell

LEAST_HOPS = 2
"""From so many neighbouring holes in a row on the number is told: a single one needs none."""
LONGEST_HOP = 2
"""So far a hop may lead once a piece goes hole by hole: one hole can be slid over too fast, or have no sensor."""


@dataclass(frozen=True, slots=True)
class Along:
    """One piece on its way: where it was lifted first, where it stands, and how many holes it went, one by one."""

    here: Cell = ""
    is_up: bool = False
    hops: int = 0
    steps: int = 0
    other: Cell = ""
    """Where another piece was lifted meanwhile, as one that is captured on the way."""
    is_one_on: bool = False
    """Whether it has just been put down further on: that clicks."""

    def after(self, fact: Fact, cells: tuple[Cell, ...]) -> Along:
        """The way once this touch is known; another piece, or a longer leap, begins anew."""
        now = replace(self, is_one_on=False)
        match fact.kind:
            case "lift":
                return now._lifted(str(fact.data["cell"]))
            case "place":
                return now._placed(str(fact.data["cell"]), cells)
            case "move" | "card" | "takeback" | "corrected" | "setup":
                return Along()
        return now

    @property
    def is_counted(self) -> bool:
        """Whether it goes hole by hole, and its number is told where it rests."""
        return self.hops >= LEAST_HOPS and not self.is_up

    def _lifted(self, cell: Cell) -> Along:
        if cell == self.here and not self.is_up:
            return replace(self, is_up=True)
        return replace(self, other=cell) if self.hops else Along(cell, is_up=True)

    def _placed(self, cell: Cell, cells: tuple[Cell, ...]) -> Along:
        if cell not in _course(cells):  # a yard
            return replace(self, other="") if self.hops else Along()
        step = _way(cells, self.here, cell) if self.is_up else None
        if step is not None and abs(step) <= (LONGEST_HOP if self.hops else 1):
            return replace(self, here=cell, is_up=False, hops=self.hops + 1, steps=self.steps + step, is_one_on=True)
        return Along(self.other, is_up=True)._placed(cell, cells) if self.other else Along(cell)


def _way(cells: tuple[Cell, ...], here: Cell, there: Cell) -> int | None:
    """The steps from one place of the ring or of a house to another, back where negative; None if they are too many."""
    course = _course(cells)
    for steps in range(1, LONGEST_HOP + 1):
        if there in _ahead(course, here, steps):
            return steps
        if here in _ahead(course, there, steps):
            return -steps
    return None


def _ahead(course: Mapping[Cell, Sequence[Cell]], here: Cell, steps: int) -> set[Cell]:
    """Where so many steps forward lead."""
    found = {here}
    for _ in range(steps):
        found = {cell for one in found for cell in course.get(one, ())}
    return found


@lru_cache(maxsize=4)
def _course(cells: tuple[Cell, ...]) -> Mapping[Cell, Sequence[Cell]]:
    """Where one step forward leads from each place: on round the ring, from a start into its house, and within that."""
    ring, houses = ring_of(cells), [cell for cell in cells if cell[:1].isupper() and cell[1:].isdecimal()]
    course = {cell: [ring[(number + 1) % len(ring)]] for number, cell in enumerate(ring)}
    for house in houses:
        deeper = f"{house[0]}{int(house[1:]) + 1}"
        course[house] = [deeper] if deeper in houses else []
    seats = sorted({house[0] for house in houses})
    for at, seat in enumerate(seats if ring else ()):
        course[ring[at * len(ring) // len(seats)]].append(f"{seat}1")  # they sit at equal distances
    return course
