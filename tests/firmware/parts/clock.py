# MicroPython's module `time` in the time of the simulated board.
import parts

ticks_us, ticks_ms, sleep_us = parts.ticks_us, parts.ticks_ms, parts.sleep_us
_HALF = 1 << 29


def ticks_diff(end, start):
    return ((end - start + _HALF) & 0x3FFFFFFF) - _HALF
