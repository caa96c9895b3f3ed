"""The table as a listener counts it: which piece stands where, and how far it is from home, as the facts tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.contract import Cell, Piece, Seat

WAY, HOUSE, YARD, BOARD = "way", "house", "yard", "board"
FRESH = ("fresh", "pieu")
"""Marks of a piece that stands on its start since it came out, and has still a whole round to go."""


@dataclass(frozen=True, slots=True)
class Table:
    """All pieces, seat by seat, each seat's nearest to home first."""

    pieces: tuple[Piece, ...]
    by_cell: Mapping[Cell, Piece] = field(init=False, repr=False, compare=False)
    """Who stands on each place; of a stack the uppermost."""

    def __post_init__(self) -> None:
        upwards = sorted(self.pieces, key=lambda piece: piece.height)
        object.__setattr__(self, "by_cell", {piece.cell: piece for piece in upwards})

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whose pieces there are."""
        return tuple(dict.fromkeys(piece.owner for piece in self.pieces if piece.owner))

    @property
    def is_begun(self) -> bool:
        """Whether pieces are on their way or at home: a game that begins in the middle."""
        return any(piece.place in (WAY, HOUSE) for piece in self.pieces)

    def of(self, seat: Seat, *places: str) -> tuple[Piece, ...]:
        """A seat's pieces, or those of them that stand in such places."""
        return tuple(one for one in self.pieces if one.owner == seat and (not places or one.place in places))

    def column(self, cell: Cell) -> list[Piece]:
        """All pieces on one cell, the uppermost first."""
        return sorted((one for one in self.pieces if one.cell == cell), key=lambda one: -one.height)

    def in_house(self, seat: Seat) -> tuple[int, ...]:
        """Numbers of the house places that are filled."""
        return tuple(sorted(number(piece.cell) for piece in self.of(seat, HOUSE)))

    def in_yard(self, seat: Seat) -> int:
        """How many of its pieces wait outside."""
        return len(self.of(seat, YARD))


NO_TABLE = Table(())


@dataclass(frozen=True, slots=True)
class Board:
    """What is counted on a board: how many holes its ring has, 0 where nothing is; whose each yard is; and, where that
    is known, how the pieces should stand."""

    ring: int = 0
    yards: Mapping[Cell, Seat] = field(default_factory=dict)
    table: Table = NO_TABLE

    @property
    def is_bare(self) -> bool:
        """Whether no marbles go on it, but pieces on squares or a track."""
        return not self.yards and bool(self.table.pieces)


NO_BOARD = Board()


def board_of(cells: Sequence[Cell], heaps: Sequence[Cell], owners: Sequence[Seat],
             pieces: Sequence[Piece] = ()) -> Board:  # fmt: skip
    """The board with these places, on which these pieces should stand."""
    ring = len(ring_of(cells)) if heaps else 0  # a track has two ends
    return Board(ring, yards_of(heaps, owners), Table(tuple(pieces)))


def ring_of(cells: Sequence[Cell]) -> list[Cell]:
    """The holes round the board, in the order in which pieces go."""
    return [cell for cell in cells if cell.isdecimal()]


def yards_of(heaps: Sequence[Cell], owners: Sequence[Seat]) -> dict[Cell, Seat]:
    """Whose each heap is; where nobody told it, nobody's."""
    return dict(zip(heaps, owners or ("",) * len(heaps), strict=True))


def is_fresh(piece: Piece) -> bool:
    """Whether it has just come out."""
    return any(mark in FRESH for mark in piece.marks)


def number(cell: Cell) -> int:
    """The number in the name of a house place."""
    return int(cell[1:])


def named_cell(cells: tuple[Cell, ...], name: str) -> Cell | None:
    """The place that a person means, however it is written (`5`, `05`, `a3`); None if there is none."""
    fitting = (cell for cell in cells if cell.lower() == name.lower() or _is_same_number(cell, name))
    return next(fitting, None)


def _is_same_number(cell: Cell, name: str) -> bool:
    return cell.isdecimal() and name.isdecimal() and int(cell) == int(name)
