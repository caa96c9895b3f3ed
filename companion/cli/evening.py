"""`--board trace:FILE`: an evening out of a file, in its own time, as fast as the machine can."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING

from calibration.reading import lines, opened
from companion.cli import BadInput, parts
from companion.cli.garbage import short_searches
from companion.cli.guard import Guard
from companion.cli.keys import Keys, keys_of
from companion.cli.logbook import open_logbook
from companion.cli.notices import Notices
from companion.cli.publish import Publisher
from companion.cli.recalled import recalled
from companion.cli.speech_options import settings_of
from companion.cli.texts import worded_at
from companion.cli.voice import confirmed, hearing, obeyed, tell_asides, voice_of
from companion.inputs import PIT, CardTag, Input, Said
from companion.sensing.said import parse_said
from companion.session.retold import retold
from companion.session.rulings import Refused
from companion.session.session import Session
from companion.speech.desk import SpeechDesk
from engine.contract import TableGame
from engine.registry import at_table

if TYPE_CHECKING:
    from companion.sensing.reader import SentenceReader


class BadMoment(ValueError):
    """An input of the file that cannot be carried out, and its time in seconds."""

    def __init__(self, t: float, what: str) -> None:
        self.t = t
        super().__init__(what)


def run_trace(
    args: argparse.Namespace,
    path: str,
    inputs_of: Callable[[SentenceReader, Iterator[Input]], Iterable[Input]] | None = None,
) -> int:
    """Plays the file to its end. Nothing is resumed or stored unless a log is named. Raises: BadInput.

    inputs_of: what comes in instead, made of this reader's board and of what the file tells, if it is there (a film).
    """
    from companion.sensing.trace import read_trace

    parts.check_files(args)
    with ExitStack() as stack:
        notices = Notices(lambda: 0.0)
        log, logged = open_logbook(args.log, notices)
        if log is not None:
            stack.callback(log.close)
        recalled(args, logged, parts.RECALLED)
        session = parts.session_of(args, logged)
        has_resumed = parts.resume_logged(session, args, logged)
        if inputs_of is None:
            _check_readable(path)
        game = game_of_trace(path) or at_table(args.game).at_table(parts.settings_of(args))
        reader = parts.reader_of(args, "board", game.layout)
        wording = parts.wording_of(args, game.layout)
        publisher = Publisher(log)
        events = parts.opened_events(args.events, notices)
        if events is not None:
            stack.callback(events.close)
            publisher.wire(events.hear)
        settings = settings_of(args, logged, has_resumed)
        voice = voice_of(args, settings, is_timed=True)
        desk = SpeechDesk(wording, voice, lambda fact: publisher.publish([fact]), settings=settings)
        stack.callback(desk.close)
        if has_resumed:
            desk.remember(retold(session))
        publisher.wire(hearing(desk, session))
        try:
            told = read_trace(path, reader, game.cards, seats=letters(game))
            inputs = told if inputs_of is None else inputs_of(reader, told)
            keys = keys_of(args)
            played = keys.of_all(unshown(inputs) if args.seat_readers == "hand" else inputs)
            play_evening(session, played, publisher, desk, keys)
        except BadMoment as error:
            raise BadInput(f"{path}:{line_at(path, error.t)}: {error}") from error
        except OSError as error:
            raise BadInput(f"--board {args.board[0]}: {error.strerror or error}") from error
        except ValueError as error:
            raise BadInput(str(error)) from error
    return 0


def game_of_trace(path: str) -> TableGame | None:
    """The game that is started first in a trace, since its board tells how the lines are read; None if none is told."""
    if not os.path.isfile(path):
        return None
    with suppress(OSError, ValueError), opened(path) as file:
        for line in lines(file):
            said = line.partition(b" ")[2]
            if said.startswith(b">game "):
                command = parse_said(said[1:].decode("utf-8").strip())
                chosen = at_table(command.text).TABLE.named(command.words)
                return at_table(command.text).at_table(chosen)
    return None


def unshown(inputs: Iterable[Input]) -> Iterable[Input]:
    """The inputs without the cards that readers at the seats showed to their players; their hands were recorded."""
    return (one for one in inputs if not isinstance(one, CardTag) or one.reader == PIT)


def letters(game: TableGame) -> frozenset[str]:
    """All seats that may be named at a table of this game, whichever variant is played."""
    return frozenset((*game.layout.owners, *(seat for seats in game.settings.seats.values() for seat in seats)))


def _check_readable(path: str) -> None:
    try:
        opened(path).close()
    except OSError as error:
        raise BadInput(f"--board trace:{path}: {error.strerror or error}") from error


def line_at(path: str, t: float) -> int:
    """The number of the last line that a person said at this time."""
    found = 0
    with opened(path) as file:
        for count, line in enumerate(file, 1):
            time, _, rest = line.partition(b" ")
            if rest.startswith(b">") and float(time) == t:
                found = count
            elif float(time) > t:
                break
    return found


@short_searches()
def play_evening(session: Session, inputs: Iterable[Input], publisher: Publisher, desk: SpeechDesk,
                 keys: Keys | None = None) -> None:  # fmt: skip
    """Plays all inputs to their end; what falls due in between happens at its own time.

    Raises: BadMoment at an input that cannot be carried out.
    """
    keys, guard = keys or Keys(), Guard(session, desk)
    for value in inputs:
        _run_until(value.t, session, publisher, desk, guard)
        try:
            if obeyed(desk, session, value, keys):
                confirmed(desk, value)
            else:
                taken = partial(session.take, value)
                facts = taken() if isinstance(value, Said) else guard(taken, is_input=True)
                publisher.publish(worded_at(session, facts, desk.wording))
                tell_asides(desk, session, facts, value)
        except Refused:
            # A trace is what people said: a wish that could not be granted then is none now.
            publisher.publish(worded_at(session, session.tick(value.t), desk.wording))
        except ValueError as error:
            raise BadMoment(value.t, str(error)) from error


def _run_until(t: float, session: Session, publisher: Publisher, desk: SpeechDesk, guard: Guard) -> None:
    """Lets everything happen that is due before `t`, the session's and the voice's in the order of their times."""
    while True:
        deadlines = [session.next_deadline(), desk.next_deadline()]
        due = min((deadline for deadline in deadlines if deadline is not None and deadline <= t), default=None)
        if due is None:
            return
        facts = guard(partial(session.tick, due))
        publisher.publish(worded_at(session, facts, desk.wording))
        tell_asides(desk, session, facts)
        desk.tick(due)
