"""The command `tastkreis`: one module a subcommand, imported only when it is asked for.

Each module offers `HELP`, `configure(parser)` and `main(args) -> exit status`. Bad input ends a command with one line
on stderr and exit status 2.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from companion.cli import streams
from companion.cli.bad_input import BadInput as BadInput
from companion.cli.stopping import Stopping

COMMANDS = {
    "run": "companion.cli.run",
    "demo": "companion.cli.demo",
    "learn": "companion.cli.learn",
    "legal": "companion.cli.legal",
    "replay": "companion.cli.replay",
    "simulate": "companion.cli.simulate",
    "perft": "companion.cli.perft",
    "rules": "companion.cli.rules",
    "incidents": "companion.cli.incidents",
    "explain-trace": "companion.cli.explain_trace",
    "salvage": "companion.cli.salvage",
    "doctor": "companion.cli.doctor",
    "report": "companion.cli.report",
    "board": "companion.cli.board",
    "calibrate": "companion.cli.calibrate",
    "look": "companion.cli.look",
    "enrol-cards": "companion.cli.enrol_cards",
}
TABLES = frozenset({"run", "demo", "learn", "calibrate"})
"""Commands that run until they are stopped."""
LOGBOOK = "companion.cli.logbook"
"""What knows the version of the program."""
REFUSED = "companion.cli.refused"
"""What says aloud that such a command cannot begin."""
NO_MEMORY = ("can't start new thread", "failed to map segment", "cannot allocate memory")
"""How Python and the loader of libraries say that there is no memory for a thread, or for a library."""
FAULT = 70
"""Exit status after a fault of the program itself."""


class _Parser(argparse.ArgumentParser):
    """Wrong options end in one line, as all bad input does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> None:  # type: ignore[override]
        step = " ".join(self.prog.split()[2:])
        raise BadInput(f"{step}: {message}" if step else message)


def _overview() -> str:
    lines = ["usage: tastkreis COMMAND [options], or tastkreis --version", "", "commands:"]
    for name, module in COMMANDS.items():
        help_text = importlib.import_module(module).HELP
        lines.append(f"  {name:<14} {help_text}")
    return "\n".join([*lines, "", "tastkreis COMMAND --help tells more."])


def main(argv: list[str] | None = None) -> int:
    """Runs one command; returns the exit status (0 well, 1 a rule was broken, 2 bad input, 70 a fault of ours)."""
    if argv is None:
        streams.prepare()
    words = sys.argv[1:] if argv is None else argv
    name = f"tastkreis {words[0]}" if words and words[0] in COMMANDS else "tastkreis"
    try:
        status = _command(words, argv is None)
        streams.finish()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        streams.give_up_output()
        return 0
    except Exception as error:
        streams.give_up_output()
        told, status = _told(error)
        sys.stderr.write(f"{name}: {told}\n")
    return status


def _command(words: list[str], is_whole_program: bool) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(_overview())
        return 0
    if words[0] == "--version":
        print(f"tastkreis {importlib.import_module(LOGBOOK).version()}")
        return 0
    if words[0] not in COMMANDS:
        raise BadInput(f"unknown command {words[0]!r}; known: {', '.join(COMMANDS)}")
    with contextlib.ExitStack() as stack:
        stopping = stack.enter_context(Stopping(is_whole_program)) if words[0] in TABLES else None
        return _run(words[0], words[1:], stopping)


def _told(error: Exception) -> tuple[str, int]:
    """What went wrong, in one line, and the exit status: the one place that turns errors into words for users."""
    match error:
        case BadInput():
            text, status = str(error), 2
        case OSError():
            text, status = f"{error.filename or 'input or output'}: {error.strerror or error}", 2
        case UnicodeError():
            text, status = "what was given is no text in UTF-8", 2
        case RecursionError():
            text, status = "what was given is nested too deeply", 2
        case _ if isinstance(error, MemoryError) or any(part in str(error) for part in NO_MEMORY):
            text, status = "there is not enough memory", 2
        case _:
            text, status = f"a fault in the program: {type(error).__name__}: {error}{_place(error)}", FAULT
            if os.environ.get("TASTKREIS_TRACEBACK"):
                traceback.print_exception(error)
    return _printable(text), status


def _printable(text: str) -> str:
    """A text in one line, whatever a user put into it."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _place(error: Exception) -> str:
    """Where in the program it came up."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return "".join(f" (at {os.path.basename(frame.filename)}:{frame.lineno})" for frame in last)


def _run(command: str, words: list[str], stopping: Stopping | None) -> int:
    module = importlib.import_module(COMMANDS[command])
    parser = _Parser(prog=f"tastkreis {command}", description=module.HELP)
    module.configure(parser)
    parser.set_defaults(stopping=stopping)
    args = argparse.Namespace()
    with _told_to_the_table(args, words, stopping) if stopping else contextlib.nullcontext():
        parser.parse_args(words, args)
        args.is_read = True
        status: int = module.main(args)
    return status


@contextlib.contextmanager
def _told_to_the_table(args: argparse.Namespace, words: list[str], stopping: Stopping) -> Iterator[None]:
    """Bad input of a command that speaks is said, too, and a fault; what it takes to say so is loaded only then."""
    try:
        yield
    except BrokenPipeError:
        raise
    except Exception as error:
        if not stopping.is_unwinding:
            importlib.import_module(REFUSED).tell(error, args if hasattr(args, "is_read") else words)
        raise
