"""The evening goes on: a fault in the companion itself must not end the game that people are playing."""

from __future__ import annotations

import sys
from collections.abc import Callable

from companion.facts import Fact
from companion.session.session import Session
from engine.errors import EngineError


def guarded(session: Session, act: Callable[[], list[Fact]]) -> list[Fact]:
    """The facts of `act`. If the rules refuse what the session concluded (a fault of ours), that is reported, what was
    pending is forgotten, and play goes on from the last settled position: the card has to be laid again.
    """
    try:
        return act()
    except EngineError as error:
        print(f"tastkreis: internal fault, the last card is forgotten: {error}", file=sys.stderr, flush=True)
        return session.recover()
