"""Reading files that come from anywhere: never more than they should hold, never waiting for what is no file.

The one place through which profiles, decks, records, rules and traces are read.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Iterator
from typing import IO, Any

LARGEST_BYTES = 16 << 20
"""A file that is read as a whole; a record of a long evening has a hundredth of that."""
LONGEST_LINE = 8192
"""Bytes of one line of a trace; a sentence has 200, noise is cut at 1024."""
_PIECE = 1 << 16
_STREAMS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""Where a pipe is what was asked for: `<(...)` and standard input."""

Pairs = Callable[[list[tuple[str, Any]]], Any]


class TooLarge(ValueError):
    """A file, or a line of it, that is larger than any that is meant."""


def opened(path: str | os.PathLike[str]) -> IO[bytes]:
    """A file to be read. Raises: OSError, also for a folder, and for a pipe that nobody may ever write into."""
    name = os.fspath(path)
    is_stream = str(name).startswith(_STREAMS)
    handle = os.open(name, os.O_RDONLY | os.O_CLOEXEC | (0 if is_stream else os.O_NONBLOCK))
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        if stat.S_ISFIFO(kind) and not is_stream:
            raise OSError(errno.ESPIPE, "It is a pipe, not a file", name)
        os.set_blocking(handle, True)
        return os.fdopen(handle, "rb", buffering=_PIECE)
    except BaseException:
        os.close(handle)
        raise


def read_bytes(path: str | os.PathLike[str], most: int = LARGEST_BYTES) -> bytes:
    """What a file holds. Raises: OSError, TooLarge."""
    with opened(path) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            error.filename = os.fspath(path)
            raise
    if len(data) > most:
        raise TooLarge(f"more than {most // 1024} KiB")
    return data


def read_text(path: str | os.PathLike[str], most: int = LARGEST_BYTES) -> str:
    """The text in a file. Raises: OSError, TooLarge, UnicodeDecodeError."""
    return read_bytes(path, most).decode("utf-8")


def parse_json(text: str, pairs: Pairs | None = None) -> Any:
    """JSON of any depth and length. Raises: ValueError, where `json` would let a RecursionError through."""
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def lines(file: IO[bytes], longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """The lines of an open file with their line feeds. Raises: TooLarge, OSError."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise TooLarge(f"a line of more than {longest} bytes")
        yield line
