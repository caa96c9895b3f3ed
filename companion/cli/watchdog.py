"""The watchdog: it notices when the table thinks for too long, says so, and tells where; and systemd that all is well.

1. The table tells since when it has been working on one thing. 2. A thread looks. What takes too long is named in one
line, with the place in the program, and the table is told once. 3. Under systemd (`WatchdogSec=`) it says every second
that the table is alive; a table that is stuck for longer is started anew, and the game goes on from its log.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable

LOOK_S = 0.5
STUCK_S = 3.0
"""Nothing that a table does takes as long; the slowest answer takes a tenth of a second."""


class Watchdog:
    """Looks after one table. `busy_since`: when it began what it is doing, None while it waits."""

    def __init__(self, busy_since: Callable[[], float | None], clock: Callable[[], float],
                 tell: Callable[[str, str], object]) -> None:  # fmt: skip
        self._busy_since, self._clock, self._tell = busy_since, clock, tell
        self._told: float | None = None
        self._ended = threading.Event()
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begins to look after the thread that calls this."""
        self._watched = threading.get_ident()
        notify_system("READY=1")
        self._thread.start()

    def close(self) -> None:
        """Ends it."""
        notify_system("STOPPING=1")
        self._ended.set()

    def look(self) -> None:
        """Looks once."""
        since = self._busy_since()
        if since is None or self._clock() - since < STUCK_S:
            notify_system("WATCHDOG=1")
        elif since != self._told:
            self._told = since
            self._tell("table_stuck", f"the table has been busy for {STUCK_S:g} s{self._place()}")

    def _run(self) -> None:
        while not self._ended.wait(LOOK_S):
            self.look()

    def _place(self) -> str:
        frame = sys._current_frames().get(self._watched)
        if frame is None:
            return ""
        stack = traceback.extract_stack(frame)[-3:]
        return " in " + " < ".join(f"{os.path.basename(s.filename)}:{s.lineno}" for s in reversed(stack))


def notify_system(state: str) -> None:
    """Tells systemd, if it started us and wants to know. Source: sd_notify(3)."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as one:
        one.setblocking(False)
        one.sendto(state.encode(), "\0" + place[1:] if place.startswith("@") else place)
