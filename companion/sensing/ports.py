"""Which serial port has a sensing board behind it: each port is asked for its name."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.sensing.errors import NoAccess, NoBoard, OtherBoard, PortInUse, SensingError, SeveralBoards
from companion.sensing.lines import LineSplitter
from companion.sensing.serial_board import open_port
from engine.contract import Layout
from firmware import wire

if TYPE_CHECKING:
    from serial import Serial

STABLE_NAMES = "/dev/serial/by-id/*"
"""Names that a board keeps whatever else is plugged in. Source: systemd, 60-serial.rules."""
KNOWN_USB = ((0x2E8A, 0x0005), (0x2E8A, None), (0x2341, None), (0x1A86, 0x7523), (0x0403, 0x6001), (0x10C4, 0xEA60))
"""USB vendor and product of likely boards, likeliest first: a Pico with MicroPython, any Pico, Arduino, and the usual
bridges from USB to UART (CH340, FT232, CP2102). None: any product."""
ASK_EVERY_S = 0.4
PATIENCE_S = 2.4
"""What a port is given to answer, however much it says meanwhile: a board that is busy starting still has the time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board that said its name. `protocol` other than the companion's is told, not read; `mask` as it came."""

    port: str
    board: str
    firmware: str
    layout: str
    protocol: str
    mask: str

    @property
    def is_readable(self) -> bool:
        """Whether it speaks the protocol of this companion."""
        return self.protocol == wire.PROTOCOL

    def has_places(self, size: int) -> bool:
        """Whether its mask is one of so many places."""
        try:
            wire.from_hex(self.mask, size)
        except wire.BadSentence:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Refused:
    """A port without a board that can be read, and why."""

    port: str
    why: str
    is_locked: bool = False
    """Whether it cannot be opened, by this user or now."""
    group: str = ""
    """The group whose members may open it, where that is what is missing."""


def likely_ports(stable: str = STABLE_NAMES) -> tuple[str, ...]:
    """Ports that may have a board, likeliest first, each by the name that it keeps."""
    from serial.tools import list_ports

    names = {os.path.realpath(path): path for path in sorted(glob.glob(stable))}
    ranked = []
    for port in list_ports.comports():
        if port.vid is not None or "USB" in port.device or "ACM" in port.device:
            ranked.append((_rank(port.vid, port.pid), names.pop(os.path.realpath(port.device), port.device)))
    return tuple(path for _, path in sorted(ranked)) + tuple(names.values())


def _rank(vendor: int | None, product: int | None) -> int:
    for rank, (known, one) in enumerate(KNOWN_USB):
        if vendor == known and one in (None, product):
            return rank
    return len(KNOWN_USB)


def never() -> bool:
    """For who asks to the end."""
    return False


def ask(port: str, clock: Callable[[], float], is_over: Callable[[], bool] = never) -> Found | Refused:
    """Opens a port, for this program alone, and asks who is there; 2.4 s at most, and less when it is over."""
    try:
        line = open_port(port)
    except PortInUse as error:
        return Refused(port, str(error), True, error.group)
    except SensingError as error:
        return Refused(port, str(error))
    try:
        return _answer(port, line, clock, is_over)
    except (OSError, TypeError) as error:  # pyserial's TypeError: the device went away in mid-read
        return Refused(port, f"the serial port {port} went away: {error}")
    finally:
        line.close()


def _answer(port: str, line: Serial, clock: Callable[[], float], is_over: Callable[[], bool]) -> Found | Refused:
    splitter, has_spoken, asked = LineSplitter(), False, 0
    began = clock()
    while (passed := clock() - began) < PATIENCE_S and not is_over():
        if passed >= asked * ASK_EVERY_S:
            os.write(line.fileno(), b"\r\n?HELLO\r\n" if asked else b"?HELLO\r\n")
            asked += 1
        for text in splitter.feed(line.read(max(1, line.in_waiting))):
            has_spoken = True
            try:
                kind, _, _, fields = wire.decode(text[max(0, text.rfind(b"$")) :])
            except wire.BadSentence:
                continue
            if kind == "HELLO":
                protocol, board, firmware, layout, mask = fields
                return Found(port, board, firmware, layout, protocol, mask)
    if has_spoken:
        return Refused(port, f"what is at {port} does not speak the board protocol")
    return Refused(port, f"nothing answers at {port}")


def ask_all(ports: Sequence[str], asking: Callable[[str], Found | Refused]) -> list[Found | Refused]:
    """What is at each port; all are asked at the same time."""
    if not ports:
        return []
    with ThreadPoolExecutor(max_workers=len(ports)) as pool:
        return list(pool.map(asking, ports))


def choose(answers: Iterable[Found | Refused], layout: Layout, board: str = "") -> Found:
    """The one board of this layout among the answers, and of this name, if one is wanted.

    Raises: NoBoard, SeveralBoards, which say what there is instead.
    """
    answers = list(answers)
    boards = [each for each in answers if isinstance(each, Found)]
    if not boards:
        refused = [each for each in answers if isinstance(each, Refused)]
        why = "; ".join(each.why for each in refused) or "no serial port has a board on it"
        if not any(each.is_locked for each in refused):
            raise NoBoard(f"no board found: {why}")
        raise NoAccess(f"no board found: {why}", next((each.group for each in refused if each.group), ""))
    fits = [each for each in boards if _misfit(each, layout, board) is None]
    if len(fits) == 1:
        return fits[0]
    if fits:
        ports = " and ".join(each.port for each in fits)
        if len({each.board for each in fits}) < len(fits):
            raise SeveralBoards(f"two boards are called {fits[0].board}, at {ports}: unplug one, or name its port")
        names = " and ".join(each.board for each in fits)
        raise SeveralBoards(f"there is more than one board ({names}, at {ports}): name the port of one")
    misfits = [misfit for each in boards if (misfit := _misfit(each, layout, board))]
    raise OtherBoard("; ".join(text for text, *_ in misfits), *misfits[0][1:])


def _misfit(found: Found, layout: Layout, board: str) -> tuple[str, str, str] | None:
    """Why a board is not the wanted one, what it is about, and which it has instead; None if it is."""
    if not found.is_readable:
        text = f"the board {found.board} at {found.port} speaks protocol {found.protocol}, not {wire.PROTOCOL}"
        return text, "protocol", found.protocol
    if found.layout != layout.name:
        text = f"the board {found.board} at {found.port} is a {found.layout}, not a {layout.name}"
        return text, "layout", found.layout
    if not found.has_places(layout.size):
        text = f"{found.board} at {found.port} does not tell the {layout.size} places of a {layout.name}"
        return f"the board {text}", "places", ""
    if board in ("", found.board):
        return None
    return f"the board at {found.port} is called {found.board}, not {board}", "name", found.board
