"""What a piece that was laid on one hole is answered by: sensors that stay, not those that it passes or has left."""

from __future__ import annotations

from collections.abc import Set

REST_S = 0.3
"""A piece rests when no other sensor has answered for so long."""
GAP_S = 0.1
"""A sensor that flickers falls silent for less."""
LIFTED_S = 0.2
"""A piece that was lifted is away for longer."""


class Resting:
    """Takes pictures and tells, at `due`, which channels answer to the piece that rests."""

    def __init__(self) -> None:
        self.due: float | None = None
        self._found: set[int] = set()
        self._old: set[int] = set()
        """What answers to a piece that was not lifted yet."""
        self._held: Set[int] = frozenset()
        """What was still on when a hole was asked for."""
        self._off_at: dict[int, float] = {}
        self._on: Set[int] = frozenset()

    def ask(self) -> None:
        """Another hole is asked for: what is still there is no answer to that."""
        self._old |= self._found | self._on
        self._held = self._on
        self._found, self.due = set(), None

    def frame(self, t: float, on: Set[int]) -> None:
        """A picture by channels came."""
        fresh, gone = on - self._on, self._on - on
        self._old -= {channel for channel in fresh if t - self._off_at.get(channel, -1.0) >= LIFTED_S}
        self._off_at.update(dict.fromkeys(gone, t))
        self._on, self._held = on, self._held - gone
        if self._held:  # the piece was not lifted yet, whatever else answers to it
            self._old |= fresh
        if new := fresh - self._old - self._found:
            self._found = {channel for channel in self._found if self._is_there(t, channel)} | new
            self.due = t + REST_S

    def take(self, t: float) -> list[int]:
        """What answers to the piece that rests; nothing if it has gone on."""
        found = sorted(channel for channel in self._found if self._is_there(t, channel))
        self._found, self.due = set(), None
        self._old |= set(found)
        return found

    def _is_there(self, t: float, channel: int) -> bool:
        return channel in self._on or t - self._off_at.get(channel, -1.0) < GAP_S
