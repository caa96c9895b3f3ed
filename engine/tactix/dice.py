"""Dice as they lie: what is on top, what faces white, and what a tip over an edge makes of it.

A piece is a small number: 0 for nobody, 1 to 24 for the ways a white die can lie, 25 for the white king; black ones are
32 more. Dice are western: 1, 2 and 3 lie counter-clockwise about their corner. Source: X1.2, X2.4.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

WHITE, BLACK = "w", "b"
SIDES = (WHITE, BLACK)
KING = 25
BLACK_PIECE = 32
"""What a black piece has more than a white one."""
NORTH, EAST, SOUTH, WEST = "NESW"
"""Directions seen from white: north is away from it."""


class Die(NamedTuple):
    """How a die lies: the numbers on top, towards white, and to the right as white sees it."""

    top: int
    front: int
    right: int

    def tipped(self, direction: str) -> Die:
        """The die after one tip over an edge."""
        top, front, right = self
        match direction:
            case "N":
                return Die(front, 7 - top, right)
            case "S":
                return Die(7 - front, top, right)
            case "E":
                return Die(7 - right, front, top)
            case _:
                return Die(right, front, 7 - top)


def _all_ways() -> tuple[Die, ...]:
    found = {Die(1, 3, 5)}
    while True:
        more = found | {die.tipped(direction) for die in found for direction in (NORTH, EAST)}
        if more == found:
            return tuple(sorted(found))
        found = more


DICE: tuple[Die, ...] = _all_ways()
"""The 24 ways a die can lie; a white die is its index here and one more."""
_NUMBER = {die: number for number, die in enumerate(DICE, 1)}


def _letters() -> dict[int, str]:
    found: dict[int, str] = {}
    for side, more in ((WHITE, 0), (BLACK, BLACK_PIECE)):
        found |= {number + more: f"{side}{die.top}{die.front}" for die, number in _NUMBER.items()}
        found[KING + more] = f"{side}K"
    return found


TEXTS: dict[int, str] = _letters()
"""Each piece as it is written: `w53`, `bK`."""
PIECES: dict[str, int] = {text: piece for piece, text in TEXTS.items()}
"""Each piece by its text."""
REACH: tuple[int, ...] = tuple(
    0 if piece not in TEXTS else 1 if piece % BLACK_PIECE == KING else DICE[piece % BLACK_PIECE - 1].top
    for piece in range(2 * BLACK_PIECE)
)
"""Squares that each piece moves: its top face, one for a king, none for nobody."""


def side_of(piece: int) -> str:
    """Whose piece it is."""
    return BLACK if piece >= BLACK_PIECE else WHITE


def is_king(piece: int) -> bool:
    """Whether a piece is one of the kings."""
    return piece % BLACK_PIECE == KING


def die_of(piece: int) -> Die | None:
    """How a die lies; None for a king."""
    return None if is_king(piece) else DICE[piece % BLACK_PIECE - 1]


@cache
def turned(tips: str) -> bytes:
    """What each piece becomes by these tips, such as `NNE`: a table from piece to piece."""
    table = bytearray(range(2 * BLACK_PIECE))
    for die, number in _NUMBER.items():
        after = die
        for direction in tips:
            after = after.tipped(direction)
        table[number] = _NUMBER[after]
        table[number + BLACK_PIECE] = _NUMBER[after] + BLACK_PIECE
    return bytes(table)
