"""Who may act next: the moments of the game in which an action may have begun, after plays without trace if need be.

1. `silences` are the moments that plays without trace lead to.
2. `miscounted` are those in which another seat acts, where nobody knows how many cards are in the hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.plain import costs
from companion.plain.contract import Inferable, Moment
from companion.plain.links import Entry
from companion.plain.reading import Ground, Reading

MOST_MISCOUNTED = 2
"""With fewer plays without trace than this the hands may have been miscounted."""


class Step(NamedTuple):
    """Silent plays that lead to a moment, in their order with the moments before and after each; the seats that made
    them, and the seat that acts then."""

    moment: Moment
    cost: float
    plays: tuple[tuple[Moment, str, Moment], ...]
    silent: tuple[int, ...]
    actor: int
    is_miscounted: bool = False

    def entries(self, game: Inferable, t: float) -> list[Entry]:
        """The silent plays as plies that were over at `t`."""
        return [Entry(before, after, game.mark(before, action), (), t) for before, action, after in self.plays]


def silences(game: Inferable, moment: Moment, limit: float) -> Iterator[list[Step]]:
    """After no, one, two ... silent plays: the moments that may be reached for less than `limit`."""
    number = 0
    while steps := [step for step in _silences(game, moment, number) if step.cost < limit]:
        yield steps
        number += 1


@lru_cache(maxsize=2048)
def _silences(game: Inferable, moment: Moment, number: int) -> tuple[Step, ...]:
    """After so many silent plays: all moments that are not too dear for anybody."""
    owners = game.layout.owners
    if not number:
        return (Step(moment, 0.0, (), (), owners.index(game.seat(moment))),)
    found: dict[Moment, Step] = {}
    for step in _silences(game, moment, number - 1):
        seats = (*step.silent, step.actor)
        for silent in game.silent(step.moment):
            cost = step.cost + silent.cost
            same = game.same(silent.after)
            if cost < costs.MARGIN and (same not in found or cost < found[same].cost):
                plays = (*step.plays, (step.moment, silent.action, silent.after))
                found[same] = Step(silent.after, cost, plays, seats, owners.index(game.seat(silent.after)))
    return tuple(found.values())


def counted(ground: Ground, reading: Reading, elapsed: float, room: float) -> Iterator[Step]:
    """What may have come before an action that began after so many seconds: plays without trace, or none."""
    for number, steps in enumerate(silences(ground.game, reading.moment, room)):
        if number * costs.LEAST_S > elapsed:
            return
        yield from steps


def miscounted(ground: Ground, reading: Reading, elapsed: float) -> Iterator[Step]:
    """Where nobody knows how many cards are in the hands: the moments in which another seat acts than was thought, or
    new hands have been dealt."""
    game = ground.game
    if reading.link is None or reading.link.uncounted <= game.deal(reading.moment) or reading.is_half:
        return
    for number in range(MOST_MISCOUNTED):
        for step in _silences(game, reading.moment, number) if number * costs.LEAST_S <= elapsed else ():
            for moment, actor in _other_turns(game, step.moment):
                yield Step(moment, step.cost + costs.MISCOUNTED, step.plays, step.silent, actor, True)


@lru_cache(maxsize=2048)
def _other_turns(game: Inferable, moment: Moment) -> tuple[tuple[Moment, int], ...]:
    """The moments with the same pieces in which another seat acts, or from new hands; and the seat."""
    several, owners = (*game.standing(moment, game.look(moment)), *game.dealt(moment)), game.layout.owners
    return tuple((each, owners.index(game.seat(each))) for each in several if game.same(each) != game.same(moment))


def between(ground: Ground, reading: Reading, seconds: float, step: Step) -> costs.Gap:
    """The time between two actions, with these silent plays in it."""
    deals = ground.game.deal(step.moment) - ground.game.deal(reading.moment) + (reading.link is None)
    return costs.Gap(seconds, step.silent, step.actor, deals)
