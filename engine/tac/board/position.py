"""Where all pieces stand: a frozen value with one text form that parses back.

Inside, the pieces of a seat are one whole number, so that positions compare and hash fast (see `engine.ring.pieces`);
its mark says that the piece on the own start field is fresh.

The values that every play makes anew (`Position`, `Situation`, `State` and the like) are named tuples: as frozen as
dataclasses, and made three times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Cell, Picture, Seat
from engine.ring import pieces
from engine.ring.pieces import fields as fields
from engine.tac.board.holes import BOARD, HOUSE_SIZE, yard_cell

PIECES = HOUSE_SIZE
RING_BITS = BOARD.ring_bits
HOUSE_BITS = BOARD.house_bits
FRESH = BOARD.mark
PIECE_BITS = BOARD.piece_bits


class Position(NamedTuple):
    """All pieces of all seats of a variant.

    `seats` are the seats in order; `masks` the pieces of each, as described at the top of the module.
    """

    seats: tuple[Seat, ...]
    masks: tuple[int, ...]

    @classmethod
    def start(cls, seats: Sequence[Seat]) -> Position:
        """All pieces in their yards. Source: T1.4."""
        return cls(tuple(seats), (0,) * len(seats))

    @classmethod
    def parse(cls, text: str, seats: Sequence[Seat]) -> Position:
        """The position written as `text`, for exactly these seats. Raises: InvalidNotation."""
        return cls(tuple(seats), pieces.parse_masks(BOARD, seats, text))

    def __str__(self) -> str:
        return " ".join([seat_text(seat, mask) for seat, mask in zip(self.seats, self.masks, strict=True)])

    def mask(self, seat: Seat) -> int:
        """The pieces of a seat as one number."""
        return self.masks[self.seats.index(seat)]

    def with_mask(self, seat: Seat, mask: int) -> Position:
        """The same position with other places for the pieces of one seat."""
        return Position(self.seats, pieces.with_mask(self.masks, self.seats.index(seat), mask))

    def owner(self, cell: Cell) -> Seat | None:
        """Whose piece stands on a ring or house field; None if it is free or no such field."""
        return pieces.owner(BOARD, self.seats, self.masks, cell)

    def is_fresh(self, cell: Cell) -> bool:
        """Whether the piece on this cell is fresh. Source: T3.9."""
        return pieces.is_marked(BOARD, self.seats, self.masks, cell)

    def pieces(self, seat: Seat) -> tuple[Cell, ...]:
        """Cells of the pieces of a seat: ring ascending, house ascending, then the yard once for each piece there."""
        mask = self.mask(seat)
        return standing(seat, mask & PIECE_BITS) + (yard_cell(seat),) * yard_of(mask)

    def yard(self, seat: Seat) -> int:
        """Number of pieces in the yard of a seat."""
        return yard_of(self.mask(seat))

    def home(self, seat: Seat) -> int:
        """Number of pieces in the house of a seat."""
        return (self.mask(seat) & HOUSE_BITS).bit_count()

    def is_home(self, seat: Seat) -> bool:
        """Whether all pieces of a seat are in its house."""
        return self.mask(seat) & HOUSE_BITS == HOUSE_BITS

    def picture(self) -> Picture:
        """What a board shows of it: a letter or `.` for each hole in layout order, a digit for each yard.

        The yards of seats that the variant leaves empty show 0.
        """
        return pieces.picture(BOARD, self.seats, self.masks)


def yard_of(mask: int) -> int:
    """Number of pieces in the yard of the seat with these pieces."""
    return PIECES - (mask & PIECE_BITS).bit_count()


def standing(seat: Seat, bits: int) -> tuple[Cell, ...]:
    """Names of the ring and house fields in `bits`, ring ascending, then house ascending."""
    return pieces.standing(BOARD, seat, bits)


def seat_text(seat: Seat, mask: int) -> str:
    """The part of the position text that belongs to one seat."""
    return pieces.seat_text(BOARD, seat, mask)
