"""Sentences between a sensing board and a computer: one codec that both sides import.

Written in the common subset of MicroPython and CPython. A sentence is `$TYPE,seq,ms,field,...*CRC` and ends with CR LF.
Source: docs/board-protocol.md.
"""

try:
    from binascii import crc_hqx
except ImportError:  # MicroPython has no crc_hqx
    crc_hqx = None

PROTOCOL = "1"
MAX_LENGTH = 200
"""Longest sentence in characters, CR LF not counted."""
SEQ_COUNT = 65536
MS_COUNT = 4294967296

FIELDS = {
    "HELLO": (5, 5),
    "OCC": (1, 1),
    "RAW": (2, 17),
    "CARD": (2, 2),
    "BTN": (2, 2),
    "FAULT": (2, 2),
}
"""The types of sentence a board sends: smallest and largest number of fields."""
FAULTS = ("stuck-on", "stuck-off", "bus", "brownout", "input", "clear")
DEBOUNCE_MS = (5, 200, 20)
"""Shortest, longest and default time for which a picture must be stable."""
MOST_LIGHTS = 10000

_HEX = "0123456789ABCDEF"
_MIRROR = {}
for _value in range(16):
    _mirrored = _HEX[(_value & 1) << 3 | (_value & 2) << 1 | (_value & 4) >> 1 | (_value & 8) >> 3]
    _MIRROR[_HEX[_value]] = _mirrored
    _MIRROR[_HEX[_value].lower()] = _mirrored
HIGH, LOW = bytearray(256), bytearray(256)
"""What each byte does to both halves of the check sum: a Pico has no time for a loop over its bits."""
for _value in range(256):
    _crc = _value << 8
    for _ in range(8):
        _crc = _crc << 1 ^ 0x1021 if _crc & 0x8000 else _crc << 1
    HIGH[_value] = _crc >> 8 & 255
    LOW[_value] = _crc & 255


class BadSentence(ValueError):
    """A line that is no sentence. `reason` is one of `long`, `form`, `crc`, `type`, `fields`."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason + ": " + detail)
        self.reason = reason


def crc16_by_bytes(data: "bytes | bytearray", start: int, end: int) -> int:
    """Check sum of the bytes from `start` to before `end`, in plain Python: CRC-16/CCITT-FALSE. Allocates nothing."""
    high, low = HIGH, LOW
    crc, rest = 255, 255
    for place in range(start, end):
        byte = data[place] ^ crc
        crc = rest ^ high[byte]
        rest = low[byte]
    return crc << 8 | rest


def crc16(data: bytes) -> int:
    """Check sum of some bytes: CRC-16/CCITT-FALSE (poly 0x1021, init 0xFFFF)."""
    if crc_hqx is None:
        return crc16_by_bytes(data, 0, len(data))
    return crc_hqx(data, 0xFFFF)


def encode(kind: str, seq: int, ms: int, fields: "list[str] | tuple[str, ...]") -> bytes:
    """One sentence as it goes over the wire, CR LF included.

    Raises: BadSentence for an unknown type, a wrong number of fields, a field with a separator in it, or a sentence
    that would be too long.
    """
    _check(kind, fields)
    text = ",".join(fields)
    body = ",".join((kind, str(seq % SEQ_COUNT), str(ms % MS_COUNT), text)).encode()
    is_plain = "" not in fields and text.count(",") == len(fields) - 1 and "$" not in text and "*" not in text
    if not is_plain or min(body) < 32 or max(body) > 126:
        raise BadSentence("fields", "a field cannot be sent: " + repr(fields))
    if len(body) + 6 > MAX_LENGTH:
        raise BadSentence("long", str(len(body) + 6) + " characters")
    return b"$" + body + f"*{crc16(body):04X}\r\n".encode()


def decode(line: bytes) -> "tuple[str, int, int, list[str]]":
    """Type, number, uptime in ms and fields of one sentence, with or without its line end.

    Raises: BadSentence (a ValueError) with the reason.
    """
    line = bytes(line)
    if line.endswith(b"\n"):
        line = line[:-1]
    if line.endswith(b"\r"):
        line = line[:-1]
    if len(line) > MAX_LENGTH:
        raise BadSentence("long", str(len(line)) + " characters")
    if len(line) < 6 or line[0] != 36 or line[-5] != 42:
        raise BadSentence("form", "not $...*CRC")
    body = line[1:-5]
    crc = f"{crc16(body):04X}"
    if crc.encode() != line[-4:]:
        raise BadSentence("crc", "check sum is " + crc)
    for byte in body:
        if byte < 32 or byte > 126:
            raise BadSentence("form", "byte " + str(byte) + " inside a sentence")
    parts = body.decode().split(",")
    kind, fields = parts[0], parts[3:]
    if kind not in FIELDS:
        raise BadSentence("type", "unknown type " + repr(kind))
    if len(parts) < 3:
        raise BadSentence("fields", kind + " without number or time")
    _check(kind, fields)
    return kind, number(parts[1], SEQ_COUNT), number(parts[2], MS_COUNT), fields


def _check(kind: str, fields: "list[str] | tuple[str, ...]") -> None:
    if kind not in FIELDS:
        raise BadSentence("type", "unknown type " + repr(kind))
    least, most = FIELDS[kind]
    if not least <= len(fields) <= most:
        raise BadSentence("fields", kind + " with " + str(len(fields)) + " fields")


def number(text: str, count: int) -> int:
    """A decimal number from 0 to `count` - 1. Raises: BadSentence."""
    if not 0 < len(text) <= 10:
        raise BadSentence("fields", "no number: " + repr(text))
    for letter in text:
        if letter not in "0123456789":
            raise BadSentence("fields", "no number: " + repr(text))
    value = int(text)
    if value >= count:
        raise BadSentence("fields", "number too large: " + text)
    return value


def digits(size: int) -> int:
    """How many hex digits a picture of `size` places has."""
    return (size + 3) // 4


def to_hex(occupied: int, size: int) -> str:
    """A picture (bit i set: place i filled) as hex: place 0 is the most significant bit of the first digit.

    Raises: BadSentence when a bit is set beyond `size`.
    """
    if occupied < 0 or occupied >> size:
        raise BadSentence("fields", "more than " + str(size) + " places")
    text = []
    for _ in range(digits(size)):
        text.append(_MIRROR[_HEX[occupied & 15]])
        occupied >>= 4
    return "".join(text)


def from_hex(text: str, size: int) -> int:
    """A picture from hex: bit i set where place i is filled. Raises: BadSentence."""
    if len(text) != digits(size):
        raise BadSentence("fields", str(len(text)) + " hex digits where " + str(digits(size)) + " belong")
    mirrored = []
    for letter in text:
        if letter not in _MIRROR:
            raise BadSentence("fields", "no hex digit: " + repr(letter))
        mirrored.append(_MIRROR[letter])
    mirrored.reverse()
    occupied = int("".join(mirrored), 16)
    if occupied >> size:
        raise BadSentence("fields", "padding bits are set")
    return occupied


class Command:
    """A line from the computer to the board, read in place: that allocates no memory.

    name: `HELLO`, `RAW`, `DEBOUNCE` or `LED`. value: 1 for on, a time in ms, or the index of a light. colour: its red,
    green and blue.
    """

    def __init__(self) -> None:
        self.name = ""
        self.value = 0
        self.colour = bytearray(3)

    def read(self, line: "bytes | bytearray", end: int) -> bool:
        """Takes the line in the first `end` bytes; whether it can be read."""
        at, self.value = 0, 0
        while at < end and _is_blank(line[at]):
            at += 1
        while at < end and _is_blank(line[end - 1]):
            end -= 1
        if _has(line, at, end, b"?HELLO") == end:
            self.name = "HELLO"
        elif _has(line, at, end, b"!RAW,off") == end or _has(line, at, end, b"!RAW,on") == end:
            self.name, self.value = "RAW", 1 if end - at == 7 else 0
        elif (start := _has(line, at, end, b"!DEBOUNCE,")) > 0:
            self.name, self.value = "DEBOUNCE", _decimal(line, start, end, DEBOUNCE_MS[1] + 1)
            return self.value >= DEBOUNCE_MS[0]
        elif (start := _has(line, at, end, b"!LED,")) > 0 and line[end - 7] == 44:
            self.name, self.value = "LED", _decimal(line, start, end - 7, MOST_LIGHTS)
            return self.value >= 0 and self._takes_colour(line, end - 6)
        else:
            return False
        return True

    def _takes_colour(self, line: "bytes | bytearray", at: int) -> bool:
        for part in range(3):
            high, low = _nibble(line[at]), _nibble(line[at + 1])
            if high < 0 or low < 0:
                return False
            self.colour[part] = high << 4 | low
            at += 2
        return True


def _is_blank(byte: int) -> bool:
    return byte == 32 or 9 <= byte <= 13


def _has(line: "bytes | bytearray", at: int, end: int, words: bytes) -> int:
    """Where a line goes on behind these words; -1 if it does not have them there."""
    if end - at < len(words):
        return -1
    for place in range(len(words)):
        if line[at + place] != words[place]:
            return -1
    return at + len(words)


def _decimal(line: "bytes | bytearray", at: int, end: int, count: int) -> int:
    """The number in a part of a line; -1 if it is none from 0 to `count` - 1."""
    if not 0 < end - at <= 10:
        return -1
    value = 0
    for place in range(at, end):
        value = 10 * value + line[place] - 48
        if not 48 <= line[place] <= 57 or value >= count:
            return -1
    return value


def _nibble(byte: int) -> int:
    """The value of a hex digit; -1 if it is none."""
    if 48 <= byte <= 57:
        return byte - 48
    byte |= 32
    return byte - 87 if 97 <= byte <= 102 else -1


def command(line: bytes) -> "tuple[str, int, str]":
    """A line from the computer to the board: its name, a number and a text.

    `("HELLO", 0, "")`, `("RAW", 1, "")` or `("RAW", 0, "")`, `("DEBOUNCE", ms, "")`, `("LED", index, rrggbb)`.
    Raises: BadSentence for anything else.
    """
    given = Command()
    if not given.read(line, len(line)):
        raise BadSentence("form", "unknown line " + repr(bytes(line)))
    colour = "".join(f"{part:02x}" for part in given.colour)
    return given.name, given.value, colour if given.name == "LED" else ""
