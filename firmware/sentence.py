"""A sentence of the board, put together in place: whatever the board says, it allocates no memory for it.

What `wire.encode` leaves behind would have to be collected; that takes a Pico 11 ms, within which no magnet is seen.
Only numbers up to 30 bits allocate nothing, so the uptime comes in two parts.
"""

import wire

try:
    from quick import crc16, decimal, hex_digits
except (ImportError, SyntaxError):  # no compiler for machine code, as in the interpreter of the tests
    crc16 = decimal = hex_digits = None

_HEX = b"0123456789ABCDEF"


class Sentence:
    """One sentence after the other: begun, given its fields, ended. `data` holds it in its first bytes."""

    def __init__(self) -> None:
        self.data = bytearray(wire.MAX_LENGTH + 2)
        self.data[0] = 36
        self._at = 0
        self._check = bytearray(2)

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
        self._hex(data, digits)

    def end(self) -> int:
        """Ends the sentence; its length."""
        data, at = self.data, self._at
        check = self._check
        crc = crc16(data, 1, at, wire.HIGH, wire.LOW) if crc16 else wire.crc16_by_bytes(data, 1, at)
        check[0] = crc >> 8
        check[1] = crc & 255
        data[at] = 42
        self._at = at + 1
        self._hex(check, 4)
        at = self._at
        data[at] = 13
        data[at + 1] = 10
        return at + 2

    def _hex(self, data: "bytes | bytearray", digits: int) -> None:
        out, at = self.data, self._at
        self._at = at + digits
        if hex_digits:
            hex_digits(out, at, data, digits)
            return
        for digit in range(digits):
            byte = data[digit >> 1]
            out[at] = _HEX[byte & 15 if digit & 1 else byte >> 4]
            at += 1

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
        if decimal:
            self._at = decimal(self.data, self._at, value, least)
            return
        size, limit = 1, 10
        while value >= limit or size < least:
            size += 1
            limit *= 10
        data, place = self.data, self._at + size
        self._at = place
        while size:
            size -= 1
            place -= 1
            rest = value // 10
            data[place] = 48 + value - 10 * rest
            value = rest
