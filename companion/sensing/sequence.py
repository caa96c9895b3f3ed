"""What the numbers and times of sentences tell: lost ones, doubled ones, overtaken ones, a board started anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum

from firmware import wire

RESTART = 1000
"""What a restart or a pulled cable counts as, in lost sentences; no frame tells of more."""

Line = tuple[str | int, ...]
"""Type, number, time and fields of one sentence."""

_HALF = wire.MS_COUNT // 2
_LATE = 16
"""Missing numbers kept: a sentence may be overtaken by a few later ones."""
_LATE_MS = 2000
_RECENT = 4


class Standing(Enum):
    """How a good sentence stands among those before it."""

    NEW = "new"
    RESTARTED = "restarted"
    DOUBLED = "doubled"
    LATE = "late"
    """A picture that a later picture has overtaken: of no use any more."""


class Numbers:
    """Keeps count of the sentences of one board.

    1. The same number as the line before, or the very line just heard: doubled.
    2. A missing number that comes after all, overtaken by a few others: not lost.
    3. A time that goes back, or a HELLO that counts from 0: the board was started anew.
    4. Any other distance between two numbers: so many were lost, until a frame tells of them (`take_lost`).
    Damaged lines are not shown to this object: their numbers are missing, which counts them.
    """

    def __init__(self) -> None:
        self._newest: tuple[int, int] | None = None
        self._number = -1
        self._frame = 0
        self._lost = 0
        self._missing: deque[int] = deque(maxlen=_LATE)
        self._recent: deque[Line] = deque(maxlen=_RECENT)

    def follow(self, kind: str, seq: int, ms: int, fields: Sequence[str]) -> Standing:
        """How this sentence stands; doubled and late ones are to be dropped."""
        this: Line = (kind, seq, ms, *fields)
        if self._newest is None:
            return self._remember(this, seq, ms, Standing.NEW)
        last_seq, last_ms = self._newest
        back_ms = (last_ms - ms) % wire.MS_COUNT
        went_back = 0 < back_ms < _HALF
        is_repeated = this in self._recent and kind != "HELLO"  # a board in a boot loop says the same HELLO again
        if is_repeated or (seq == self._number and not went_back):
            return Standing.DOUBLED
        if seq in self._missing and back_ms <= _LATE_MS:
            return self._fill(this, seq)
        if went_back or (kind == "HELLO" and seq == 0 and last_seq != wire.SEQ_COUNT - 1):
            self.interrupt()
            self._recent.clear()
            return self._remember(this, seq, ms, Standing.RESTARTED)
        lost = (seq - last_seq - 1) % wire.SEQ_COUNT
        self._lost += lost
        self._missing.extend((seq - back) % wire.SEQ_COUNT for back in range(min(lost, _LATE), 0, -1))
        return self._remember(this, seq, ms, Standing.NEW)

    def interrupt(self) -> None:
        """The trail has a gap of unknown length."""
        self._lost = RESTART
        self._missing.clear()

    def take_lost(self) -> int:
        """Sentences lost since this was last asked."""
        lost, self._lost = self._lost, 0
        return min(lost, RESTART)

    def _remember(self, this: Line, seq: int, ms: int, standing: Standing) -> Standing:
        self._newest, self._number = (seq, ms), seq
        self._recent.append(this)
        if this[0] == "OCC":
            self._frame = seq
        return standing

    def _fill(self, this: Line, seq: int) -> Standing:
        self._missing.remove(seq)
        self._number = seq
        self._recent.append(this)
        is_overtaken = 0 < (self._frame - seq) % wire.SEQ_COUNT < wire.SEQ_COUNT // 2
        if not is_overtaken:
            self._lost = max(0, self._lost - 1)
        if this[0] == "OCC":
            if is_overtaken:
                return Standing.LATE
            self._frame = seq
        return Standing.NEW
