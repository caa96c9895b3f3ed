"""Which pin does what: the one map that firmware, circuit board and wiring plan are made from.

A pin map is one JSON file in `hardware/pins`. The firmware reads the same file on the board itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hardware.errors import BadBoardFile, UnknownBoard
from hardware.geometry import BoardGeometry

STANDARD_PINS = "tac64"
INPUTS = "HGFEDCBA"
"""Inputs of a 74HC165 in the order in which they leave it. Source: 74HC165 datasheet, function table (QH first)."""
PICO_PINS = frozenset(range(23)) | {26, 27, 28}
"""GP pins that a Pico brings to its edge."""
ADC_PINS = frozenset({26, 27, 28})


@dataclass(frozen=True, slots=True)
class Register:
    """One 74HC165: `ref` on its quarter's board, and the place at each input, `H` first."""

    ref: str
    inputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Quarter:
    """One quarter board: its registers in the order in which the computer reads them."""

    name: str
    registers: tuple[Register, ...]


@dataclass(frozen=True, slots=True)
class PinMap:
    """The pins of one board.

    chain: settings of the shift registers. nfc: reader by name. buttons: pin by name. lights, hall: empty if none.
    index_order: name of the place with each wire index; the four places of a yard are `Ay1`..`Ay4`.
    """

    name: str
    layout: str
    geometry: str
    chain: Mapping[str, Any]
    quarters: tuple[Quarter, ...]
    nfc: Mapping[str, Mapping[str, Any]]
    buttons: Mapping[str, int]
    lights: Mapping[str, Any]
    hall: Mapping[str, Any]
    index_order: tuple[str, ...]

    @property
    def channels(self) -> tuple[str, ...]:
        """The place of each bit, in the order in which the bits leave the chain."""
        return tuple(r.inputs[pin] for quarter in self.quarters for r in quarter.registers for pin in INPUTS)

    @property
    def chain_index(self) -> tuple[int, ...]:
        """The wire index of each bit, in the order in which the bits leave the chain."""
        known = {name: index for index, name in enumerate(self.index_order)}
        return tuple(known[name] for name in self.channels)

    def pins(self) -> dict[int, str]:
        """What each used pin of the controller does. Raises: BadBoardFile for a pin with two uses."""
        used: dict[int, str] = {}
        for what, pin in self._uses():
            if used.setdefault(pin, what) != what:
                raise BadBoardFile(f"pin {pin}", f"is used twice: {used[pin]} and {what}")
        return used

    def _uses(self) -> list[tuple[str, int]]:
        uses = [(f"chain {key}", self.chain[key]) for key in ("clock", "data", "load")]
        for name, reader in self.nfc.items():
            if reader["bus"] == "i2c":
                uses += [(f"i2c{reader['i2c']} {key}", reader[key]) for key in ("sda", "scl")]
            else:
                uses += [(f"spi{reader['spi']} {key}", reader[key]) for key in ("clock", "mosi", "miso")]
                uses.append((f"reader {name} select", reader["select"]))
        uses += [(f"button {name}", pin) for name, pin in self.buttons.items()]
        if self.lights:
            uses.append(("lights", self.lights["pin"]))
        if self.hall:
            uses.append(("hall adc", self.hall["adc"]))
            uses += [(f"hall address {bit}", pin) for bit, pin in enumerate(self.hall["address"])]
            uses += [(f"hall bank {bit}", pin) for bit, pin in enumerate(self.hall["bank"])]
        return uses


def place_names(board: BoardGeometry) -> tuple[str, ...]:
    """Name of the place with each wire index: holes by their names, the places of a yard as `Ay1`..`Ay4`."""
    names, seen = [], dict[str, int]()
    for place in board.places():
        seen[place.cell] = seen.get(place.cell, 0) + 1
        names.append(f"{place.cell}{seen[place.cell]}" if place.kind == "yard" else place.cell)
    return tuple(names)


def pins_text(name: str = STANDARD_PINS) -> str:
    """The file of a pin map as it is copied onto the board. Raises: UnknownBoard."""
    folder = resources.files("hardware").joinpath("pins")
    known = tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))
    if name not in known:
        raise UnknownBoard(name, known)
    return folder.joinpath(f"{name}.json").read_text("utf-8")


def load_pins(name: str = STANDARD_PINS) -> PinMap:
    """The pin map of that name, checked. Raises: UnknownBoard, BadBoardFile."""
    return parse_pins(pins_text(name))


def parse_pins(text: str) -> PinMap:
    """A pin map from the text of its file, checked. Raises: BadBoardFile, which says what is wrong and where."""
    try:
        data = json.loads(text)
        pins = PinMap(
            data["name"], data["layout"], data["geometry"], data["chain"],
            tuple(Quarter(q["name"], tuple(Register(r["ref"], r["inputs"]) for r in q["registers"]))
                  for q in data["quarters"]),
            data["nfc"], data["buttons"], data.get("lights", {}), data.get("hall", {}), tuple(data["index_order"]),
        )  # fmt: skip
        channels, used = pins.channels, pins.pins()
    except KeyError as error:
        raise BadBoardFile("pin map", f"{error} is missing") from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadBoardFile("pin map", f"cannot be read ({error})") from None
    for name in channels:
        if channels.count(name) > 1:
            raise BadBoardFile(f"place {name}", "is wired twice")
        if name not in pins.index_order:
            raise BadBoardFile(f"place {name}", "has no index on the wire")
    for name in pins.index_order:
        if pins.index_order.count(name) > 1:
            raise BadBoardFile(f"place {name}", "has two indices")
    for pin, what in used.items():
        if isinstance(pin, bool) or pin not in (ADC_PINS if what == "hall adc" else PICO_PINS):
            raise BadBoardFile(what, f"a Pico has no such pin: {pin!r}")
    return pins
