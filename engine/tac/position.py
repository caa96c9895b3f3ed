"""Where all pieces stand: a frozen value with one text form that parses back.

Inside, the pieces of a seat are one whole number, so that positions compare and hash fast: bit f for ring field f,
then one bit for each house field, then one bit that says that the piece on the own start field is fresh. A piece
that shows in no bit is in the yard.

The values that every play makes anew (`Position`, `Situation`, `State` and the like) are named tuples: as frozen as
dataclasses, and made three times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.contract import Cell, Picture, Seat
from engine.errors import InvalidNotation
from engine.tac.board import HOUSE_SIZE, OWNERS, RING_SIZE, START, cells_of, is_ring, ring_number, yard_cell

PIECES = HOUSE_SIZE
RING_BITS = (1 << RING_SIZE) - 1
HOUSE_BITS = ((1 << HOUSE_SIZE) - 1) << RING_SIZE
FRESH = 1 << (RING_SIZE + HOUSE_SIZE)
PIECE_BITS = RING_BITS | HOUSE_BITS

_HOLES = RING_SIZE + HOUSE_SIZE * len(OWNERS)
_EMPTY = b"." * _HOLES + b"0" * len(OWNERS)


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
        parts = text.split(" ") if isinstance(text, str) else []
        if len(parts) != len(seats):
            raise InvalidNotation("position", text, f"seats {' '.join(seats)} wanted")
        masks = tuple(_parse_seat(part, seat, text) for part, seat in zip(parts, seats, strict=True))
        occupied = 0
        for mask in masks:
            if occupied & mask & RING_BITS:
                raise InvalidNotation("position", text, "two pieces on one field")
            occupied |= mask & RING_BITS
        return cls(tuple(seats), masks)

    def __str__(self) -> str:
        return " ".join(map(seat_text, self.seats, self.masks))

    def mask(self, seat: Seat) -> int:
        """The pieces of a seat as one number."""
        return self.masks[self.seats.index(seat)]

    def with_mask(self, seat: Seat, mask: int) -> Position:
        """The same position with other places for the pieces of one seat."""
        place = self.seats.index(seat)
        return Position(self.seats, (*self.masks[:place], mask, *self.masks[place + 1 :]))

    def owner(self, cell: Cell) -> Seat | None:
        """Whose piece stands on a ring or house field; None if it is free or no such field."""
        bit = _bit(cell)
        for seat, mask in zip(self.seats, self.masks, strict=True):
            if mask & bit and (bit & RING_BITS or cell[0] == seat):
                return seat
        return None

    def is_fresh(self, cell: Cell) -> bool:
        """Whether the piece on this cell is fresh. Source: T3.9."""
        return any(
            mask & FRESH and is_ring(cell) and ring_number(cell) == START[seat]
            for seat, mask in zip(self.seats, self.masks, strict=True)
        )

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
        shown = bytearray(_EMPTY)
        for seat, mask in zip(self.seats, self.masks, strict=True):
            letter = ord(seat)
            for hole in _holes(seat, mask & PIECE_BITS):
                shown[hole] = letter
            shown[_HOLES + OWNERS.index(seat)] += yard_of(mask)
        return shown.decode("ascii")


def yard_of(mask: int) -> int:
    """Number of pieces in the yard of the seat with these pieces."""
    return PIECES - (mask & PIECE_BITS).bit_count()


@lru_cache(maxsize=1 << 16)
def standing(seat: Seat, bits: int) -> tuple[Cell, ...]:
    """Names of the ring and house fields in `bits`, ring ascending, then house ascending."""
    cells = cells_of(seat)
    return tuple(cells[place] for place in fields(bits))


@lru_cache(maxsize=1 << 16)
def seat_text(seat: Seat, mask: int) -> str:
    """The part of the position text that belongs to one seat."""
    words = list(standing(seat, mask & PIECE_BITS))
    if mask & FRESH:
        start = cells_of(seat)[START[seat]]
        words[words.index(start)] = start + "*"
    return f"{seat}:" + ",".join(words + ["y"] * yard_of(mask))


@lru_cache(maxsize=1 << 16)
def _holes(seat: Seat, bits: int) -> tuple[int, ...]:
    inside = HOUSE_SIZE * OWNERS.index(seat)
    return tuple(place if place < RING_SIZE else place + inside for place in fields(bits))


def fields(bits: int) -> list[int]:
    """The numbers of the fields in `bits`, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _bit(cell: Cell) -> int:
    if is_ring(cell):
        return 1 << ring_number(cell)
    if len(cell) == 2 and cell[0] in OWNERS and cell[1] in "1234":
        return 1 << (RING_SIZE + int(cell[1]) - 1)
    return 0


def _parse_seat(part: str, seat: Seat, text: str) -> int:
    head, _, tail = part.partition(":")
    if head != seat:
        raise InvalidNotation("position", text, f"{seat}: wanted where {part!r} stands")
    words = tail.split(",")
    if len(words) != PIECES:
        raise InvalidNotation("position", text, f"{PIECES} pieces of {seat} wanted")
    mask = 0
    for word in words:
        if word == "y":
            continue
        if word == cells_of(seat)[START[seat]] + "*":
            mask |= FRESH | 1 << START[seat]
        elif word in cells_of(seat):
            mask |= _bit(word)
        else:
            raise InvalidNotation("position", text, f"{word!r} is no place for a piece of {seat}")
    if seat_text(seat, mask) != part:
        raise InvalidNotation("position", text, f"pieces of {seat} twice or not in order")
    return mask
