"""A sensing board at a pseudo-terminal: the electronics of a virtual table, heard as any serial board is."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.virtual.electronics import Electronics
from companion.virtual.table import Change, VirtualTable
from firmware import wire


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
        self.table, self._clock = table, clock
        self._electronics = Electronics(table, clock, self._write, board, mask, first_seq, first_ms)
        self.lights = self._electronics.lights
        sweep()
        self._folder = tempfile.TemporaryDirectory(prefix=f"tastkreis-{os.getpid()}-")
        self.port = os.path.join(self._folder.name, "board")
        """Path of the serial port."""
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        table.listen(self._changed)
        table.witness(lambda: self._thread is None or self._electronics.has_told())

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
        self._electronics.stick(index, is_on)
        self._wake()

    def mend(self, index: int) -> None:
        """A sensor that failed works again."""
        self._electronics.mend(index)
        self._wake()

    def noise(self, data: bytes) -> None:
        """Foreign bytes on the wire."""
        self._electronics.notice("NOISE," + data.hex())
        self._wake()

    def _changed(self, change: Change) -> None:
        if self._thread is not None:
            self._electronics.notice(change)
            self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"!")

    def _run(self) -> None:
        self._electronics.boot()
        rest = b""
        while not self._stop.is_set():
            wait_s = max(0.0, self._electronics.due() - self._clock())
            ready, _, _ = select.select([self._master, self._wake_read], [], [], wait_s)
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            if self._master in ready:
                *lines, rest = (rest + self._read()).split(b"\n")
                rest = rest[-wire.MAX_LENGTH :]
                for line in lines:
                    self._electronics.command(line)
            self._electronics.act()

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except OSError:
            return b""

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)
