"""The sentence that tells a picture, put together in place: it is said every second and allocates no memory for that.

What `wire.encode` leaves behind would have to be collected; that takes a Pico 11 ms, within which no magnet is seen.
Only numbers up to 30 bits allocate nothing, so the uptime comes in two parts.
"""

import wire

_HEX = b"0123456789ABCDEF"
_HEAD = b"$OCC,"
_LONGEST = len("65535,4294967295,*FFFF\r\n")


class Occ:
    """Sentences `OCC` of a board with `size` places. `data` holds the last one in its first bytes."""

    def __init__(self, size: int) -> None:
        self._digits = wire.digits(size)
        self.data = bytearray(len(_HEAD) + _LONGEST + self._digits)
        self.data[: len(_HEAD)] = _HEAD

    def put(self, bits: bytearray, seq: int, seconds: int, ms: int) -> int:
        """Puts a sentence together; its length. bits: one a place; seconds, ms: the uptime. Allocates nothing."""
        data = self.data
        at = self._number(len(_HEAD), seq, 1)
        if seconds:
            at = self._number(at, seconds, 1) - 1  # the comma is written over
        at = self._number(at, ms, 3 if seconds else 1)
        for digit in range(self._digits):
            byte = bits[digit >> 1]
            data[at] = _HEX[byte & 15 if digit & 1 else byte >> 4]
            at += 1
        crc = wire.crc16_by_bytes(data, 1, at)
        data[at] = 42
        for shift in range(12, -1, -4):
            at += 1
            data[at] = _HEX[crc >> shift & 15]
        data[at + 1] = 13
        data[at + 2] = 10
        return at + 3

    def _number(self, at: int, value: int, least: int) -> int:
        """Writes a number with so many digits at least, and a comma behind it; where it goes on."""
        size, rest = 1, value
        while rest > 9 or size < least:
            size, rest = size + 1, rest // 10
        for place in range(at + size - 1, at - 1, -1):
            self.data[place] = 48 + value % 10
            value //= 10
        self.data[at + size] = 44
        return at + size + 1
