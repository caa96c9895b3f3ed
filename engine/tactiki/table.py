"""What a table sees and tells of TacTiki: columns, ranks as far as a seat may hear them, what a lift can begin.

A board shows which squares are occupied; how high a column is comes from a camera or is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import Cell, Displacement, Seat
from engine.tactiki.board import SQUARES, rank_of, side_of
from engine.tactiki.clash import Clash
from engine.tactiki.moves import Action, Reincarnation, actions, fight, is_attack
from engine.tactiki.position import Position

LAYOUT = "tactiki5"
CELLS: tuple[Cell, ...] = SQUARES
"""Every place of the board, in the order in which a sensing board counts them."""
OFF_BOARD: Cell = ""
"""Where defeated pieces lie."""


class Standing(NamedTuple):
    """One piece as it stands: the height counts from 1 at the bottom; `rank` None: not known to who asks."""

    cell: Cell
    height: int
    owner: Seat
    rank: int | None


class Meaning(NamedTuple):
    """One action that a lift can be the beginning of. `has_ranks_to_show`: an attack that hangs on ranks which have to
    be told first."""

    action: str
    moved: tuple[Displacement, ...]
    has_ranks_to_show: bool


def standing(position: Position, seat: Seat | None = None) -> tuple[Standing, ...]:
    """Every piece of the board, as `seat` may know it; None: as it is written."""
    seen = position if seat is None else position.view(seat)
    return tuple(
        Standing(SQUARES[square], height, side_of(one), rank_of(one) or None)
        for square, column in enumerate(seen.columns)
        for height, one in enumerate(column, 1)
    )


def heights(position: Position) -> tuple[int, ...]:
    """How many pieces stand on each square."""
    return tuple(map(len, position.columns))


def picture(position: Position) -> str:
    """What a board would show: one character a square, `.` or the letter of the top piece's side."""
    return "".join([side_of(column[-1]) if column else "." for column in position.columns])


def moved(position: Position, action: Action, fought: Clash | None = None) -> tuple[Displacement, ...]:
    """What changes its place in an action: the piece that steps or comes back, and those that are defeated."""
    side = position.side
    if isinstance(action, Reincarnation):
        return (Displacement(side, OFF_BOARD, SQUARES[action.square]),)
    origin, target = SQUARES[action.origin], SQUARES[action.target]
    lost = [side_of(one) for one in fought.defeated] if fought else []
    own = Displacement(side, origin, OFF_BOARD if side in lost else target)
    return own, *(Displacement(owner, target, OFF_BOARD) for owner in lost if owner != side)


def meanings(position: Position) -> Mapping[Cell, tuple[Meaning, ...]]:
    """What the next lift can be the beginning of: for each square the actions of its top piece; under the empty name
    the reincarnations."""
    found: dict[Cell, list[Meaning]] = {}
    for action in actions(position):
        cell = OFF_BOARD if isinstance(action, Reincarnation) else SQUARES[action.origin]
        fought = fight(position, action)
        hangs = is_attack(position, action) and fought is None
        found.setdefault(cell, []).append(Meaning(str(action), moved(position, action, fought), hangs))
    return {cell: tuple(ways) for cell, ways in found.items()}
