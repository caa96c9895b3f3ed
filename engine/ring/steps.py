"""Steps that every game on a ring makes in the same way: the fields ahead, and moves inside a house."""

from __future__ import annotations

from engine.ring.board import HOUSE_SIZE, RingBoard
from engine.ring.pieces import Masks, Result, Seats, fields, with_mask


def path(board: RingBoard, field: int, count: int) -> int:
    """The `count` ring fields after a ring field, as bits."""
    turned = ((1 << count) - 1) << field + 1
    return turned & board.ring_bits | turned >> board.size


def is_house_clear(board: RingBoard, own: int, first: int, count: int) -> bool:
    """Whether `count` house places, from number `first` (1 to 4), exist and are free."""
    return first + count <= HOUSE_SIZE + 1 and not own & ((1 << count) - 1) << (board.size + first - 1)


def house_moves(board: RingBoard, seats: Seats, masks: Masks, place: int, count: int) -> list[Result]:
    """Every result of moving one house piece of a seat `count` places forward: no piece there is passed."""
    own, cells = masks[place], board.cells[seats[place]]
    found: list[Result] = []
    for spot in fields(own & board.house_bits):
        if is_house_clear(board, own, spot - board.size + 2, count):
            after = own ^ (1 << spot | 1 << spot + count)
            found.append((with_mask(masks, place, after), f"{cells[spot]}-{cells[spot + count]}"))
    return found
