"""`tastkreis salvage`: what was before the damage of a log, in a new one."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import BadInput
from companion.facts import check
from companion.store.files import free_name
from companion.store.salvage import salvage

HELP = "save what can be saved of a damaged log"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which log, and where to."""
    parser.add_argument("log", metavar="FILE.db", help="the damaged log; it is only read")
    parser.add_argument("--to", metavar="NEW.db", help="the new log (default: FILE.saved.db)")


def main(args: argparse.Namespace) -> int:
    """Writes the new log and says what is in it."""
    path = Path(args.log)
    if not path.name:
        raise BadInput(f"{args.log!r}: no name of a log")
    target = Path(args.to) if args.to else free_name(path, "saved")
    try:
        saved = salvage(path, target, check)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    print(f"{saved.path}: {saved.facts} facts, {saved.games} games")
    print(f"the damage: {saved.stopped_at}" if saved.stopped_at else "no damage was found")
    return 0
