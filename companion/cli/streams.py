"""Standard input, output and error, made fit for everything that users do with them.

Closed, full, a pipe whose reader has gone, letters that the terminal cannot show: none of these is a traceback.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from typing import Any

from companion.cli.bad_input import BadInput
from companion.cli.information import info

LONGEST_QUESTION = 1 << 20
"""Letters of one line on standard input."""
_ESCAPING = "tastkreis-escape"


class _Closed(io.TextIOBase):
    """Standard output that was closed before the start."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")

    def fileno(self) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


class _Forgiving:
    """Standard error: whoever wrote to it can do nothing if nobody is left to read it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def prepare() -> None:
    """Makes the three streams of this process safe to use; once, at the start."""
    _fill_gaps()
    codecs.register_error(_ESCAPING, _escaped)
    sys.stdin = io.StringIO("") if sys.stdin is None else sys.stdin
    sys.stdout = _Closed() if sys.stdout is None else sys.stdout
    sys.stderr = open(os.devnull, "w") if sys.stderr is None else sys.stderr  # noqa: SIM115 - lives as long as we do
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=_ESCAPING)
    sys.stderr = _Forgiving(sys.stderr)


def finish() -> None:
    """Writes out what is still waiting. Raises: OSError, BrokenPipeError."""
    if not isinstance(sys.stdout, _Closed):
        sys.stdout.flush()


def give_up_output() -> None:
    """Standard output leads nowhere from now on, so that nothing complains when the program ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def is_read() -> bool:
    """Whether somebody may say something on standard input: a terminal, a pipe or a file; not a service's nothing."""
    if sys.stdin is None or sys.stdin.closed:
        return False
    try:
        kind = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return sys.stdin.isatty() or stat.S_ISFIFO(kind) or stat.S_ISREG(kind)


def input_lines(longest: int = LONGEST_QUESTION) -> Iterator[str]:
    """The lines on standard input, without their line feeds. Raises: BadInput for one without end."""
    while line := sys.stdin.readline(longest + 1):
        if len(line) > longest:
            raise BadInput(f"standard input: a line of more than {longest} letters")
        yield line.rstrip("\n")


def said_lines(longest: int) -> Iterator[str]:
    """The lines of somebody who says something all evening, without their line feeds. One that is too long, as when
    something lies on the keyboard, is told and passed over: what is said after it counts.
    """
    is_inside = False
    while line := sys.stdin.readline(longest + 1):
        if not is_inside and len(line) <= longest:
            yield line.rstrip("\n")
            continue
        if not is_inside:
            info(f"tastkreis: standard input: a line of more than {longest} letters, it is passed over")
        is_inside = not line.endswith("\n")


def _fill_gaps() -> None:
    """A closed standard stream would lend its number to the next file that is opened; what is printed went there."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            if os.open(os.devnull, os.O_RDWR) != number:
                return


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Letters that an encoding lacks, as JSON writes them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    units = [text[at : at + 2].hex() for at in range(0, len(text), 2)]
    return "".join(f"\\u{unit}" for unit in units), error.end
