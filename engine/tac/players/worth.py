"""What a position is worth to one side, in points: a piece in its house is worth about 120, one in the yard nothing."""

from __future__ import annotations

from engine.ring.pieces import fields
from engine.tac.board.holes import HOUSE_SIZE, RING_SIZE, START
from engine.tac.board.position import FRESH, RING_BITS, yard_of

Masks = tuple[int, ...]
Seats = tuple[str, ...]

ON_RING = 25.0
STEP = 0.6
"""Worth of a ring piece: `ON_RING`, and `STEP` for each field that it has behind it."""
AT_HOME = 120.0
DEEPER = 3.0
GAP = 5.0
"""A house piece gains `DEEPER` a field and loses `GAP` for each free field that it shuts off."""
NEAR_FOUR = 5.0
"""A piece a few fields past its start can go home with a 4."""
RISK = 0.1
"""Chance that one kind of card is there to capture with."""
HOPE = 0.06
"""The same for a capture by the own side, which has to wait a turn."""

_NUMBERS = frozenset((1, 2, 3, 5, 6, 8, 9, 10, 12, 13))


def _house_worth(bits: int) -> float:
    worth = 0.0
    for spot in range(HOUSE_SIZE):
        if bits >> spot & 1:
            shut_off = sum(1 for deeper in range(spot + 1, HOUSE_SIZE) if not bits >> deeper & 1)
            worth += AT_HOME + DEEPER * spot - GAP * shut_off
    return worth


HOUSE_WORTH = tuple(_house_worth(bits) for bits in range(1 << HOUSE_SIZE))


def ring_worth(field: int, start: int, is_fresh: bool) -> float:
    """Worth of one piece on the ring."""
    past = (field - start) % RING_SIZE
    if past == 0:
        return ON_RING if is_fresh else ON_RING + STEP * RING_SIZE
    return ON_RING + STEP * past + (NEAR_FOUR if past <= HOUSE_SIZE else 0.0)


def threats(distance: int) -> int:
    """How many kinds of number card capture exactly so many fields ahead, with nothing between."""
    return (distance in _NUMBERS) + (distance <= 7)


def worth(seats: Seats, masks: Masks, side: frozenset[str]) -> float:
    """What the position is worth to the seats of `side` against all others."""
    total = 0.0
    pieces: list[tuple[int, int, float]] = []
    for place, mask in enumerate(masks):
        start = START[seats[place]]
        sign = 1.0 if seats[place] in side else -1.0
        total += sign * HOUSE_WORTH[mask >> RING_SIZE & 15]
        for field in fields(mask & RING_BITS):
            value = ring_worth(field, start, field == start and bool(mask & FRESH))
            total += sign * value
            pieces.append((field, place, sign * value))
    if len(side) == len(seats) or not pieces:
        return total
    return total + _dangers(seats, masks, sorted(pieces))


def _dangers(seats: Seats, masks: Masks, pieces: list[tuple[int, int, float]]) -> float:
    """What is to be expected of captures: the pieces in ring order with the worth that would be lost."""
    change = 0.0
    behind_field, _, behind_value = pieces[-1]
    behind_field -= RING_SIZE
    for field, _, value in pieces:
        distance = field - behind_field
        if distance <= 13 and value * behind_value < 0:
            change -= value * (RISK if value > 0 else HOPE) * threats(distance)
            if distance == 4:
                change -= behind_value * (RISK if behind_value > 0 else HOPE)
        behind_field, behind_value = field, value
    for place, mask in enumerate(masks):
        if yard_of(mask):
            start = START[seats[place]]
            for field, owner, value in pieces:
                if field == start and owner != place:
                    change -= value * 3 * (RISK if value > 0 else HOPE)
    return change
