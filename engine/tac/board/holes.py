"""The board for TAC: a ring of fields, a house and a yard for each seat.

Nothing but geometry: which field follows which, and what the places are called.
"""

from __future__ import annotations

from engine.contract import Cell, Seat
from engine.ring.board import HOUSE_SIZE as HOUSE_SIZE
from engine.ring.board import SPACING as SPACING
from engine.ring.board import RingBoard

BOARD = RingBoard("tac64", ("A", "B", "C", "D"))

OWNERS: tuple[Seat, ...] = BOARD.owners
RING_SIZE = BOARD.size
RING: tuple[Cell, ...] = BOARD.ring
START: dict[Seat, int] = BOARD.start
LAYOUT = BOARD.layout
HOUSES = tuple(((1 << HOUSE_SIZE) - 1) << RING_SIZE + HOUSE_SIZE * number for number in range(len(OWNERS)))
"""The holes of each owner's house, as bits in wire order."""

is_ring = BOARD.is_ring
ring_number = BOARD.ring_number
home_distance = BOARD.home_distance
past_start = BOARD.past_start


def cells_of(seat: Seat) -> tuple[Cell, ...]:
    """Every hole that a piece of `seat` can stand on: the ring, then its house from the start field inwards."""
    return BOARD.cells[seat]


def start_cell(seat: Seat) -> Cell:
    """The start field of a seat. Source: T1.2."""
    return RING[START[seat]]


def yard_cell(seat: Seat) -> Cell:
    """The yard of a seat. Source: T1.4."""
    return f"{seat}y"
