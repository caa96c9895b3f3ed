"""Lines for whoever started the program."""

from __future__ import annotations

import sys


def info(text: str) -> None:
    """A line for whoever started the program; never on standard output, which may carry events."""
    sys.stderr.write(f"{text}\n")  # at once: other threads write, too
    sys.stderr.flush()
