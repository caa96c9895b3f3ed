"""Where the command `tastkreis` begins: Control-C ends it without a word, also while the rest is still being loaded.

1. Until the command is loaded, Control-C ends the process as it ends any program that does not care (status 130 in a
   shell).
2. While the command runs, it is Python's own: what is half done is undone, and a table ends as `companion.cli.stopping`
   says.
3. Behind it, it is as at the beginning: nothing that Python still has to clear up complains.
Whoever started the program so that Control-C does not reach it (in the background of a script) is left in peace.
"""

from __future__ import annotations

# The module `signal` would take milliseconds more to load, in which Control-C is a traceback.
from _signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

_INTERRUPTED = 130


def main() -> int:
    """Runs the command of this process's command line; returns its exit status."""
    is_heeded = getsignal(SIGINT) is default_int_handler
    if is_heeded:
        signal(SIGINT, SIG_DFL)
    from companion.cli import main as command

    if not is_heeded:
        return command()
    try:
        signal(SIGINT, default_int_handler)
        return command()
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        if getsignal(SIGINT) is default_int_handler:
            signal(SIGINT, SIG_DFL)
