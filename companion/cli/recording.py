"""Recording a live evening so that it plays the same again: what came is written in the order in which it counted."""

from __future__ import annotations

import math
import os
from pathlib import Path

from companion.sensing.trace import TraceRecorder
from companion.store.files import free_name
from companion.store.lines import KeptLines, Notify

Line = tuple[float, bytes | bool]
"""When, and a line from the board, or whether the cable was put in."""


def not_before(t: float, now: float) -> float:
    """The time `t` of an input; the next whole millisecond if the table's time `now` is past it already.

    What counted after something was settled must not come before it when the trace is played.
    """
    return t if t >= now else next_ms(now)


def next_ms(now: float) -> float:
    """The first whole millisecond that is not before `now`."""
    return math.ceil(now * 1000) / 1000


class Recording(TraceRecorder):
    """A trace that is written by the table's own thread.

    1. The board's thread notes its lines here, each before what they mean is delivered. 2. Whoever delivers takes them
    along with `gathered`. 3. The table writes them when their turn has come.
    """

    def __init__(self, path: str, notify: Notify) -> None:
        """`path`: where it goes; `self.path` tells where it went, if the file holds something already."""
        is_taken = os.path.isfile(path) and os.path.getsize(path) > 0
        self.path = str(free_name(Path(path))) if is_taken else path
        super().__init__(self.path, lambda wanted: KeptLines(wanted, notify))
        self._noted: list[Line] = []

    def wire(self, t: float, line: bytes) -> None:
        """One line from the board."""
        self._noted.append((t, line))

    def cable(self, t: float, is_connected: bool) -> None:
        """The cable was pulled or put back."""
        self._noted.append((t, is_connected))

    def gathered(self) -> list[Line]:
        """The lines noted since the last call; from the thread that notes them."""
        noted, self._noted = self._noted, []
        return noted

    def end(self, now: float, is_connected: bool) -> None:
        """The last line: how the cable was at the table's time `now`, so that what fell due until then is played."""
        super().cable(next_ms(now), is_connected)

    def write(self, lines: list[Line], now: float) -> None:
        """Puts lines into the file; `now` is the table's time."""
        for t, line in lines:
            if isinstance(line, bytes):
                super().wire(not_before(t, now), line)
            else:
                super().cable(not_before(t, now), line)
