"""Traces: an evening in a file, played back through the very path that live input takes."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Collection, Iterator
from functools import partial
from string import ascii_letters
from typing import IO, Protocol

from calibration.reading import TooLarge, lines, opened
from companion.inputs import Cable, Input, Said
from companion.sensing.errors import BadSaying, BadTrace
from companion.sensing.reader import SentenceReader
from companion.sensing.said import parse_said

_LINE = re.compile(rb"([0-9]{1,9}\.[0-9]{1,6}) (.*)", re.DOTALL)
_VERB = re.compile(r"[A-Za-z]{3}")
"""So every verb begins, and no noise but by a rare chance."""
_CABLE = {"unplugged": False, "plugged": True}


def read_trace(
    path: str | os.PathLike[str],
    reader: SentenceReader,
    cards: Collection[str] | None = None,
    check_position: Callable[[str], object] | None = None,
    seats: Collection[str] | None = None,
) -> Iterator[Input]:
    """The inputs of a trace file, one after the other. `cards`, `check_position`, `seats`: see `parse_said`.

    Raises: BadTrace with file and line; OSError when the file cannot be opened.
    """
    last = 0.0
    with opened(path) as file:
        for count, line in enumerate(_lines(file, path), 1):
            found = _LINE.fullmatch(line.removesuffix(b"\n"))
            if found is None:
                raise BadTrace(path, count, "no readable time at the start of the line")
            t = float(found[1])
            if t < last:
                raise BadTrace(path, count, f"time runs backwards, from {last:.3f} to {t:.3f}")
            last = t
            try:
                yield from _inputs(found[2], t, reader, partial(parse_said, cards=cards, check_position=check_position,
                                                                seats=seats))  # fmt: skip
            except ValueError as error:
                raise BadTrace(path, count, str(error)) from error


def _lines(file: IO[bytes], path: str | os.PathLike[str]) -> Iterator[bytes]:
    count = 0
    try:
        for count, line in enumerate(lines(file), 1):  # noqa: B007 - the last one is named
            yield line
    except TooLarge as error:
        raise BadTrace(path, count + 1, str(error)) from error


def _inputs(
    rest: bytes,
    t: float,
    reader: SentenceReader,
    check: Callable[[str], object],
) -> Iterator[Input]:
    text = _text(rest[1:]) if rest[:1] in (b">", b"!") else None
    if text is None:
        yield from reader.sentence(rest, t)
    elif rest[:1] == b">":
        check(text)
        yield Said(t, text)
    elif text in _CABLE:
        yield from reader.resume(t) if _CABLE[text] else reader.interrupt(t)
        yield Cable(t, _CABLE[text], reader.source)
    else:
        raise ValueError(f"neither unplugged nor plugged: {text!r}")


def _text(rest: bytes) -> str | None:
    """What a person or the cable said; None for foreign bytes that only begin like it: words begin with a verb."""
    try:
        text = rest.decode("utf-8").strip()
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and _VERB.match(text) else None


class LineFile(Protocol):
    """What takes the lines of a recording."""

    def write(self, lines: bytes, /) -> object: ...
    def close(self) -> object: ...


def _plain(path: str) -> LineFile:
    return open(path, "ab", buffering=0)


class TraceRecorder:
    """Writes all input with its time, in the form that `read_trace` reads.

    Every line is written and flushed at once, from whichever thread. An existing file is never added to or
    overwritten, unless it is empty.
    `open_file` opens the file, if it has to be more than a plain one.
    Raises: FileExistsError when the file has something in it; OSError when it cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], open_file: Callable[[str], LineFile] | None = None) -> None:
        if os.path.isfile(path) and os.path.getsize(path):
            raise FileExistsError(f"{os.fspath(path)} already holds something; a trace is never overwritten")
        self._file: LineFile = (open_file or _plain)(os.fspath(path))
        self._is_closed = False
        self._lock = threading.Lock()
        self._last = 0.0

    def wire(self, t: float, line: bytes) -> None:
        """One line as the board sent it, damaged or not, without its line feed."""
        # Foreign bytes must not read as a person's words when the trace is played.
        self._write(t, b"\0" + line if line[:1] in (b">", b"!") else line)

    def said(self, t: float, text: str) -> None:
        """A person's input. What cannot be read is left out: a trace with it could not be played."""
        try:
            parse_said(text, seats=ascii_letters)
        except BadSaying:
            return
        self._write(t, b">" + text.strip().encode())

    def cable(self, t: float, is_connected: bool) -> None:
        """The cable was pulled or put back."""
        self._write(t, b"!plugged" if is_connected else b"!unplugged")

    def close(self) -> None:
        """Ends the recording."""
        with self._lock:
            self._is_closed = True
            self._file.close()

    def _write(self, t: float, rest: bytes) -> None:
        with self._lock:
            self._last = max(self._last, round(t, 3))
            if not self._is_closed:
                self._file.write(b"%.3f %s\n" % (self._last, rest.replace(b"\n", b" ")))
