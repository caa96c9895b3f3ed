"""The evening goes on: a fault in the companion itself must not end the game that people are playing."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from companion.cli.information import info
from companion.facts import Fact
from companion.session.session import Session
from companion.speech.wording import Wording

AGAIN_S = 10.0
"""So long nobody is told once more that something failed: a fault that stays comes back with each picture."""


class Speaker(Protocol):
    """What tells the table."""

    @property
    def wording(self) -> Wording: ...
    def say(self, text: str, t: float) -> None: ...


@contextmanager
def guarded_threads(tell: Callable[[str, str], None]) -> Iterator[None]:
    """While a table is open, a fault of ours that ends one of its threads (board, page, keys) is told, printed and
    aloud: people would wait for what does not come any more."""
    before = threading.excepthook

    def ended(fault: threading.ExceptHookArgs) -> None:
        if not isinstance(fault.exc_value, Exception):
            before(fault)
            return
        name = fault.thread.name if fault.thread is not None else "?"
        tell("fault_part", f"{_fault(fault.exc_value)}, {name} has ended: {fault.exc_value!r}")

    threading.excepthook = ended
    try:
        yield
    finally:
        threading.excepthook = before


class Guard:
    """Lets a table do things. A fault of ours is reported, said at the table, and play goes on.

    An input that cannot be taken is dropped, and nothing else is lost: the session has changed nothing. What falls due
    by itself would fall due again: then what was pending is forgotten, and the card has to be laid again.
    """

    def __init__(self, session: Session, speaker: Speaker | None = None) -> None:
        self._session, self._speaker = session, speaker
        self._told: float | None = None

    def __call__(self, act: Callable[[], list[Fact]], is_input: bool = False) -> list[Fact]:
        """The facts of `act`."""
        try:
            return act()
        except Exception as error:
            return self.caught(error, is_input)

    def caught(self, error: Exception, is_input: bool) -> list[Fact]:
        """Gives up what met with this fault; the facts that there were before it."""
        lost = "one input is dropped" if is_input else "the last card is forgotten"
        info(f"tastkreis: {_fault(error)}, {lost}: {error!r}")
        facts = self._session.dropped() if is_input else self._session.recover()
        now = self._session.now
        if self._speaker is not None and (self._told is None or now - self._told >= AGAIN_S):
            self._told = now
            self._speaker.say(self._speaker.wording.notice("fault_input" if is_input else "fault_card"), now)
        return facts


def _fault(error: Exception) -> str:
    """Where it happened."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"internal fault in {where.name}, line {where.lineno}"
