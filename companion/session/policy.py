"""Who decides, in which order: all that can happen to a table by itself stands in these two lists."""

from __future__ import annotations

from collections.abc import Iterator

from companion.session import asking, referee, turns
from companion.session.decision import Decision, Win
from companion.session.rest import MOST_HIDDEN_S
from companion.session.scene import Scene
from companion.session.table import Table

WIN_REST_S = 10.0
"""After this time without a new card a win stands. Source: T8.2."""

DECIDERS = (
    referee.proving,
    referee.calling_home,
    turns.opening,
    referee.recovering,
    turns.acting,
    referee.telling_parts,
    referee.naming,
)


def now(table: Table, scene: Scene) -> Decision | None:
    """What is to be done with the table at this moment; None if nothing is."""
    if scene.rest.occupied is None:
        return None
    if not table.is_set_up:
        return referee.setting_up(table, scene)
    if any(scene.now >= t for t in _wins(table, scene)):
        return Win()
    under_hand = scene.rest.under_hand(scene.now)
    if under_hand and table.card is not None and (table.is_closing or under_hand & table.attempt.fit.changing):
        return None
    for decide in DECIDERS:
        decision = decide(table, scene)
        if decision is not None:
            return decision
    return None


def due(table: Table, scene: Scene) -> float | None:
    """When there can be something to be done without any input; None if only input changes anything."""
    if scene.rest.occupied is None:
        return None
    times = _times(table, scene) if table.is_set_up else referee.missing(table, scene)
    return min((t for t in times if t > scene.now), default=None)


def _times(table: Table, scene: Scene) -> Iterator[float]:
    yield from _wins(table, scene)
    yield from turns.rests(table, scene)
    yield from turns.seen_at(table, scene)
    yield from referee.parts(table, scene)
    yield from referee.halves(table, scene)
    yield from referee.wrongs(table, scene)
    yield from referee.calls(table, scene)
    if table.is_closing:
        yield turns.idle_at(table, scene)
        yield turns.shown_at(table, scene)
    if scene.rest.hidden:
        yield scene.rest.hidden_since + MOST_HIDDEN_S


def _wins(table: Table, scene: Scene) -> Iterator[float]:
    if not (table.state.winner or table.state.draw) or table.is_won or table.accepted is not None:
        return
    if asking.is_answerable(table.game, table.state):
        yield max(table.settled_at, scene.rest.last_change) + WIN_REST_S
    else:
        yield table.settled_at


def phase(table: Table) -> str:
    """What the table is doing, in one word."""
    if table.is_won:
        return "won"
    if not table.is_set_up:
        return "setup"
    if table.offer is not None:
        return "question"
    return "wrong" if table.complaint.kind else "play"
