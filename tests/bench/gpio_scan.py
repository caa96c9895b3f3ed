"""What a scan of a Pi's own pins costs in processor time: by gpiozero's mock pins, and by one call as with SPI.

Run by hand: `python -m tests.bench.gpio_scan`. Nothing here is asserted. The mock pins answer at once; what a real pin
takes through the kernel comes on top (`PINS`: so many accesses a scan).
"""

from __future__ import annotations

import statistics
import time
from itertools import cycle
from types import SimpleNamespace

from gpiozero.pins.mock import MockFactory, MockPin

from companion.sensing.gpio_board import GpioBoard
from companion.sensing.gpio_settings import Encoder, GpioSettings
from companion.sensing.reader import SentenceReader
from engine.tac.board.holes import LAYOUT
from hardware.pins import load_pins

SETTINGS = GpioSettings("pi-1", 8, 11, 9, buttons={"done": 5, "again": 6, "stop": 13}, encoder=Encoder(20, 21))
LEVELS = bytes([255] * 12 + [0])
"""An empty board, and the end of the chain."""
SCANS, RUNS, HZ = 1000, 9, 200
PINS = 3 * 8 * len(LEVELS) + 2


def board(is_spi: bool) -> GpioBoard:
    """A board without its thread: the bench is the clock."""
    factory = MockFactory()
    bits = cycle(byte >> bit & 1 for byte in LEVELS for bit in range(7, -1, -1))

    class Data(MockPin):  # type: ignore[misc]
        def _get_state(self) -> int:
            return next(bits)

    factory.pin(SETTINGS.data, pin_class=Data)
    one = GpioBoard(SETTINGS, load_pins().chain_index, SentenceReader(LAYOUT, {}), lambda value: None, time.monotonic,
                    factory=factory)  # fmt: skip
    one._thread = SimpleNamespace(start=lambda: None, is_alive=lambda: False)  # type: ignore[assignment]
    one.start()
    if is_spi:
        one._chain = SimpleNamespace(read=lambda count: LEVELS, close=lambda: None)  # type: ignore[assignment]
    one._scanned = time.monotonic()
    one._begin()
    return one


def scan_ms(is_spi: bool) -> list[float]:
    """Processor milliseconds of one scan, in each of some runs."""
    one, found = board(is_spi), []
    for _ in range(RUNS):
        began = time.thread_time()
        for _ in range(SCANS):
            one.scan(one._scanned + 1 / HZ)
        found.append((time.thread_time() - began) * 1000 / SCANS)
    return found


def main() -> None:
    """Prints both."""
    for name, is_spi in (("pins", False), ("one call", True)):
        found = scan_ms(is_spi)
        print(f"{name}: {statistics.median(found):.3f} ms a scan ({min(found):.3f} to {max(found):.3f}), "
              f"{statistics.median(found) * HZ / 10:.1f} % of a processor at {HZ} Hz")  # fmt: skip
    print(f"{PINS} accesses to pins a scan")


if __name__ == "__main__":
    main()
