"""A PN532 reads the tag in a card; asked in small steps, so that no scan ever waits for it.

Frames: 00 00 FF, length and its complement, D4 (to the chip) or D5 (from it), data, check sum, 00. The chip answers
each command with an acknowledgement and, when it is ready, with a frame.
Source: NXP UM0701-02, PN532 user manual, chapters 6 (frames, I2C, SPI) and 7 (commands).
"""

from machine import I2C, SPI, Pin

_ACK = b"\x00\x00\xff\x00\xff\x00"
_START = b"\x00\x00\xff"
_LONGEST = 48
"""Bytes of an answer that are read: two tags with ids of ten bytes, and the frame around them."""
_SAM = b"\x14\x01\x14\x01"
"""SAMConfiguration: normal mode, no secure access module."""
_RETRIES = b"\x32\x05\xff\x01\x02"
"""RFConfiguration, MaxRetries: an empty reader says so at once instead of waiting for a card."""
_LIST = b"\x4a\x02\x00"
"""InListPassiveTarget: at most two cards, ISO 14443 A."""
_SEND, _ACKED, _ANSWERED = 0, 1, 2
_PATIENCE_STEPS = 30
"""Steps without an answer before the chip is asked anew."""
_MISSES = 3
"""Rounds without the card before it counts as taken away: a card at the rim of the field comes and goes."""
_ABSENT_STEPS = 200
"""Steps between the first attempts to find a chip that is not there; twice as many after 8 of them, and so on."""
_SLOWER_AFTER, _MOST_SLOWER = 8, 5
_MOST_LOST = 100
"""After so many a chip is left alone: each leaves a little memory behind, which nobody is to collect in a game."""
_LONGEST_ID = 10
NOTHING, LAID, TAKEN = 0, 1, 2
"""What a step tells."""
_LOST = 3


def _frame(data: bytes) -> bytes:
    body = b"\xd4" + data
    return _START + bytes((len(body), -len(body) & 255)) + body + bytes((-sum(body) & 255, 0))


class I2cWay:
    """A PN532 on I2C. Each read begins with a byte that says whether the chip is ready."""

    lead = 1

    def __init__(self, settings: dict, buses: dict) -> None:
        key = ("i2c", settings["i2c"])
        if key not in buses:
            scl, sda = Pin(settings["scl"]), Pin(settings["sda"])
            buses[key] = I2C(settings["i2c"], scl=scl, sda=sda, freq=settings["freq_hz"])
        self._bus, self._address = buses[key], settings["address"]
        self._one = bytearray(1)

    def wrap(self, frame: bytes) -> bytes:
        return frame

    def write(self, wrapped: bytes) -> None:
        self._bus.writeto(self._address, wrapped)

    def is_ready(self) -> bool:
        """Whether the chip has something to say."""
        self._bus.readfrom_into(self._address, self._one)
        return self._one[0] & 1 == 1

    def read(self, buffer: bytearray) -> None:
        self._bus.readfrom_into(self._address, buffer)


class SpiWay:
    """A PN532 on SPI. It wants the lowest bit first, the RP2040 sends the highest: bytes are mirrored here."""

    lead = 0

    def __init__(self, settings: dict, buses: dict) -> None:
        key = ("spi", settings["spi"])
        if key not in buses:
            buses[key] = SPI(
                settings["spi"], baudrate=settings["baud_hz"], polarity=0, phase=0, sck=Pin(settings["clock"]),
                mosi=Pin(settings["mosi"]), miso=Pin(settings["miso"], Pin.IN, Pin.PULL_UP),
            )  # fmt: skip
        if "mirror" not in buses:
            buses["mirror"] = bytes(_mirrored(value) for value in range(256))
        self._bus, self._mirror = buses[key], buses["mirror"]
        self._select = Pin(settings["select"], Pin.OUT, value=1)
        self._status, self._data, self._one = b"\x40", b"\xc0", bytearray(1)

    def wrap(self, frame: bytes) -> bytes:
        return bytes(self._mirror[byte] for byte in b"\x01" + frame)

    def write(self, wrapped: bytes) -> None:
        self._select(0)
        self._bus.write(wrapped)
        self._select(1)

    def is_ready(self) -> bool:
        self._select(0)
        self._bus.write(self._status)
        self._bus.readinto(self._one)
        self._select(1)
        return self._one[0] == 128

    def read(self, buffer: bytearray) -> None:
        self._select(0)
        self._bus.write(self._data)
        self._bus.readinto(buffer)
        self._select(1)
        for at in range(len(buffer)):
            buffer[at] = self._mirror[buffer[at]]


def _mirrored(value: int) -> int:
    out = 0
    for bit in range(8):
        out |= (value >> bit & 1) << (7 - bit)
    return out


class Pn532:
    """One reader. `step` does one small thing and tells what changed: a tag was `LAID` or `TAKEN` away, or `NOTHING`.

    1. The chip is set up, then asked again and again which cards lie on it.
    2. A card that was not there before is told, also where it was laid upon others; two are told apart.
    3. A chip that does not answer, or has vanished, is looked for again, less and less often, 100 times.
    Allocates nothing but by the errors of a bus at which nobody answers.
    """

    def __init__(self, way: "I2cWay | SpiWay") -> None:
        self._way = way
        self._commands = tuple(way.wrap(_frame(data)) for data in (_SAM, _RETRIES, _LIST))
        self._answer = bytearray(way.lead + _LONGEST)
        self._brief = bytearray(way.lead + len(_ACK))
        self._command, self._phase, self._waited, self._misses = 0, _SEND, 0, 0
        self._pause = 0
        self.card, self._under = bytearray(_LONGEST_ID), bytearray(_LONGEST_ID)
        self.size, self._under_size = 0, 0
        """`card` holds the id of the card that lies there in its first `size` bytes."""
        self.is_there = False
        """Whether the chip has answered and has not vanished since."""
        self.lost = 0
        """How often it was not found."""

    def step(self) -> int:
        """One small thing."""
        if self._pause:
            self._pause -= 1
            return NOTHING
        if self.lost >= _MOST_LOST:
            return NOTHING
        try:
            told = self._do()
        except OSError:
            told = _LOST
        if told == _LOST:
            self.is_there = False
            self._command, self._phase = 0, _SEND  # three at once would make a tuple
            self._waited = 0
            self._pause = _ABSENT_STEPS << min(self.lost // _SLOWER_AFTER, _MOST_SLOWER)
            self.lost += 1
            return self._taken()
        return told

    def look_anew(self) -> None:
        """Looks for a chip that is not there as if for the first time."""
        if not self.is_there:
            self._pause = 0
        self.lost = 0

    def _do(self) -> int:
        if self._phase == _SEND:
            self._way.write(self._commands[self._command])
            self._phase, self._waited = _ACKED, 0
        elif not self._way.is_ready():
            self._waited += 1
            if self._waited > _PATIENCE_STEPS:
                return _LOST
        elif self._phase == _ACKED:
            self._way.read(self._brief)
            if not self._says(self._brief, self._way.lead, _ACK, len(_ACK)):
                return _LOST
            self._phase, self._waited = _ANSWERED, 0
        else:
            self._phase = _SEND
            self._way.read(self._answer)
            length = self._checked()
            if self._command < 2:
                self.is_there = self.is_there or length >= 0
                self._command += 1
            elif length > 0:
                self._pause = 2
                return self._listed(length)
        return NOTHING

    def _says(self, buffer: bytearray, at: int, wanted: "bytes | bytearray", size: int) -> bool:
        for place in range(size):  # noqa: SIM110 - all() would allocate
            if buffer[at + place] != wanted[place]:
                return False
        return True

    def _checked(self) -> int:
        """Length of the answer's data; -1 for a damaged answer. The data begins 7 bytes behind the lead."""
        answer, lead = self._answer, self._way.lead
        if not self._says(answer, lead, _START, len(_START)):
            return -1
        length = answer[lead + 3]
        if (length + answer[lead + 4]) & 255 or not 2 <= length <= _LONGEST - 7 or answer[lead + 5] != 0xD5:
            return -1
        total = 0
        for at in range(lead + 5, lead + 6 + length):
            total += answer[at]
        return -1 if total & 255 else length - 2

    def _listed(self, length: int) -> int:
        """What the list of cards means: for each its number, SENS_RES (2 bytes), SEL_RES, length of the id, id, ATS."""
        answer, start = self._answer, self._way.lead + 7
        end, at = start + length, start + 1
        has_card, has_under = False, False
        for _ in range(answer[start]):
            if at + 5 > end or answer[at + 4] > _LONGEST_ID or at + 5 + answer[at + 4] > end:
                break
            has_ats, size = answer[at + 3] & 32, answer[at + 4]
            at += 5
            if self._is(self.card, self.size, at, size):
                has_card = True
            elif self._is(self._under, self._under_size, at, size):
                has_under = True
            else:
                return self._laid(at, size)
            at += size
            if has_ats and at < end:
                at += answer[at]
        if has_card or (has_under and not self.size):
            self._misses = 0
            return NOTHING
        self._misses += 1
        if self._misses < _MISSES:
            return NOTHING
        if not has_under:
            self._under_size = 0
        return self._taken()

    def _is(self, known: bytearray, known_size: int, at: int, size: int) -> bool:
        return known_size == size and self._says(self._answer, at, known, size)

    def _laid(self, at: int, size: int) -> int:
        if self.size:
            self._under_size = self.size
            for place in range(self.size):
                self._under[place] = self.card[place]
        self.size, self._misses = size, 0
        for place in range(size):
            self.card[place] = self._answer[at + place]
        return LAID

    def _taken(self) -> int:
        told = TAKEN if self.size else NOTHING
        self.size, self._misses = 0, 0
        return told
