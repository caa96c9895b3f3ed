"""SIGINT and SIGTERM end the program cleanly, with exit status 0, whatever it is doing; SIGHUP does not end it.

Flow of control
1. Python's own handler runs on the main thread: it asks the table to stop, or unwinds what is being opened.
2. Where that comes at a moment in which Python drops what is raised (while an object is thrown away, say), it is asked
   again a moment later. Where a library makes an error of its own of it, that error is the end all the same.
3. The same signal wakes a thread. If the program is still there after the grace time, because a table is stuck, a disk
   hangs or a library does not come back, the thread ends it: what was announced is on the disk.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
GRACE_S = 1.7
"""So long a clean end may take; users and systems were promised two seconds."""
AGAIN_S = 0.02
_END = b"\0"


class Stopping:
    """What a signal does: while a table is being opened it unwinds what was opened, later it asks the table to stop.

    Used as a context; what signals did before is restored behind it. Only the main thread can take signals. When a
    terminal is closed (SIGHUP: the line over the network broke) people at the table go on playing.
    With `is_whole_program` nothing comes behind it: who is asked to end again, at the very end, still ends with 0.
    """

    def __init__(self, is_whole_program: bool = False) -> None:
        self._is_whole_program = is_whole_program
        self._stop: Callable[[], None] | None = None
        self._is_asked = False
        self._before: dict[signal.Signals, Any] = {}
        self._ends: tuple[int, int] | None = None
        self._wakeup_before = -1
        self._dropped_before = sys.unraisablehook

    @property
    def is_unwinding(self) -> bool:
        """Whether a signal came while the table was being opened: whatever is raised from then on is its end."""
        return self._is_asked and self._stop is None

    def by(self, stop: Callable[[], None]) -> None:
        """From now on a signal calls `stop`; at once, if one has come already."""
        self._stop = stop
        if self._is_asked:
            stop()

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            self._ends = os.pipe()
            os.set_blocking(self._ends[1], False)
            self._wakeup_before = signal.set_wakeup_fd(self._ends[1], warn_on_full_buffer=False)
            threading.Thread(target=_see_to_it, args=(self._ends[0],), name="stopping", daemon=True).start()
            self._before = {number: signal.signal(number, self._asked) for number in SIGNALS}
            self._before[signal.SIGHUP] = signal.signal(signal.SIGHUP, signal.SIG_IGN)
            self._dropped_before, sys.unraisablehook = sys.unraisablehook, self._dropped
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        is_ending = self._is_asked and self._is_whole_program
        for number, before in self._before.items():
            signal.signal(number, signal.SIG_IGN if is_ending else before)
        if self._ends is not None:
            sys.unraisablehook = self._dropped_before
            signal.set_wakeup_fd(self._wakeup_before)
            with contextlib.suppress(OSError):
                os.write(self._ends[1], _END)
            os.close(self._ends[1])
        if self.is_unwinding and isinstance(error, Exception):
            raise SystemExit(0) from error

    def _asked(self, number: int, frame: FrameType | None) -> None:
        is_first, self._is_asked = not self._is_asked, True
        if self._stop is not None:
            self._stop()
        elif is_first:
            raise SystemExit(0)

    def _dropped(self, dropped: sys.UnraisableHookArgs) -> None:
        if not (self._is_asked and dropped.exc_type is SystemExit):
            self._dropped_before(dropped)
            return
        self._is_asked = False
        threading.Timer(AGAIN_S, os.kill, (os.getpid(), signal.SIGTERM)).start()


def _see_to_it(signals: int) -> None:
    """Ends the program if a signal has not within the grace time; also when it hangs behind its last line."""
    while True:
        got = os.read(signals, 1)
        if got in (b"", _END):
            os.close(signals)
            return
        if got[0] in SIGNALS:
            threading.Event().wait(GRACE_S)
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write("tastkreis: it did not end by itself, and was ended\n")
            os._exit(0)
