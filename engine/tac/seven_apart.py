"""The 7 in its usual place: own pieces on the ring that can neither meet one another nor reach their house.

Then the order of the runs does not matter: every way to share out the seven steps among the pieces on the ring and the
house is a result of its own, and only what can be done inside a house has to be searched, once for all games.
"""

from __future__ import annotations

from functools import cache

from engine.contract import Seat
from engine.tac.board import HOUSE_SIZE, RING_SIZE, START, cells_of
from engine.tac.position import FRESH, RING_BITS
from engine.tac.steps import Masks, Result, Seats, cleared, fields, swap_own

STEPS = 7
_HOUSE_FULL = (1 << HOUSE_SIZE) - 1


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


def spread(seats: Seats, masks: Masks, place: int, can_go_back: bool) -> list[Result] | None:
    """Every result of a 7 with the pieces of one seat, each with its canonical text; None where it has to be searched.

    Source: T4.5, T4.6, T4.7.
    """
    own, seat = masks[place], seats[place]
    pieces = fields(own & RING_BITS)
    if not _are_apart(pieces, START[seat], own & FRESH):
        return None
    at_home = house_ways(seat, own >> RING_SIZE & _HOUSE_FULL, can_go_back)
    others = 0
    for mask in masks:
        others |= mask
    others &= ~own
    found: list[Result] = []
    for way, after, text in _shared_out(pieces, own, seat, at_home):
        swept = cleared(seats, masks, way) if others & way else masks
        found.append((swap_own(swept, place, after), text))
    return found


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
                nodes.append((following, after, steps, f"{text},{seat}{origin + 1}-{seat}{target + 1}"))
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


def _are_apart(pieces: list[int], start: int, fresh: int) -> bool:
    """Whether seven steps bring none of these pieces to another one or beyond the own start field."""
    before = pieces[-1] - RING_SIZE if pieces else 0
    for field in pieces:
        if field - before <= STEPS or ((start - field) % RING_SIZE < STEPS and not (field == start and fresh)):
            return False
        before = field
    return True


def _shared_out(
    pieces: list[int], own: int, seat: Seat, at_home: tuple[tuple[tuple[int, str], ...], ...]
) -> list[tuple[int, int, str]]:
    """Every way to share out the steps: the fields stepped on, the own pieces after it, the text."""
    cells, start = cells_of(seat), START[seat]
    is_home_still = not any(at_home[1:])
    shares = [(STEPS, 0, own, "")]
    for number, field in enumerate(pieces, 1):
        cell, is_last = cells[field], is_home_still and number == len(pieces)
        taken = 1 << field | FRESH if field == start else 1 << field
        following = [] if is_last else shares[:]
        for left, way, after, text in shares:
            if not left:
                following += [(0, way, after, text)] if is_last else []
            for count in range(left if is_last else 1, left + 1 if left else 0):
                target = (field + count) % RING_SIZE
                path = (1 << count) - 1 << field + 1
                path = path & RING_BITS | path >> RING_SIZE
                moved = after & ~taken | 1 << target
                following.append((left - count, way | path, moved, f"{text},{cell}-{cells[target]}"))
        shares = following
    return [
        (way, after ^ change, (text + more)[1:])
        for left, way, after, text in shares
        for change, more in at_home[left]
    ]
