"""What is not wrong yet: a board on its way to a legal action.

Every place shows what it held before the card, what a TAC brings back, what one and the same legal action puts there,
or nothing; owners as the stories tell them.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.reconcile.labels import ANYBODY
from companion.reconcile.sensors import EMPTY, UNSEEN, Sensors
from companion.reconcile.stories import Stories
from engine.contract import Cell, Option, Picture

Odd = tuple[tuple[int, int], ...]
"""Holes (index) and the owner there, where the rest pictures do not explain it."""
Left = frozenset[int]
"""Holes (index) that may have been left: a rest picture fills them, and nothing is seen there."""


class Underway:
    """The board as the stories have it, against rest pictures (before the card, and what a TAC brings back)."""

    def __init__(
        self, sensors: Sensors, resting: Sequence[Picture], stories: Stories, is_likely: bool = False
    ) -> None:
        self._sensors, layout = sensors, sensors.layout
        self._resting = tuple(resting)
        self._marks = tuple([layout.marks(picture).encode() for picture in resting])
        first = self._marks[0]
        self._unlike = {i for marks in self._marks[1:] for i, mark in enumerate(marks) if mark != first[i]}
        self._counts = sensors.heap_counts(stories.occupied)
        pieces = sensors.hole_count - self._marks[0].count(EMPTY) + sum(layout.counts(resting[0]))
        self._has_too_many = (stories.occupied & sensors.mask).bit_count() > pieces
        seen = self._owners(stories, is_likely)
        self._shown = {self._odd_and_left(owners) for owners in seen}

    def _owners(self, stories: Stories, is_likely: bool) -> set[bytes]:
        if stories.is_broken:
            return {self._by_occupancy(stories.occupied)}
        return {stories.owners_of(story) for story in stories.plain(is_likely)}

    def _by_occupancy(self, occupied: int) -> bytes:
        owners = bytearray([EMPTY]) * self._sensors.hole_count
        for index in range(len(owners)):
            known = next((marks[index] for marks in self._marks if marks[index] != EMPTY), ANYBODY)
            if not self._sensors.mask >> index & 1:
                owners[index] = UNSEEN
            elif occupied >> index & 1:
                owners[index] = known
        return bytes(owners)

    def _odd_and_left(self, owners: bytes) -> tuple[Odd, Left]:
        # What the hole held before is neither, unless a TAC brings back something else; most holes are so.
        first = self._marks[0]
        changed = [index for index, owner in enumerate(owners) if owner != first[index]]
        odd: list[tuple[int, int]] = []
        left: list[int] = []
        for index in sorted({*changed, *self._unlike}):
            owner, held = owners[index], {marks[index] for marks in self._marks}
            if owner not in (EMPTY, UNSEEN):
                odd += [] if owner in held else [(index, owner)]
            elif held != {EMPTY}:
                left.append(index)
        return tuple(odd), frozenset(left)

    def is_at_rest(self) -> bool:
        """Whether nothing but the rest pictures is needed to explain the board."""
        return any(not odd for odd, _ in self._shown) and self._heaps_allow(self._resting, frozenset())

    def leads_to(self, options: Sequence[Option]) -> bool:
        """Whether the board can be on its way to one of these actions; not with more pieces than there are."""
        return not self._has_too_many and any(self._explains(option) and self._may_hold(option) for option in options)

    def _explains(self, option: Option) -> bool:
        layout = self._sensors.layout
        marks, holes = layout.marks(option.picture).encode(), layout.holes
        passing = {cell for trail in (*option.trails, option.stops) for cell in trail}
        for odd, left in self._shown:
            passed = [
                holes[index]
                for index, owner in odd
                if not (marks[index] != EMPTY if owner == ANYBODY else marks[index] == owner)
            ]
            if not passed:
                return True
            if not passing.issuperset(passed):
                continue
            # Who stands on the way has left a hole that this action leaves, or moves about in.
            movers = [index for index in left if self._is_left_by(index, marks) or holes[index] in passing]
            if len(passed) <= len(movers):
                return True
        return False

    def _is_left_by(self, index: int, marks: bytes) -> bool:
        """Whether the piece of this hole is elsewhere after an action with these marks."""
        return any(before[index] not in (EMPTY, marks[index]) for before in self._marks)

    def _may_hold(self, option: Option) -> bool:
        # Where a piece changes places with one of its heap, either can move first.
        passing = frozenset(cell for way in option.ways for pair in way for cell in pair)
        return self._heaps_allow((*self._resting, option.picture), passing)

    def _heaps_allow(self, pictures: Sequence[Picture], passing: frozenset[Cell]) -> bool:
        layout = self._sensors.layout
        most = map(max, zip(*map(layout.counts, pictures), strict=True))
        return all(
            count <= limit + (name in passing)
            for count, limit, name in zip(self._counts, most, layout.heaps, strict=True)
        )
