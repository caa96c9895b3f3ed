"""One piece, one card: forward moves, the 4 backward, starts, exchanges. Each result comes with the way it is written.

All functions work on the bare numbers of a position (see `engine.ring.pieces`); `place` is a colour's index among the
seats. `pieux` are the ring holes with a pieu, as bits: nobody steps on them or over them. Source: I4.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.ring.board import HOUSE_SIZE, RingBoard
from engine.ring.pieces import Masks, Result, Seats, fields, with_mask, yard_of
from engine.ring.steps import house_moves, path


def pieux_of(board: RingBoard, seats: Seats, masks: Masks) -> int:
    """The ring holes with a pieu. Source: I4.2."""
    return sum([1 << board.start[seat] for seat, mask in zip(seats, masks, strict=True) if mask & board.mark])


def forward_targets(board: RingBoard, own: int, start: int, field: int, count: int, pieux: int) -> list[int]:
    """Where a ring piece can go with `count` holes forward: ring hole, or ring size + number of the base hole - 1.

    Source: I4.2, I4.4, I4.6.
    """
    targets = [] if path(board, field, count) & pieux else [(field + count) % board.size]
    way = (start - field) % board.size
    inside = count - way
    if 0 < inside <= HOUSE_SIZE and not own >> board.size & (1 << inside) - 1:
        is_shut = path(board, field, way) & pieux if way else own & board.mark
        if not is_shut:
            targets.append(board.size + inside - 1)
    return targets


def back_targets(board: RingBoard, field: int, count: int, pieux: int) -> list[int]:
    """Where a ring piece can go with `count` holes backward: never into the base. Source: I4.1, I4.2, I4.4."""
    target = (field - count) % board.size
    return [] if path(board, (target - 1) % board.size, count) & pieux else [target]


def landed(board: RingBoard, masks: Masks, place: int, own: int, bit: int) -> Masks:
    """All pieces when one of a colour, taken up from `own`, lands in a hole: whatever stands there is captured, an own
    piece too. Source: I4.5.
    """
    if not bit & board.ring_bits:
        return with_mask(masks, place, own | bit)
    swept = tuple([mask & ~bit for mask in masks])
    return with_mask(swept, place, own | bit)


def ring_moves(board: RingBoard, seats: Seats, masks: Masks, place: int, count: int, is_back: bool) -> Iterator[Result]:
    """Every result of moving one ring piece of a colour."""
    own, seat = masks[place], seats[place]
    start, cells, pieux = board.start[seat], board.cells[seat], pieux_of(board, seats, masks)
    for field in fields(own & board.ring_bits):
        if is_back:
            targets = back_targets(board, field, count, pieux)
        else:
            targets = forward_targets(board, own, start, field, count, pieux)
        left = own & ~(1 << field | (board.mark if field == start else 0))
        for target in targets:
            yield landed(board, masks, place, left, 1 << target), f"{cells[field]}-{cells[target]}"


def forward(board: RingBoard, seats: Seats, masks: Masks, place: int, count: int) -> Iterator[Result]:
    """Every result of moving one piece of a colour `count` holes forward. Source: I4.1, I4.4, I4.6."""
    yield from ring_moves(board, seats, masks, place, count, False)
    if count < HOUSE_SIZE:
        yield from house_moves(board, seats, masks, place, count)


def starts(board: RingBoard, seats: Seats, masks: Masks, place: int) -> Iterator[Result]:
    """The result of starting a piece of a colour; none if its yard is empty or its pieu stands there.

    Source: I4.1, I4.2, I4.3.
    """
    own, seat = masks[place], seats[place]
    if yard_of(board, own) and not own & board.mark:
        bit = 1 << board.start[seat]
        after = landed(board, masks, place, own & ~bit, bit)
        yield with_mask(after, place, after[place] | board.mark), f"{seat}y-{board.start_cell(seat)}"


def exchanges(board: RingBoard, seats: Seats, masks: Masks, places: tuple[int, ...]) -> Iterator[Result]:
    """Every exchange of an own ring piece with another ring piece, in the order of the texts; `places` are the own
    colours. Results can be alike. Source: I4.7.
    """
    pieces = sorted([(field, place) for place, mask in enumerate(masks) for field in fields(mask & board.ring_bits)])
    guarded = pieux_of(board, seats, tuple([0 if i in places else mask for i, mask in enumerate(masks)]))
    free = [(field, place) for field, place in pieces if not guarded >> field & 1]
    for number, (lower, one) in enumerate(free, 1):
        for higher, other in free[number:]:
            if one in places or other in places:
                text = f"{board.ring[lower]}~{board.ring[higher]}"
                yield _exchanged(board, seats, masks, (lower, one), (higher, other)), text


def _exchanged(board: RingBoard, seats: Seats, masks: Masks, one: tuple[int, int], other: tuple[int, int]) -> Masks:
    """The pieces after two changed their holes; both are ordinary then."""
    (lower, first), (higher, second) = one, other
    after = list(masks)
    for field, place, target in ((lower, first, higher), (higher, second, lower)):
        is_start = field == board.start[seats[place]]
        after[place] = after[place] & ~(1 << field | (board.mark if is_start else 0))
        after[place] |= 1 << target
    if first == second:
        after[first] |= 1 << lower | 1 << higher
    return tuple(after)
