"""A board that this program reads itself: what it sees becomes the sentences of every board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.inputs import Cable, Input
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder
from firmware import wire


class Teller:
    """Numbers sentences, records them, and delivers what the reader of every board makes of them."""

    def __init__(self, reader: SentenceReader, deliver: Callable[[Input], None], clock: Callable[[], float],
                 record: TraceRecorder | None) -> None:  # fmt: skip
        self._reader, self._deliver, self._clock, self._record = reader, deliver, clock, record
        self._seq = 0

    def cable(self, is_connected: bool, reason: str = "") -> None:
        """The board is there, or gone."""
        t = round(self._clock(), 3)
        if self._record is not None:
            self._record.cable(t, is_connected)
        self._deliver(Cable(t, is_connected, self._reader.source, reason))

    def hello(self, board: str, version: str, size: int) -> None:
        """The board names itself; it has a sensor at each of its `size` places."""
        mask = wire.to_hex((1 << size) - 1, size)
        self.say("HELLO", [wire.PROTOCOL, board, version, self._reader.layout.name, mask])

    def say(self, kind: str, fields: Sequence[str]) -> None:
        """One sentence."""
        t = round(self._clock(), 3)
        line = wire.encode(kind, self._seq, int(t * 1000), list(fields)).rstrip(b"\n")
        self._seq = (self._seq + 1) % wire.SEQ_COUNT
        if self._record is not None:
            self._record.wire(t, line)
        for each in self._reader.sentence(line, t):
            self._deliver(each)
