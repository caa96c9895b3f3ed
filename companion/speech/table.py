"""The table as a listener counts it: which piece stands where, and how far it is from home. Read from position text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import Cell, Seat

START_GAP = 16
"""Fields from one start field to the next (T1.2)."""
RING_OF_FOUR, RING_OF_SIX = 64, 96
HOUSE_SIZE = 4
_POSITION = re.compile(r"^[A-F]:\S+( [A-F]:\S+)*$")


@dataclass(frozen=True, slots=True)
class Table:
    """All pieces of a ring game. `fresh` holds the start fields whose piece may not yet go home (T3.9)."""

    seats: tuple[Seat, ...]
    pieces: Mapping[Cell, Seat]
    yards: Mapping[Seat, int]
    fresh: frozenset[Cell] = frozenset()

    @property
    def ring(self) -> int:
        """Number of ring fields."""
        return RING_OF_SIX if {"E", "F"} & set(self.seats) else RING_OF_FOUR

    def start(self, seat: Seat) -> int:
        """Number of a seat's start field."""
        return START_GAP * (ord(seat) - ord("A")) % self.ring

    def on_ring(self, seat: Seat) -> tuple[Cell, ...]:
        """A seat's pieces on the ring, the nearest to home first."""
        cells = [cell for cell, owner in self.pieces.items() if owner == seat and cell.isdigit()]
        return tuple(sorted(cells, key=lambda cell: self.to_home(seat, cell)))

    def in_house(self, seat: Seat) -> tuple[int, ...]:
        """Numbers of the house holes that are filled."""
        return tuple(place for place in range(1, HOUSE_SIZE + 1) if f"{seat}{place}" in self.pieces)

    def to_home(self, seat: Seat, cell: Cell) -> int:
        """Fields from a ring field forward to the first house hole; a fresh piece has a whole round to go."""
        gap = (self.start(seat) - int(cell)) % self.ring
        return (gap or (self.ring if cell in self.fresh else 0)) + 1

    def next_seat(self, seat: Seat) -> Seat:
        """The left neighbour among the occupied places (T10.3)."""
        later = [other for other in self.seats if other > seat]
        return later[0] if later else self.seats[0]


def read(position: str | None) -> Table | None:
    """The table of a position of TAC or TAC-TIK; None for any other text."""
    if position is None or not _POSITION.match(position):
        return None
    pieces: dict[Cell, Seat] = {}
    yards: dict[Seat, int] = {}
    fresh: set[Cell] = set()
    for group in position.split():
        seat, _, cells = group.partition(":")
        yards[seat] = 0
        for cell in cells.split(","):
            if cell == "y":
                yards[seat] += 1
                continue
            name = cell.rstrip("*")
            pieces[name] = seat
            if name != cell:
                fresh.add(name)
    return Table(tuple(yards), pieces, yards, frozenset(fresh))
