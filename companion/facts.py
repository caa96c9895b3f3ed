"""Facts: what happened at the table, already true. One `Fact` is one line of `--events`, one row of the log.

The kinds and their keys are those of the events page (docs/events.md). `t` is in seconds since the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

KINDS = (
    "board", "setup", "disturbed", "card", "lift", "place", "move", "question", "answer", "violation", "corrected",
    "takeback", "revised", "turn", "speech", "won",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened. `extra` holds what listeners in this process need beyond the event's keys."""

    kind: str
    t: float
    data: Mapping[str, Any]

    def event(self, number: int) -> dict[str, Any]:
        """The event as the outside sees it; `number` counts from 1 without gaps."""
        return {"t": round(self.t, 3), "n": number, "type": self.kind, **self.data}


Listener = Callable[[Fact, int], None]
"""Called with each fact and its number, after it is in the log."""
