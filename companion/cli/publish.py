"""From the session to the world: the log first, then everybody at the same time."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import IO

from companion.facts import KINDS, Fact, Listener
from companion.store.log import Log


class Publisher:
    """Numbers the facts, writes them to the log, and hands them to the listeners in the order they were wired.

    Facts of a kind that is no event (`game`, `hand`, `ruling`, `stuck`, `unseen`) go into the log only.
    """

    def __init__(self, log: Log | None) -> None:
        self._log = log
        self._listeners: list[Listener] = []
        self._after: list[Callable[[], None]] = []
        self.count = 0

    def wire(self, listener: Listener) -> None:
        """Adds a listener; it hears all facts from now on."""
        self._listeners.append(listener)

    def after_each(self, action: Callable[[], None]) -> None:
        """Calls `action` after the facts of each moment have been told."""
        self._after.append(action)

    def publish(self, facts: Sequence[Fact], before_telling: Callable[[], None] | None = None) -> None:
        """Logs the facts, calls `before_telling`, then tells them: they are on the disk before anybody hears them."""
        if facts and self._log is not None:
            self._log.append(facts)
        if before_telling is not None:
            before_telling()
        if not facts:
            return
        for fact in facts:
            if fact.kind in KINDS:
                self.count += 1
                for listener in self._listeners:
                    listener(fact, self.count)
        for action in self._after:
            action()


class EventsFile:
    """`--events FILE`: one JSON object a line, `-` for standard output. Raises: OSError."""

    def __init__(self, path: str) -> None:
        self._is_standard = path == "-"
        self._file: IO[str] = sys.stdout if self._is_standard else open(path, "w", encoding="utf-8")  # noqa: SIM115

    def hear(self, fact: Fact, number: int) -> None:
        """Writes one event."""
        self._file.write(json.dumps(fact.event(number), ensure_ascii=False) + "\n")

    def flush(self) -> None:
        """Puts what was written into the file."""
        self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        self._file.flush()
        if not self._is_standard:
            self._file.close()

