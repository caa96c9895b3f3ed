"""The file behind `--board gpio:FILE`: which of the Raspberry Pi's own pins the chain, buttons and encoder are at."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.reading import parse_json, read_text
from companion.sensing.errors import BadGpioFile

FORMAT = "tastkreis-gpio"
PI_PINS = range(28)
"""GPIO numbers at the header of a Raspberry Pi (BCM)."""
SCAN_HZ = (50, 200, 1000)
"""Slowest, usual and quickest scan."""
DEBOUNCE_MS = (5, 20, 200)


@dataclass(frozen=True, slots=True)
class Encoder:
    """A rotary encoder: its two contacts, and the names of the buttons that a click to the right and left stand for."""

    a: int
    b: int
    right: str = "again"
    left: str = "stop"


@dataclass(frozen=True, slots=True)
class GpioSettings:
    """One board on the Pi's own pins. `spi`: bus and device where spidev reads the chain; else pins do.

    pin_map: the map in `hardware/pins` that tells which place each bit of the chain is.
    """

    board: str
    load: int
    clock: int = 11
    data: int = 9
    spi: tuple[int, int] | None = None
    pin_map: str = "tac64"
    scan_hz: int = SCAN_HZ[1]
    debounce_ms: int = DEBOUNCE_MS[1]
    buttons: Mapping[str, int] = field(default_factory=dict)
    encoder: Encoder | None = None


def load_gpio(path: str | os.PathLike[str]) -> GpioSettings:
    """The settings in a file. Raises: BadGpioFile (a ValueError) with file, key and what; OSError."""
    try:
        data = parse_json(read_text(path))
    except UnicodeDecodeError as error:
        raise BadGpioFile(path, "", "not a text file in UTF-8") from error
    except json.JSONDecodeError as error:
        raise BadGpioFile(path, "", f"line {error.lineno}: not JSON: {error.msg}") from error
    except ValueError as error:
        raise BadGpioFile(path, "", str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadGpioFile(path, "format", f"expected {FORMAT!r}")
    return _Reading(path, data).settings()


class _Reading:
    """One file being read; every refusal names the key."""

    def __init__(self, path: str | os.PathLike[str], data: dict[str, Any]) -> None:
        self._path, self._data = path, data
        self._used: dict[int, str] = {}

    def settings(self) -> GpioSettings:
        """All of it, checked."""
        data = self._data
        for key in data:
            if key not in ("format", "version", *GpioSettings.__dataclass_fields__):
                raise BadGpioFile(self._path, str(key), "unknown key")
        if data.get("version") != 1:
            raise BadGpioFile(self._path, "version", f"this program reads version 1, found {data.get('version')!r}")
        spi = self._spi(data.get("spi"))
        chain = {"load": self._pin("load", data.get("load"))}
        if spi is None:
            chain |= {key: self._pin(key, data[key]) for key in ("clock", "data") if key in data}
            for key, usual in (("clock", 11), ("data", 9)):
                if key not in data:
                    self._pin(key, usual)
        return GpioSettings(
            board=self._text("board", data.get("board")),
            spi=spi,
            pin_map=self._text("pin_map", data.get("pin_map", "tac64")),
            scan_hz=self._number("scan_hz", SCAN_HZ),
            debounce_ms=self._number("debounce_ms", DEBOUNCE_MS),
            buttons=self._buttons(data.get("buttons", {})),
            encoder=self._encoder(data.get("encoder")),
            **chain,
        )

    def _pin(self, key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value not in PI_PINS:
            raise BadGpioFile(self._path, key, f"a GPIO number from 0 to 27 is expected, found {value!r}")
        if value in self._used:
            raise BadGpioFile(self._path, key, f"pin {value} is {self._used[value]} already")
        self._used[value] = key
        return value

    def _text(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value or not value.isprintable() or set(value) & set(",$* "):
            raise BadGpioFile(self._path, key, f"a word is expected, found {value!r}")
        return value

    def _number(self, key: str, limits: tuple[int, int, int]) -> int:
        value = self._data.get(key, limits[1])
        if not isinstance(value, int) or isinstance(value, bool) or not limits[0] <= value <= limits[2]:
            raise BadGpioFile(self._path, key, f"a number from {limits[0]} to {limits[2]} is expected, found {value!r}")
        return value

    def _spi(self, value: Any) -> tuple[int, int] | None:
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(n, int) and 0 <= n < 8 for n in value):
            raise BadGpioFile(self._path, "spi", f"bus and device are expected, such as [0, 0], found {value!r}")
        return (value[0], value[1])

    def _buttons(self, value: Any) -> Mapping[str, int]:
        if not isinstance(value, dict):
            raise BadGpioFile(self._path, "buttons", "an object from name to pin is expected")
        return {self._text("buttons", name): self._pin(f"buttons.{name}", pin) for name, pin in value.items()}

    def _encoder(self, value: Any) -> Encoder | None:
        if value is None:
            return None
        if not isinstance(value, dict) or not {"a", "b"} <= set(value) <= {"a", "b", "right", "left"}:
            raise BadGpioFile(self._path, "encoder", "an object with a, b and perhaps right, left is expected")
        names = {key: self._text(f"encoder.{key}", value[key]) for key in ("right", "left") if key in value}
        return Encoder(self._pin("encoder.a", value["a"]), self._pin("encoder.b", value["b"]), **names)
