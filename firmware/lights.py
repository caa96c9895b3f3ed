"""Coloured lights at the places: a row of WS2812, one for each index of the wire. Source: WS2812 datasheet, timing."""

from machine import Pin, bitstream

TIMING_NS = (400, 850, 800, 450)
"""High and low of a 0, high and low of a 1."""


class Lights:
    """The lights of a board; all dark at first."""

    def __init__(self, pin: int, count: int) -> None:
        self._pin = Pin(pin, Pin.OUT)
        self._count = count
        self._colours = bytearray(3 * count)
        self._show()

    def set(self, index: int, colour: bytearray) -> None:
        """Lights one place in a colour (red, green, blue); a place without a light stays dark. Allocates nothing."""
        if index >= self._count:
            return
        self._colours[3 * index] = colour[1]  # the chip takes green first
        self._colours[3 * index + 1] = colour[0]
        self._colours[3 * index + 2] = colour[2]
        self._show()

    def _show(self) -> None:
        bitstream(self._pin, 0, TIMING_NS, self._colours)
