"""Squares and pieces of TacTiki. Source: K1.1, K1.2.

Squares are numbers from 0 (`a1`) along the rows to 24 (`e5`). A piece is a small number: its rank (0: not known), 8
more once the opponent was shown the rank, 16 more for a piece of TIKI.
"""

from __future__ import annotations

from itertools import pairwise

TAC, TIKI = SIDES = ("T", "K")
SIZE = 5
SQUARES: tuple[str, ...] = tuple(f"{file}{row}" for row in range(1, SIZE + 1) for file in "abcde")
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(SQUARES)}
RANKS = range(1, 6)
OF_EACH = 2
"""Pieces of each rank that a side has."""
PIECES = OF_EACH * len(RANKS)
ON_A_START = 2
"""Pieces on each start square at first."""
STATUE = 5
"""Own pieces on one of the opponent's start squares that win."""
SHOWN, OF_TIKI = 8, 16
UNKNOWN = 0
STARTS: dict[str, range] = {TAC: range(SIZE), TIKI: range(len(SQUARES) - SIZE, len(SQUARES))}


def other(side: str) -> str:
    """The opponent."""
    return TIKI if side == TAC else TAC


GOALS: dict[str, range] = {side: STARTS[other(side)] for side in SIDES}
"""The squares where the statue of a side has to stand; who has reached them stays there (K2.4)."""


def piece(side: str, rank: int, is_shown: bool = False) -> int:
    """A piece as a number."""
    return rank + (SHOWN if is_shown else 0) + (OF_TIKI if side == TIKI else 0)


def side_of(piece: int) -> str:
    """Whose piece it is."""
    return TIKI if piece >= OF_TIKI else TAC


def rank_of(piece: int) -> int:
    """Its rank; 0 if that is not known."""
    return piece % SHOWN


def shown(piece: int, rank: int) -> int:
    """The piece once the opponent was shown this rank of it."""
    return (piece & OF_TIKI) | SHOWN | rank


def _ahead(side: str, square: int) -> tuple[int, ...]:
    """The squares that a piece can step to: forward, left and right; none where it has arrived. Source: K2.3, K2.4."""
    if square in GOALS[side]:
        return ()
    row = range(square - square % SIZE, square - square % SIZE + SIZE)
    aside = [to for one, two in pairwise(row) for at, to in ((one, two), (two, one)) if at == square]
    return (square + (SIZE if side == TAC else -SIZE), *aside)


STEPS: dict[str, tuple[tuple[int, ...], ...]] = {
    side: tuple(_ahead(side, square) for square in range(len(SQUARES))) for side in SIDES
}
"""For each side and square the squares next to it that a piece may step to."""
