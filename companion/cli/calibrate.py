"""`tastkreis calibrate`: teaches the companion one physical board, a step a subcommand.

Each subcommand is a module that offers `HELP`, `configure(parser)` and `main(args)`, as every command does.
"""

from __future__ import annotations

import argparse
import importlib

HELP = "finds the board and teaches it: wiring, cards, thresholds, all by ear"
SUBCOMMANDS = {
    "firmware": "companion.cli.calibrate_firmware",
    "find": "companion.cli.calibrate_find",
    "wiring": "companion.cli.calibrate_wiring",
    "thresholds": "companion.cli.calibrate_thresholds",
    "cards": "companion.cli.calibrate_cards",
    "camera": "companion.cli.calibrate_camera",
    "markers": "companion.cli.calibrate_markers",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the subcommands with their options."""
    subparsers = parser.add_subparsers(metavar="STEP", required=True)
    for name, module_name in SUBCOMMANDS.items():
        module = importlib.import_module(module_name)
        step = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.configure(step)
        step.set_defaults(step=name)


def main(args: argparse.Namespace) -> int:
    """Runs one step."""
    status: int = importlib.import_module(SUBCOMMANDS[args.step]).main(args)
    return status
