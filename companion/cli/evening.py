"""`--board trace:FILE`: an evening out of a file, in its own time, as fast as the machine can."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import ExitStack

from companion.cli import BadInput
from companion.cli.live import hearing
from companion.cli.publish import Publisher
from companion.inputs import Input, Said
from companion.session.commands import VOICE_VERBS
from companion.session.rulings import Refused
from companion.session.session import Session
from companion.speech.desk import SpeechDesk


def run_trace(args: argparse.Namespace, path: str) -> int:
    """Plays the file to its end. Nothing is resumed or stored unless a log is named."""
    from companion.cli import opening
    from companion.sensing.trace import read_trace
    from companion.speech.wording import Wording
    from engine.tac.cards import CARDS

    wording = Wording(args.language)
    rules = opening.house_rules(args)
    with ExitStack() as stack:
        log = opening.opened_log(args.log)
        logged = log.last_game() if log else []
        if log is not None:
            stack.callback(log.close)
        session = opening.new_table_session(args, wording, opening.logged_rules(logged, rules))
        publisher = Publisher(log)
        events = opening.opened_events(args.events)
        if events is not None:
            stack.callback(events.close)
            publisher.wire(events.hear)
        desk = None
        if args.speech != "none":
            desk = SpeechDesk(wording, opening.voice_of(args, is_timed=True), lambda fact: publisher.publish([fact]))
            publisher.wire(hearing(desk.hear, session))
        opening.resume_logged(session, args, logged)
        reader = opening.reader_of(args, "board")
        try:
            play_evening(session, read_trace(path, reader, CARDS), publisher, desk)
        except OSError as error:
            raise BadInput(f"--board trace:{path}: {error.strerror or error}") from error
        except ValueError as error:
            raise BadInput(f"{path}: {error}" if path not in str(error) else str(error)) from error
    return 0


def play_evening(session: Session, inputs: Iterable[Input], publisher: Publisher, desk: SpeechDesk | None) -> None:
    """Plays all inputs to their end; what falls due in between happens at its own time.

    Raises: ValueError at an input that cannot be carried out.
    """
    for value in inputs:
        _run_until(value.t, session, publisher, desk)
        try:
            if isinstance(value, Said) and value.text.split()[0] in VOICE_VERBS:
                if desk is not None:
                    desk.obey(value.text, value.t)
            else:
                publisher.publish(session.take(value))
        except Refused:
            continue  # A trace is what people said: a wish that could not be granted then is none now.
        except ValueError as error:
            raise ValueError(f"at {value.t:.3f} s: {error}") from error


def _run_until(t: float, session: Session, publisher: Publisher, desk: SpeechDesk | None) -> None:
    """Lets everything happen that is due before `t`, the session's and the voice's in the order of their times."""
    while True:
        deadlines = [session.next_deadline(), desk.next_deadline() if desk else None]
        due = min((deadline for deadline in deadlines if deadline is not None and deadline <= t), default=None)
        if due is None:
            return
        publisher.publish(session.tick(due))
        if desk is not None:
            desk.tick(due)
