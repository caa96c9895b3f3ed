"""What a position is worth to one side, in points: a piece in its base about 120, one in the yard nothing."""

from __future__ import annotations

from engine.contract import Seat
from engine.ring.board import HOUSE_FULL, HOUSE_SIZE, RingBoard
from engine.ring.pieces import Masks, Seats, fields, yard_of

ON_RING, WAY = 20.0, 48.0
"""Worth of a ring piece: `ON_RING`, and `WAY` for the whole way round, in proportion."""
AT_HOME, DEEPER, GAP = 120.0, 3.0, 4.0
"""A base piece gains `DEEPER` a hole, and loses `GAP` for each free hole that it shuts off."""
DOORSTEP = 12.0
"""An ordinary piece on or just before its start may go in with many cards."""
SHORT_CUT = 9.0
"""A piece that a 4 can bring back behind its start is nearly home."""
PIEU = 8.0
"""A pieu is safe, and shuts the way for the others."""
RISK = 0.085
"""Chance that one kind of card is there to capture with."""
HOPE = 0.05
"""The same for a capture by the own side, which has to wait."""

HITS = frozenset((1, 2, 3, 5, 6, 8, 9, 10, 12))
"""Distances at which a number card captures: pieces may be passed."""


def _house_worth(bits: int) -> float:
    worth = 0.0
    for spot in range(HOUSE_SIZE):
        if bits >> spot & 1:
            shut_off = sum(1 for deeper in range(spot + 1, HOUSE_SIZE) if not bits >> deeper & 1)
            worth += AT_HOME + DEEPER * spot - GAP * shut_off
    return worth


HOUSE_WORTH = tuple(_house_worth(bits) for bits in range(HOUSE_FULL + 1))


def ring_worth(board: RingBoard, start: int, field: int, is_pieu: bool) -> float:
    """Worth of one piece on the ring."""
    if is_pieu:
        return ON_RING + PIEU + SHORT_CUT
    past = (field - start) % board.size
    if past == 0:
        return ON_RING + WAY + DOORSTEP
    worth = ON_RING + WAY * past / board.size
    if past < HOUSE_SIZE:
        return worth + SHORT_CUT
    return worth + DOORSTEP / 2 if board.size - past <= 12 else worth


def worth(board: RingBoard, seats: Seats, masks: Masks, side: frozenset[Seat]) -> float:
    """What the position is worth to the colours of `side`, against the others on average."""
    weight = len(side) / max(1, len(seats) - len(side))
    total, pieces = 0.0, []
    for seat, mask in zip(seats, masks, strict=True):
        start, is_own = board.start[seat], seat in side
        sign = 1.0 if is_own else -weight
        total += sign * HOUSE_WORTH[mask >> board.size & HOUSE_FULL]
        for field in fields(mask & board.ring_bits):
            is_pieu = field == start and bool(mask & board.mark)
            value = ring_worth(board, start, field, is_pieu)
            total += sign * value
            pieces.append((field, is_own, 0.0 if is_pieu else sign * value))
    return total + _dangers(board, pieces) + _doors(board, seats, masks, side, pieces)


def _dangers(board: RingBoard, pieces: list[tuple[int, bool, float]]) -> float:
    """What is to be expected of captures on the ring: each piece with the worth that would be lost."""
    change = 0.0
    for field, is_own, value in pieces:
        if not value:
            continue
        chances = 0
        for other, is_others_own, _ in pieces:
            if is_others_own != is_own:
                distance = (field - other) % board.size
                chances += (distance in HITS) + (0 < distance <= 7) + (distance == board.size - 4)
        change -= value * (RISK if is_own else HOPE) * min(chances, 5)
    return change


def _doors(
    board: RingBoard, seats: Seats, masks: Masks, side: frozenset[Seat], pieces: list[tuple[int, bool, float]]
) -> float:
    """Pieces that stand where another colour may start."""
    change = 0.0
    doors = {board.start[seat]: seat in side for seat, mask in zip(seats, masks, strict=True) if yard_of(board, mask)}
    for field, is_own, value in pieces:
        if value and doors.get(field, is_own) != is_own:
            change -= value * 2 * (RISK if is_own else HOPE)
    return change
