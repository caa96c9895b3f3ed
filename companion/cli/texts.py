"""Text that comes in from outside: whatever the bytes are, a line of text or one clear error."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.cli import BadInput


def standard_input() -> Iterator[str]:
    r"""The lines of standard input as they come. A byte that is no UTF-8 becomes `\xff`, which no JSON text may hold:
    the line that it stands on is refused, and those before it have their answers."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    yield from sys.stdin


def read_file(path: Path) -> str:
    """The text of a file. Raises: BadInput if there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"{path.name}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}") from error
