"""From the session to the world: the log first, then everybody at the same time."""

from __future__ import annotations

import errno
import json
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.cli.bad_input import BadInput
from companion.facts import KINDS, Fact, Listener
from companion.store.lines import KeptLines, Notify

CHUNK_BYTES = 1 << 16
"""So much of an evening out of a file is written at a time."""


class FactLog(Protocol):
    """What keeps facts."""

    def append(self, facts: Sequence[Fact]) -> None: ...


class Publisher:
    """Numbers the facts, writes them to the log, and hands them to the listeners in the order they were wired.

    Facts of a kind that is no event (`game`, `hand`, `ruling`, `part` and others) go into the log only.
    """

    def __init__(self, log: FactLog | None) -> None:
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


class RecentEvents:
    """The newest events, for pages that were away. Each is kept as its line: as values they take more room."""

    def __init__(self, most: int) -> None:
        self._lines: deque[tuple[int, str]] = deque(maxlen=most)

    def hear(self, fact: Fact, number: int) -> None:
        """Takes one event."""
        self._lines.append((number, json.dumps(fact.event(number), ensure_ascii=False)))

    def since(self, number: int) -> list[dict[str, Any]]:
        """The events after this number, as far back as they are kept. From any thread."""
        return [json.loads(line) for each, line in list(self._lines) if each > number]


class EventsFile:
    """`--events FILE`: one JSON object a line, UTF-8, `-` for standard output.

    At a live table (`is_live`) nobody has to read to the end: when a pipe is closed or full, play goes on; elsewhere
    what cannot be written ends the command. Raises: OSError.
    """

    def __init__(self, path: str, notify: Notify, is_live: bool = False) -> None:
        self._path, self._is_live, self._lines = path, is_live, bytearray()
        if path == "-":
            self._file = KeptLines("standard output", notify, fd=_standard_output(), is_patient=not is_live)
        else:
            self._file = KeptLines(path, notify, is_emptied=True, is_patient=not is_live)

    def hear(self, fact: Fact, number: int) -> None:
        """Takes one event. Raises: BrokenPipeError."""
        self._lines += json.dumps(fact.event(number), ensure_ascii=False).encode(errors="replace") + b"\n"
        if not self._is_live and len(self._lines) > CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Puts what was taken into the file. Raises, where it is not live: BrokenPipeError, BadInput."""
        lines, self._lines = bytes(self._lines), bytearray()
        try:
            self._file.write(lines)
        except BrokenPipeError:
            if not self._is_live:
                raise
            self._file.close()
        except OSError as error:
            raise BadInput(f"--events {self._path}: {error.strerror}") from error

    def close(self) -> None:
        """Ends the file."""
        try:
            self.flush()
        finally:
            self._file.close()


def _standard_output() -> int:
    """The number of standard output. Raises: OSError where it was closed before the start."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    return sys.stdout.fileno()
