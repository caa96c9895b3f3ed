"""The command `tastkreis`: one module a subcommand, imported only when it is asked for.

Each module offers `HELP`, `configure(parser)` and `main(args) -> exit status`. Bad input ends a command with one line
on stderr and exit status 2.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any

from companion.cli.stopping import Stopping

COMMANDS = {
    "run": "companion.cli.run",
    "demo": "companion.cli.demo",
    "legal": "companion.cli.legal",
    "replay": "companion.cli.replay",
    "simulate": "companion.cli.simulate",
    "perft": "companion.cli.perft",
    "rules": "companion.cli.rules",
    "incidents": "companion.cli.incidents",
    "explain-trace": "companion.cli.explain_trace",
    "calibrate": "companion.cli.calibrate",
    "look": "companion.cli.look",
    "enrol-cards": "companion.cli.enrol_cards",
    "board": "companion.cli.board",
}
TABLES = frozenset({"run", "demo"})
"""Commands that run until they are stopped."""


class BadInput(Exception):
    """What a user gave cannot be used; the text says what and where."""


class _Parser(argparse.ArgumentParser):
    """Wrong options end in one line, as all bad input does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> None:  # type: ignore[override]
        sys.stderr.write(f"{self.prog}: {message}\n")
        raise SystemExit(2)


def _overview() -> str:
    lines = ["usage: tastkreis COMMAND [options]", "", "commands:"]
    for name, module in COMMANDS.items():
        help_text = importlib.import_module(module).HELP
        lines.append(f"  {name:<14} {help_text}")
    return "\n".join([*lines, "", "tastkreis COMMAND --help tells more."])


def main(argv: list[str] | None = None) -> int:
    """Runs one command; returns the exit status (0 well, 1 a rule was broken, 2 bad input)."""
    words = sys.argv[1:] if argv is None else argv
    if not words or words[0] in ("-h", "--help"):
        print(_overview())
        return 0
    if words[0] not in COMMANDS:
        sys.stderr.write(f"tastkreis: unknown command {words[0]!r}; known: {', '.join(COMMANDS)}\n")
        return 2
    try:
        if words[0] not in TABLES:
            return _run(words[0], words[1:])
        with Stopping() as stopping:
            return _run(words[0], words[1:], stopping)
    except BadInput as error:
        sys.stderr.write(f"tastkreis {words[0]}: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(command: str, words: list[str], stopping: Stopping | None = None) -> int:
    module = importlib.import_module(COMMANDS[command])
    parser = _Parser(prog=f"tastkreis {command}", description=module.HELP)
    module.configure(parser)
    parser.set_defaults(stopping=stopping)
    status: int = module.main(parser.parse_args(words))
    return status
