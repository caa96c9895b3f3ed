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

    def set(self, index: int, colour: str) -> None:
        """Lights one place in the colour `rrggbb`; a place without a light stays dark."""
        if index >= self._count:
            return
        for part, at in ((0, 1), (1, 0), (2, 2)):  # the chip takes green first
            self._colours[3 * index + at] = int(colour[2 * part : 2 * part + 2], 16)
        self._show()

    def _show(self) -> None:
        bitstream(self._pin, 0, TIMING_NS, self._colours)
