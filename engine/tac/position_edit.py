"""Pieces put elsewhere on a copy of a position, legal or not: for explaining what was shown on a board."""

from __future__ import annotations

from engine.contract import Cell, Seat
from engine.tac.board import RING_SIZE, START, is_ring, ring_number
from engine.tac.position import FRESH, Position


def bit_of(cell: Cell) -> int:
    """The bit of a ring field or of a house field of the piece's own seat."""
    return 1 << ring_number(cell) if is_ring(cell) else 1 << (RING_SIZE + int(cell[1]) - 1)


def taken_off(board: Position, cell: Cell) -> Position:
    """The position without the piece on a ring or house field: it is counted in its yard."""
    owner = board.owner(cell)
    if owner is None:
        return board
    gone = bit_of(cell) | (FRESH if is_ring(cell) and ring_number(cell) == START[owner] else 0)
    return board.with_mask(owner, board.mask(owner) & ~gone)


sent_home = taken_off


def placed(board: Position, owner: Seat, cell: Cell) -> Position:
    """The position with a piece of `owner` from its yard on a field."""
    return board.with_mask(owner, board.mask(owner) | bit_of(cell))


def moved(board: Position, owner: Seat, origin: Cell, target: Cell) -> Position:
    """The position with one piece moved; what stands on its target goes to the yard."""
    return placed(sent_home(taken_off(board, origin), target), owner, target)
