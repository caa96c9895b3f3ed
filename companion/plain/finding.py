"""A board that nothing explains: the readings that take it as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, log

from companion.plain import costs
from companion.plain.belief import Mark, key_at
from companion.plain.contract import Inferable, Look, Moment
from companion.plain.links import added
from companion.plain.reading import Ground, Reading, began, begin, is_base, is_whole, standing_cost
from companion.plain.story import View, exchange, exchanged, filled, misplaced, placed, standings, unlike
from companion.plain.wrong import in_a_wrong_heap

LIKELIEST = 4
"""So many readings are asked how the pieces stand then."""
MOST_MISTAKEN = 3
"""So many pieces at most stand in other owners' houses."""
WAYS, MOST_WAYS = 12, 200
"""So many ways for the pieces to stand are kept then, the likeliest of so many."""

Way = tuple[float, Look]
"""How the pieces may stand, and what that costs."""


def with_found(
    ground: Ground, readings: Sequence[Reading], now: View, since: float, mark: Mark
) -> tuple[Reading, ...]:
    """The readings, and those that take the board as it stands since then, if nothing explains it.

    mark: how far has been told.
    """
    if any(is_base(ground, each, now) for each in readings) or not is_whole(ground, readings[0], now):
        return tuple(readings)
    costly = [standing_cost(ground, each, now, 0.0) for each in readings]
    if in_a_wrong_heap(ground, readings, costly, now) is not None:
        return tuple(readings)
    totals = sorted(zip(costly, readings, strict=True), key=lambda pair: pair[0])
    likeliest = [(reading, _looks(ground, reading, now)) for _, reading in totals[:LIKELIEST]]
    found = [each for ways in likeliest for each in _as_it_stands(ground, *ways, since)]
    found += _with_two_exchanged(ground, *likeliest[0], since)
    return (*readings, *_without_twins(ground.game, found, mark))


def _as_it_stands(ground: Ground, reading: Reading, looks: Sequence[Way], since: float) -> Iterator[Reading]:
    """The readings that go on from this one with the board as it stands, whoever is to act."""
    game = ground.game
    for number, (cost, look) in enumerate(looks):
        for more, way in [(0.0, look)] if number else _at_home(game, reading.moment, look):
            moments = game.standing(reading.moment, way)
            yield from (_taken(ground, reading, moment, cost + more, since) for moment in moments)


def _with_two_exchanged(ground: Ground, reading: Reading, looks: Sequence[Way], since: float) -> Iterator[Reading]:
    """The same with two pieces taken for one another besides."""
    for cost, look in looks[:1]:
        for way in exchanged(look):
            moments = ground.game.standing(reading.moment, way)[:1]
            yield from (_taken(ground, reading, moment, cost + costs.MISTAKEN, since) for moment in moments)


def _without_twins(game: Inferable, found: Sequence[Reading], mark: Mark) -> list[Reading]:
    """One reading for each board and seat to act: how many cards there are nobody knows any more. It begins with what
    has been told, if any of them does; their chances are added."""
    kept: dict[object, Reading] = {}
    for reading in sorted(found, key=lambda each: (key_at(each, mark.depth) != mark.key, each.cost)):
        key = game.board(reading.moment), game.seat(reading.moment)
        first = kept.setdefault(key, reading)
        if first is not reading:
            kept[key] = first._replace(cost=costs.either(first.cost, reading.cost))
    return list(kept.values())


def _looks(ground: Ground, reading: Reading, now: View) -> list[Way]:
    """How the pieces may stand now, as far as the reading leaves it open, each with what it costs; the likeliest
    first. What came down is what was in the hand; without sensors in the yards a piece that came out of one, or went
    into it, was touched unseen."""
    ranked = []
    for look in standings(reading.story, reading.seen(now), reading.pieces, MOST_WAYS):
        touched = sum(
            abs(new.bit_count() - old.bit_count())
            for new, old, hidden in zip(look, reading.look, ground.hidden, strict=True) if hidden
        )  # fmt: skip
        too_far = 0.0 if all(_can_have_come(ground, reading, look)) else costs.TOO_FAR
        ranked.append((costs.TOUCH * touched + costs.MISTAKEN / 2 * misplaced(reading.story, look) + too_far, look))
    ranked.sort()
    ranked = ranked[:WAYS]
    whole = log(sum(exp(-cost) for cost, _ in ranked)) if ranked else 0.0
    return [(costs.FOUND + cost + whole, look) for cost, look in ranked]


def _can_have_come(ground: Ground, reading: Reading, look: Look) -> Iterator[bool]:
    """For each owner with pieces where none of its own stood: whether one action of it can have brought them there."""
    for owner, bits in enumerate(look):
        if bits & ~reading.look[owner]:
            yield _is_one_action(ground.game, reading.moment, owner, bits, ground.sensed)


@lru_cache(maxsize=4096)
def _is_one_action(game: Inferable, moment: Moment, owner: int, bits: int, sensed: int) -> bool:
    """Whether one action of this owner, if it had been in turn, leaves its pieces on these holes (as bits)."""
    before = game.look(moment)
    look = tuple(bits if place == owner else old & ~bits for place, old in enumerate(before))
    changed = unlike(before, look) & sensed
    acting = [each for each in game.standing(moment, before) if game.seat(each) == game.layout.owners[owner]]
    return not acting or any(
        use.look[owner] == bits for each in acting for use in game.uses(each, filled(look) & sensed, changed, sensed)
    )


def _at_home(game: Inferable, moment: Moment, look: Look) -> list[Way]:
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
