"""Boards by the name that `--board` gives them: opened for whoever reads them."""

from __future__ import annotations

import glob
import os
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Protocol

from calibration.profile import Profile, load_profile
from companion.cli import BadInput
from companion.cli.information import info
from companion.inputs import Cable, Fault, Hello, Input
from companion.sensing.errors import NoAccess, NoPins, OtherBoard, PortInUse, SensingError, SeveralBoards
from companion.sensing.reader import FOREIGN, FOREIGN_LAYOUT, FOREIGN_PLACES, FOREIGN_PROTOCOL, SentenceReader
from companion.sensing.trace import TraceRecorder
from engine.contract import Layout
from firmware import wire

Missed = Callable[[str, str], object]
"""Hears the notice of why a board was not found, and the name in it."""


class Board(Protocol):
    """A board that delivers its inputs from a thread of its own."""

    def start(self) -> None: ...
    def send(self, line: str) -> bool: ...
    def close(self) -> None: ...


BOARD_FAULTS = {"bus": "board_bus", "brownout": "board_brownout", "clear": "board_whole"}
"""Faults of the whole board, of no one place, and the notice of each."""
OTHER_PROFILE = "board_profile"
"""The notice that a profile was made for another board than the one that is here."""
MOST_TOLD, TOLD_S = 6, 60.0
"""Faults of the whole board that are said in so many seconds; a supply on the brink tells hundreds."""


def notice_of(error: SensingError) -> tuple[str, str]:
    """The notice of why no board could be had, and the name in it: who sees no terminal must not look for a fault of
    the cable."""
    match error:
        case SeveralBoards():
            return "board_several", ""
        case OtherBoard():
            return f"board_{error.what}", error.told
        case NoAccess(group=group) | PortInUse(group=group) if group:
            return "board_group", group
        case NoAccess() | PortInUse():
            return "board_port", ""
        case NoPins():
            return "board_pins", ""
    return "board_not_found", ""


def foreign(value: Input, layout: Layout) -> BadInput | None:
    """Why a board cannot be read that is of another kind than `layout`, in a line and in a sentence; None of any other
    input."""
    if not isinstance(value, Fault) or value.code not in FOREIGN:
        return None
    name = f"the board {value.board}".rstrip()
    told = {FOREIGN_PROTOCOL: f"{name} speaks protocol {value.what}, not {wire.PROTOCOL}",
            FOREIGN_LAYOUT: f"{name} is a {value.what}, not a {layout.name}",
            FOREIGN_PLACES: f"what {name} tells does not have the {layout.size} places of a {layout.name}"}  # fmt: skip
    return BadInput(told[value.code], f"board_{value.code}", value.what)


def refused_board(board: str, error: SensingError) -> BadInput:
    """Why this board could not be opened, as the end of a command: in a line, and in a sentence."""
    return BadInput(f"--board {board}: {error}", *notice_of(error))


def bad_file(error: ValueError, option: str = "") -> BadInput:
    """Why a profile or a deck cannot be used: in a line, and in a sentence that names the place in it."""
    key = getattr(error, "key", "")
    return BadInput(f"{option}{error}", "file_wrong" if key else "", key)


def read_profile(path: str, layout: Layout | None = None) -> Profile:
    """A profile from its file; with `layout` one that fits that board. Raises: BadInput."""
    try:
        return load_profile(path, layout)
    except OSError as error:
        raise BadInput(f"--profile {path}: {error.strerror}") from error
    except ValueError as error:
        raise bad_file(error, "--profile ") from error


class Attention:
    """Listens to what a board says of itself, and passes everything on.

    1. A profile made for another board ends the opening with one line; when another board comes in the middle of an
       evening, after the cable was pulled, the line is only printed: nothing is lost.
    2. A board of another layout or protocol is printed too; the voice says it.
    3. Faults of the whole board are said: a broken chain, a weak supply.
    4. A board that is not there at the start is told once: nothing has been lost yet of which the table would tell.
    5. `report` says in one line what was damaged on the way.
    """

    def __init__(self, board: str, profile: str | None, reader: SentenceReader, deliver: Callable[[Input], None],
                 fail: Callable[[Exception], None], tell: Callable[[str, str, str], None]) -> None:  # fmt: skip
        self._board, self._profile, self._reader = board, profile, reader
        self._deliver, self._fail, self._tell = deliver, fail, tell
        self._name = "" if profile is None else load_profile(profile).board
        self._is_known = self._is_missed = False
        self._told = ""
        self._is_hurt = False
        self._missing = "board_not_found", ""
        self._faults: deque[float] = deque(maxlen=MOST_TOLD)

    def __call__(self, value: Input) -> None:
        """Takes an input of the board."""
        if isinstance(value, Hello):
            self._hello(value)
        elif (refused := foreign(value, self._reader.layout)) is not None:
            self._print(f"--board {self._board}: {refused}")
        elif isinstance(value, Fault) and value.index is None and value.code in BOARD_FAULTS:
            self._fault(value.code, value.t)
        elif isinstance(value, Cable):
            self._cable(value)
        self._deliver(value)

    @property
    def dropped(self) -> int:
        """Lines that could not be used."""
        return sum(_dropped(self._reader).values())

    def report(self) -> None:
        """Tells how much was damaged, if anything was."""
        if damaged := damage(self._reader):
            info(f"tastkreis: {damaged}")

    def _hello(self, hello: Hello) -> None:
        if self._name and hello.board != self._name:
            line = f"--profile {self._profile}: made for the board {self._name}, this is {hello.board}"
            if self._is_known:
                self._print(line)
            else:
                self._fail(BadInput(line, OTHER_PROFILE))
        else:
            self._is_known = True

    def missed(self, notice: str, name: str) -> None:
        """Takes why no board was found, each time that one was looked for."""
        is_news, self._missing = (notice, name) != self._missing, (notice, name)
        if self._is_missed and is_news and not self._reader.sentences:
            self._tell_missed()

    def _cable(self, cable: Cable) -> None:
        if not cable.is_connected and not self._reader.sentences and not self._is_missed:
            self._is_missed = True
            self._tell_missed()

    def _tell_missed(self) -> None:
        notice, name = self._missing
        self._tell(notice, f"--board {self._board}: there is no board yet", name)

    def _fault(self, code: str, t: float) -> None:
        is_much = len(self._faults) == MOST_TOLD and t - self._faults[0] < TOLD_S
        if (code != "clear" or self._is_hurt) and not is_much:
            self._is_hurt = code != "clear"
            self._faults.append(t)
            self._tell(BOARD_FAULTS[code], f"--board {self._board}: the board reports {code}", "")

    def _print(self, line: str) -> None:
        if line != self._told:
            info(f"tastkreis: {line}")
        self._told = line


def _dropped(reader: SentenceReader) -> dict[str, int]:
    """How many lines could not be used, by the reason."""
    return {reason: count for reason, count in sorted(reader.counts.items()) if reason != "blink" and count}


def damage(reader: SentenceReader) -> str:
    """How much of what a board said was damaged, and why; empty if nothing was."""
    dropped = _dropped(reader)
    reasons = ", ".join(f"{reason} {count}" for reason, count in dropped.items())
    told = f"of the board's sentences {reader.sentences} were good, {sum(dropped.values())} not ({reasons})"
    return told if dropped else ""


def board_at(kind: str, where: str, reader: SentenceReader, deliver: Callable[[Input], None],
             clock: Callable[[], float], record: TraceRecorder | None = None, *,
             missed: Missed | None = None) -> Board:  # fmt: skip
    """The board `serial:WHERE` or `gpio:FILE`, not started yet. With `missed` `serial:auto` need not be there yet, and
    is looked for until it is, and anew when it has gone. Raises: BadInput.
    """
    from companion.sensing.serial_board import SerialBoard

    if kind == "gpio":
        return _gpio_board(where, reader, deliver, clock, record)
    if kind != "serial" or where.partition(":")[0] != "auto":
        return SerialBoard(where, reader, deliver, clock, record)
    search = Search(where, reader.layout, missed)
    if missed is not None:
        return SerialBoard(where, reader, deliver, clock, record, search)
    try:
        return SerialBoard(search(), reader, deliver, clock, record)
    except SensingError as error:
        raise refused_board(f"serial:{where}", error) from error


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


def ports_to_ask() -> tuple[str, ...]:
    """Every port that may have a board: USB, and what the environment names besides (a path, perhaps with a star)."""
    from companion.sensing.ports import likely_ports

    return likely_ports() + tuple(sorted(glob.glob(os.environ.get("TASTKREIS_PORTS", ""))))


class Search:
    """Looks for the board `serial:auto` or `serial:auto:NAME` among the ports. What comes of it is printed once."""

    def __init__(self, where: str, layout: Layout, missed: Missed | None = None) -> None:
        self._missed = missed
        self._where, self._name, self._layout = where, where.partition(":")[2], layout
        self._told = ""

    def __call__(self, is_over: Callable[[], bool] | None = None) -> str:
        """The port, unless it is over before. Raises: SensingError."""
        from companion.sensing.ports import ask, ask_all, choose, never

        try:
            answers = ask_all(ports_to_ask(), partial(ask, clock=time.monotonic, is_over=is_over or never))
            found = choose(answers, self._layout, self._name)
        except SensingError as error:
            if is_over is not None and not is_over():
                self._tell(f"--board serial:{self._where}: {error}; it is looked for")
                if self._missed is not None:
                    self._missed(*notice_of(error))
            raise
        self._tell(f"the board {found.board} is at {found.port}")
        return found.port

    def _tell(self, line: str) -> None:
        if line != self._told:
            info(f"tastkreis: {line}")
        self._told = line
