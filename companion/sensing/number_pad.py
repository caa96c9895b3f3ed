"""A USB number pad or keyboard as buttons of the table: its events are read where the kernel puts them.

Source: the input subsystem of Linux: `struct input_event` (`linux/input.h`) and the key codes of
`linux/input-event-codes.h`. Only what goes down or up counts; a key that is held repeats nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import select
import struct
import threading
from collections.abc import Callable

from companion.inputs import Button

EVENT = struct.Struct("llHHi")
"""Seconds, microseconds, type, code and value of one event."""
KEYBOARDS = "/dev/input/by-id/*-event-kbd"
_EV_KEY, _UP, _DOWN = 1, 0, 1
_GRAB = 0x40044590
"""EVIOCGRAB: from now on its keys go nowhere else, not into the terminal either."""
RETRY_S = 1.0
NAMES = {
    **dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True)),
    **dict(zip((11, 2, 3, 4, 5, 6, 7, 8, 9, 10), "0123456789", strict=True)),
    96: "enter", 28: "enter", 78: "plus", 74: "minus", 12: "minus", 55: "times", 98: "divide", 83: "dot", 52: "dot",
    14: "backspace", 57: "space", 1: "escape", 15: "tab", 69: "numlock", 102: "home", 103: "up", 104: "pageup",
    105: "left", 106: "right", 107: "end", 108: "down", 109: "pagedown", 110: "insert", 111: "delete",
    **{58 + n: f"f{n}" for n in range(1, 11)}, 87: "f11", 88: "f12",
}  # fmt: skip
"""The names of key codes: the number pad, the digits above the letters, and those that are the same on every keyboard.
A letter is called by its code: which one it is depends on the country."""


def found_keyboard() -> str | None:
    """The first keyboard at this machine; None if there is none."""
    return next(iter(sorted(glob.glob(KEYBOARDS))), None)


class NumberPad:
    """One input device.

    1. `start` opens it and begins a thread, which hands each key that goes down or up to `deliver`, as a button.
    2. Where it was pulled, `find` is asked every second for the path of the same one or another. `on_change` hears
    that it is gone (False), and that there is one again. 3. `close` ends the thread and lets the device go.
    """

    def __init__(self, find: Callable[[], str | None], deliver: Callable[[Button], object],
                 clock: Callable[[], float],
                 on_change: Callable[[bool], object] = lambda is_there: None) -> None:  # fmt: skip
        self._find, self._deliver, self._clock, self._on_change = find, deliver, clock, on_change
        self._device = -1
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)

    def start(self) -> None:
        """Opens it. Raises: OSError, where there is none or it cannot be opened."""
        self._open()
        self._thread.start()

    def close(self) -> None:
        """Ends it."""
        os.write(self._waker, b"\0")
        if self._thread.ident is not None:
            self._thread.join()
        for one in (self._wake, self._waker, self._device):
            if one >= 0:
                os.close(one)
        self._device = -1

    def _open(self) -> None:
        path = self._find()
        if path is None:
            raise FileNotFoundError("there is no USB keyboard here")
        self._device = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with contextlib.suppress(OSError):  # a pipe is no device that could be grabbed
            fcntl.ioctl(self._device, _GRAB, 1)

    def _run(self) -> None:
        left = b""
        while True:
            ready, _, _ = select.select([self._wake, *([self._device] if self._device >= 0 else [])], [], [],
                                        None if self._device >= 0 else RETRY_S)  # fmt: skip
            if self._wake in ready:
                return
            if self._device < 0:
                with contextlib.suppress(OSError):
                    self._open()
                if self._device >= 0:
                    self._on_change(True)
                continue
            left = self._taken(left)

    def _taken(self, left: bytes) -> bytes:
        """Reads what is there; what is left of an event that has not come whole."""
        try:
            read = os.read(self._device, EVENT.size * 64)
        except BlockingIOError:
            return left
        except OSError:
            read = b""
        if not read:
            os.close(self._device)
            self._device = -1
            self._on_change(False)
            return b""
        data = left + read
        whole = len(data) - len(data) % EVENT.size
        for _, _, kind, code, value in EVENT.iter_unpack(data[:whole]):
            if kind == _EV_KEY and value in (_UP, _DOWN):
                self._deliver(Button(round(self._clock(), 3), NAMES.get(code, f"k{code}"), value == _DOWN))
        return data[whole:]
