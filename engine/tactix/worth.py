"""What a piece on a square is worth to white, in hundredths of a die, and keys that tell positions apart.

A die is worth more with a high number on top (it reaches further) and a little in the middle; a king a little near the
square where it wins.
"""

from __future__ import annotations

import random

from engine.tactix.dice import BLACK_PIECE, REACH, TEXTS, WHITE, is_king, side_of
from engine.tactix.paths import SIZE, SQUARES
from engine.tactix.position import HOME, other

DIE = 100
TOP = 4
CENTRAL = 2
NEAR_GOAL = 3
PIECES = 2 * BLACK_PIECE


def _worth(piece: int, square: int) -> int:
    if piece not in TEXTS:
        return 0
    side = side_of(piece)
    file, row = square % SIZE, square // SIZE
    if is_king(piece):
        goal = HOME[other(side)]
        away = abs(file - goal % SIZE) + abs(row - goal // SIZE)
        points = NEAR_GOAL * (2 * SIZE - away)
    else:
        points = DIE + TOP * REACH[piece] - CENTRAL * (abs(file - 4) + abs(row - 4))
    return points if side == WHITE else -points


WORTH: tuple[tuple[int, ...], ...] = tuple(
    tuple(_worth(piece, square) for piece in range(PIECES)) for square in range(len(SQUARES))
)
"""By square and piece."""


def _keys() -> tuple[tuple[int, ...], ...]:
    lot = random.Random(81)
    return tuple(tuple(lot.getrandbits(64) if piece else 0 for piece in range(PIECES)) for _ in SQUARES)


KEYS: tuple[tuple[int, ...], ...] = _keys()
"""By square and piece; the key of a position is all of them, exclusively or-ed."""
BLACK_TO_MOVE = 0x9E3779B97F4A7C15
"""Added to the key while black is to move."""
