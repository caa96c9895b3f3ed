"""What is told of a wrong board: the broken rule or what differs, the shortest repair, and what may be offered.

Worked out only when it is told: it takes as long as many pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.reconcile.stories import MARGIN
from companion.session.complaint import WRONG
from companion.session.history import Settled
from companion.session.offer import TAKEBACK, Offer
from companion.session.repair import MOST_HELD, Moved, Repair, repair_of
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Explanation, Option

MOST_DISPLACED = 5
"""More pieces out of place than this is no attempt at an action: the board was disturbed."""
MOST_WITHOUT_CARD = 3
"""The same where no card lies there: a piece, one that it captured, and one more."""
DEPTH = 8
"""So many actions back the board is compared."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`broken`: the broken rule, or None where only what differs is told. `is_told`: it is worth telling."""

    repair: Repair
    broken: Explanation | None = None
    is_told: bool = True
    offer: Offer | None = None


def diagnosed(table: Table, scene: Scene) -> Diagnosis:
    """What is wrong with the picture, by rule or by place."""
    complaint, state, repair = table.complaint, table.state, repair_of(table)
    moved, back = repair.out_of_place, _taken_back(table)
    is_told = complaint.tells_again(len(repair.to_put_back))
    if back is not None and not table.card and not complaint.is_restoring:
        return Diagnosis(repair, None, is_told, None if table.offer == back else back)
    offer = _one_sensor(table) if table.offer is None else None
    most = MOST_WITHOUT_CARD if table.card is None else MOST_DISPLACED
    is_attempt = len(moved) <= most and sum(not one.target for one in moved) <= MOST_HELD
    known = moved and is_attempt and all(one.owner != "?" for one in moved)
    known = known and not _is_seen_otherwise(moved, table, scene) and not _can_be_unseen(table, scene)
    is_first = complaint.kind != WRONG or complaint.goes_on(ways(moved))
    if not is_first or complaint.is_restoring or not known:
        return Diagnosis(repair, None, is_told, offer)
    is_reached = bool(table.attempt.fit.reached(table.attempt.stories))
    blamed = _beside_what_was_done(moved, repair.to_put_back)
    broken = table.game.explain_picture(state, table.card, blamed, is_reached)
    if complaint.kind == WRONG and broken.rule == complaint.rule:
        return Diagnosis(repair, None, is_told, offer)
    return Diagnosis(repair, broken, is_told, offer)


def ways(moved: Moved) -> frozenset[tuple[str, str]]:
    """From where to where pieces were moved; those of one yard count together."""
    return frozenset((one.origin, one.target) for one in moved)


def _is_seen_otherwise(moved: Moved, table: Table, scene: Scene) -> bool:
    """Whether a camera sees other seats' pieces where these were put: then it was not these that were moved."""
    there = {one.target: one.owner for one in moved}
    return bool(scene.strangers([there.get(hole, ".") for hole in table.game.layout.holes]))


def _can_be_unseen(table: Table, scene: Scene) -> bool:
    """Whether play went on while the board was gone: what it shows may be the end of several actions."""
    return table.accepted is not None and table.is_closing and scene.was_away_since(table.accepted.t)


def _beside_what_was_done(moved: Moved, repair: Moved) -> Moved:
    """What broke a rule: where only other seats' pieces have to go back, what was rightly done is no part of it."""
    done = {one.owner for one in moved if one not in repair}
    is_beside = set(repair) < set(moved) and not done & {one.owner for one in repair}
    return repair if repair and is_beside else moved


def _taken_back(table: Table) -> Offer | None:
    """The offer to take back, if the board shows the position before one of the last actions."""
    recent: Sequence[Settled] = table.history.actions[-DEPTH:]
    attempt = table.attempt
    if attempt.stories.is_broken:
        return None
    for count, entry in enumerate(reversed(recent), 1):
        picture = entry.before.picture
        if picture != attempt.picture and attempt.fit.shows(picture, attempt.stories):
            return Offer(entry.option.card or "", TAKEBACK, count)
    return None


def _one_sensor(table: Table) -> Offer | None:
    """The question whether an action was made that the board shows but for one hole: its sensor can have failed."""
    fit, stories = table.attempt.fit, table.attempt.stories
    found = [(option, fit.only_wrong_hole(option.picture, stories)) for option in fit.options]
    # Where nothing but the one hole differs nothing tells that anything was done.
    near = [(option, hole) for option, hole in found if hole is not None and option.gesture]
    likely = near if len(near) < 2 else _likely(table, near)
    if len(likely) != 1:
        return None
    option, hole = likely[0]
    return Offer(option.card, option.action, option=option, sensor=hole)


def _likely(table: Table, near: Sequence[tuple[Option, int]]) -> list[tuple[Option, int]]:
    """Those of the actions that are about as likely as the likeliest, had the hole beside each no sensor."""
    attempt = table.attempt
    blind = {hole: attempt.believing(attempt.sensors.without(hole)) for _, hole in near}
    costs = [blind[hole].fit.surprise(option, blind[hole].stories) for option, hole in near]
    most = min(costs) + MARGIN
    return [one for one, cost in zip(near, costs, strict=True) if cost < most]
