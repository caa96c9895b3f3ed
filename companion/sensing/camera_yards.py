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
from calibration.camera_middle import median
from calibration.camera_profile import CameraPart

Array = npt.NDArray[Any]

EMPTY = "empty"
LEAST_MORE = 0.2
"""By this share of a yard at least four pieces make it look fuller than its floor does; else they are not told."""
CLEARLY_FEWER, AS_MANY = 0.62, 0.75
"""Of what the pieces that may lie in a yard should show: with less it clearly holds fewer, with more surely as many."""
LEAST_ONE, ONE, LESS_THAN_ONE, MORE = 0.25, (0.7, 1.3), 0.4, 0.6
"""In pieces: what one of them shows at least, and usually; how much of one may not be seen, and what is one more."""
UNDER_ARM = 0.05
"""A yard under an arm to this share shows fewer pieces than lie there."""
MIDDLE, UNEVEN, BARE_SHARE = 0.7, 0.2, 0.08
"""The floor of a yard lies bare if its middle (share of the radius) is of one brightness (logarithm) but for this
share: pieces have a bright side and a dark one, even where they have the colour of the floor."""
FROM_FLOOR, AS_FLOOR = 0.6, 0.35
"""In another light a floor becomes as bright or as dark as pieces; only colours (r, g) so far from its own are surely
theirs. What is nearer to its own is the floor, and no hand."""


@dataclass(frozen=True, slots=True)
class Yard:
    """A yard: its pixels on the canvas, those of its middle, those on the small canvas, the level of its wood, and what
    share of it looks like its pieces when it is `bare` and when it is `full`. floor: its colour (r, g), if known."""

    seat: str
    pixels: Array
    middle: Array
    small: Array
    level: Array
    bare: float
    full: float
    floor: Array | None
    is_apart: bool
    """Whether its pieces differ from its floor in every light."""

    @property
    def is_told(self) -> bool:
        """Whether its pieces are told from its floor at all."""
        return self.full - self.bare > LEAST_MORE


class Yards:
    """Counts the pieces in the yards of one calibrated board."""

    def __init__(self, part: CameraPart, canvas: Canvas, seats: tuple[str, ...], wood_over: Array) -> None:
        """wood_over: level of the wood at each pixel of the small canvas, (N, 3) logarithms."""
        self._canvas, self._seats, self._wood_over = canvas, seats, wood_over
        self._means = np.array([part.colours[seat].mean for seat in seats])
        bare = smoothed(part.bare)
        yards = [number for number, pit in enumerate(part.board.pits) if pit.seat in seats]
        self._yards = [self._yard(part, bare, number) for number in yards]
        names = [hole.name for hole in part.board.holes]
        self._holes = {seat: [n for n, name in enumerate(names) if name.isdigit() or name[0] == seat] for seat in seats}
        """The holes on which pieces of a seat may stand: all but the houses of the others."""

    def counts(self, smooth_bgr: Array, states: Sequence[str], arms: Array, gain: Array
               ) -> tuple[dict[str, int], tuple[str, ...]]:  # fmt: skip
        """Pieces in each yard of a canvas without grain, and the seats whose number is not sure.

        Told are those that are not on the board, or fewer where the yard clearly shows fewer. While a hole is hidden in
        which one may stand, what the yard shows counts at once. A number is sure if yard and board tell the same.
        """
        told, unsure = {}, []
        for yard in self._yards:
            rest = max(0, 4 - states.count(yard.seat))
            hides = any(states[i] not in (EMPTY, *self._seats) for i in self._holes[yard.seat])
            told[yard.seat], is_sure = self._count(smooth_bgr, yard, rest, hides, arms, gain.mean(axis=0))
            if not is_sure:
                unsure.append(yard.seat)
        return told, tuple(unsure)

    def _count(self, smooth_bgr: Array, yard: Yard, rest: int, hides: bool, arms: Array, gain: Array
               ) -> tuple[int, bool]:  # fmt: skip
        """How many of the `rest` lie in their yard, and whether that is sure. hides: some may stand in hidden holes."""
        is_free = float(arms.ravel()[yard.small].mean()) < UNDER_ARM
        may_be_elsewhere = hides or bool(arms.any())  # a hand may hold one of them, too
        # In a light in which they do not have their colours pieces are seen all the same.
        if not yard.is_apart and not (rest and may_be_elsewhere):
            return rest, rest > 0 or not is_free or self._lies_bare(smooth_bgr, yard, gain)
        is_bare = is_free and self._lies_bare(smooth_bgr, yard, gain)
        if not is_free or not (is_bare or yard.is_told):
            return rest, not (rest and may_be_elsewhere)
        shown = 0.0 if is_bare and not yard.is_apart else 4 * self._shown(smooth_bgr, yard, gain)
        count = min(rest, round(shown)) if hides or shown < CLEARLY_FEWER * rest else rest
        if count == rest:
            is_sure = (rest - LESS_THAN_ONE if hides else AS_MANY * rest) <= shown < rest + MORE
        else:
            is_none, is_one = is_bare and shown < LEAST_ONE, ONE[0] <= shown <= ONE[1]
            is_sure = hides and (is_none if count == 0 else count == 1 and is_one)
        return count, is_sure and yard.is_apart

    def filled(self, canvas_bgr: Array, gain: Array) -> float:
        """How many of the yards are filled with the pieces of their own seats, parts counted. gain: light now, (3,)."""
        smooth = smoothed(canvas_bgr)
        return sum(self._shown(smooth, yard, gain) for yard in self._yards if yard.is_told)

    def _yard(self, part: CameraPart, bare_bgr: Array, number: int) -> Yard:
        """A yard as it looks at the normal start. The floor of the pit for the cards looks as that of the yards."""
        pit = part.board.pits[number]
        seat = str(pit.seat)
        pixels, level = self._floor(pit.x_mm, pit.y_mm, pit.felt_radius_mm)
        floors = [self._floor(other.x_mm, other.y_mm, 0.8 * other.felt_radius_mm)
                  for other in part.board.pits if other.kind == "cards"]  # fmt: skip
        bare = max((self._share(bare_bgr, seat, *floor) for floor in floors), default=0.0)
        colour = self._means[self._seats.index(seat)]
        floor = np.median(self._tones(bare_bgr, *floors[0]), axis=0)[:2] if floors else None
        is_apart = floor is None or float(np.hypot(*(colour[:2] - floor))) > FROM_FLOOR
        full = self._share(bare_bgr, seat, pixels, level)
        across = np.stack(np.meshgrid(*[np.linspace(-0.8, 0.8, 7)] * 2), axis=-1).reshape(-1, 2)
        small = self._canvas.small_numbers(np.array([pit.x_mm, pit.y_mm]) + across * pit.felt_radius_mm)
        middle = self._canvas.around(pit.x_mm, pit.y_mm, MIDDLE * pit.felt_radius_mm)
        return Yard(seat, pixels, middle, small, level, bare, full, floor, is_apart)

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
        seen = self._tones(canvas_bgr, pixels, level)
        off = ((seen - self._means[self._seats.index(seat)]) / (0.22, 0.22, 0.8)) ** 2
        return float((off.sum(axis=1) < 3.0).mean())

    def _tones(self, canvas_bgr: Array, pixels: Array, level: Array) -> Array:
        seen: Array = tones(logarithm(canvas_bgr.reshape(-1, 3).take(pixels, axis=0)) - level)
        return seen

    def _lies_bare(self, smooth_bgr: Array, yard: Yard, gain: Array) -> bool:
        """Whether nothing but its floor is seen in the middle of a yard."""
        seen = self._tones(smooth_bgr, yard.middle, yard.level + gain)
        colour, light = median(seen[:, :2]), seen[:, 2]
        is_floor = yard.floor is not None and float(np.hypot(*(colour - yard.floor))) < AS_FLOOR
        return is_floor and float((np.abs(light - median(light)) > UNEVEN).mean()) < BARE_SHARE


def smoothed(canvas_bgr: Array) -> Array:
    """A canvas without the grain of the sensor: each pixel the mean of nine."""
    import cv2

    return cv2.blur(canvas_bgr, (3, 3))
