"""A sentence of the board, put together in place: whatever the board says, it allocates no memory for it.

What `wire.encode` leaves behind would have to be collected; that takes a Pico 11 ms, within which no magnet is seen.
Only numbers up to 30 bits allocate nothing, so the uptime comes in two parts.
"""

import wire

_HEX = b"0123456789ABCDEF"


class Sentence:
    """One sentence after the other: begun, given its fields, ended. `data` holds it in its first bytes."""

    def __init__(self) -> None:
        self.data = bytearray(wire.MAX_LENGTH + 2)
        self.data[0] = 36
        self._at = 0

    def begin(self, kind: bytes, seq: int, seconds: int, ms: int) -> None:
        """Begins a sentence. seconds, ms: the uptime."""
        self._at = 1
        self._put(kind)
        self.number(seq)
        if seconds:
            self.number(seconds)
            self._digits(ms, 3)
        else:
            self.number(ms)

    def text(self, field: "bytes | bytearray", size: int = -1) -> None:
        """A field as it is, or its first bytes."""
        self._comma()
        self._put(field, size)

    def number(self, value: int) -> None:
        """A number as a field."""
        self._comma()
        self._digits(value, 1)

    def hex(self, data: "bytes | bytearray", digits: int) -> None:
        """The first so many hex digits of these bytes as a field."""
        self._comma()
        out, at = self.data, self._at
        for digit in range(digits):
            byte = data[digit >> 1]
            out[at] = _HEX[byte & 15 if digit & 1 else byte >> 4]
            at += 1
        self._at = at

    def end(self) -> int:
        """Ends the sentence; its length."""
        data, at = self.data, self._at
        crc = wire.crc16_by_bytes(data, 1, at)
        data[at] = 42
        for shift in range(12, -1, -4):
            at += 1
            data[at] = _HEX[crc >> shift & 15]
        data[at + 1] = 13
        data[at + 2] = 10
        return at + 3

    def _comma(self) -> None:
        self.data[self._at] = 44
        self._at += 1

    def _put(self, text: "bytes | bytearray", size: int = -1) -> None:
        data, at = self.data, self._at
        for place in range(size if size >= 0 else len(text)):
            data[at] = text[place]
            at += 1
        self._at = at

    def _digits(self, value: int, least: int) -> None:
        """Writes a number with so many digits at least."""
        size, rest = 1, value
        while rest > 9 or size < least:
            size, rest = size + 1, rest // 10
        for place in range(self._at + size - 1, self._at - 1, -1):
            self.data[place] = 48 + value % 10
            value //= 10
        self._at += size
