"""The board for TAC: a ring of fields, a house and a yard for each seat.

Nothing but geometry: which field follows which, and what the places are called.
"""

from __future__ import annotations

from functools import lru_cache

from engine.contract import Cell, Layout, Seat

RING_SIZE = 64
HOUSE_SIZE = 4
OWNERS: tuple[Seat, ...] = ("A", "B", "C", "D")
SPACING = RING_SIZE // len(OWNERS)

RING: tuple[Cell, ...] = tuple(f"{field:02d}" for field in range(RING_SIZE))
START: dict[Seat, int] = {seat: SPACING * number for number, seat in enumerate(OWNERS)}

LAYOUT = Layout(
    name="tac64",
    holes=RING + tuple(f"{seat}{number + 1}" for seat in OWNERS for number in range(HOUSE_SIZE)),
    heaps=tuple(f"{seat}y" for seat in OWNERS),
    places=HOUSE_SIZE,
    owners=OWNERS,
)


@lru_cache(maxsize=len(OWNERS))
def cells_of(seat: Seat) -> tuple[Cell, ...]:
    """Every hole that a piece of `seat` can stand on: the ring, then its house from the start field inwards."""
    return RING + tuple(f"{seat}{number + 1}" for number in range(HOUSE_SIZE))


def start_cell(seat: Seat) -> Cell:
    """The start field of a seat. Source: T1.2."""
    return RING[START[seat]]


def yard_cell(seat: Seat) -> Cell:
    """The yard of a seat. Source: T1.4."""
    return f"{seat}y"


def home_distance(seat: Seat, ring_field: int) -> int:
    """Fields that lie forward between a ring field and the own start field; 0 on the start field itself."""
    return (START[seat] - ring_field) % RING_SIZE


def past_start(seat: Seat, ring_field: int) -> int:
    """Fields that a ring field lies past the own start field; 0 on the start field itself."""
    return (ring_field - START[seat]) % RING_SIZE


def is_ring(cell: Cell) -> bool:
    """Whether a cell is written like a ring field."""
    return cell in _RING_NUMBER


def ring_number(cell: Cell) -> int:
    """The number of a ring field. Raises: KeyError."""
    return _RING_NUMBER[cell]


_RING_NUMBER: dict[Cell, int] = {cell: number for number, cell in enumerate(RING)}
