"""A sensing board without electronics: it watches a virtual table and speaks over a pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from companion.virtual.table import Change, VirtualTable
from firmware import wire

HEARTBEAT_S = 1.0
RAW_S = 0.1
RAW_VALUES = (120, 860)
"""Raw readings of a place without and with a marble."""


def tag_of_card(card: str) -> str:
    """The tag id of a card that names itself."""
    return f"card:{card}".encode().hex().upper()


def sweep() -> None:
    """Removes the folders of companions that were killed; those of others, and of the living, stay."""
    for folder in Path(tempfile.gettempdir()).glob("tastkreis-*-*"):
        owner = folder.name.split("-")[1]
        with contextlib.suppress(OSError):
            if owner.isdecimal() and folder.lstat().st_uid == os.geteuid() and not _lives(int(owner)):
                shutil.rmtree(folder)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


class VirtualBoard:
    """A board that anybody who reads serial ports can open at `port`.

    1. `plug` makes a pseudo-terminal behind the same path each time and starts the board: HELLO, then OCC.
    2. A thread waits for changes of the table, for lines from the computer, and for the next heartbeat.
    3. A changed picture is told once it has been stable for the debounce time; cards and buttons at once.
    4. `unplug` takes everything away, as pulling the cable does; what nobody reads is lost, never waited for.
    """

    def __init__(
        self,
        table: VirtualTable,
        board: str = "virtual",
        mask: int | None = None,
        first_seq: int = 0,
        first_ms: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.name = table, board
        self.lights: dict[int, str] = {}
        self._size = table.layout.size
        self._mask = (1 << self._size) - 1 if mask is None else mask
        self._stuck: dict[int, bool] = {}
        self._first_seq, self._first_ms, self._clock = first_seq, first_ms, clock
        sweep()
        self._folder = tempfile.TemporaryDirectory(prefix=f"tastkreis-{os.getpid()}-")
        self.port = os.path.join(self._folder.name, "board")
        """Path of the serial port."""
        self._changes: deque[Change | str] = deque()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        table.listen(self._changed)

    def plug(self) -> None:
        """Puts the cable in: the board starts anew."""
        if self._thread is not None:
            return
        import tty

        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        fresh = self.port + ".new"
        os.symlink(os.ttyname(self._slave), fresh)
        os.replace(fresh, self.port)
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pulls the cable: the port vanishes, the board has no power."""
        if self._thread is None:
            return
        self._stop.set()
        self._wake()
        self._thread.join()
        self._thread = None
        os.unlink(self.port)
        os.close(self._slave)
        os.close(self._master)

    def close(self) -> None:
        """Unplugs and removes the path of the port."""
        self.unplug()
        with contextlib.suppress(ValueError):
            self.table.unlisten(self._changed)
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._folder.cleanup()

    def stick(self, index: int, is_on: bool) -> None:
        """A sensor fails: it reads filled, or empty, for ever; the board notices and says so."""
        self._stuck[index] = is_on
        self._tell(f"FAULT,{'stuck-on' if is_on else 'stuck-off'},{index}")

    def mend(self, index: int) -> None:
        """A sensor that failed works again."""
        del self._stuck[index]
        self._tell(f"FAULT,clear,{index}")

    def noise(self, data: bytes) -> None:
        """Foreign bytes on the wire."""
        self._tell("NOISE," + data.hex())

    def _tell(self, what: str) -> None:
        self._changes.append(what)
        self._wake()

    def _changed(self, change: Change) -> None:
        if self._thread is not None:
            self._changes.append(change)
            self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"!")

    def _run(self) -> None:
        self._boot()
        rest = b""
        while not self._stop.is_set():
            ready, _, _ = select.select([self._master, self._wake_read], [], [], self._wait_s())
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            self._take_changes()
            if self._master in ready:
                *lines, rest = (rest + self._read()).split(b"\n")
                rest = rest[-wire.MAX_LENGTH :]
                for line in lines:
                    self._command(line)
            self._tick()

    def _boot(self) -> None:
        self._seq, self._started = self._first_seq, self._clock()
        self._debounce_s = wire.DEBOUNCE_MS[2] / 1000
        self._is_raw, self._raw_at = False, 0.0
        self._laid: dict[str, str] = dict(self.table.snapshot()["cards"])
        self._changes.clear()
        self._stable = self._pending = self._picture()
        self._pending_since = self._started
        self._hello()

    def _hello(self) -> None:
        layout = self.table.layout.name
        self._send("HELLO", wire.PROTOCOL, self.name, "1.0.0", layout, wire.to_hex(self._mask, self._size))
        self._occ()

    def _occ(self) -> None:
        self._send("OCC", wire.to_hex(self._stable, self._size))
        self._beat_at = self._clock() + HEARTBEAT_S

    def _picture(self) -> int:
        picture = self.table.occupied() & self._mask
        for index, is_on in list(self._stuck.items()):
            picture = picture | 1 << index if is_on else picture & ~(1 << index)
        return picture

    def _wait_s(self) -> float:
        due = self._beat_at
        if self._pending != self._stable:
            due = min(due, self._pending_since + self._debounce_s)
        if self._is_raw:
            due = min(due, self._raw_at)
        return max(0.0, due - self._clock())

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

    def _tick(self) -> None:
        now = self._clock()
        if self._pending != self._stable and now - self._pending_since >= self._debounce_s:
            self._stable = self._pending
            self._occ()
        elif now >= self._beat_at:
            self._occ()
        if self._is_raw and now >= self._raw_at:
            self._raw_at = now + RAW_S
            self._raw()

    def _raw(self) -> None:
        picture = self._picture()
        for first in range(0, self._size, 16):
            values = [RAW_VALUES[picture >> index & 1] for index in range(first, min(first + 16, self._size))]
            self._send("RAW", str(first), *map(str, values))

    def _command(self, line: bytes) -> None:
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

    def _send(self, kind: str, *fields: str) -> None:
        ms = self._first_ms + int((self._clock() - self._started) * 1000)
        self._write(wire.encode(kind, self._seq, ms, fields))
        self._seq = (self._seq + 1) % wire.SEQ_COUNT

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except OSError:
            return b""

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)
