"""Seven steps where most own pieces are by themselves: they can neither meet another own piece nor reach their house.

For those the order of the runs does not matter: every way to share out the seven steps is a result of its own, to be
joined with what the pieces that are left can do with the steps that are left. In a house that is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from engine.contract import Cell, Seat
from engine.ring.board import HOUSE_FULL, HOUSE_SIZE, RingBoard
from engine.ring.later import Later
from engine.ring.pieces import Masks, Result, fields, with_mask

STEPS = 7

Ways = list[list[Result]]
"""For each number of steps what can be done with just so many."""
Share = tuple[int, int, int, str]
"""Steps left, the fields stepped on, the own pieces by themselves, the text."""
Sweep = Callable[[Masks, int], Masks]
"""All pieces when whatever stands on these ring fields has gone to its yard."""

_NO_WAYS: Ways = [[] for _ in range(STEPS)]


def _locked_of(house: int) -> int:
    bits = 0
    for spot in range(HOUSE_SIZE - 1, -1, -1):
        if not house & 1 << spot:
            break
        bits |= 1 << spot
    return bits


_LOCKED = tuple(map(_locked_of, range(HOUSE_FULL + 1)))


def locked(board: RingBoard, own: int) -> int:
    """The house places, as bits, whose pieces have no free place anywhere between them and the end of the house."""
    return _LOCKED[own >> board.size & HOUSE_FULL] << board.size


def loners(board: RingBoard, own: int, start: int) -> int:
    """The own ring pieces that seven steps can bring neither to another own piece nor beyond the start field."""
    pieces = fields(own & board.ring_bits)
    found, is_met = 0, False
    for number, field in enumerate(pieces, 1):
        was_met = is_met if number > 1 else field + board.size - pieces[-1] <= STEPS
        is_met = (pieces[number] if number < len(pieces) else pieces[0] + board.size) - field <= STEPS
        if not (was_met or is_met):
            if field == start:
                found |= 1 << field | board.mark if own & board.mark else 0
            elif (start - field) % board.size >= STEPS:
                found |= 1 << field
    return found


def joined(
    board: RingBoard, seat: Seat, place: int, masks: Masks, alone: int, ways: Ways, sweep: Sweep, stopped: int = 0
) -> Sequence[Result]:
    """Every result of a 7, each with its canonical text: pieces `alone` of one seat, and all its others as in `ways`.

    `stopped`: ring fields that cannot be stepped on.
    """
    others = 0
    for mask in masks:
        others |= mask
    others &= board.ring_bits & ~masks[place]

    def result(pair: tuple[Share, Result]) -> Result:
        (_, way, own, text), (after, more) = pair
        left = sweep(after, way) if others & way else after
        return with_mask(left, place, own | after[place]), _merged(text, more) if more else text

    pieces = fields(alone & board.ring_bits)
    shares = _shared_out(board, pieces, alone, seat, not any(ways[1:]), stopped)
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


def at_home(board: RingBoard, seat: Seat, masks: Masks, place: int, own: int, can_go_back: bool) -> Ways:
    """What the house pieces of a seat can do with each number of steps; `own` are its pieces that count here."""
    size = board.size
    house = own >> size & HOUSE_FULL
    if house == _LOCKED[house]:
        return [[(with_mask(masks, place, own), "")], *_NO_WAYS]
    house_changes = house_ways(seat, house, can_go_back)
    return [[(with_mask(masks, place, own ^ change << size), text) for change, text in ways] for ways in house_changes]


@cache
def house_ways(seat: Seat, house: int, can_go_back: bool) -> tuple[tuple[tuple[int, str], ...], ...]:
    """For each number of steps what the pieces of a house can do with them: the change of its bits, and the text.

    As in the search for a whole 7, fewer runs come before more, and among equals the first text.
    """
    ways: list[list[tuple[int, str]]] = [[] for _ in range(STEPS + 1)]
    nodes = [(house, house & ~_LOCKED[house], 0, "")]
    seen = {(house, 0)}
    for now, movable, used, text in nodes:
        ways[used].append((now ^ house, text))
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


def _shared_out(
    board: RingBoard, pieces: list[int], own: int, seat: Seat, is_all: bool, stopped: int
) -> list[Share]:
    """Every way to share out the steps, or all of them."""
    cells: tuple[Cell, ...] = board.cells[seat]
    start, size, ring_bits = board.start[seat], board.size, board.ring_bits
    shares = [(STEPS, 0, own, "")]
    for number, field in enumerate(pieces, 1):
        cell, is_last = cells[field], is_all and number == len(pieces)
        taken = 1 << field | board.mark if field == start else 1 << field
        following = [share for share in shares if not (is_last and share[0])]
        for left, way, after, text in shares:
            for count in range(left if is_last and left else 1, left + 1):
                target = (field + count) % size
                path = (1 << count) - 1 << field + 1
                path = path & ring_bits | path >> size
                if path & stopped:
                    break
                run = f"{text},{cell}-{cells[target]}" if text else f"{cell}-{cells[target]}"
                following.append((left - count, way | path, after & ~taken | 1 << target, run))
        shares = following
    return shares
