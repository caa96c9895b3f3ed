"""What no picture ever showed: two actions made together, or all that was played while the board was gone.

The cards were told. Each of them is thought through with all that it allows, one after the other; what leads to the
board as it stands now was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice, takewhile

from companion.facts import Fact
from companion.reconcile.sensors import Sensors
from companion.reconcile.verdict import Kind
from companion.session import asking
from companion.session.carry_out import carry_out, settled
from companion.session.decision import Open
from companion.session.pile import Laid
from companion.session.reading import Reading, RunnerUp, run
from companion.session.scene import Scene, strangers
from companion.session.table import Table
from engine.contract import Option, Picture, State, TableGame

MOST_PAIRS = 40
"""So many options of a card are looked at together with all that the next card could do after them."""
MOST_THOUGHT = 600
"""More positions are not thought through, to keep a Pi in time: then nobody can tell what was played."""
MOST_WAYS = 32
"""Nor is anybody asked which of more ways it was: then only what all of them have in common counts."""
REMEMBERED = 8
"""So often."""
UNSEEN = 0.9
"""Certainty of a move that nobody saw."""

Line = tuple[Option, ...]
"""Actions one after the other, one for each card."""


def played_unseen(reading: Reading, scene: Scene) -> list[RunnerUp]:
    """The readings in which the board's picture has skipped some actions; nothing if nobody can tell."""
    return played_in_absence(reading, scene) or two_at_once(reading, scene)


def two_at_once(reading: Reading, scene: Scene) -> list[RunnerUp]:
    """Where the next card lies there: that both actions were made together, so that no picture ever showed the first.

    Nothing if the board shows no end of both, or several, nor where no hand was seen at all: one picture may be missed,
    but not all of them.
    """
    table, attempt = reading.table, reading.table.attempt
    if not table.is_closing or len(attempt.fit.options) > MOST_PAIRS or len(attempt.frames) < 2:
        return []
    found: list[RunnerUp] = []
    for option in attempt.fit.options:
        if not _can_both_end(table, option):
            continue
        ended, facts = settled(table, scene, option)
        for one in run(reading.ended(ended, facts), scene):
            verdict, has_ended = one.table.attempt.verdict, one.table.ply > table.ply + 1
            is_end = verdict.kind is (Kind.IDLE if has_ended else Kind.COMPLETE) and one.trouble is None
            if is_end and all(attempt.fit.shows(end.picture, attempt.stories) for end in verdict.options):
                found.append(RunnerUp(one, scene, table.ply))
    return found if len(found) == 1 else []


def _can_both_end(table: Table, option: Option) -> bool:
    """Whether occupancy allows that this option and one of the next card have been made."""
    sensors, occupied = table.attempt.sensors, table.attempt.stories.occupied
    ends = table.game.options(table.turned_after(option), table.pile.cards[1].card)
    return any(sensors.fits(end.picture, occupied) for end in ends)


def played_in_absence(reading: Reading, scene: Scene) -> list[RunnerUp]:
    """The readings in which all cards were used that were laid since before the board came back, the last one perhaps
    not yet. Nothing where the board has not been away since the awaited card was laid, or nobody can tell."""
    table = reading.table
    awaited, is_back = table.accepted, scene.is_showing
    if awaited is None or not table.is_closing or not is_back or not scene.was_away_since(awaited.t):
        return []
    shown = table.attempt.stories.occupied
    lines = _lines(table.game, table.state, table.pile.cards, table.attempt.sensors, shown, scene.owners)
    if len(lines) > MOST_WAYS:
        lines = (_in_common(lines),)
    found = (_read(reading, scene, line) for line in lines)
    return [RunnerUp(one, scene, table.ply) for ones in found for one in ones
            if one.table.ply > table.ply and _is_shown(one)]  # fmt: skip


def _is_shown(reading: Reading) -> bool:
    """Whether the board shows the position, or what the last card's action can be, or half of it."""
    return reading.trouble is None and reading.table.attempt.verdict.kind is not Kind.CHANGING


@lru_cache(maxsize=REMEMBERED)
def _lines(
    game: TableGame, state: State, laid: tuple[Laid, ...], sensors: Sensors, occupied: int, owners: str
) -> tuple[Line, ...]:
    """What can have been played with all cards but the last, so that what the board shows is no wonder.

    owners: whose pieces a camera sees, as in `Identities`. The board is asked about again and again while it rests.
    """
    lines: list[tuple[State, Line]] = [(state, ())]
    for card in laid[:-1]:
        longer = ((game.play(acting, option), (*line, option))
                  for before, line in lines for acting, option in _usable(game, before, card))  # fmt: skip
        lines = list(islice(longer, MOST_THOUGHT + 1))
        if len(lines) > MOST_THOUGHT:
            return ()
    found: list[Line] = []
    for after, line in lines:
        if any(_is_seen(game, one, sensors, occupied, owners) for one in _ends(game, after, laid[-1])):
            found.append(line)
    return tuple(found)


def _ends(game: TableGame, state: State, last: Laid) -> Iterator[Picture]:
    """This state, and what the last card can make of it."""
    yield state.picture
    yield from (option.picture for _, option in _usable(game, state, last))


def _is_seen(game: TableGame, picture: Picture, sensors: Sensors, occupied: int, owners: str) -> bool:
    """Whether the board shows this picture, and a camera no other seat's pieces."""
    return sensors.fits(picture, occupied) and not strangers(owners, game.layout.marks(picture))


def _in_common(lines: Sequence[Line]) -> Line:
    """What all of them begin with."""
    both = takewhile(lambda options: len(set(options)) == 1, zip(*lines, strict=True))
    return tuple(options[0] for options in both)


def _usable(game: TableGame, state: State, laid: Laid) -> Iterator[tuple[State, Option]]:
    """What can be done with a card, and the state with its player in turn: nothing where it is another seat's turn, or
    the game is over."""
    state = asking.turned(game, state, laid.seat)
    if asking.is_over(game, state) or not asking.is_turn_of(game, state, laid.seat):
        return
    options = game.options(state, laid.card)
    yield from ((state, option) for option in options)
    if not any(option.gesture for option in options) and game.explain_aside(state, state.seat, laid.card) is None:
        yield state, game.aside(state, laid.card)


def _read(reading: Reading, scene: Scene, line: Sequence[Option]) -> list[Reading]:
    """The readings that go on after these actions."""
    table = replace(reading.table, attempt=reading.table.attempt.broken())
    told: tuple[Fact, ...] = ()
    for option in line:
        if table.accepted is None:
            ((table, opened),) = carry_out(Open(table.pile.cards[0]), table, scene)
            table = replace(table, attempt=table.attempt.broken())
            told = (*told, *opened)
        table, facts = settled(table, scene, option, UNSEEN)
        told = (*told, *facts)
    return run(reading.ended(table, told), scene)
