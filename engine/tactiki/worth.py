"""What a position of TacTiki is worth to a side that knows, or imagines, every rank.

It counts the steps that are missing to a statue: of the five pieces that are nearest to the best goal square, those
that can come back from the dead included; pieces under others are further away.
"""

from __future__ import annotations

from functools import lru_cache

from engine.tactiki.board import GOALS, OF_TIKI, SIDES, SIZE, SQUARES, STATUE, STEPS, TIKI, other, rank_of, side_of
from engine.tactiki.clash import WINS, compared
from engine.tactiki.position import Column, Position

WIN = 1000.0
COVERED = 2.0
"""Steps that each piece on top of another one costs."""
GONE = 3.0
"""Steps that a defeated piece is away besides its way from a start square."""
LACKING = 12.0
"""Steps for each piece of a statue that does not exist."""
THREAT = 0.6
"""Steps that a piece is worth less that could be beaten now."""


def _away(goal: int, square: int) -> float:
    return abs(goal // SIZE - square // SIZE) + abs(goal % SIZE - square % SIZE)


_AWAY = {
    side: tuple(tuple(_away(goal, square) for square in range(len(SQUARES))) for goal in GOALS[side]) for side in SIDES
}


def worth(position: Position, side: str) -> float:
    """Worth to a side, in steps."""
    if position.winner is not None:
        return WIN if position.winner == side else -WIN
    foe = other(side)
    columns = position.columns
    missing = _missing(columns, position.gone(foe), foe) - _missing(columns, position.gone(side), side)
    return missing + THREAT * (_threats(columns, side) - _threats(columns, foe))


def _missing(columns: tuple[Column, ...], gone: Column, side: str) -> float:
    """Steps to the nearest statue of a side."""
    ways: tuple[list[float], ...] = ([], [], [], [], [])
    for square, column in enumerate(columns):
        if column and square not in GOALS[side]:
            for row, more in zip(ways, _steps_to_goals(square, column, side), strict=True):
                row += more
    dead = [SIZE - 1 + GONE] * len(gone)
    best = LACKING * STATUE
    for goal, row in zip(GOALS[side], ways, strict=True):
        column = columns[goal]
        needed = STATUE - (sum([side_of(one) == side for one in column]) if column else 0)
        nearest = sorted(row + dead)[:needed]
        best = min(best, sum(nearest) + LACKING * (needed - len(nearest)))
    return best


@lru_cache(maxsize=1 << 15)
def _steps_to_goals(square: int, column: Column, side: str) -> tuple[tuple[float, ...], ...]:
    """For each goal the steps of every piece that a side has in a column."""
    covers = [COVERED * number for number, one in enumerate(reversed(column)) if side_of(one) == side]
    return tuple(tuple(away[square] + cover for cover in covers) for away in _AWAY[side])


def _threats(columns: tuple[Column, ...], side: str) -> int:
    """Pieces of the opponent that a side could beat with one step."""
    is_tiki, ahead = side == TIKI, STEPS[side]
    safe = GOALS[other(side)]
    count = 0
    for square, column in enumerate(columns):
        if column and (column[-1] >= OF_TIKI) == is_tiki:
            for target in ahead[square]:
                there = columns[target]
                if there and (there[-1] >= OF_TIKI) != is_tiki and target not in safe:
                    count += compared(rank_of(column[-1]), rank_of(there[-1])) == WINS
    return count
