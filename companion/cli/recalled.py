"""What players chose when the evening began is kept in its log: started again without those options, it goes on so.

1. Each start writes a fact `options` with what is in force; so does each new game, with all else that was chosen.
2. In a game that goes on, an option that nobody gives this time is the one of that fact. One that is given counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.facts import Fact

REFEREES = ("strict", "kind", "silent")
CARDS = ("auto", "told", "inferred")
SEAT_READERS = ("lay", "hand")
KIND = "options"
CHOSEN = ("language", "voice", "pace")
"""Facts of what is chosen while people play, whichever game it is."""


class Usual(str):
    """The value of an option that nobody gave."""


def is_going_on(logged: Sequence[Fact]) -> bool:
    """Whether the log holds a game that is not over."""
    return bool(logged) and not any(fact.kind == "won" for fact in logged)


Known = Mapping[str, Callable[[str], bool]]
"""The options that are kept, and whether a text is a value of each."""


def recalled(args: argparse.Namespace, logged: Sequence[Fact], known: Known) -> None:
    """Puts into `args` what the log has of a game that goes on; what nobody could have given is passed over."""
    kept = [fact.data for fact in logged if fact.kind == KIND] if is_going_on(logged) else []
    for name, is_value in known.items():
        value = kept[-1].get(name) if kept else None
        is_given = getattr(args, name) is not None and not isinstance(getattr(args, name), Usual)
        if not is_given and isinstance(value, str) and is_value(value):
            setattr(args, name, value)


def options_fact(args: argparse.Namespace, known: Known, given: Mapping[str, str], t: float = 0.0) -> Fact:
    """What is in force, for the log, and what else the command line has: `given`, by its options."""
    in_force = {name: str(value) for name in known if (value := getattr(args, name)) is not None}
    return Fact(KIND, t, {**given, **in_force})


class Chosen:
    """What was chosen and holds in the next game too: the newest fact of each kind, and of each seat's pace."""

    def __init__(self, options: Fact | None = None, logged: Sequence[Fact] = ()) -> None:
        self._newest = {} if options is None else {KIND: options}
        if is_going_on(logged):
            self.hear(logged)

    def hear(self, facts: Sequence[Fact]) -> None:
        """Keeps what is chosen by these facts."""
        self._newest |= {f"{fact.kind} {fact.data.get('seat')}": fact for fact in facts if fact.kind in CHOSEN}

    def facts(self, t: float) -> list[Fact]:
        """All of it, to be told again behind a new game."""
        return [replace(fact, t=t) for fact in self._newest.values()]
