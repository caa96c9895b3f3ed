"""What the session needs of the catalogues: the texts that are part of an event. The speech room offers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.contract import Displacement, Explanation, Option


class Words(Protocol):
    """Sentences in the language of the table."""

    def explanation(self, explanation: Explanation, repair: Sequence[Displacement] = ()) -> str:
        """A broken rule, and how to repair the board."""

    def question(self, choices: Sequence[tuple[str, str]]) -> str:
        """One short question with numbered choices (card, action)."""


def choices_of(options: Sequence[Option]) -> list[dict[str, str]]:
    """The `choices` of a question event."""
    return [{"card": option.card, "action": option.action} for option in options]
