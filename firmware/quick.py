# ruff: noqa: F821 - ptr8 is a type that only MicroPython's compiler knows
"""The loops over the bytes of a sentence, as machine code: a Pico takes a tenth of the time for them.

A MicroPython without that compiler refuses this file; `wire` and `sentence` then go without it.
"""

import micropython


@micropython.viper
def crc16(data: ptr8, start: int, end: int, high: ptr8, low: ptr8) -> int:
    """As `wire.crc16_by_bytes`, with its tables."""
    crc = 255  # one by one: two at once would be objects here
    rest = 255
    place = start
    while place < end:
        byte = data[place] ^ crc
        crc = rest ^ high[byte]
        rest = low[byte]
        place += 1
    return crc << 8 | rest


@micropython.viper
def hex_digits(out: ptr8, at: int, data: ptr8, digits: int):
    """Writes so many hex digits of some bytes."""
    digit = 0
    while digit < digits:
        value = data[digit >> 1]
        if digit & 1:  # noqa: SIM108 - its compiler knows no type of the shorter form
            value = value & 15
        else:
            value = value >> 4
        if value > 9:
            value += 7
        out[at] = value + 48
        at += 1
        digit += 1


@micropython.viper
def decimal(out: ptr8, at: int, value: int, least: int) -> int:
    """Writes a number with so many digits at least; where it ends."""
    size = 1
    limit = 10
    while value >= limit or size < least:
        size += 1
        limit *= 10
    end = at + size
    place = end
    while place > at:
        place -= 1
        rest = value // 10
        out[place] = 48 + value - 10 * rest
        value = rest
    return end
