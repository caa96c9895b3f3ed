"""A position of TacTiki: columns of pieces, defeated ones, who is to move with how many steps. One text form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import InvalidNotation
from engine.tactiki.board import (
    GOALS,
    NUMBERS,
    OF_EACH,
    OF_TIKI,
    PIECES,
    SHOWN,
    SIDES,
    SQUARES,
    STATUE,
    TAC,
    TIKI,
    UNKNOWN,
    piece,
    rank_of,
    side_of,
)

Column = tuple[int, ...]
"""Pieces on one square, the bottom one first."""
_PIECE = re.compile(r"([a-e][1-5])\.([1-9][0-9]?)=([1-5?])")
_ENDS: dict[str, tuple[str, int, str | None]] = {
    **{f"{side} {steps}": (side, steps, None) for side in SIDES for steps in (1, 2)},
    **{f"won:{side}": (side, 2, side) for side in SIDES},
}


class Position(NamedTuple):
    """The board at one moment. `columns`: one a square; `defeated`: pieces of TAC and of TIKI that left the board,
    sorted as they are written. `steps` are left to `side`; `winner` once won."""

    columns: tuple[Column, ...]
    defeated: tuple[Column, Column]
    side: str
    steps: int
    winner: str | None = None

    def __str__(self) -> str:
        """As it is written: `T:a2.1=3,b2.1=?+4 K:c2.1=?+1? T 2`."""
        parts: tuple[list[str], list[str]] = ([], [])
        for square, column in enumerate(self.columns):
            for height, one in enumerate(column, 1):
                parts[one >= OF_TIKI].append(f"{SQUARES[square]}.{height}={one % SHOWN or '?'}")
        tac, tiki = (
            ",".join(stand) + ("+" + "".join([str(rank_of(one) or "?") for one in gone]) if gone else "")
            for stand, gone in zip(parts, self.defeated, strict=True)
        )
        end = f"{self.side} {self.steps}" if self.winner is None else f"won:{self.winner}"
        return f"T:{tac} K:{tiki} {end}"

    def gone(self, side: str) -> Column:
        """The defeated pieces of a side."""
        return self.defeated[side == TIKI]

    def with_gone(self, side: str, gone: Iterable[int]) -> tuple[Column, Column]:
        """All defeated pieces, those of one side replaced."""
        tac, tiki = self.defeated
        row = ordered(gone)
        return (row, tiki) if side == TAC else (tac, row)

    def pieces(self, side: str) -> list[int]:
        """Every piece of a side, on the board and defeated."""
        return [one for column in self.columns for one in column if side_of(one) == side] + list(self.gone(side))

    def view(self, seat: str) -> Position:
        """What a seat may know: no rank of the opponent that was not shown. Source: K5.1, K5.2."""

        def seen(one: int) -> int:
            return one if side_of(one) == seat or one & SHOWN else one - rank_of(one)

        columns = tuple(tuple(map(seen, column)) for column in self.columns)
        tac, tiki = (ordered(map(seen, gone)) for gone in self.defeated)
        return self._replace(columns=columns, defeated=(tac, tiki))

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that a text tells. Raises: InvalidNotation."""
        tac, _, rest = text.partition(" ")
        tiki, _, end = rest.partition(" ")
        if not tac.startswith("T:") or not tiki.startswith("K:") or end not in _ENDS:
            raise InvalidNotation("position", text, "as in: T:a2.1=3,b2.1=?+4 K:c2.1=?+1? T 2, at the end also won:T")
        stand: dict[tuple[int, int], int] = {}
        gone = tuple(_read_side(side, word[2:], stand) for side, word in zip(SIDES, (tac, tiki), strict=True))
        side, steps, winner = _ENDS[end]
        position = cls(_columns(stand, text), (gone[0], gone[1]), side, steps, winner)
        wrong = _impossible(position)
        if wrong:
            raise InvalidNotation("position", text, wrong)
        return position


def ordered(gone: Iterable[int]) -> Column:
    """Defeated pieces by rank, unknown ones last."""
    return tuple(sorted(gone, key=lambda one: (rank_of(one) or 9, one)))


def _read_side(side: str, text: str, stand: dict[tuple[int, int], int]) -> Column:
    """Puts the pieces of a side into `stand` by square and height; returns the defeated. Raises: InvalidNotation."""
    words, plus, gone = text.partition("+")
    last = (-1, 0)
    for word in words.split(",") if words else ():
        found = _PIECE.fullmatch(word)
        if not found:
            raise InvalidNotation("piece", word, "square, ., height, =, rank or ?: a2.1=3")
        place = NUMBERS[found[1]], int(found[2])
        if place <= last or place in stand:
            raise InvalidNotation("piece", word, "squares in the order a1 b1 .. e5, upwards, each place once")
        stand[place], last = piece(side, _rank(found[3])), place
    known = gone.rstrip("?")
    if bool(plus) != bool(gone) or not re.fullmatch("[1-5]*", known) or list(known) != sorted(known):
        raise InvalidNotation("defeated pieces", plus + gone, "ranks ascending, then the unknown ones: +14?")
    return tuple(piece(side, _rank(letter), letter != "?") for letter in gone)


def _rank(letter: str) -> int:
    return UNKNOWN if letter == "?" else int(letter)


def _columns(stand: dict[tuple[int, int], int], text: str) -> tuple[Column, ...]:
    columns: list[list[int]] = [[] for _ in SQUARES]
    for square, height in sorted(stand):
        columns[square].append(stand[square, height])
        if len(columns[square]) != height:
            raise InvalidNotation("position", text, f"{SQUARES[square]}.{height}: nothing is below it")
    return tuple(map(tuple, columns))


def too_many(position: Position, side: str) -> int | None:
    """A rank of which a side would have more pieces than there are; 0 if it has too many in all. Source: K1.2."""
    pieces = position.pieces(side)
    ranks = Counter(map(rank_of, pieces))
    rank = next((rank for rank, many in sorted(ranks.items()) if rank != UNKNOWN and many > OF_EACH), None)
    return UNKNOWN if rank is None and len(pieces) > PIECES else rank


def has_statue(columns: tuple[Column, ...], side: str) -> bool:
    """Whether five pieces of a side stand on one of its goals, whatever lies between them. Source: K4.1."""
    for square in GOALS[side]:
        column = columns[square]
        if len(column) >= STATUE and sum(side_of(one) == side for one in column) >= STATUE:
            return True
    return False


def _impossible(position: Position) -> str:
    """Why a position cannot be; empty if it can."""
    for side in SIDES:
        rank = too_many(position, side)
        if rank is not None:
            return f"{side} has only {OF_EACH} pieces of rank {rank}" if rank else f"{side} has only {PIECES} pieces"
        if has_statue(position.columns, side) != (position.winner == side):
            return f"not won by {side}" if position.winner == side else f"won by {side}"
    return ""
