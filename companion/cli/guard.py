"""The evening goes on: a fault in the companion itself must not end the game that people are playing."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from companion.cli.information import info
from companion.facts import Fact
from companion.session.session import Session


def guarded(session: Session, act: Callable[[], list[Fact]], is_input: bool = False) -> list[Fact]:
    """The facts of `act`. A fault of ours is reported, and play goes on.

    An input that cannot be taken is dropped, and nothing else is lost: the session has changed nothing. What falls due
    by itself would fall due again: then what was pending is forgotten, and the card has to be laid again.
    """
    try:
        return act()
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.name}, line {where.lineno}"
        lost = "one input is dropped" if is_input else "the last card is forgotten"
        info(f"tastkreis: internal fault in {place}, {lost}: {error!r}")
        return session.dropped() if is_input else session.recover()
