"""What an action did on a board with a ring: each piece's way with what it captured, and how all pieces stand.

The text of an action names ways; what was captured on them follows from the pieces before and after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.contract import SWAP, Captured, Cell, Moved, Piece, Seat
from engine.ring.board import HOUSE_SIZE, RingBoard
from engine.ring.pieces import Masks, Seats, standing, yard_of

FORWARD, BACK, HOME, INSIDE, OUT, STRIKE = "forward", "back", "home", "inside", "out", "strike"
BACK_HOME = "back-home"
"""Kinds of ways, beside `SWAP`."""
WAY, HOUSE, YARD = "way", "house", "yard"
"""Where a piece stands."""
LONGEST_STEP = 13
"""The longest way that a card goes forward; what looks longer is a card that goes backward."""

_PAIR = re.compile(r"([0-9A-Z][0-9y])([-~x])([0-9A-Z][0-9])", re.ASCII)


class _Unfit(Exception):
    """The text names a piece that is not there."""


class _Walk:
    """The pieces while an action is made, way by way. `sweeps`: what is passed on the ring is captured too."""

    def __init__(self, board: RingBoard, seats: Seats, masks: Masks, sweeps: bool) -> None:
        self.board, self.sweeps = board, sweeps
        self.pieces = _pieces(board, seats, masks)
        self.fresh = _fresh(board, seats, masks)
        self.yards = {seat: yard_of(board, mask) for seat, mask in zip(seats, masks, strict=True)}

    def follow(self, text: str) -> tuple[Moved, ...]:
        """All ways of an action. Raises: _Unfit."""
        found: list[Moved] = []
        for part in text.split(","):
            match = _PAIR.fullmatch(part)
            if match is None:
                raise _Unfit
            origin, sign, target = match.groups()
            if sign == "~":
                found += self._exchange(origin, target)
            elif sign == "x":
                found.append(self._strike(origin, target))
            elif origin.endswith("y"):
                found.append(self._open(origin[0], target))
            else:
                found.append(self._walk(origin, target))
        return tuple(found)

    def _walk(self, origin: Cell, target: Cell) -> Moved:
        owner = self._taken(origin)
        kind, steps, over = _way(self.board, owner, origin, target)
        passed = [cell for cell in over if self.board.is_ring(cell)] if self.sweeps and kind in (FORWARD, HOME) else []
        captured = self._captured([*passed, target])
        self.pieces[target] = owner
        return Moved(owner, origin, target, kind, steps, self._home(owner, target), over, captured)

    def _open(self, owner: Seat, target: Cell) -> Moved:
        if not self.yards.get(owner):
            raise _Unfit
        self.yards[owner] -= 1
        captured = self._captured([target])
        self.pieces[target] = owner
        return Moved(owner, f"{owner}y", target, OUT, captured=captured)

    def _exchange(self, one: Cell, other: Cell) -> list[Moved]:
        first, second = self._taken(one), self._taken(other)
        self.pieces[one], self.pieces[other] = second, first
        return [
            Moved(first, one, other, SWAP, home=self._home(first, other)),
            Moved(second, other, one, SWAP, home=self._home(second, one)),
        ]

    def _strike(self, origin: Cell, target: Cell) -> Moved:
        owner = self.pieces.get(origin)
        if owner is None:
            raise _Unfit
        captured = self._captured([target])
        if origin != target:
            self.pieces[target] = self._taken(origin)
        return Moved(owner, origin, target, STRIKE, home=self._home(owner, target), captured=captured)

    def _taken(self, cell: Cell) -> Seat:
        if cell not in self.pieces:
            raise _Unfit
        return self.pieces.pop(cell)

    def _captured(self, cells: Sequence[Cell]) -> tuple[Captured, ...]:
        found = []
        for cell in cells:
            owner = self.pieces.get(cell)
            if owner is not None and self.board.is_ring(cell):
                del self.pieces[cell]
                self.yards[owner] += 1
                home = steps_home(self.board, owner, cell, cell in self.fresh)
                found.append(Captured(owner, cell, f"{owner}y", home))
        return tuple(found)

    def _home(self, owner: Seat, cell: Cell) -> int | None:
        return steps_home(self.board, owner, cell) if self.board.is_ring(cell) else None


def _pieces(board: RingBoard, seats: Seats, masks: Masks) -> dict[Cell, Seat]:
    return {
        cell: seat
        for seat, mask in zip(seats, masks, strict=True)
        for cell in standing(board, seat, mask & board.piece_bits)
    }


def _fresh(board: RingBoard, seats: Seats, masks: Masks) -> frozenset[Cell]:
    return frozenset(board.start_cell(seat) for seat, mask in zip(seats, masks, strict=True) if mask & board.mark)


def steps_home(board: RingBoard, seat: Seat, cell: Cell, is_marked: bool = False) -> int:
    """Fields from a ring field forward to the first place of the house; a marked piece has a whole round to go."""
    gap = board.home_distance(seat, board.ring_number(cell))
    return (board.size if is_marked and not gap else gap) + 1


def _way(board: RingBoard, owner: Seat, origin: Cell, target: Cell) -> tuple[str, int, tuple[Cell, ...]]:
    """Kind, length and cells between of a way."""
    if not board.is_ring(origin):
        one, other = board.house_number(origin), board.house_number(target)
        low, high = sorted((one, other))
        between = [f"{owner}{place}" for place in range(low + 1, high)]
        return INSIDE, high - low, tuple(between if one < other else reversed(between))
    here = board.ring_number(origin)
    if board.is_ring(target):
        steps = (board.ring_number(target) - here) % board.size
        if steps > LONGEST_STEP:
            return BACK, board.size - steps, _fields(board, here, board.size - steps - 1, -1)
        return FORWARD, steps, _fields(board, here, steps - 1, 1)
    place = board.house_number(target)
    inside = tuple(f"{owner}{number}" for number in range(1, place))
    gap, past = board.home_distance(owner, here), board.past_start(owner, here)
    if gap + place <= LONGEST_STEP:
        return HOME, gap + place, _fields(board, here, gap, 1) + inside
    return BACK_HOME, past + place, _fields(board, here, past, -1) + inside


def _fields(board: RingBoard, here: int, count: int, step: int) -> tuple[Cell, ...]:
    return tuple(board.ring[(here + step * number) % board.size] for number in range(1, count + 1))


def moved(board: RingBoard, seats: Seats, before: Masks, after: Masks, text: str) -> tuple[Moved, ...] | None:
    """What an action did that leads from one position to another; None where its text does not lead there."""
    wanted = _pieces(board, seats, after)
    for sweeps in (False, True):
        walk = _Walk(board, seats, before, sweeps)
        try:
            found = walk.follow(text)
        except _Unfit:
            return None
        if walk.pieces == wanted:
            return found
    return None


@lru_cache(maxsize=128)
def standing_pieces(board: RingBoard, seats: Seats, masks: Masks, mark: str) -> tuple[Piece, ...]:
    """Every piece, colour by colour: those on the way from the nearest to home on, then house, then yard.

    `mark`: what a marked piece is called.
    """
    owners, fresh = _pieces(board, seats, masks), _fresh(board, seats, masks)
    around = {board.ring_number(cell): owner for cell, owner in owners.items() if board.is_ring(cell)}
    found: list[Piece] = []
    for seat, mask in zip(seats, masks, strict=True):
        cells = standing(board, seat, mask & board.piece_bits)
        walking = [
            Piece(cell, seat, WAY, steps_home(board, seat, cell, cell in fresh), (mark,) if cell in fresh else ())
            for cell in cells
            if board.is_ring(cell)
        ]
        walking.sort(key=lambda piece: piece.home or 0)
        found += [replace(piece, ahead=_ahead(board, around, piece)) for piece in walking]
        found += [Piece(cell, seat, HOUSE) for cell in cells if not board.is_ring(cell)]
        found += [Piece(f"{seat}y", seat, YARD)] * (HOUSE_SIZE - len(cells))
    return tuple(found)


def _ahead(board: RingBoard, around: dict[int, Seat], piece: Piece) -> tuple[tuple[int, Seat], ...]:
    here, home = board.ring_number(piece.cell), piece.home or 0
    ways = sorted(((number - here) % board.size, owner) for number, owner in around.items() if number != here)
    return tuple((steps, owner) for steps, owner in ways if steps < home)
