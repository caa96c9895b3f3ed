"""Where the board is wrong and the table plays on all the same: what it can mean, for play that follows to tell.

1. Whoever plays on lets the board stand. What lies on the pile has been used, be it one card or several.
2. A reader may have missed a card, or have seen one twice: then another seat is in turn than the one that was counted.
3. An exchange may never have been told: then a piece is another seat's than was thought, and with that what looks
   wrong may be legal.
4. A player may have played the last card otherwise after all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice

from companion.facts import Fact
from companion.reconcile.diagnose import displaced, picture_with
from companion.session import asking, news
from companion.session.attempt import Attempt
from companion.session.carry_out import settled
from companion.session.history import Settled
from companion.session.reading import Reading, RunnerUp
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Cell, Displacement, Picture, State, TableGame

MOST_USED = 4
"""So many cards can have been used while the board was wrong."""
MOST_EXCHANGED = 2
"""So many exchanges that nobody told are thought of."""
MOST_LOOKED_AT = 24
"""So many exchanges are looked at, to keep a Pi in time."""
MISTAKE = 3.0
"""What a broken rule costs as an explanation, in nats: people break one in about twenty actions."""
LOST_COUNT = 2.0
"""What it costs to say that the turns were counted wrong, in nats."""
UNTOLD = 2.5
"""What it costs to say that an exchange was never told."""
OTHERWISE = 2.0
"""What it costs to say that a player has played a card otherwise after all, where nobody saw it."""

Moved = Sequence[Displacement]
Told = tuple[Fact, ...]


def as_it_stands(table: Table, scene: Scene) -> Iterator[RunnerUp]:
    """Where the board is wrong: that the table lets it stand, and plays on."""
    attempt, state, game = table.attempt, table.state, table.game
    if attempt.stories.is_broken or state.winner:
        return
    moved = displaced(attempt.single_pieces(), state.picture, state.seat)
    picture = picture_with(attempt.sensors.layout, state.picture, moved)
    if picture is None:
        return
    yield from _by_count(table, scene)
    yield from second_thoughts(table, scene)
    yield from islice(_by_exchange(table, moved, scene), MOST_EXCHANGED)
    for stood in _standing(table, picture, moved):
        facts = news.taken_over(scene.now, game, stood)
        begun = table.anew(attempt.sensors, scene.rest.occupied, scene.now)
        standing = replace(begun, state=stood, pile=table.pile, slips=table.slips + 1)
        for spent in _spent(standing, facts, scene):
            yield _following(*spent, scene, MISTAKE)
        for turned in _turned(game, stood):
            told = (*facts, news.turn(scene.now, game, turned))
            *_, last = _spent(replace(standing, state=turned), told, scene)
            yield _following(*last, scene, MISTAKE + LOST_COUNT)


def _standing(table: Table, picture: Picture, moved: Moved) -> Iterator[State]:
    """The states that this picture can be: one, or where it cannot be, those with two owners exchanged."""
    as_shown = _with_picture(table, picture)
    if as_shown is not None:
        yield as_shown
        return
    others = _exchanges(table, picture, {one.target for one in moved})
    found = (state for other in others if (state := _with_picture(table, other)) is not None)
    yield from islice(found, MOST_EXCHANGED)


def _turned(game: TableGame, state: State) -> Iterator[State]:
    """The state with each other seat in turn, in games in which the turns can be counted wrong."""
    others = (asking.with_turn(game, state, seat) for seat in game.seats(state))
    return (turned for turned in others if turned is not state)


def _with_picture(table: Table, picture: Picture) -> State | None:
    try:
        return table.game.set_position(table.state, table.game.position_of(table.state, picture))
    except ValueError:
        return None


def _exchanges(table: Table, picture: Picture, cells: Set[Cell]) -> Iterator[Picture]:
    """`picture` with the owners of two pieces exchanged, one of which stands on one of these cells."""
    layout = table.attempt.sensors.layout
    marks, counts = layout.marks(picture), layout.counts(picture)
    for here, mine in enumerate(marks):
        if mine == "." or layout.holes[here] not in cells:
            continue
        for there, other in enumerate(marks):
            if other not in (".", mine) and layout.holes[there] not in cells:
                holes = list(marks)
                holes[here], holes[there] = other, mine
                yield layout.picture(holes, counts)


def _by_count(table: Table, scene: Scene) -> Iterator[RunnerUp]:
    """That another seat is in turn, and the board shows the end of its action."""
    for turned in _turned(table.game, table.state):
        yield from _ended(table, turned, (news.turn(scene.now, table.game, turned),), scene, LOST_COUNT)


def second_thoughts(table: Table, scene: Scene) -> list[RunnerUp]:
    """That the last card was played otherwise after all, as the board shows now.

    Nothing if the board shows several such ends, nor where the next player has laid a card upon what was told.
    """
    attempt, game = table.attempt, table.game
    if table.pile.cards or not table.history.actions:
        return []
    last = table.history.actions[-1]
    others = (one for one in game.options(last.before, last.option.card) if one.gesture and one != last.option)
    shown = [option for option in others if attempt.fit.shows(option.picture, attempt.stories)]
    if len(shown) != 1:
        return []
    entry = replace(last, after=game.play(last.before, shown[0]), option=shown[0], slips=table.slips + 1)
    played = replace(table, state=entry.after, history=table.history.without(1).add(entry))
    begun = replace(played.anew(attempt.sensors, scene.rest.occupied, scene.now), pile=table.pile)
    return [RunnerUp(Reading(begun), scene, begun.ply, cost=OTHERWISE)]


def changed_since(table: Table, scene: Scene) -> list[RunnerUp]:
    """That hands have made another end of the last action: no board as it was before, which it is asked about."""
    found = second_thoughts(table, scene)
    return [one for one in found if one.reading.table.state.picture != table.history.actions[-1].before.picture]


def _by_exchange(table: Table, moved: Moved, scene: Scene) -> Iterator[RunnerUp]:
    """That two pieces were exchanged before, and nobody told: with that the board shows the end of an action."""
    before = _exchanges(table, table.state.picture, {one.origin for one in moved})
    for picture in islice(before, MOST_LOOKED_AT):
        exchanged = _with_picture(table, picture)
        if exchanged is not None:
            yield from _ended(table, exchanged, news.taken_over(scene.now, table.game, exchanged), scene, UNTOLD)


def _ended(table: Table, state: State, facts: Told, scene: Scene, cost: float) -> Iterator[RunnerUp]:
    """That the game stood so, and the board shows the end of an action from there."""
    attempt = table.attempt
    if attempt.sensors.fits(state.picture, attempt.stories.occupied):
        return
    options = table.game.options(state, table.card) if table.card else ()
    shown = [one for one in options if one.gesture and attempt.sensors.fits(one.picture, attempt.stories.occupied)]
    if shown:
        # What hands have done is no wonder where other pieces stood there.
        begun = Attempt.begin(attempt.sensors, state.picture, None).awaiting(options, None)
        table = replace(table, state=state, attempt=begun.reaching_back(attempt.frames))
    for option in shown:
        ended, told = settled(table, scene, option)
        yield RunnerUp(Reading(ended, (*facts, *told)), scene, ended.ply, is_following=True, cost=cost)


def _spent(table: Table, facts: Told, scene: Scene) -> Iterator[tuple[Table, Told]]:
    """That the table plays on, and what lies there has been used, be it one card or several laid since."""
    game, t = table.game, scene.now
    if not table.pile.cards:
        yield table, facts
    for laid in table.pile.cards[:MOST_USED]:
        before, card = table.state, laid.card
        after = game.lay_aside(before, card)
        history = table.history.add(Settled(before, after, game.aside(before, card), 0.5, slips=table.slips))
        facts = (*facts, news.move(t, game, history), news.turn(t, game, after))
        table = replace(table, state=after, history=history, slips=0, pile=table.pile.settled(before.seat))
        yield table, facts


def _following(table: Table, facts: Told, scene: Scene, cost: float) -> RunnerUp:
    sensors = table.attempt.sensors
    begun = replace(table, attempt=Attempt.begin(sensors, table.state.picture, scene.rest.occupied))
    return RunnerUp(Reading(begun, facts), scene, begun.ply, is_following=True, cost=cost)
