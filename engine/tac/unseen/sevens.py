"""The middle of a 7 whose card nobody told: steps are left, or pieces that it passed have yet to go home."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from engine.tac.board.holes import HOUSE_SIZE, OWNERS, RING_SIZE, START
from engine.tac.board.position import FRESH, PIECES, fields
from engine.tac.moves.steps import Masks
from engine.tac.unseen.moment import Look, Moment, look_of
from engine.tac.unseen.uses import in_one_seven, masks_after

STEPS = 7


def is_part(moment: Moment, before: Masks, look: Look) -> bool:
    """Whether a 7 that began with these pieces may go on from here, whoever of the seats made it: those before it may
    have laid cards without trace."""
    old = look_of(moment.setup.seating.seats, before)
    if _is_fresh_home(moment, old, look):
        return False
    moved = _moved(old, look)
    if not moved or (len(moved) > 1 and not any(_seats(moment, before, moved))):
        return False
    steps = made(old, look)
    return 0 < steps < STEPS or (steps == STEPS and _is_taking_late(moment, before, old, look))


def is_left_out(moment: Moment, before: Masks, look: Look) -> bool:
    """Whether a 7 that began with these pieces has made all its steps, and pieces that it passed still stand there."""
    old = look_of(moment.setup.seating.seats, before)
    return made(old, look) == STEPS and _is_taking_late(moment, before, old, look)


def made(old: Look, look: Look) -> int:
    """The steps of a 7 with which pieces have gone from one look to the other; 0 if that cannot be."""
    steps = 0
    for place, (was, new) in enumerate(zip(old, look, strict=True)):
        gone, come = fields(was & ~new), fields(new & ~was)
        if not come:
            continue
        if len(come) > len(gone) or len(gone) > PIECES:
            return 0
        steps += min(
            sum(_steps(place, origin, target) for origin, target in zip(several, come, strict=True))
            for several in permutations(gone, len(come))
        )
    return steps


def _moved(old: Look, look: Look) -> list[int]:
    """The owners with a piece where none of them stood."""
    return [place for place, (was, new) in enumerate(zip(old, look, strict=True)) if new & ~was]


def _seats(moment: Moment, before: Masks, moved: list[int]) -> Iterator[int]:
    """The seats that may move pieces of all these owners with one 7."""
    seats = moment.setup.seating.seats
    for seat in range(len(seats)):
        if {OWNERS.index(seats[each]) for each in in_one_seven(moment.setup, before, seat)}.issuperset(moved):
            yield seat


def _is_taking_late(moment: Moment, before: Masks, old: Look, look: Look) -> bool:
    """Whether a 7 has made all its steps, and pieces that it passed still stand on the board."""
    seats = moment.setup.seating.seats
    for seat in _seats(moment, before, _moved(old, look)):
        for after in (look_of(seats, masks) for masks in masks_after(moment.setup, before, seat, "7")):
            late = [place for place, (new, seen) in enumerate(zip(after, look, strict=True)) if new != seen]
            if late and all(not after[place] & ~look[place] and not look[place] & ~old[place] for place in late):
                return True
    return False


def _is_fresh_home(moment: Moment, old: Look, look: Look) -> bool:
    """Whether a piece that is new at its start has gone into its house, which no part of an action may."""
    for seat, mask in zip(moment.setup.seating.seats, moment.masks, strict=True):
        place = OWNERS.index(seat)
        gone, come = old[place] & ~look[place], look[place] & ~old[place]
        if mask & FRESH and gone == 1 << START[seat] and come >> RING_SIZE:
            return True
    return False


def _steps(place: int, origin: int, target: int) -> int:
    """Steps of a 7 from one hole to another (wire order) for the pieces of an owner."""
    house = RING_SIZE + HOUSE_SIZE * place
    if origin >= RING_SIZE:
        return abs(target - origin) if target >= RING_SIZE else STEPS
    if target >= RING_SIZE:
        return (START[OWNERS[place]] - origin) % RING_SIZE + target - house + 1
    return (target - origin) % RING_SIZE
