"""What a sensing board shows of TACTIX: which squares are occupied, and those that a die is tipped over."""

from __future__ import annotations

from engine.contract import Cell
from engine.tactix.dice import side_of
from engine.tactix.explain import read_action
from engine.tactix.paths import SQUARES, run, step
from engine.tactix.position import Position


def picture(position: Position) -> str:
    """What a board would show: one character a square, `.` or the letter of the piece's side."""
    return "".join([side_of(piece) if piece else "." for piece in position.pieces])


def passed(action: str) -> tuple[Cell, ...]:
    """Every square that a piece comes over, from the one after the first to the last. Raises: InvalidNotation."""
    named = read_action(action)
    cells = []
    at = named[0]
    for target in named[1:]:
        line = run(at, target)
        if line is not None:
            for _ in range(line[1]):
                at = step(at, line[0]) or 0
                cells.append(SQUARES[at])
    return tuple(cells)
