"""Pieces put elsewhere on a copy of a position, legal or not: for explaining what was shown on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Cell, Displacement, Seat
from engine.tac.board.holes import LAYOUT, RING_SIZE, START, is_ring, ring_number
from engine.tac.board.position import FRESH, Position


def bit_of(cell: Cell) -> int:
    """The bit of a ring field or of a house field of the piece's own seat."""
    return 1 << ring_number(cell) if is_ring(cell) else 1 << (RING_SIZE + int(cell[1]) - 1)


def sent_home(board: Position, cell: Cell) -> Position:
    """The position with the piece on a ring or house field in its yard."""
    owner = board.owner(cell)
    if owner is None:
        return board
    gone = bit_of(cell) | (FRESH if is_ring(cell) and ring_number(cell) == START[owner] else 0)
    return board.with_mask(owner, board.mask(owner) & ~gone)


def placed(board: Position, owner: Seat, cell: Cell) -> Position:
    """The position with a piece of `owner` from its yard on a field."""
    return board.with_mask(owner, board.mask(owner) | bit_of(cell))


def moved(board: Position, owner: Seat, origin: Cell, target: Cell) -> Position:
    """The position with one piece moved; what stands on its target goes to the yard."""
    return placed(sent_home(sent_home(board, origin), target), owner, target)


def shown(board: Position, moved_pieces: Sequence[Displacement]) -> dict[Cell, Seat]:
    """Whose piece stands on each field of a board on which these pieces were displaced."""
    holes = {cell: seat for seat in board.seats for cell in board.pieces(seat) if cell in LAYOUT.holes}
    for one in moved_pieces:
        if holes.get(one.origin) == one.owner:
            del holes[one.origin]
    holes.update({one.target: one.owner for one in moved_pieces if one.target in LAYOUT.holes})
    return holes


def difference(
    board: Position, holes: Mapping[Cell, Seat], moved_pieces: Sequence[Displacement] = ()
) -> tuple[Displacement, ...]:
    """The displacements that lead from a position to what a board shows; alike pieces are paired in order.

    A piece that left the ring lies where `moved_pieces` has one of its seat lie: in a wrong heap, or nowhere.
    """
    found: list[Displacement] = []
    for seat in board.seats:
        now = [cell for cell, owner in holes.items() if owner == seat]
        before = [cell for cell in board.pieces(seat) if cell in LAYOUT.holes]
        left = [cell for cell in before if cell not in now]
        come = sorted(cell for cell in now if cell not in before)
        lying = [d.target for d in moved_pieces if d.owner == seat and d.target not in LAYOUT.holes]
        homes = [target for target in lying if target != f"{seat}y"] + [f"{seat}y"] * len(left)
        origins = left + [f"{seat}y"] * (len(come) - len(left))
        targets = come + homes[: max(0, len(left) - len(come))]
        found += [Displacement(seat, a, b) for a, b in zip(origins, targets, strict=True)]
    return tuple(found)
