"""What all wizards of the calibration share: they ask, observe and go on, and read neither clock nor board.

A wizard answers each observation with what is to be said (`Say`): the key of a sentence and its facts, no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Say:
    """One sentence to be said: `calibrate.<key>` of the catalogue, with its facts. A brief one may be cut: who goes on
    has heard enough of it."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    is_brief: bool = False


def say(key: str, **facts: Any) -> Say:
    """A sentence with its facts."""
    return Say(key, facts)


def brief(key: str, **facts: Any) -> Say:
    """A sentence that the next one may cut."""
    return Say(key, facts, True)


Said = list[Say]


class Wizard(Protocol):
    """One wizard. `key` takes what was typed or the name of a button; `tick` lets a deadline come."""

    @property
    def is_done(self) -> bool: ...
    def begin(self) -> Said: ...
    def frame(self, t: float, occupied: int) -> Said: ...
    def fault(self, t: float, code: str, channel: int | None) -> Said: ...
    def tag(self, t: float, tag: str, card: str | None) -> Said: ...
    def key(self, t: float, word: str) -> Said: ...
    def tick(self, t: float) -> Said: ...
    def next_deadline(self) -> float | None: ...
    def progress(self) -> Mapping[str, Any]: ...


class BaseWizard:
    """A wizard that is interested in nothing: the base of those that are interested in something."""

    is_done = False

    def begin(self) -> Said:
        return []

    def frame(self, t: float, occupied: int) -> Said:
        return []

    def fault(self, t: float, code: str, channel: int | None) -> Said:
        return []

    def tag(self, t: float, tag: str, card: str | None) -> Said:
        return []

    def key(self, t: float, word: str) -> Said:
        return []

    def tick(self, t: float) -> Said:
        return []

    def next_deadline(self) -> float | None:
        return None

    def progress(self) -> Mapping[str, Any]:
        return {}


# What people type, and the buttons of a board that mean the same.
WORDS: Mapping[str, frozenset[str]] = {
    "next": frozenset({"next", "n", "2"}),
    "back": frozenset({"back", "b", "1"}),
    "done": frozenset({"done", "d"}),
    "again": frozenset({"again", "a", "?"}),
    "stop": frozenset({"stop", "quit", "q"}),
}


def meaning(word: str) -> str:
    """What a typed word or a button means; the word itself, in small letters, if it is none of them."""
    word = word.strip().lower()
    return next((name for name, words in WORDS.items() if word in words), word)
