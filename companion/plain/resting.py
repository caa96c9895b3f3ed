"""A picture that rests: all readings in which it may be the end of an action, or of two at once.

The likeliest readings are asked first; what would be dearer than all that live on is not looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from heapq import heappush, heapreplace

from companion.plain import costs
from companion.plain.belief import Mark, is_told
from companion.plain.ending import Tried, ends, twins
from companion.plain.reading import (
    Ground,
    Reading,
    calmed,
    is_base,
    is_doubtful,
    is_going_on,
    is_whole,
    on_their_way,
    standing_cost,
)
from companion.plain.story import View


class _Room:
    """Up to which cost an end may live on, by all that are known so far: no more than so many do, and of one board each
    further one counts as dearer."""

    def __init__(self, ground: Ground, limit: float) -> None:
        self._game, self.limit = ground.game, limit
        self._costs: list[float] = []
        self._alike: Counter[Hashable] = Counter()
        self._known: set[Hashable] = set()

    def add(self, cost: float, reading: Reading) -> None:
        """Takes a reading into account that costs so much."""
        moment, board = self._game.same(reading.moment), self._game.board(reading.moment)
        if moment in self._known:
            return
        self._known.add(moment)
        cost += costs.ALIKE * self._alike[board]
        self._alike[board] += 1
        if len(self._costs) < costs.MOST:
            heappush(self._costs, -cost)
        elif cost < -self._costs[0]:
            heapreplace(self._costs, -cost)
        if len(self._costs) == costs.MOST:
            self.limit = min(self.limit, -self._costs[0])


def ended(
    ground: Ground, readings: Sequence[Reading], now: View, since: float, is_put_down: bool, haste: float,
    right: Mark | None,
) -> tuple[Reading, ...]:  # fmt: skip
    """The readings, and those in which the picture, standing since then, ends an action. `is_put_down`: with it a piece
    came down; `haste`: what it costs besides that it has not rested; `right`: what has been told, where the board was
    called wrong: who shows that again has put it right."""
    totals = [(standing_cost(ground, each, now, 0.0), each) for each in readings]
    totals.sort(key=lambda pair: pair[0])
    least = totals[0][0]
    room = _Room(ground, least + costs.MARGIN)
    for total, reading in totals:
        room.add(total, reading)
    found: list[Reading] = []
    come_to: list[tuple[float, Reading, list[Reading]]] = []
    for total, begun in totals:
        reading = begun
        children = ends(ground, reading, now, since, room.limit - haste, is_put_down)
        if haste:  # who has the next piece in the hand already has paid for that
            children = [each if each.is_early else each._replace(cost=each.cost + haste) for each in children]
        for child in children:
            if is_base(ground, child, now):
                room.add(child.cost, child)
        if children and not haste and is_going_on(ground, reading, now):
            reading = _owing(ground, reading, now, min(child.cost for child in children))
        if is_base(ground, reading, now) and not haste:
            if not is_doubtful(ground, reading):
                reading = calmed(ground, reading)
            if right is not None and is_told(reading, right):
                reading = reading._replace(cost=least)  # somebody has put right what was named
        come_to.append((min([total, *(child.cost for child in children)]), begun, [reading, *children]))
        found += come_to[-1][-1]
    if is_whole(ground, readings[0], now):
        tried = [Tried(cost, begun, [each for each in several if is_base(ground, each, now)])
                 for cost, begun, several in come_to]  # fmt: skip
        found += twins(ground, tried, now, since, room.limit)
    return tuple(found)


def _owing(ground: Ground, reading: Reading, now: View, least: float) -> Reading:
    """The reading in which the action goes on although it might have ended, for no less than this."""
    return reading._replace(
        owed=max(0.01, least - reading.cost - reading.way),
        owed_for=on_their_way(ground, reading, now), owed_rests=reading.rests,
        owed_landed=reading.landed, owed_again=reading.story.again.bit_count(),
    )  # fmt: skip
