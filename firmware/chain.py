"""Contacts on a daisy chain of 74HC165 shift registers, read over SPI.

A low load pulse copies all inputs; then each falling clock edge reads the bit that stands at the end of the chain, and
the rising edge brings up the next (mode 2), so a bit has half a clock to settle on long cables.
One byte more than there are registers is read: the last register's serial input is held low, so these eight bits tell
whether the chain is whole. Source: 74HC165 datasheet, function table; RP2040 datasheet, SPI.
"""

from machine import SPI, Pin

SENTINEL = 0
"""The byte behind the last register."""
OPEN = 255


class Chain:
    """The registers of a board. `raw` holds the last scan, a set bit is a filled place, behind it the sentinel."""

    def __init__(self, chain: dict, registers: int, quarter: int) -> None:
        self._load = Pin(chain["load"], Pin.OUT, value=1)
        # MicroPython takes the bus's usual pin for sending too, though nothing is sent: who needs that pin for
        # something else, such as a button, sets it up after this.
        self._spi = SPI(
            chain["spi"], baudrate=chain["baud_hz"], polarity=chain["polarity"], phase=chain["phase"],
            sck=Pin(chain["clock"]), miso=Pin(chain["data"], Pin.IN, Pin.PULL_UP),
        )  # fmt: skip
        self.size = registers
        self._quarter = quarter
        self._levels = bytearray(registers + 1)
        self._before = bytearray(registers + 1)
        self.raw = bytearray(registers)
        self.is_whole = True

    def scan(self) -> bool:
        """Reads all inputs; whether anything is to be believed: False while the chain is broken. Allocates nothing."""
        self._load(0)
        self._load(1)
        self._spi.readinto(self._levels)
        if self._levels != self._before:
            self._look()
        return self.is_whole

    def value(self, contact: int) -> int:
        """The raw reading of a contact, 0..1023."""
        return 1023 if self.raw[contact >> 3] & 128 >> (contact & 7) else 0

    def suspect(self, contact: int) -> int:
        """Whether a reading is none that a whole sensor gives: a contact is never suspect by its level alone."""
        return 0

    def _look(self) -> None:
        whole = self._levels[self.size] == SENTINEL
        run = 0
        for place in range(self.size):
            level = self._levels[place]
            self._before[place] = level
            # Registers behind a broken cable read as low, all of them: no marbles fill a whole quarter of a board.
            run = run + 1 if level == 0 else 0
            if place % self._quarter == self._quarter - 1:
                whole = whole and run < self._quarter
                run = 0
            self.raw[place] = level ^ OPEN
        self._before[self.size] = self._levels[self.size]
        self.is_whole = whole
