"""One piece, one card: forward moves, the 4 backward, openings. Each result comes with the way it is written.

All functions work on the bare numbers of a position (see `position`): `place` is a seat's index among the seats.
"""

from __future__ import annotations

from engine.contract import Seat
from engine.ring import steps as ring_steps
from engine.ring.pieces import Masks as Masks
from engine.ring.pieces import Result as Result
from engine.ring.pieces import Seats as Seats
from engine.ring.pieces import fields, with_mask
from engine.tac.board.holes import BOARD, HOUSE_SIZE, OWNERS, RING_SIZE, START, cells_of
from engine.tac.board.position import FRESH, HOUSE_BITS, PIECE_BITS, PIECES, RING_BITS

CELLS = {seat: cells_of(seat) for seat in OWNERS}


def cleared(seats: Seats, masks: Masks, bits: int) -> Masks:
    """The pieces of all seats when whatever stands on these ring fields has gone to its yard. Source: T3.7."""
    return tuple(
        [
            mask & ~(bits | FRESH if bits & 1 << START[seat] else bits) if mask & bits else mask
            for seat, mask in zip(seats, masks, strict=True)
        ]
    )


TWICE = 1 + (1 << RING_SIZE)
"""Times this the ring stands there twice in a row, and nothing has to be turned at its end."""


def occupied(masks: Masks) -> int:
    """Ring fields with a piece."""
    ring = 0
    for mask in masks:
        ring |= mask
    return ring & RING_BITS


def is_clear(ring: int, field: int, count: int) -> bool:
    """Whether the `count` fields after a ring field are free."""
    turned = ring >> field | ring << (RING_SIZE - field)
    return not turned & ((1 << count) - 1) << 1


def is_clear_back(ring: int, field: int, count: int) -> bool:
    """Whether the `count` fields before a ring field are free."""
    return is_clear(ring, (field - count - 1) % RING_SIZE, count)


def is_house_clear(own: int, first: int, count: int) -> bool:
    """Whether `count` house fields, from number `first` (1 to 4), exist and are free."""
    return ring_steps.is_house_clear(BOARD, own, first, count)


def taken_up(own: int, seat: Seat, field: int) -> int:
    """The own pieces without the one on a ring field."""
    return own & ~(1 << field | FRESH if field == START[seat] else 1 << field)


def put(seats: Seats, masks: Masks, place: int, own: int, bit: int) -> Masks:
    """All pieces when one of a seat, taken up from `own`, lands on a ring field: whatever stands there is captured."""
    for mask in masks:
        if mask & bit:
            changed = cleared(seats, with_mask(masks, place, own), bit)
            return with_mask(changed, place, changed[place] | bit)
    return with_mask(masks, place, own | bit)


def ring_targets(rings: int, own: int, start: int, field: int, count: int) -> list[int]:
    """Where an own ring piece can go with `count` fields forward: ring field, or `RING_SIZE` + house field - 1.

    `rings`: the pieces on the ring, twice in a row; `start`: the start field of the piece.
    Source: T3.6, T3.8, T3.9, T3.10.
    """
    ahead = rings >> field + 1
    targets = [] if ahead & (1 << count - 1) - 1 else [(field + count) % RING_SIZE]
    way = (start - field) % RING_SIZE
    inside = count - way
    if 0 < inside <= HOUSE_SIZE and not ahead & (1 << way) - 1:
        _into_house(own, way, inside, targets)
    return targets


def back_targets(rings: int, own: int, start: int, field: int, count: int) -> list[int]:
    """Where an own ring piece can go with `count` fields backward, as in `ring_targets`. Source: T4.3."""
    behind = rings >> field
    targets = [] if behind >> RING_SIZE - count + 1 & (1 << count - 1) - 1 else [(field - count) % RING_SIZE]
    way = (field - start) % RING_SIZE
    inside = count - way
    if 0 < inside <= HOUSE_SIZE and not behind >> RING_SIZE - way & (1 << way) - 1:
        _into_house(own, way, inside, targets)
    return targets


def _into_house(own: int, way: int, inside: int, targets: list[int]) -> None:
    """Adds a house field where the own start field is reached and the house is free that far."""
    if not own >> RING_SIZE & (1 << inside) - 1 and (way or not own & FRESH):
        targets.append(RING_SIZE + inside - 1)


def ring_moves(seats: Seats, masks: Masks, place: int, count: int, is_back: bool = False) -> list[Result]:
    """Every result of moving one ring piece of a seat `count` fields."""
    own, seat, found = masks[place], seats[place], []
    bits = own & RING_BITS
    if not bits:
        return []
    ring = 0
    for mask in masks:
        ring |= mask
    ring &= RING_BITS
    rings = ring * TWICE
    cells, start, targets = CELLS[seat], START[seat], back_targets if is_back else ring_targets
    before, after = masks[:place], masks[place + 1 :]
    while bits:
        low = bits & -bits
        bits ^= low
        field = low.bit_length() - 1
        left = own & ~(low | FRESH) if field == start else own ^ low
        for target in targets(rings, own, start, field, count):
            bit = 1 << target
            moved = put(seats, masks, place, left, bit) if ring & bit else (*before, left | bit, *after)
            found.append((moved, f"{cells[field]}-{cells[target]}"))
    return found


def forward(seats: Seats, masks: Masks, place: int, count: int) -> list[Result]:
    """Every result of moving one piece of a seat `count` fields forward. Source: T3.11, T4.1."""
    found = ring_moves(seats, masks, place, count)
    return found + ring_steps.house_moves(BOARD, seats, masks, place, count) if count < HOUSE_SIZE else found


def has_yard(own: int) -> bool:
    """Whether a piece stands in the yard."""
    return (own & PIECE_BITS).bit_count() < PIECES


def opening(seats: Seats, masks: Masks, place: int) -> list[Result]:
    """The result of putting a piece of a seat on its start field, none if its yard is empty. Source: T4.2."""
    own, seat = masks[place], seats[place]
    if not has_yard(own):
        return []
    bit = 1 << START[seat]
    after = put(seats, masks, place, own & ~(bit | FRESH), bit)
    return [(with_mask(after, place, after[place] | FRESH), f"{seat}y-{CELLS[seat][START[seat]]}")]


def can_forward(seats: Seats, masks: Masks, place: int, count: int) -> bool:
    """Whether any piece of a seat can move `count` fields forward."""
    start, own, rings = START[seats[place]], masks[place], occupied(masks) * TWICE
    if any(ring_targets(rings, own, start, field, count) for field in fields(own & RING_BITS)):
        return True
    house = fields(own & HOUSE_BITS) if count < HOUSE_SIZE else ()
    return any(is_house_clear(own, spot - RING_SIZE + 2, count) for spot in house)


def can_back(seats: Seats, masks: Masks, place: int, count: int) -> bool:
    """Whether any ring piece of a seat can move `count` fields backward."""
    start, own, rings = START[seats[place]], masks[place], occupied(masks) * TWICE
    return any(back_targets(rings, own, start, field, count) for field in fields(own & RING_BITS))
