"""The pieces of one colour as a whole number, and how they are written and seen on a board.

Bit f stands for ring field f, then come the bits of the house places, then one bit that marks the piece on the own
start (`*`: it has just been put there). A piece that shows in no bit is in the yard.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.contract import Cell, Picture, Seat
from engine.errors import InvalidNotation
from engine.ring.board import HOUSE_SIZE, RingBoard

Masks = tuple[int, ...]
"""The pieces of several colours, in the order of the seats."""
Seats = tuple[Seat, ...]
Result = tuple[Masks, str]
"""All pieces after an action, and how the action is written."""
REMEMBERED = 1 << 10
"""Pieces of one colour whose names are remembered: an evening has always new ones, and memory is to stay flat."""


def fields(bits: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def yard_of(board: RingBoard, mask: int) -> int:
    """Number of pieces in the yard of the colour with these pieces."""
    return HOUSE_SIZE - (mask & board.piece_bits).bit_count()


@lru_cache(maxsize=REMEMBERED)
def standing(board: RingBoard, seat: Seat, bits: int) -> tuple[Cell, ...]:
    """Names of the ring fields and house places in `bits`: ring ascending, then house ascending."""
    cells = board.cells[seat]
    return tuple(cells[place] for place in fields(bits))


@lru_cache(maxsize=REMEMBERED)
def seat_text(board: RingBoard, seat: Seat, mask: int) -> str:
    """The part of the position text that belongs to one colour."""
    words = list(standing(board, seat, mask & board.piece_bits))
    if mask & board.mark:
        start = board.start_cell(seat)
        words[words.index(start)] = start + "*"
    return f"{seat}:" + ",".join(words + ["y"] * yard_of(board, mask))


def parse_masks(board: RingBoard, seats: Sequence[Seat], text: str) -> Masks:
    """The pieces in a position text, for exactly these seats. Raises: InvalidNotation."""
    parts = text.split(" ") if isinstance(text, str) else []
    if len(parts) != len(seats):
        raise InvalidNotation("position", text, f"seats {' '.join(seats)} wanted")
    masks = tuple(_parse_seat(board, part, seat, text) for part, seat in zip(parts, seats, strict=True))
    occupied = 0
    for mask in masks:
        if occupied & mask & board.ring_bits:
            raise InvalidNotation("position", text, "two pieces on one field")
        occupied |= mask & board.ring_bits
    return masks


def _parse_seat(board: RingBoard, part: str, seat: Seat, text: str) -> int:
    head, _, tail = part.partition(":")
    if head != seat:
        raise InvalidNotation("position", text, f"{seat}: wanted where {part!r} stands")
    words = tail.split(",")
    if len(words) != HOUSE_SIZE:
        raise InvalidNotation("position", text, f"{HOUSE_SIZE} pieces of {seat} wanted")
    mask = 0
    for word in words:
        if word == "y":
            continue
        if word == board.start_cell(seat) + "*":
            mask |= board.mark | 1 << board.start[seat]
        elif word in board.cells[seat]:
            mask |= board.bit(word)
        else:
            raise InvalidNotation("position", text, f"{word!r} is no place for a piece of {seat}")
    if seat_text(board, seat, mask) != part:
        raise InvalidNotation("position", text, f"pieces of {seat} twice or not in order")
    return mask


def owner(board: RingBoard, seats: Seats, masks: Masks, cell: Cell) -> Seat | None:
    """Whose piece stands on a ring field or house place; None if it is free or no such place."""
    bit = board.bit(cell)
    for seat, mask in zip(seats, masks, strict=True):
        if mask & bit and (bit & board.ring_bits or cell[0] == seat):
            return seat
    return None


def is_marked(board: RingBoard, seats: Seats, masks: Masks, cell: Cell) -> bool:
    """Whether the piece on this cell is marked."""
    return any(
        mask & board.mark and cell == board.start_cell(seat) for seat, mask in zip(seats, masks, strict=True)
    )


@lru_cache(maxsize=REMEMBERED)
def _holes(board: RingBoard, seat: Seat, bits: int) -> tuple[int, ...]:
    """Indices in the layout of the places in `bits`."""
    inside = HOUSE_SIZE * board.owners.index(seat)
    return tuple(place if place < board.size else place + inside for place in fields(bits))


def picture(board: RingBoard, seats: Seats, masks: Masks) -> Picture:
    """What a board shows: a letter or `.` for each hole in layout order, a digit for each yard.

    The yards of colours that nobody plays show 0.
    """
    holes = len(board.layout.holes)
    shown = bytearray(b"." * holes + b"0" * len(board.owners))
    for seat, mask in zip(seats, masks, strict=True):
        letter = ord(seat)
        for hole in _holes(board, seat, mask & board.piece_bits):
            shown[hole] = letter
        shown[holes + board.owners.index(seat)] += yard_of(board, mask)
    return shown.decode("ascii")


def masks_of_picture(board: RingBoard, seats: Seats, before: Masks, shown: Picture) -> Masks:
    """The pieces that a board shows. A picture does not tell which are marked: those stay so that stand where a marked
    piece of their colour stood `before`.

    Raises: InvalidNotation when a colour has not its number of pieces.
    """
    holes = board.layout.holes
    texts = []
    for seat, mask in zip(seats, before, strict=True):
        start = board.start_cell(seat) if mask & board.mark else ""
        cells = [cell + "*" * (cell == start) for index, cell in enumerate(holes) if shown[index] == seat]
        heap = board.owners.index(seat)
        texts.append(f"{seat}:" + ",".join([*cells, *["y"] * int(shown[len(holes) + heap])]))
    return parse_masks(board, seats, " ".join(texts))


def with_mask(masks: Masks, place: int, own: int) -> Masks:
    """All pieces, those of the seat with this index being `own`."""
    return (*masks[:place], own, *masks[place + 1 :])
