"""`--board trace:FILE`: an evening out of a file, in its own time, as fast as the machine can."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cli import BadInput
from companion.cli.publish import Publisher
from companion.inputs import Cable, Input, Said
from companion.session.commands import VOICE_VERBS
from companion.session.rulings import Refused
from companion.session.session import Session
from companion.speech.desk import SpeechDesk


def play_evening(session: Session, inputs: Iterable[Input], publisher: Publisher, desk: SpeechDesk | None) -> None:
    """Plays all inputs to their end; what falls due in between happens at its own time.

    Raises: BadInput at an input that cannot be carried out.
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
            raise BadInput(f"at {value.t:.3f} s: {error}") from error
        if isinstance(value, Cable):
            publisher.publish(session.tick(value.t))


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
