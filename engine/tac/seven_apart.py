"""The 7 where most own pieces are by themselves: they can neither meet another own piece nor reach their house.

For those the order of the runs does not matter: every way to share out the seven steps is a result of its own, to be
joined with what the pieces that are left can do with the steps that are left. In a house that is looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.contract import Seat
from engine.tac.board import HOUSE_SIZE, RING_SIZE, START, cells_of
from engine.tac.later import Later
from engine.tac.position import FRESH, RING_BITS, fields
from engine.tac.steps import Masks, Result, Seats, cleared, occupied, swap_own

STEPS = 7

Ways = list[list[Result]]
"""For each number of steps what can be done with just so many."""
Share = tuple[int, int, int, str]
"""Steps left, the fields stepped on, the own pieces by themselves, the text."""

_HOUSE_FULL = (1 << HOUSE_SIZE) - 1
_NO_WAYS: Ways = [[] for _ in range(STEPS)]


def _locked_of(house: int) -> int:
    bits = 0
    for spot in range(HOUSE_SIZE - 1, -1, -1):
        if not house & 1 << spot:
            break
        bits |= 1 << RING_SIZE + spot
    return bits


_LOCKED = tuple(map(_locked_of, range(_HOUSE_FULL + 1)))


def locked(own: int) -> int:
    """The house fields whose pieces are locked, as bits. Source: T3.12."""
    return _LOCKED[own >> RING_SIZE & _HOUSE_FULL]


def loners(own: int, start: int) -> int:
    """The own ring pieces that seven steps can bring neither to another own piece nor beyond the start field."""
    pieces = fields(own & RING_BITS)
    found, is_met = 0, False
    for number, field in enumerate(pieces, 1):
        was_met = is_met if number > 1 else field + RING_SIZE - pieces[-1] <= STEPS
        is_met = (pieces[number] if number < len(pieces) else pieces[0] + RING_SIZE) - field <= STEPS
        if not (was_met or is_met):
            if field == start:
                found |= 1 << field | FRESH if own & FRESH else 0
            elif (start - field) % RING_SIZE >= STEPS:
                found |= 1 << field
    return found


def joined(seats: Seats, masks: Masks, place: int, alone: int, ways: Ways) -> Sequence[Result]:
    """Every result of a 7, each with its canonical text: pieces `alone` of one seat, and all its others as in `ways`.

    Source: T4.5, T4.6, T4.7.
    """
    others = occupied(masks) & ~masks[place]

    def result(pair: tuple[Share, Result]) -> Result:
        (_, way, own, text), (after, more) = pair
        swept = cleared(seats, after, way) if others & way else after
        return swap_own(swept, place, own | after[place]), _merged(text, more) if more else text

    shares = _shared_out(fields(alone & RING_BITS), alone, seats[place], not any(ways[1:]))
    return Later([(share, rest) for share in shares for rest in ways[share[0]]], result)


def _merged(text: str, other: str) -> str:
    """The first in plain order of all texts with the runs of both, each in its order."""
    if not (text and other):
        return text or other
    one, two = text.split(","), other.split(",")
    runs = []
    while one and two:
        runs.append((one if one[0] < two[0] else two).pop(0))
    return ",".join(runs + one + two)


def at_home(seat: Seat, masks: Masks, place: int, own: int, can_go_back: bool) -> Ways:
    """What the house pieces of a seat can do with each number of steps; `own` are its pieces that count here."""
    house = own >> RING_SIZE & _HOUSE_FULL
    if house == _LOCKED[house] >> RING_SIZE:
        return [[(swap_own(masks, place, own), "")], *_NO_WAYS]
    house_changes = house_ways(seat, house, can_go_back)
    return [[(swap_own(masks, place, own ^ change), text) for change, text in ways] for ways in house_changes]


@cache
def house_ways(seat: Seat, house: int, can_go_back: bool) -> tuple[tuple[tuple[int, str], ...], ...]:
    """For each number of steps what the pieces of a house can do with them: the change of their bits, and the text.

    As in the search for a whole 7, fewer runs come before more, and among equals the first text. Source: T4.6.
    """
    free = house & ~(_LOCKED[house] >> RING_SIZE)
    ways: list[list[tuple[int, str]]] = [[] for _ in range(STEPS + 1)]
    nodes = [(house, free, 0, "")]
    seen = {(house, 0)}
    for now, movable, used, text in nodes:
        ways[used].append(((now ^ house) << RING_SIZE, text))
        for origin, target in _house_runs(now, movable, can_go_back):
            following, steps = now ^ (1 << origin | 1 << target), used + abs(target - origin)
            if steps <= STEPS and (following, steps) not in seen:
                seen.add((following, steps))
                after = movable ^ (1 << origin | 1 << target)
                run = f"{seat}{origin + 1}-{seat}{target + 1}"
                nodes.append((following, after, steps, f"{text},{run}" if text else run))
    return tuple(map(tuple, ways))


def _house_runs(house: int, movable: int, can_go_back: bool) -> list[tuple[int, int]]:
    """Every run inside a house, in the order of its text."""
    runs = []
    for origin in fields(movable):
        for target in range(0 if can_go_back else origin + 1, HOUSE_SIZE):
            low, high = min(origin, target), max(origin, target)
            between = (1 << high + 1) - (1 << low) & ~(1 << origin)
            if target != origin and not house & between:
                runs.append((origin, target))
    return runs


def _shared_out(pieces: list[int], own: int, seat: Seat, is_all: bool) -> list[Share]:
    """Every way to share out the steps, or all of them."""
    cells, start = cells_of(seat), START[seat]
    shares = [(STEPS, 0, own, "")]
    for number, field in enumerate(pieces, 1):
        cell, is_last = cells[field], is_all and number == len(pieces)
        taken = 1 << field | FRESH if field == start else 1 << field
        following = [share for share in shares if not (is_last and share[0])]
        for left, way, after, text in shares:
            for count in range(left if is_last and left else 1, left + 1):
                target = (field + count) % RING_SIZE
                path = (1 << count) - 1 << field + 1
                path = path & RING_BITS | path >> RING_SIZE
                run = f"{text},{cell}-{cells[target]}" if text else f"{cell}-{cells[target]}"
                following.append((left - count, way | path, after & ~taken | 1 << target, run))
        shares = following
    return shares
