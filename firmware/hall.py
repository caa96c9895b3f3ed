"""Hall sensors behind analogue multiplexers instead of contacts: 16 to a 74HC4067, the 4067s behind one more.

A reading is 512 without a magnet; a magnet moves it up or down, which tells its polarity. The addresses are walked in
Gray code, so that one address line changes between two readings. Source: 74HC4067 datasheet; RP2040 datasheet, ADC.
"""

from array import array
from time import sleep_us

from machine import ADC, Pin

SETTLE_US = 5
"""From a new address to a steady voltage: 74HC4067 at 3.3 V, 100 ohm into the ADC's 1 pF and the cable."""
BANK = 16
EDGE = 4
"""Readings nearer than this to 0 or 1023 come from a broken wire, not from a magnet."""


class Hall:
    """The Hall sensors of a board; the same face as `chain.Chain`. Contact i is sensor i. `learnt`: what a calibration
    found, `rest` of each sensor and the `threshold`; empty if there was none."""

    is_whole = True

    def __init__(self, hall: dict, count: int, learnt: dict) -> None:
        self._adc = ADC(hall["adc"])
        self._address = [Pin(pin, Pin.OUT, value=0) for pin in hall["address"]]
        self._bank = [Pin(pin, Pin.OUT, value=0) for pin in hall["bank"]]
        self._rest = array("H", learnt.get("rest") or [hall["centre"]] * count)
        self._threshold = learnt.get("threshold") or hall["threshold"]
        self._count = count
        self._values = array("H", self._rest)
        self.size = (count + 7) // 8
        self.raw = bytearray(self.size)

    def scan(self) -> bool:
        """Reads all sensors. Allocates nothing."""
        bank = 0
        while bank * BANK < self._count:
            for bit in range(len(self._bank)):
                self._bank[bit](bank >> bit & 1)
            self._scan_bank(bank * BANK)
            bank += 1
        return True

    def value(self, contact: int) -> int:
        """The raw reading of a sensor, 0..1023."""
        return self._values[contact]

    def suspect(self, contact: int) -> int:
        """Whether a reading is none that a whole sensor gives."""
        return self._values[contact] < EDGE or self._values[contact] > 1023 - EDGE

    def _scan_bank(self, first: int) -> None:
        code = 0
        for step in range(BANK):
            wanted = step ^ step >> 1
            moved, line = wanted ^ code, 0
            while moved:
                if moved & 1:
                    self._address[line](wanted >> line & 1)
                moved >>= 1
                line += 1
            code = wanted
            sleep_us(SETTLE_US)
            if first + wanted < self._count:
                self._take(first + wanted, self._adc.read_u16() >> 6)
        for line in range(len(self._address)):
            self._address[line](0)

    def _take(self, contact: int, value: int) -> None:
        """A place fills beyond the threshold and empties below three quarters of it."""
        self._values[contact] = value
        place, bit = contact >> 3, 128 >> (contact & 7)
        distance = value - self._rest[contact]
        if distance < 0:
            distance = -distance
        if distance >= self._threshold:
            self.raw[place] |= bit
        elif distance < self._threshold * 3 // 4:
            self.raw[place] &= ~bit & 255
