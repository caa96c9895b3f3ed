"""A sensing board at a serial port: read in a thread of its own, found again after it was pulled."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.inputs import Cable, Hello, Input
from companion.sensing.errors import PortInUse, PortNotFound, SensingError
from companion.sensing.lines import LineSplitter
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder

if TYPE_CHECKING:
    from serial import Serial

BAUD = 115200
SILENCE_S = 2.5
"""A board says something every second; after this time without a good sentence it counts as gone."""
READ_S = 0.2
BUSY_S = 3.0
"""So long a port is waited for that another program holds; who asks a port for a board does so for 2.4 s."""
ASK_S, MOST_ASKS = 1.0, 5
"""A board whose name was damaged on its way, or cannot be read, is asked for it so often and no more."""
MOST_NOISE = 100
"""Lines without a sentence that are recorded and told within a second; a board sends a dozen lines in that time."""
BACK_OFF_S = (0.1, 2.0)
"""First and longest pause between two attempts to open a port that has vanished."""

Find = Callable[[Callable[[], bool]], str]
"""Looks for the port of a board, until what it is given tells that nobody wants it any more. Raises: SensingError."""

_REASONS = {True: "sentences come", False: "no sentences come"}


def open_port(port: str) -> Serial:
    """The serial port, for this program alone.

    Raises: PortNotFound, PortInUse.
    """
    import serial

    try:
        return serial.Serial(port, BAUD, timeout=READ_S, exclusive=True)
    except FileNotFoundError as error:
        raise PortNotFound(f"there is no serial port {port}") from error
    except (OSError, ValueError) as error:
        raise _port_error(port, getattr(error, "errno", None), str(error)) from error


def open_soon(port: str) -> Serial:
    """The same, a little later where another program holds it: who asks every port for its board soon lets go.

    Raises: PortNotFound, PortInUse.
    """
    until = time.monotonic() + BUSY_S
    while True:
        try:
            return open_port(port)
        except PortInUse:
            if time.monotonic() >= until or not os.access(port, os.R_OK | os.W_OK):
                raise
            time.sleep(0.1)


def _port_error(port: str, code: int | None, text: str) -> SensingError:
    if not os.path.exists(port) or code in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        return PortNotFound(f"there is no serial port {port}")
    if code in (errno.EACCES, errno.EPERM):
        return no_access("serial port", port)
    if code in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return PortInUse(f"the serial port {port} is in use by another program")
    why = os.strerror(code) if code else text
    is_known = code == errno.ENOTTY or os.strerror(errno.ENOTTY) in text
    return PortNotFound(f"{port} is not a serial port{'' if is_known else f': {why}'}")


def no_access(what: str, port: str) -> PortInUse:
    """That this user may not open a device, and what gives access to it."""
    group = _group_of(port)
    return PortInUse(f"no access to the {what} {port}; {_way_in(port, group)}", group)


def _group_of(port: str) -> str:
    """The group whose members may read and write this port; empty where none may."""
    import grp

    try:
        owner = os.stat(port)
        group = grp.getgrgid(owner.st_gid).gr_name
    except (OSError, KeyError):
        return ""
    return "" if group == "root" or owner.st_mode & 0o060 != 0o060 else group


def _way_in(port: str, group: str) -> str:
    """What gives this user access: the command that joins the group of the port, or opens the port to all."""
    if not group:
        return f"only root may use it; type: sudo chmod a+rw {port}"
    return f"its group is {group}; type: sudo adduser $USER {group}, then log out and in again"


class SerialBoard:
    """A board behind a serial port.

    1. `start` opens the port, or says at once why it cannot, asks the board for its name and starts the thread. With
       `find` nothing has to be there yet: the thread looks for the port, and anew each time the board has gone.
    2. The thread reads lines; each is recorded, read, and its inputs delivered, all with one time.
    3. The first good sentence says that the board is there, unless it is one of another kind; when the port fails,
       2.5 s pass without one, or it turns out to be of another kind, the board is gone.
    4. A board that is gone is looked for without end: the port is closed, and opened again after a growing pause.
    `deliver` is called from the thread.
    """

    def __init__(
        self,
        port: str,
        reader: SentenceReader,
        deliver: Callable[[Input], None],
        clock: Callable[[], float],
        record: TraceRecorder | None = None,
        find: Find | None = None,
    ) -> None:
        self.port, self._find = port, find
        self._reader, self._deliver, self._clock, self._record = reader, deliver, clock, record
        self._splitter = LineSplitter()
        self._serial: Serial | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._is_connected: bool | None = None
        self._heard = self._asked = 0.0
        self._asks = 0
        """How often the board was asked for its name since the port is open, `MOST_ASKS` once it has told it."""
        self._noisy_second, self._noise = -1, 0
        self._thread = threading.Thread(target=self._run, name=f"board {port}", daemon=True)

    def start(self) -> None:
        """Opens the port and begins to listen. Raises: PortNotFound, PortInUse."""
        if self._find is None:
            self._serial = open_soon(self.port)
        self._thread.start()

    def send(self, line: str) -> bool:
        """Sends one line to the board (`!RAW,on`); never waits. Whether it was sent as a whole."""
        data = line.encode("ascii") + b"\r\n"
        with self._lock:
            if self._serial is None:
                return False
            try:
                return os.write(self._serial.fileno(), data) == len(data)
            except OSError:
                return False

    def close(self) -> None:
        """Stops listening, frees the port and waits for the thread."""
        self._stop.set()
        with self._lock:
            if self._serial is not None:
                self._serial.cancel_read()
        if self._thread.is_alive():
            self._thread.join()
        self._drop_port()

    def _run(self) -> None:
        pause = BACK_OFF_S[0]
        while not self._stop.is_set():
            if self._serial is not None or self._reopen():
                heard_before = self._reader.sentences
                self._heard = self._clock()
                self._asks = 0
                self._listen()
                self._drop_port()
                if self._stop.is_set():
                    return
                self._gone()
                if self._reader.sentences > heard_before:
                    pause = BACK_OFF_S[0]
            elif self._is_connected is None:
                self._cable(round(self._clock(), 3), False)
            self._stop.wait(pause)
            pause = min(2 * pause, BACK_OFF_S[1])

    def _listen(self) -> None:
        """Reads until the port fails, the board falls silent, or this object is closed."""
        port = self._serial
        while port is not None and not self._stop.is_set():
            self._ask()
            try:
                data = port.read(max(1, port.in_waiting))
            except (OSError, TypeError):  # pyserial lets a TypeError through when the device goes away in mid-read
                return
            t = round(self._clock(), 3)
            for line in self._splitter.feed(data):
                self._line(line, t)
            if self._clock() - self._heard > SILENCE_S:
                return

    def _ask(self) -> None:
        if self._asks < MOST_ASKS and (not self._asks or self._clock() >= self._asked + ASK_S):
            self._asks, self._asked = self._asks + 1, self._clock()
            self.send("?HELLO")

    def _line(self, line: bytes, t: float) -> None:
        if not line.strip(b"\r"):
            return
        before = self._reader.sentences
        inputs = self._reader.sentence(line, t)
        if self._reader.sentences > before:
            self._heard = self._clock()
            if self._is_connected or not self._reader.is_foreign:
                self._cable(t, not self._reader.is_foreign)
        elif self._is_flood(t):
            return
        if self._record is not None:
            self._record.wire(t, line)
        for each in inputs:
            if isinstance(each, Hello):
                self._asks = MOST_ASKS
            self._deliver(each)

    def _is_flood(self, t: float) -> bool:
        """Whether there was so much noise within this second that more of it tells nothing; it is counted only."""
        if int(t) != self._noisy_second:
            self._noisy_second, self._noise = int(t), 0
        self._noise += 1
        return self._noise > MOST_NOISE

    def _gone(self) -> None:
        """The board has vanished: half a line is lost with it."""
        t = round(self._clock(), 3)
        self._line(self._splitter.flush(), t)
        self._reader.interrupt(t)
        self._cable(t, False)

    def _cable(self, t: float, is_connected: bool) -> None:
        if self._is_connected is is_connected:
            return
        self._is_connected = is_connected
        if self._record is not None:
            self._record.cable(t, is_connected)
        self._deliver(Cable(t, is_connected, self._reader.source, _REASONS[is_connected]))

    def _reopen(self) -> bool:
        try:
            if self._find is not None:
                self.port = self._find(self._stop.is_set)
            port = open_port(self.port)
        except SensingError:
            return False
        with self._lock:
            self._serial = port
        return True

    def _drop_port(self) -> None:
        with self._lock:
            port, self._serial = self._serial, None
        if port is not None:
            try:
                port.close()
            except OSError:
                return
