"""What a table sees and tells of TACTIX: occupied squares, how the dice lie, and what a new picture can mean.

A sensing board shows only which squares are occupied; the faces follow from the moves. Two ways to one square look
alike and can leave another face on top: then the squares that the die was tipped over tell, or somebody is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import Cell, Displacement, Seat
from engine.tactix.dice import REACH, die_of, side_of
from engine.tactix.explain import read_action
from engine.tactix.moves import Move, after, moves
from engine.tactix.paths import NUMBERS, SQUARES, run, step
from engine.tactix.position import Position

LAYOUT = "tactix9"
CELLS: tuple[Cell, ...] = SQUARES
"""Every place of the board, in the order in which a sensing board counts them."""
OFF_BOARD: Cell = ""
"""Where captured pieces go."""


class Standing(NamedTuple):
    """One piece as it stands. `top` and `front` (the side towards white) are None for a king."""

    cell: Cell
    owner: Seat
    top: int | None
    front: int | None


class Way(NamedTuple):
    """One thing that a picture can mean: the action, every square that the piece came over (the last included), the
    face on top afterwards (None for a king), and what was moved."""

    action: str
    passed: tuple[Cell, ...]
    top: int | None
    moved: tuple[Displacement, ...]


def standing(position: Position) -> tuple[Standing, ...]:
    """Every piece of the board."""
    found = []
    for square, piece in enumerate(position.pieces):
        if piece:
            die = die_of(piece)
            found.append(Standing(SQUARES[square], side_of(piece), die and die.top, die and die.front))
    return tuple(found)


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


def moved(position: Position, move: Move) -> tuple[Displacement, ...]:
    """What leaves its square in a move: the piece itself, and a captured one."""
    own = Displacement(position.side, SQUARES[move.origin], SQUARES[move.target])
    if not move.captured:
        return (own,)
    return own, Displacement(side_of(move.captured), SQUARES[move.target], OFF_BOARD)


def meanings(position: Position, variant: str) -> Mapping[str, tuple[Way, ...]]:
    """Every picture that a legal move can leave, with the ways that leave it; several only where faces differ."""
    found: dict[str, list[Way]] = {}
    for move in moves(position):
        die = die_of(move.piece)
        way = Way(move.action, passed(move.action), die and die.top, moved(position, move))
        found.setdefault(picture(after(position, move, variant)), []).append(way)
    return {shown: tuple(ways) for shown, ways in found.items()}


def reach(position: Position, cell: Cell) -> tuple[Way, ...]:
    """Where the piece on a square could go, whoever is to move: for a player who asks before lifting it."""
    square = NUMBERS[cell]
    piece = position.pieces[square]
    if not piece:
        return ()
    own = position._replace(side=side_of(piece))
    ways = [move for move in moves(own) if move.origin == square]
    tops = [die_of(move.piece) for move in ways]
    return tuple(
        Way(move.action, passed(move.action), die and die.top, moved(own, move))
        for move, die in zip(ways, tops, strict=True)
    )


def steps_of(position: Position, cell: Cell) -> int:
    """How many squares the piece on a square has to go; 0 where none stands."""
    return REACH[position.pieces[NUMBERS[cell]]]
