"""What a sensing board's own computer does, without a computer: it watches a virtual table and speaks the protocol.

No thread and no clock of its own: whoever drives it reads `due`, and calls `act` when that time has come. The virtual
board does so on a thread, for anybody who opens a serial port; a table on a virtual clock does so itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.virtual.table import Change, VirtualTable
from firmware import wire

HEARTBEAT_S = 1.0
RAW_S = 0.1
RAW_VALUES = (120, 860)
"""Raw readings of a place without and with a marble."""


def tag_of_card(card: str) -> str:
    """The tag id of a card that names itself."""
    return f"card:{card}".encode().hex().upper()


class Electronics:
    """The board's program.

    1. `boot` starts it: HELLO, then OCC. What the board says goes through `write`, a whole sentence at a time.
    2. `notice` takes what changed on the table, from any thread; `act` tells it: a changed picture once it has been
       stable for the debounce time, cards and buttons at once, a heartbeat every second.
    3. `command` obeys a line from the computer.
    """

    def __init__(
        self, table: VirtualTable, clock: Callable[[], float], write: Callable[[bytes], object], name: str = "virtual",
        mask: int | None = None, first_seq: int = 0, first_ms: int = 0,
    ) -> None:  # fmt: skip
        self.lights: dict[int, str] = {}
        self._table, self._clock, self._write, self._name = table, clock, write, name
        self._size = table.layout.size
        self._mask = (1 << self._size) - 1 if mask is None else mask
        self._first_seq, self._first_ms = first_seq, first_ms
        self._stuck: dict[int, bool] = {}
        self._changes: deque[Change | str] = deque()
        self._stable = -1

    def boot(self) -> None:
        """The board has power from now on."""
        self._seq, self._started = self._first_seq, self._clock()
        self._debounce_s = wire.DEBOUNCE_MS[2] / 1000
        self._is_raw, self._raw_at = False, 0.0
        self._laid: dict[str, str] = dict(self._table.snapshot()["cards"])
        self._changes.clear()
        self._stable = self._pending = self._picture()
        self._pending_since = self._started
        self._hello()

    def notice(self, change: Change | str) -> None:
        """Something changed on the table; as text, something that the board says of itself."""
        self._changes.append(change)

    def stick(self, index: int, is_on: bool) -> None:
        """A sensor fails: it reads filled, or empty, for ever; the board notices and says so."""
        self._stuck[index] = is_on
        self.notice(f"FAULT,{'stuck-on' if is_on else 'stuck-off'},{index}")

    def mend(self, index: int) -> None:
        """A sensor that failed works again."""
        del self._stuck[index]
        self.notice(f"FAULT,clear,{index}")

    def has_told(self) -> bool:
        """Whether all that changed on the table has been told."""
        return not self._changes and self._stable == self._picture()

    def due(self) -> float:
        """When `act` has something to do, if nothing changes before."""
        if self._changes:
            return self._clock()
        due = self._beat_at
        if self._pending != self._stable:
            due = min(due, self._pending_since + self._debounce_s)
        return min(due, self._raw_at) if self._is_raw else due

    def act(self) -> None:
        """Tells what there is to tell now."""
        self._take_changes()
        now = self._clock()
        if self._pending != self._stable and now >= self._pending_since + self._debounce_s:
            self._stable = self._pending
            self._occ()
        elif now >= self._beat_at:
            self._occ()
        if self._is_raw and now >= self._raw_at:
            self._raw_at = now + RAW_S
            self._raw()

    def command(self, line: bytes) -> None:
        """Obeys a line from the computer."""
        try:
            name, value, text = wire.command(line)
        except wire.BadSentence:
            self._send("FAULT", "input", "-")
            return
        if name == "HELLO":
            self._hello()
        elif name == "RAW":
            self._is_raw = bool(value)
        elif name == "DEBOUNCE":
            self._debounce_s = value / 1000
        elif value < self._size:
            self.lights[value] = text
        else:
            self._send("FAULT", "input", "-")

    def _hello(self) -> None:
        layout = self._table.layout.name
        self._send("HELLO", wire.PROTOCOL, self._name, "1.0.0", layout, wire.to_hex(self._mask, self._size))
        self._occ()

    def _occ(self) -> None:
        self._send("OCC", wire.to_hex(self._stable, self._size))
        self._beat_at = self._clock() + HEARTBEAT_S

    def _picture(self) -> int:
        picture = self._table.occupied() & self._mask
        for index, is_on in list(self._stuck.items()):
            picture = picture | 1 << index if is_on else picture & ~(1 << index)
        return picture

    def _take_changes(self) -> None:
        while self._changes:
            change = self._changes.popleft()
            if isinstance(change, str):
                self._own(change)
            elif change.kind == "card":
                self._card(change.reader, change.name)
            elif change.kind == "button":
                self._send("BTN", change.name, "down" if change.is_down else "up")
        picture = self._picture()
        if picture != self._pending:
            self._pending, self._pending_since = picture, self._clock()

    def _own(self, what: str) -> None:
        kind, *fields = what.split(",")
        if kind == "NOISE":
            self._write(bytes.fromhex(fields[0]))
        else:
            self._send(kind, *fields)

    def _card(self, reader: str, card: str) -> None:
        if self._laid.pop(reader, ""):
            self._send("CARD", reader, "-")
        if card:
            self._laid[reader] = card
            self._send("CARD", reader, tag_of_card(card))

    def _raw(self) -> None:
        picture = self._picture()
        for first in range(0, self._size, 16):
            values = [RAW_VALUES[picture >> index & 1] for index in range(first, min(first + 16, self._size))]
            self._send("RAW", str(first), *map(str, values))

    def _send(self, kind: str, *fields: str) -> None:
        ms = self._first_ms + int((self._clock() - self._started) * 1000)
        self._write(wire.encode(kind, self._seq, ms, fields))
        self._seq = (self._seq + 1) % wire.SEQ_COUNT
