"""SIGINT and SIGTERM end the program cleanly, with exit status 0, whatever it is doing."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)

Handler = Callable[[int, FrameType | None], None]


class Stopping:
    """What a signal does: while the table is opened it unwinds what was opened, later it asks the table to stop."""

    def __init__(self) -> None:
        self._stop: Callable[[], None] | None = None
        self._is_asked = False
        for number in SIGNALS:
            signal.signal(number, self._asked)

    def by(self, stop: Callable[[], None]) -> None:
        """From now on a signal calls `stop`; at once, if one has come already."""
        self._stop = stop
        if self._is_asked:
            stop()

    def _asked(self, number: int, frame: FrameType | None) -> None:
        self._is_asked = True
        if self._stop is None:
            raise SystemExit(0)
        self._stop()
