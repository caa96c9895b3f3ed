"""Trickster, Warrior and Angel: the cards that touch pieces of any seat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ring.later import Later
from engine.ring.pieces import Masks, Result, Seats, fields
from engine.tac.board.holes import RING, START
from engine.tac.board.position import FRESH, RING_BITS
from engine.tac.moves.situation import Situation, remaining
from engine.tac.moves.steps import cleared, has_yard, occupied, opening, put, ring_moves, taken_up

ANGEL_COUNTS = (1, 13)


Pair = tuple[int, int, int, int]
"""Two ring fields, the lower first, and the seats of the pieces on them."""


def exchanges(situation: Situation) -> Sequence[Result]:
    """Every exchange of two ring pieces, each once for each way to write it. Source: T4.9."""
    return _written(situation, _pairs(situation), _guarded(situation))


def distinct_exchanges(situation: Situation) -> Sequence[Result]:
    """Every result of exchanging two ring pieces, with its canonical text."""
    guarded = _guarded(situation)
    pairs: list[Pair] = []
    alike: set[int] = set()
    for pair in _pairs(situation):
        lower, higher, one, other = pair
        if one != other:
            pairs.append(pair)
            continue
        unfreshened = (1 << lower | 1 << higher) & guarded
        if unfreshened not in alike:
            alike.add(unfreshened)
            pairs.append(pair)
    return _written(situation, pairs, guarded)


def _pairs(situation: Situation) -> list[Pair]:
    """The pieces that can be exchanged, in the order of the texts."""
    if not has_own_on_ring(situation):
        return []
    masks = situation.position.masks
    pieces = sorted([(field, place) for place, mask in enumerate(masks) for field in fields(mask & RING_BITS)])
    is_alike_allowed = situation.setup.rules.trickster_same_seat == "use"
    return [
        (lower, higher, one, other)
        for number, (lower, one) in enumerate(pieces, 1)
        for higher, other in pieces[number:]
        if is_alike_allowed or one != other
    ]


def _guarded(situation: Situation) -> int:
    """The start fields with a fresh piece."""
    seats, masks = situation.position
    return sum([1 << START[seat] for seat, mask in zip(seats, masks, strict=True) if mask & FRESH])


def _written(situation: Situation, pairs: list[Pair], guarded: int) -> Sequence[Result]:
    seats, masks = situation.position

    def result(pair: Pair) -> Result:
        lower, higher, one, other = pair
        both, after = 1 << lower | 1 << higher, masks
        if one != other:
            changed = list(masks)
            changed[one] ^= both
            changed[other] ^= both
            after = tuple(changed)
        if both & guarded:
            after = _not_fresh(seats, after, both)
        return after, f"{RING[lower]}~{RING[higher]}"

    return Later(pairs, result)


def _not_fresh(seats: Seats, masks: Masks, bits: int) -> Masks:
    """The pieces when those on the start fields in `bits` have been exchanged. Source: T3.9, T4.9."""
    return tuple(mask & ~FRESH if bits & 1 << START[seat] else mask for seat, mask in zip(seats, masks, strict=True))


def can_exchange(situation: Situation) -> bool:
    """Whether the Trickster can be used."""
    masks = situation.position.masks
    ring = occupied(masks)
    if ring & ring - 1 == 0 or not has_own_on_ring(situation):
        return False
    if situation.setup.rules.trickster_same_seat == "use":
        return True
    return sum(1 for mask in masks if mask & RING_BITS) > 1


def has_own_on_ring(situation: Situation) -> bool:
    """Whether a piece that the player may move is in play. Source: T4.4, T4.9, T6.4."""
    masks = situation.position.masks
    return any(masks[place] & RING_BITS for place in situation.movers())


def strikes(situation: Situation) -> list[Result]:
    """Every result of the Warrior. Source: T6.4."""
    position = situation.position
    seats, masks = position.seats, position.masks
    ring = occupied(masks)
    found = []
    for place in situation.movers():
        for field in fields(masks[place] & RING_BITS):
            target = _next_piece(ring, field)
            if target == field:
                after = cleared(seats, masks, 1 << field)
            else:
                after = put(seats, masks, place, taken_up(masks[place], seats[place], field), 1 << target)
            found.append((after, f"{RING[field]}x{RING[target]}"))
    return found


def _next_piece(ring: int, field: int) -> int:
    beyond = ring >> field + 1 << field + 1 or ring
    return (beyond & -beyond).bit_length() - 1


def angel_seats(situation: Situation) -> tuple[int, ...]:
    """Indices of the seats that the Angel may be meant for. Source: T6.5, T9.2."""
    seating, masks = situation.setup.seating, situation.position.masks
    waiting = remaining(masks)
    if seating.is_cooperative:
        at_home = [seat for place, seat in enumerate(seating.seats) if place not in waiting]
        if any(seating.partner(seat) in at_home for seat in at_home):
            return waiting
    seat = situation.next_seat
    for candidate in (seat, seating.partner(seat)):
        if candidate is not None and seating.seats.index(candidate) in waiting:
            return (seating.seats.index(candidate),)
    return ()


def blessings(situation: Situation) -> list[Result]:
    """Every result of the Angel. Source: T6.5."""
    found = [result for place in angel_seats(situation) for result in _blessed(situation, place)]
    if found or situation.setup.rules.angel_impossible == "unusable":
        return found
    seating = situation.setup.seating
    partner = seating.partner(situation.next_seat)
    return _blessed(situation, seating.seats.index(partner)) if partner is not None else []


def _blessed(situation: Situation, place: int) -> list[Result]:
    position = situation.position
    seats, masks = position.seats, position.masks
    if has_yard(masks[place]):
        return opening(seats, masks, place)
    return [result for count in ANGEL_COUNTS for result in ring_moves(seats, masks, place, count)]
