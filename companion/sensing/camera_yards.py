"""How many pieces lie in each yard, as a picture shows it: a check upon what stands on the board, no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas
from calibration.camera_colours import tones
from calibration.camera_light import logarithm
from calibration.camera_profile import CameraPart

Array = npt.NDArray[Any]

EMPTY = "empty"
LEAST_MORE = 0.2
"""By this share of a yard at least four pieces make it look fuller than its floor does; else they are not told."""
CLEARLY_FEWER = 0.62
UNDER_ARM = 0.05
"""A yard under an arm to this share shows fewer pieces than lie there."""


@dataclass(frozen=True, slots=True)
class Yard:
    """A yard: its pixels on the canvas, on the small one, the level of its wood, and what share of it looks like its
    pieces when it is `bare` and when it is `full`."""

    seat: str
    pixels: Array
    small: Array
    level: Array
    bare: float
    full: float


class Yards:
    """Counts the pieces in the yards of one calibrated board."""

    def __init__(self, part: CameraPart, canvas: Canvas, seats: tuple[str, ...], wood_over: Array) -> None:
        """wood_over: level of the wood at each pixel of the small canvas, (N, 3) logarithms."""
        self._canvas, self._seats, self._wood_over = canvas, seats, wood_over
        self._means = np.array([part.colours[seat].mean for seat in seats])
        yards = [self._yard(part, number) for number, pit in enumerate(part.board.pits) if pit.seat in seats]
        self._told = [yard for yard in yards if yard.full - yard.bare > LEAST_MORE]

    def counts(self, canvas_bgr: Array, states: Sequence[str], arms: Array, gain: Array) -> dict[str, int]:
        """Pieces in each yard: those that are not on the board, fewer where the yard clearly shows fewer.

        While a hole is hidden a piece may be in it: then what the yard shows counts at once.
        """
        counts = {seat: max(0, 4 - states.count(seat)) for seat in self._seats}
        is_hidden = any(state not in (EMPTY, *self._seats) for state in states)
        for yard in self._told:
            rest = counts[yard.seat]
            if arms.ravel()[yard.small].mean() < UNDER_ARM:
                shown = self._shown(canvas_bgr, yard, gain.mean(axis=0))
                if is_hidden or shown < CLEARLY_FEWER * rest / 4:
                    counts[yard.seat] = min(rest, round(4 * shown))
        return counts

    def filled(self, canvas_bgr: Array, gain: Array) -> float:
        """How many of the yards are filled with the pieces of their own seats, parts counted. gain: light now, (3,)."""
        return sum(self._shown(canvas_bgr, yard, gain) for yard in self._told)

    def _yard(self, part: CameraPart, number: int) -> Yard:
        """A yard as it looks at the normal start. The floor of the pit for the cards looks as that of the yards."""
        pit = part.board.pits[number]
        seat = str(pit.seat)
        pixels, level = self._floor(pit.x_mm, pit.y_mm, pit.felt_radius_mm)
        bare = [self._share(part.bare, seat, *self._floor(other.x_mm, other.y_mm, 0.8 * other.felt_radius_mm))
                for other in part.board.pits if other.kind == "cards"]  # fmt: skip
        across = np.stack(np.meshgrid(*[np.linspace(-0.8, 0.8, 7)] * 2), axis=-1).reshape(-1, 2)
        small = self._canvas.small_numbers(np.array([pit.x_mm, pit.y_mm]) + across * pit.felt_radius_mm)
        return Yard(seat, pixels, small, level, max(bare, default=0.0), self._share(part.bare, seat, pixels, level))

    def _floor(self, x_mm: float, y_mm: float, radius_mm: float) -> tuple[Array, Array]:
        """Pixels of the floor of a pit, and the level of the wood there."""
        number = self._canvas.small_numbers(np.array([[x_mm, y_mm]]))[0]
        return self._canvas.around(x_mm, y_mm, radius_mm)[::4], self._wood_over[number]

    def _shown(self, canvas_bgr: Array, yard: Yard, gain: Array) -> float:
        """How full of its own pieces a yard looks: 0 to 1."""
        share = self._share(canvas_bgr, yard.seat, yard.pixels, yard.level + gain)
        return float(np.clip((share - yard.bare) / (yard.full - yard.bare), 0.0, 1.0))

    def _share(self, canvas_bgr: Array, seat: str, pixels: Array, level: Array) -> float:
        """How much of some pixels has the colour of a seat's pieces."""
        seen = tones(logarithm(canvas_bgr.reshape(-1, 3)[pixels]) - level)
        off = ((seen - self._means[self._seats.index(seat)]) / (0.22, 0.22, 0.8)) ** 2
        return float((off.sum(axis=1) < 3.0).mean())
