"""What the web server complains about: a line each, and no more often than anybody could read.

A stranger who sends garbage must not be able to fill the terminal or the journal of the machine.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

LOGGERS = ("uvicorn", "asyncio", "companion.web")
APART_S = 10.0
"""The same complaint is told again after this time at the earliest."""
MOST_KNOWN = 64
OF_STRANGERS = frozenset({"LocalProtocolError"})
"""No fault of ours: whoever asked sent garbage behind the request, and was sent away before the answer."""


class OneLine(logging.Handler):
    """Writes each complaint as one line; the same one not again within ten seconds."""

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self._write, self._clock = write, clock
        self._told: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Takes one complaint."""
        text, now = record.getMessage(), self._clock()
        if record.exc_info and record.exc_info[1] is not None:
            if type(record.exc_info[1]).__name__ in OF_STRANGERS:
                return
            text += f" ({_told(record.exc_info[1])})"
        text = " ".join(text.split())[:300]
        if now - self._told.get(text, -APART_S) < APART_S:
            return
        if len(self._told) >= MOST_KNOWN:
            self._told.clear()
        self._told[text] = now
        self._write(f"tastkreis: page: {text}\n")


def _told(error: BaseException) -> str:
    """An error with the place in our own files where it came up."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" at {code.co_name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{place}"


def quieten() -> None:
    """From now on the web server's loggers write lines of this kind to standard error."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(handler, OneLine) for handler in logger.handlers):
            logger.addHandler(OneLine(_to_stderr))
        logger.propagate = False


def _to_stderr(line: str) -> None:
    try:
        sys.stderr.write(line)
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):  # nobody reads it any more
        return
