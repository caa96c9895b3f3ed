"""SIGINT and SIGTERM end the program cleanly, with exit status 0, whatever it is doing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """What a signal does: while a table is being opened it unwinds what was opened, later it asks the table to stop.

    Used as a context; what signals did before is restored behind it. Only the main thread can take signals.
    """

    def __init__(self) -> None:
        self._stop: Callable[[], None] | None = None
        self._is_asked = False
        self._before: dict[signal.Signals, Any] = {}

    def by(self, stop: Callable[[], None]) -> None:
        """From now on a signal calls `stop`; at once, if one has come already."""
        self._stop = stop
        if self._is_asked:
            stop()

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._asked) for number in SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        is_first, self._is_asked = not self._is_asked, True
        if self._stop is not None:
            self._stop()
        elif is_first:
            raise SystemExit(0)
