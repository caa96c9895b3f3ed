"""Boards with a ring: a way round, and for each colour a start, a house of four places off it, and a yard.

The boards differ only in how many colours they have. Everything else follows, and stands here as a value, so that games
on rings of different length can share their rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.contract import Cell, Layout, Seat

SPACING = 16
"""Ring fields from one start to the next."""
HOUSE_SIZE = 4
"""Places in a house; also the pieces of a colour."""
HOUSE_FULL = (1 << HOUSE_SIZE) - 1


@dataclass(frozen=True, slots=True, eq=False)
class RingBoard:
    """The geometry of one board. `owners` are the colours clockwise; the start of the first is ring field 0.

    The pieces of a colour are one whole number (see `engine.ring.pieces`): `ring_bits`, `house_bits` and `mark` say
    which of its bits stand for what. `cells` names, for each colour, the place of every bit.
    """

    name: str
    owners: tuple[Seat, ...]
    size: int = field(init=False, repr=False)
    ring: tuple[Cell, ...] = field(init=False, repr=False)
    start: dict[Seat, int] = field(init=False, repr=False)
    cells: dict[Seat, tuple[Cell, ...]] = field(init=False, repr=False)
    layout: Layout = field(init=False, repr=False)
    ring_bits: int = field(init=False, repr=False)
    house_bits: int = field(init=False, repr=False)
    piece_bits: int = field(init=False, repr=False)
    mark: int = field(init=False, repr=False)
    _numbers: dict[Cell, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        size = SPACING * len(self.owners)
        ring = tuple(f"{number:02d}" for number in range(size))
        houses = {seat: tuple(f"{seat}{number + 1}" for number in range(HOUSE_SIZE)) for seat in self.owners}
        holes = ring + tuple(cell for seat in self.owners for cell in houses[seat])
        derived = {
            "size": size,
            "ring": ring,
            "start": {seat: SPACING * number for number, seat in enumerate(self.owners)},
            "cells": {seat: ring + houses[seat] for seat in self.owners},
            "layout": Layout(self.name, holes, tuple(f"{seat}y" for seat in self.owners), HOUSE_SIZE, self.owners),
            "ring_bits": (1 << size) - 1,
            "house_bits": HOUSE_FULL << size,
            "piece_bits": (1 << size + HOUSE_SIZE) - 1,
            "mark": 1 << size + HOUSE_SIZE,
            "_numbers": {cell: number for number, cell in enumerate(ring)},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def start_cell(self, seat: Seat) -> Cell:
        """The start field of a colour."""
        return self.ring[self.start[seat]]

    def is_ring(self, cell: Cell) -> bool:
        """Whether a cell is a ring field."""
        return cell in self._numbers

    def ring_number(self, cell: Cell) -> int:
        """The number of a ring field. Raises: KeyError."""
        return self._numbers[cell]

    def house_number(self, cell: Cell) -> int:
        """Number of a house place from 1; 0 for a ring field."""
        return 0 if cell in self._numbers else int(cell[1])

    def bit(self, cell: Cell) -> int:
        """The bit of a ring field, or of a house place among the pieces of its own colour; 0 for any other text."""
        number = self._numbers.get(cell)
        if number is not None:
            return 1 << number
        if len(cell) == 2 and cell[0] in self.owners and cell[1] in "1234":
            return 1 << self.size + int(cell[1]) - 1
        return 0

    def home_distance(self, seat: Seat, ring_field: int) -> int:
        """Fields that lie forward between a ring field and the start of a colour; 0 on the start itself."""
        return (self.start[seat] - ring_field) % self.size

    def past_start(self, seat: Seat, ring_field: int) -> int:
        """Fields that a ring field lies past the start of a colour; 0 on the start itself."""
        return (ring_field - self.start[seat]) % self.size
