"""Hands on a board with wires: which real place of a yard a piece leaves or comes to.

Turns strokes into touches of wire indices, and plays touches on anything with `lift` and `put`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.virtual.gestures import GestureError, Stroke
from engine.contract import Cell, Layout, Moved

Choose = Callable[[Sequence[int]], int]
"""Picks one of several places that are equally right."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One wire index that becomes filled (`is_down`) or empty, and the stroke that does it."""

    index: int
    is_down: bool
    stroke: Stroke


class Table(Protocol):
    """What hands need of a table: single places, by wire index."""

    def lift(self, index: int) -> object: ...
    def put(self, index: int, colour: str) -> None: ...


def places(layout: Layout, cell: Cell) -> range:
    """The wire indices of a cell: one for a hole, several for a yard."""
    if cell in layout.heaps:
        first = len(layout.holes) + layout.heaps.index(cell) * layout.places
        return range(first, first + layout.places)
    index = layout.holes.index(cell)
    return range(index, index + 1)


def touches(
    layout: Layout, occupied: int, strokes: Iterable[Stroke], choose: Choose = lambda free: free[0]
) -> tuple[Touch, ...]:
    """The wire indices for these strokes, from a board on which bit i of `occupied` is set where place i is filled.

    Raises: GestureError, where a cell has no piece to lift or no room.
    """
    done = []
    for stroke in strokes:
        is_down = stroke.kind == "place"
        fitting = [i for i in places(layout, stroke.cell) if bool(occupied >> i & 1) is not is_down]
        if not fitting:
            raise GestureError(f"{stroke.cell} has no {'room' if is_down else 'piece'}")
        index = choose(fitting)
        occupied ^= 1 << index
        done.append(Touch(index, is_down, stroke))
    return tuple(done)


def stacked(layout: Layout, moved: Iterable[Moved]) -> tuple[Touch, ...]:
    """The touches of pieces that stand on each other: who moves is lifted and put on top; who is defeated is taken away
    from under it."""
    done = []
    for one in moved:
        own = [captured for captured in one.captured if captured.owner == one.owner]
        lifts = [(one.origin, one.owner), *((taken.cell, taken.owner) for taken in one.captured if taken not in own)]
        for cell, owner in lifts:
            if cell:
                done.append(Touch(places(layout, cell)[0], False, Stroke("lift", cell, owner)))
        if not own:
            done.append(Touch(places(layout, one.target)[0], True, Stroke("place", one.target, one.owner)))
    return tuple(done)


def play(table: Table, done: Iterable[Touch]) -> None:
    """Makes the touches on a table, one after the other."""
    for touch in done:
        if touch.is_down:
            table.put(touch.index, touch.stroke.owner)
        else:
            table.lift(touch.index)


def occupied(layout: Layout, picture: str) -> int:
    """The wire of a board that shows this picture; yards are filled from their first place."""
    wire = 0
    for index, mark in enumerate(layout.marks(picture)):
        wire |= (mark != ".") << index
    for heap, count in zip(layout.heaps, layout.counts(picture), strict=True):
        for index in places(layout, heap)[:count]:
            wire |= 1 << index
    return wire
