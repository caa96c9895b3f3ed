"""A TACTIX position: where the pieces stand, how the dice lie, who is to move or has won. One text form."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import InvalidNotation
from engine.tactix.dice import BLACK, BLACK_PIECE, KING, PIECES, SIDES, TEXTS, WHITE, side_of
from engine.tactix.paths import NUMBERS, SQUARES

FULL, SHORT = "full", "short"
VARIANTS = (FULL, SHORT)
MOST_DICE = 8
CENTRE = NUMBERS["e5"]
HOME: dict[str, int] = {WHITE: NUMBERS["e1"], BLACK: NUMBERS["e9"]}
"""Where each king stands at first, and where the other one wins."""
START = (
    "a1=w53 b1=w13 c1=w23 d1=w63 e1=wK f1=w63 g1=w23 h1=w13 i1=w53"
    " a9=b54 b9=b14 c9=b24 d9=b64 e9=bK f9=b64 g9=b24 h9=b14 i9=b54 w"
)
_ENDS = {f"won:{side}": side for side in SIDES}


def other(side: str) -> str:
    """The opponent."""
    return BLACK if side == WHITE else WHITE


def king_of(side: str) -> int:
    """The king of a side as a piece."""
    return KING if side == WHITE else KING + BLACK_PIECE


class Position(NamedTuple):
    """The board at one moment. `pieces` has one piece a square, `a1` first; `side` is to move; `winner` once won."""

    pieces: bytes
    side: str
    winner: str | None = None

    def __str__(self) -> str:
        """As it is written: `a1=w53 ... w`."""
        stand = [f"{SQUARES[square]}={TEXTS[piece]}" for square, piece in enumerate(self.pieces) if piece]
        return " ".join([*stand, self.side if self.winner is None else f"won:{self.winner}"])

    @classmethod
    def parse(cls, text: str, variant: str) -> Position:
        """The position that a text tells. Raises: InvalidNotation."""
        *stand, end = text.split(" ")
        pieces = bytearray(len(SQUARES))
        last = -1
        for word in stand:
            square, piece = _read_piece(word)
            if square <= last:
                raise InvalidNotation("position", text, f"{word}: squares in the order a1 b1 .. i9, each once")
            pieces[square], last = piece, square
        winner = _ENDS.get(end)
        if winner is None and end not in SIDES:
            raise InvalidNotation("position", text, f"it ends with w, b or {' or '.join(_ENDS)}")
        position = cls(bytes(pieces), end if winner is None else other(winner), winner)
        wrong = _impossible(position, variant)
        if wrong:
            raise InvalidNotation("position", text, wrong)
        return position


def _read_piece(word: str) -> tuple[int, int]:
    square, sign, piece = word.partition("=")
    if square not in NUMBERS or not sign or piece not in PIECES:
        raise InvalidNotation("piece", word, "square, =, colour, then top and front of a die or K: a1=w53, e1=wK")
    return NUMBERS[square], PIECES[piece]


def _impossible(position: Position, variant: str) -> str:
    """Why a position cannot be; empty if it can."""
    pieces, _, winner = position
    for side in SIDES:
        kings = pieces.count(king_of(side))
        if kings > 1:
            return f"side {side} has one king"
        if not kings and winner != other(side):
            return f"the king of {side} is missing"
        if sum(1 for piece in pieces if piece and side_of(piece) == side) - kings > MOST_DICE:
            return f"side {side} has eight dice"
    won = [side for side in SIDES if has_won(pieces, side, variant)]
    if won != ([] if winner is None else [winner]):
        return f"won by {' and '.join(won)}" if won else f"not won by {winner}"
    return ""


def has_won(pieces: bytes | bytearray, side: str, variant: str) -> bool:
    """Whether a side has the opposing king, or its own where it wins. Source: X3.1."""
    if king_of(other(side)) not in pieces:
        return True
    king = king_of(side)
    return pieces[HOME[other(side)]] == king or (variant == SHORT and pieces[CENTRE] == king)


def start() -> Position:
    """The position that a game begins with. Source: X1.1, X1.2."""
    return Position.parse(START, FULL)
