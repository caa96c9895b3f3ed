"""Boards by the name that `--board` gives them: opened for whoever reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from calibration.profile import load_profile
from companion.cli import BadInput
from companion.cli.parts import info
from companion.inputs import Hello, Input, Lost
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder
from firmware import wire


class Board(Protocol):
    """A board that delivers its inputs from a thread of its own."""

    def start(self) -> None: ...
    def send(self, line: str) -> bool: ...
    def close(self) -> None: ...


class Attention:
    """Listens to what a board says of itself, and passes everything on.

    1. A board that is not the profile's, of another layout or another protocol ends the opening with one line; when one
       comes in the middle of an evening, after the cable was pulled, the line is only printed: nothing is lost.
    2. `report` says in one line what was damaged on the way.
    """

    def __init__(self, board: str, profile: str | None, reader: SentenceReader, deliver: Callable[[Input], None],
                 fail: Callable[[Exception], None]) -> None:  # fmt: skip
        self._board, self._profile, self._reader = board, profile, reader
        self._deliver, self._fail = deliver, fail
        self._name = "" if profile is None else load_profile(profile).board
        self._is_known = False
        self._told = ""

    def __call__(self, value: Input) -> None:
        """Takes an input of the board."""
        if isinstance(value, Hello) and (wrong := self._misfit(value)):
            self._refuse(wrong)
        elif isinstance(value, Hello):
            self._is_known = True
        elif isinstance(value, Lost) and value.reason == "protocol":
            self._refuse(f"--board {self._board}: the board speaks another protocol than {wire.PROTOCOL}")
        self._deliver(value)

    def report(self) -> None:
        """Tells how much was damaged, if anything was."""
        damaged = sum(self._reader.counts.values())
        if damaged:
            reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(self._reader.counts.items()))
            info(f"tastkreis: of the board's sentences {self._reader.sentences} were good, {damaged} not ({reasons})")

    def _misfit(self, hello: Hello) -> str:
        if hello.layout != self._reader.layout.name:
            return f"--board {self._board}: {hello.board} is a {hello.layout}, not a {self._reader.layout.name}"
        if self._name and hello.board != self._name:
            return f"--profile {self._profile}: made for the board {self._name}, this is {hello.board}"
        return ""

    def _refuse(self, line: str) -> None:
        if not self._is_known:
            self._fail(BadInput(line))
        elif line != self._told:
            info(f"tastkreis: {line}")
        self._told = line


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
