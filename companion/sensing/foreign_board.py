"""A board that somebody else made: its bytes, whatever they look like, become the sentences of every board.

What has to be written for such a board is one `Translator`; docs/other-boards.md shows the smallest.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from calibration.reading import read_bytes
from companion.inputs import Input
from companion.sensing.errors import BadTrace, SensingError
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import open_port
from companion.sensing.teller import Teller
from companion.sensing.trace import TraceRecorder

Sentence = tuple[str, Sequence[str]]
"""Type and fields, such as `("OCC", ["000000000000000000000000"])`."""


class Translator(Protocol):
    """Foreign bytes in, sentences out. `feed` gets them in any pieces; what is damaged it leaves out, and never raises.

    `ask`: bytes that the board wants to hear when it is opened; empty if none.
    """

    ask: bytes

    def feed(self, data: bytes) -> Iterable[Sentence]: ...


class Source(Protocol):
    """Where foreign bytes come from. `read` waits a little; empty for nothing yet, None at the end."""

    def read(self) -> bytes | None: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class PortSource:
    """Bytes from a serial port. Raises: PortNotFound, PortInUse."""

    def __init__(self, port: str) -> None:
        self._serial = open_port(port)

    def read(self) -> bytes | None:
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except (OSError, TypeError):  # the board was pulled
            return None

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


class RecordedSource:
    """Bytes out of a file, as they once came: a line a piece, its seconds and then its bytes in hex.

    Raises: BadTrace with file and line; OSError when the file cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.pieces = list(_pieces(path))
        self._left = iter(self.pieces)
        self.heard = b""

    def read(self) -> bytes | None:
        return next((data for _, data in self._left), None)

    def write(self, data: bytes) -> None:
        self.heard += data

    def close(self) -> None:
        return


def _pieces(path: str | os.PathLike[str]) -> Iterator[tuple[float, bytes]]:
    for count, line in enumerate(read_bytes(path).splitlines(), 1):
        seconds, _, digits = line.strip().decode("ascii", "replace").partition(" ")
        try:
            if line.strip():
                yield float(seconds), bytes.fromhex(digits)
        except ValueError as error:
            raise BadTrace(path, count, f"seconds and bytes in hex are expected ({error})") from error


class ForeignBoard:
    """A board that speaks its own language; the same face as `SerialBoard`.

    1. `start` opens the source, or says at once why it cannot, and asks the board to speak.
    2. A thread reads, lets the translator make sentences, numbers them, and hands them to the reader of every board.
    3. When the source ends, the board is gone; a translator that sends no `HELLO` has one sent for it.
    """

    def __init__(self, open_source: Callable[[], Source], translator: Translator, name: str, reader: SentenceReader,
                 deliver: Callable[[Input], None], clock: Callable[[], float],
                 record: TraceRecorder | None = None) -> None:  # fmt: skip
        self._open, self._translator, self._name, self._reader = open_source, translator, name, reader
        self._teller, self._stop = Teller(reader, deliver, clock, record), threading.Event()
        self._source: Source | None = None
        self._thread = threading.Thread(target=self._run, name=f"board {name}", daemon=True)

    def start(self) -> None:
        """Opens the source and begins to read. Raises: SensingError."""
        self._source = self._open()
        try:
            if self._translator.ask:
                self._source.write(self._translator.ask)
        except OSError as error:
            raise SensingError(f"the board {self._name} does not listen: {error}") from error
        self._thread.start()

    def send(self, line: str) -> bool:
        """Nothing is sent to a board whose language has no such word."""
        return False

    def close(self) -> None:
        """Stops reading."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._source is not None:
            self._source.close()

    def _run(self) -> None:
        assert self._source is not None
        self._teller.cable(True)
        self._teller.hello(self._name, "foreign", self._reader.layout.size)
        while not self._stop.is_set() and (data := self._source.read()) is not None:
            for kind, fields in self._translator.feed(data):
                self._teller.say(kind, fields)
        if not self._stop.is_set():
            self._teller.cable(False)
