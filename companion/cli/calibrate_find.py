"""`tastkreis calibrate find`: which serial port has the board, said aloud."""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from functools import partial

from companion.cli import BadInput
from companion.cli.aloud import Aloud
from companion.cli.boards import notice_of, ports_to_ask
from companion.cli.speech_options import add_speech_options
from companion.cli.tables import layouts
from companion.cli.workbench import add_layout

HELP = "finds the sensing board among the serial ports"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("--port", action="append", default=[], metavar="PORT",
        help="ask only here (default: every USB serial port); may be given more than once")  # fmt: skip
    add_layout(parser)
    add("--name", default="", metavar="BOARD", help="the board of this name")
    add_speech_options(parser)


def main(args: argparse.Namespace) -> int:
    """Asks, says and prints what answers. The line that `run` wants goes to standard output."""
    from companion.sensing.errors import SensingError
    from companion.sensing.ports import ask, ask_all, choose

    with closing(Aloud(args)) as aloud:
        ports = tuple(args.port) or ports_to_ask()
        try:
            found = choose(ask_all(ports, partial(ask, clock=time.monotonic)), layouts()[args.layout], args.name)
        except SensingError as error:
            raise BadInput(str(error), *notice_of(error)) from error
        aloud.say(aloud.text("found", {"board": found.board, "firmware": found.firmware}))
        print(f"serial:{found.port}", flush=True)
    return 0
