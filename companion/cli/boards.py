"""Boards by the name that `--board` gives them: opened for whoever reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.cli import BadInput
from companion.cli.parts import info
from companion.inputs import Input
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder


class Board(Protocol):
    """A board that delivers its inputs from a thread of its own."""

    def start(self) -> None: ...
    def send(self, line: str) -> bool: ...
    def close(self) -> None: ...


def board_at(kind: str, where: str, reader: SentenceReader, deliver: Callable[[Input], None],
             clock: Callable[[], float], record: TraceRecorder | None = None) -> Board:  # fmt: skip
    """The board `serial:WHERE` or `gpio:FILE`, not started yet. Raises: BadInput."""
    from companion.sensing.serial_board import SerialBoard

    if kind == "gpio":
        return _gpio_board(where, reader, deliver, clock, record)
    return SerialBoard(found_port(where) if kind == "serial" else where, reader, deliver, clock, record)


def _gpio_board(path: str, reader: SentenceReader, deliver: Callable[[Input], None], clock: Callable[[], float],
                record: TraceRecorder | None) -> Board:  # fmt: skip
    from companion.sensing.gpio_board import GpioBoard
    from companion.sensing.gpio_settings import load_gpio
    from hardware.errors import HardwareError
    from hardware.pins import load_pins

    try:
        settings = load_gpio(path)
        pins = load_pins(settings.pin_map)
    except OSError as error:
        raise BadInput(f"--board gpio:{path}: {error.strerror}") from error
    except HardwareError as error:
        raise BadInput(f"--board gpio:{path}: pin_map: {error}") from error
    except ValueError as error:
        raise BadInput(f"--board gpio:{error}") from error
    return GpioBoard(settings, pins.chain_index, reader, deliver, clock, record)


def found_port(where: str) -> str:
    """The port that `serial:auto` or `serial:auto:NAME` finds; any other is taken as it is. Raises: BadInput."""
    auto, _, name = where.partition(":")
    if auto != "auto":
        return where
    from companion.sensing.errors import SensingError
    from companion.sensing.ports import ask_all, choose, likely_ports
    from engine.tac.board import LAYOUT

    try:
        found = choose(ask_all(likely_ports()), LAYOUT.name, name)
    except SensingError as error:
        raise BadInput(f"--board serial:{where}: {error}") from error
    info(f"tastkreis: the board {found.board} is at {found.port}")
    return found.port
