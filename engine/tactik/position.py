"""Where all pieces stand: a frozen value with one text form that parses back.

The pieces of a colour are one whole number (see `engine.ring.pieces`); its mark says that the piece on the own start
hole is a pieu. Source: I1.1, I1.2, I4.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Cell, Picture, Seat
from engine.ring import pieces
from engine.ring.board import HOUSE_FULL, RingBoard
from engine.ring.pieces import Masks, Seats


class Position(NamedTuple):
    """All pieces of all colours in play. `seats` are the colours in order, `masks` the pieces of each."""

    board: RingBoard
    seats: Seats
    masks: Masks

    @classmethod
    def start(cls, board: RingBoard, seats: Sequence[Seat]) -> Position:
        """All pieces in their yards. Source: I1.2."""
        return cls(board, tuple(seats), (0,) * len(seats))

    @classmethod
    def parse(cls, text: str, board: RingBoard, seats: Sequence[Seat]) -> Position:
        """The position written as `text`, for exactly these colours. Raises: InvalidNotation."""
        return cls(board, tuple(seats), pieces.parse_masks(board, seats, text))

    def __str__(self) -> str:
        return text_of(self.board, self.seats, self.masks)

    def with_masks(self, masks: Masks) -> Position:
        """The same board with the pieces elsewhere."""
        return Position(self.board, self.seats, masks)

    def mask(self, seat: Seat) -> int:
        """The pieces of a colour as one number."""
        return self.masks[self.seats.index(seat)]

    def owner(self, cell: Cell) -> Seat | None:
        """Whose piece stands in a hole; None if it is free or no such hole."""
        return pieces.owner(self.board, self.seats, self.masks, cell)

    def is_pieu(self, cell: Cell) -> bool:
        """Whether the piece in this hole is a pieu. Source: I4.2."""
        return pieces.is_marked(self.board, self.seats, self.masks, cell)

    def pieces(self, seat: Seat) -> tuple[Cell, ...]:
        """Cells of the pieces of a colour: ring ascending, base ascending, then the yard once for each piece there."""
        mask = self.mask(seat)
        shown = pieces.standing(self.board, seat, mask & self.board.piece_bits)
        return shown + (f"{seat}y",) * pieces.yard_of(self.board, mask)

    def yard(self, seat: Seat) -> int:
        """Number of pieces in the yard of a colour."""
        return pieces.yard_of(self.board, self.mask(seat))

    def is_home(self, seat: Seat) -> bool:
        """Whether all pieces of a colour are in its base."""
        return is_home(self.board, self.mask(seat))

    def picture(self) -> Picture:
        """What a board shows of it: a pieu looks like any other piece."""
        return pieces.picture(self.board, self.seats, self.masks)


def is_home(board: RingBoard, mask: int) -> bool:
    """Whether all pieces of the colour with these pieces are in its base."""
    return mask >> board.size & HOUSE_FULL == HOUSE_FULL


def text_of(board: RingBoard, seats: Seats, masks: Masks) -> str:
    """The text of a position."""
    return " ".join([pieces.seat_text(board, seat, mask) for seat, mask in zip(seats, masks, strict=True)])
