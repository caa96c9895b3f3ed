"""What a Pico runs when it gets power: the board described by `pins.json` and, if there is one, `settings.json`.

Hold the button `stop` while plugging in to keep the board quiet: then its files can be changed.
`settings.json`: `board` (its name), `sensors` (`reed` or `hall`), `without` (places that have no sensor), `lights` (how
many), `readers` (names of those to look for), `hall` (what `calibrate thresholds` learnt); all may be missing.
"""

import gc
import json
from time import sleep_us, ticks_diff, ticks_us

from board import Board
from link import Link
from machine import ADC, WDT, Pin, unique_id
from pn532 import I2cWay, Pn532, SpiWay

STEP_US = 1000
WATCHDOG_MS = 2000
SUPPLY_PIN, RADIO_PIN = 29, 25
LEAST_SUPPLY_MV = 4400
"""USB may fall to 4.4 V; below, the regulator of a Pico soon gives up."""


def read(path: str) -> dict:
    """A JSON file; empty if it is not there."""
    try:
        with open(path) as file:
            return json.load(file)
    except OSError:
        return {}


class Supply:
    """The board's own supply: a third of it is at the ADC. On a Pico W the pin is lent to the radio while pin 25 is
    low. Source: Pico and Pico W datasheets, VSYS."""

    def __init__(self) -> None:
        Pin(RADIO_PIN, Pin.OUT, value=1)
        self._adc = ADC(SUPPLY_PIN)

    def is_weak(self) -> bool:
        """Whether it is too low. Allocates nothing."""
        return self._adc.read_u16() * 9900 // 65535 < LEAST_SUPPLY_MV


def build(pins: dict, settings: dict) -> Board:
    """The board of these pins and settings."""
    indices = pins["index_order"]
    if settings.get("sensors", "reed") == "hall":
        from hall import Hall

        sensors = Hall(pins["hall"], len(indices), settings.get("hall", {}))
        order = bytes(range(len(indices)))
    else:
        from chain import Chain

        registers = [register for quarter in pins["quarters"] for register in quarter["registers"]]
        sensors = Chain(pins["chain"], len(registers), len(pins["quarters"][0]["registers"]))
        order = bytes(indices.index(register["inputs"][pin]) for register in registers for pin in "HGFEDCBA")
    mask = bytearray((len(indices) + 7) // 8)
    for index in range(len(indices)):
        if indices[index] not in settings.get("without", ()):
            mask[index >> 3] |= 128 >> (index & 7)
    buses = {}
    readers = []
    for name in pins["nfc"]:
        if name in settings.get("readers", ("pit",)):
            reader = pins["nfc"][name]
            readers.append((name, Pn532((I2cWay if reader["bus"] == "i2c" else SpiWay)(reader, buses))))
    buttons = {name: Pin(pin, Pin.IN, Pin.PULL_UP) for name, pin in pins["buttons"].items()}
    lights = None
    if settings.get("lights"):
        from lights import Lights

        lights = Lights(pins["lights"]["pin"], settings["lights"])
    name = settings.get("board") or "tastkreis-" + "".join(f"{byte:02x}" for byte in unique_id()[-2:])
    return Board(name, pins["layout"], sensors, order, Link(), mask, readers, buttons, lights, Supply().is_weak)


def main() -> None:
    """Runs the board for ever. The watchdog restarts a board that hangs."""
    pins = read("pins.json")
    if not Pin(pins["buttons"]["stop"], Pin.IN, Pin.PULL_UP)():
        return
    board = build(pins, read("settings.json"))
    pins = None
    gc.collect()
    watchdog = WDT(timeout=WATCHDOG_MS)
    board.start()
    next_us = ticks_us()
    while True:
        board.step()
        watchdog.feed()
        left_us = ticks_diff(next_us, ticks_us())
        if 0 < left_us <= STEP_US:
            sleep_us(left_us)
        else:
            next_us = ticks_us()
        next_us = (next_us + STEP_US) & 0x3FFFFFFF


if __name__ == "__main__":
    main()
