"""What people say to the table, carried out: one function a verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.inputs import Said
from companion.sensing.said import Command, parse_said
from companion.session import rulings
from companion.session.pile import Laid
from companion.session.rulings import Refused

if TYPE_CHECKING:
    from companion.session.session import Session


def obey(session: Session, said: Said) -> None:
    """Carries out one saying. Raises: ValueError (BadSaying, Refused, InvalidNotation) with the reason."""
    cards = session.game.cards if session.game else None
    command = parse_said(said.text, cards)
    action = _VERBS.get(command.verb)
    if action is not None:
        action(session, command, said)


def _game(session: Session, command: Command, said: Said) -> None:
    session.begin(command.text, command.settings)


def _card(session: Session, command: Command, said: Said) -> None:
    if session.game is None:
        raise Refused("no game has been started")
    session.turns.say(Laid(said.t, command.cards[0], command.seat, said.by))


def _answer(session: Session, command: Command, said: Said) -> None:
    session.answer(command.text)


def _hand(session: Session, command: Command, said: Said) -> None:
    rulings.tell_hand(session, command.seat, command.cards)


def _takeback(session: Session, command: Command, said: Said) -> None:
    rulings.take_back(session)


def _done(session: Session, command: Command, said: Said) -> None:
    session.press()


def _pace(session: Session, command: Command, said: Said) -> None:
    session.pace = session.pace.set(command.seat, command.text)


def _correct(session: Session, command: Command, said: Said) -> None:
    rulings.correct(session, command.text)


def _set(session: Session, command: Command, said: Said) -> None:
    rulings.set_position(session, command.text)


def _overrule(session: Session, command: Command, said: Said) -> None:
    if command.text.split()[0] not in ("play-on", "takeback", "board", "sensor"):
        raise Refused(f"a ruling is play-on, takeback, board or sensor CELL, not {command.text!r}")
    rulings.overrule(session, command.text)


_VERBS: Mapping[str, Callable[[Session, Command, Said], None]] = {
    "game": _game, "card": _card, "answer": _answer, "hand": _hand, "takeback": _takeback, "done": _done,
    "pace": _pace, "correct": _correct, "set": _set, "overrule": _overrule,
}  # fmt: skip
"""Verbs that change the session."""

VOICE_VERBS = frozenset({"ask", "again", "stop", "language"})
"""Verbs for the voice alone."""
