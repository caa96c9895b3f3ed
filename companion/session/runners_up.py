"""The runners-up together: read on a little at each moment, and only those kept that can still matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.reconcile.stories import MARGIN
from companion.session import forks
from companion.session.following import MISTAKE
from companion.session.reading import Reading, RunnerUp
from companion.session.referee import LAST_REST_S
from companion.session.scales import Rank, Scales
from companion.session.scene import Scene
from companion.session.table import Table

MOST_AT_ONCE, BREATH_S = 24, 0.02
"""So much work is done for runners-up at one moment (see `forks.read_on`); it goes on so many seconds later."""
MOST_KEPT = 32
PUT_RIGHT = 4.0
"""What it costs to say that another position was right than the one that people have restored, in nats."""


def read_on(kept: Sequence[RunnerUp], scales: Scales, now: float) -> tuple[RunnerUp, ...]:
    """The runners-up with what has happened until `now`; where that is much, the likeliest ones first, and the rest in
    a moment."""
    left, read = MOST_AT_ONCE, list[RunnerUp]()
    together: dict[tuple[int, int, float], list[RunnerUp]] = {}
    for number, runner in enumerate(sorted(kept, key=scales.rank, reverse=True)):
        first = runner.steps[0].after.now if runner.steps else float(number)
        together.setdefault((runner.since, len(runner.steps), first), []).append(runner)
    for runners in together.values():
        found, work = forks.read_on(runners, now, left)
        left -= work
        read += found
    # Of those that have come to the same the cheapest is enough; it is kept for as long as the newest would be.
    same = {one.come_to: one for one in sorted(read, key=scales.price, reverse=True)}
    newest = {one.come_to: one.since for one in sorted(read, key=lambda one: one.since)}
    return tuple(replace(one, since=newest[one.come_to]) for one in read if same[one.come_to] is one)


def may_rise(kept: Sequence[RunnerUp], scales: Scales, highest: Rank | None) -> bool:
    """Whether one that has something to read yet may turn out likelier than `highest`: it can only get dearer."""
    ranks = [scales.rank(one) for one in kept if one.steps]
    return bool(ranks) and (highest is None or max(ranks) > highest)


def likelier(live: Reading, kept: Sequence[RunnerUp], ply: int, scales: Scales, now: float) -> list[RunnerUp]:
    """The runners-up in which an action after ply `ply` was another one, and that are likelier than this reading by the
    margin: of those that explain the board, or else of those that may do so yet, the cheapest one, and those within the
    margin of it."""
    newest = [one for one in kept if one.since > ply and not one.is_following]
    read, untold = read_on(newest, scales, now), range(ply, live.table.ply)
    others = [one for one in read if not one.steps and one.in_common(live.table) in untold]
    # What was found wrong on the way, and put back before it was told, is a broken rule all the same.
    wrong = live.slips_since(ply)
    cheaper = [
        one for one in others if scales.price(one) + MISTAKE * (one.reading.slips_since(ply) - wrong) <= -MARGIN
    ]
    explained = [one for one in cheaper if one.explains]
    return scales.about_as_likely(explained or [one for one in cheaper if one.may_be_legal])


def likeliest(kept: Sequence[RunnerUp], scales: Scales) -> tuple[RunnerUp, ...]:
    """Not too many of the runners-up: the cheapest and newest ones. One that the board speaks against is as dear as
    with a broken rule, and no dearer: a piece that hops rests on holes that lead nowhere."""
    if len(kept) <= MOST_KEPT:
        return tuple(kept)
    newest_first = kept[::-1]
    worth = sorted(newest_first, key=lambda one: scales.price(one) + MISTAKE * one.reading.is_against)
    best = {id(one) for one in worth[:MOST_KEPT]}
    return tuple(one for one in kept if id(one) in best)


def beside(chosen: RunnerUp, kept: Sequence[RunnerUp]) -> tuple[RunnerUp, ...]:
    """The other runners-up, now that the table goes on from one: what they tell as it does they differ in no more, and
    what both take for granted costs nothing."""
    table, found = chosen.reading.table, list[RunnerUp]()
    for one in kept:
        common = one.in_common(table)
        if one is chosen or one.is_following or common < one.since - 1:
            continue
        shared = chosen.cost if common > max(chosen.since, chosen.assumed) else 0.0
        found.append(replace(one, since=max(one.since, common), cost=max(0.0, one.cost - shared)))
    return tuple(found)


def put_right(kept: Sequence[RunnerUp], told: Table) -> tuple[RunnerUp, ...]:
    """The runners-up once people have put the board right as they were told: that it was otherwise is less likely."""
    return tuple(one if one.in_common(told) == told.ply else replace(one, cost=one.cost + PUT_RIGHT) for one in kept)


def patience(scene: Scene) -> float | None:
    """Until when it is waited for a runner-up to explain the picture."""
    return None if scene.rest.occupied is None else scene.rest.last_change + LAST_REST_S
