"""A board that nothing explains: the readings that take it as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from companion.plain import costs
from companion.plain.contract import Inferable, Look, Moment
from companion.plain.reading import Ground, Reading, added, began, begin, is_base, is_whole, standing_cost
from companion.plain.story import View, exchange, exchanged, misplaced, placed, standings
from companion.plain.wrong import in_a_wrong_heap

LIKELIEST = 4
"""So many readings are asked how the pieces stand then."""
MOST_MISTAKEN = 3
"""So many pieces at most stand in other owners' houses."""
WAYS, MOST_WAYS = 12, 200
"""So many ways for the pieces to stand are kept then, the likeliest of so many."""


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
        looks = _looks(ground, reading, now)
        for number, (cost, look) in enumerate(looks):
            for more, way in [(0.0, look)] if number else _at_home(game, reading.moment, look):
                moments = game.standing(reading.moment, way)
                found += [_taken(ground, reading, moment, cost + more, since) for moment in moments]
        if not rank and looks:
            cost = looks[0][0] + costs.MISTAKEN
            for look in exchanged(looks[0][1]):
                moments = game.standing(reading.moment, look)[:1]
                found += [_taken(ground, reading, moment, cost, since) for moment in moments]
    return tuple(found)


def _looks(ground: Ground, reading: Reading, now: View) -> list[tuple[float, Look]]:
    """How the pieces may stand now, as far as the reading leaves it open, each with what it costs; the likeliest
    first. What came down is what was in the hand; without sensors in the yards a piece that came out of one, or went
    into it, was touched unseen."""
    ranked = []
    for look in standings(reading.story, reading.seen(now), reading.pieces, MOST_WAYS):
        touched = sum(
            abs(new.bit_count() - old.bit_count())
            for new, old, hidden in zip(look, reading.look, ground.hidden, strict=True) if hidden
        )  # fmt: skip
        ranked.append((costs.TOUCH * touched + costs.MISTAKEN / 2 * misplaced(reading.story, look), look))
    ranked.sort()
    ranked = ranked[:WAYS]
    whole = log(sum(exp(-cost) for cost, _ in ranked)) if ranked else 0.0
    return [(costs.FOUND + cost + whole, look) for cost, look in ranked]


def _at_home(game: Inferable, moment: Moment, look: Look) -> list[tuple[float, Look]]:
    """The same board with each piece where it may stand, and what that costs: what stands in another owner's house has
    been taken for one of that owner's, and the other way round."""
    ways = [(0.0, look)]
    strange = [pair for pair in placed(look) if not _may_stand(game, moment, *pair)]
    if len(strange) > MOST_MISTAKEN:
        return []
    for hole, owner in strange:
        right = [pair for pair in ways if not pair[1][owner] & hole]
        ways = (right + [
            (cost + costs.MISTAKEN, exchange(way, (hole, owner), (other, another)))
            for cost, way in ways if way[owner] & hole
            for other, another in placed(way)
            if _may_stand(game, moment, hole, another) and _may_stand(game, moment, other, owner)
        ])[:WAYS]
    return ways


@lru_cache(maxsize=4096)
def _may_stand(game: Inferable, moment: Moment, hole: int, owner: int) -> bool:
    """Whether a piece of this owner may stand on this hole (as a bit)."""
    look = tuple(hole if place == owner else 0 for place in range(len(game.layout.owners)))
    return bool(game.standing(moment, look))


def _taken(ground: Ground, reading: Reading, moment: Moment, cost: float, since: float) -> Reading:
    """A reading that takes the board as it stands."""
    game = ground.game
    option = game.aside(moment)
    link = added(game, reading.link, reading.moment, moment, option, (), since, is_found=True)
    return begin(game, moment, link, reading.cost + reading.way + began(ground, reading) + cost, since, reading.paces)
