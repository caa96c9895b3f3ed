"""Several ways in which one moment of the game may have come about: nothing that is yet to come can tell them apart.

Readings that agree are one (`merged`), but what is told of how they came about is as certain as it was (`apart`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from companion.plain import costs
from companion.plain.belief import Mark, key_at
from companion.plain.links import Link
from companion.plain.reading import Reading

MOST, LEAST = 4, 0.01
"""So many ways to one moment at most; none is kept that is less likely than this."""
FAR = log(1 / LEAST)
"""A reading that is dearer by this adds no way."""


def ways_of(reading: Reading) -> list[tuple[float, Link | None]]:
    """All ways to the moment of a reading, with the chance of each."""
    return [(1 - sum(chance for chance, _ in reading.ways), reading.link), *reading.ways]


def merged(one: Reading, other: Reading, mark: Mark) -> Reading:
    """Two readings, the cheaper one first, that differ in nothing that is yet to come as one; their chances are
    added."""
    cost = costs.either(one.cost, other.cost)
    if not (one.ways or other.ways) and (_end(one.link) == _end(other.link) or other.cost - one.cost > FAR):
        return one._replace(cost=cost)
    several: dict[tuple[int, int], tuple[float, Link | None]] = {}
    for each in (one, other):
        for chance, link in ways_of(each):
            same = _end(link)
            chance *= exp(cost - each.cost)
            several[same] = (several[same][0] + chance, several[same][1]) if same in several else (chance, link)
    return _with(one._replace(cost=cost), [*several.values()], mark)


def settled(reading: Reading, mark: Mark) -> Reading:
    """The reading without those ways to it that are against what has been told, if any is not."""
    return _with(reading, ways_of(reading), mark) if reading.ways else reading


def _end(link: Link | None) -> tuple[int, int]:
    """What all plies of a way led to."""
    return (0, 0) if link is None else (link.depth, link.key)


def _with(reading: Reading, ways: list[tuple[float, Link | None]], mark: Mark) -> Reading:
    told = [way for way in ways if key_at(reading._replace(link=way[1]), mark.depth) == mark.key]
    ranked = sorted(told or ways, key=lambda way: -way[0])
    ranked = [way for way in ranked[:MOST] if way[0] >= LEAST] or ranked[:1]
    whole = sum(chance for chance, _ in ranked)
    return reading._replace(link=ranked[0][1], ways=tuple((chance / whole, link) for chance, link in ranked[1:]))


def apart(readings: Sequence[Reading]) -> list[Reading]:
    """Each way to each reading as a reading of its own."""
    return [way for each in readings for way in _apart(each)]


def _apart(reading: Reading) -> list[Reading]:
    if not reading.ways:
        return [reading]
    return [
        reading._replace(link=link, ways=(), cost=reading.cost - log(chance)) for chance, link in ways_of(reading)
    ]  # fmt: skip
