"""A board that nothing explains: the readings that take it as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from companion.plain import costs
from companion.plain.contract import Moment
from companion.plain.reading import Ground, Reading, added, begin, is_base, is_whole, standing_cost
from companion.plain.story import View, exchanged, standings
from companion.plain.wrong import in_a_wrong_heap

LIKELIEST = 4
"""So many readings are asked how the pieces stand then."""
WAYS = 12
"""So many ways for the pieces to stand are kept then."""


def with_found(ground: Ground, readings: Sequence[Reading], now: View, since: float) -> tuple[Reading, ...]:
    """The readings, and those that take the board as it stands since then, if nothing explains it."""
    game = ground.game
    if any(is_base(ground, each, now) for each in readings) or not is_whole(ground, readings[0], now):
        return tuple(readings)
    costly = [standing_cost(ground, each, now, 0.0) for each in readings]
    if in_a_wrong_heap(ground, readings, costly, now) is not None:
        return tuple(readings)
    totals = list(zip(costly, readings, strict=True))
    found = list(readings)
    for rank, (_, reading) in enumerate(sorted(totals, key=lambda pair: pair[0])[:LIKELIEST]):
        looks = standings(reading.story, now, reading.pieces, WAYS)
        for look in looks:
            cost = costs.FOUND + log(len(looks))
            found += [_taken(ground, reading, moment, cost, since) for moment in game.standing(reading.moment, look)]
        if not rank and len(looks) == 1:
            cost = costs.FOUND + costs.MISTAKEN
            for look in exchanged(looks[0]):
                moments = game.standing(reading.moment, look)[:1]
                found += [_taken(ground, reading, moment, cost, since) for moment in moments]
    return tuple(found)


def _taken(ground: Ground, reading: Reading, moment: Moment, cost: float, since: float) -> Reading:
    """A reading that takes the board as it stands."""
    game = ground.game
    option = game.mark(moment, "discard")
    link = added(game, reading.link, reading.moment, moment, option, (), since, is_found=True)
    return begin(game, moment, link, reading.cost + reading.way + cost, since, reading.paces)
