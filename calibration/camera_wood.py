"""How the board lies, told by its wood: as it was taught, turned, or seen in a mirror; or whether it is another one.

The holes of a board look the same from two sides or more, and in a mirror. Its grain, its knots and what is engraved
in it do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas
from calibration.camera_light import small_log

Array = npt.NDArray[Any]
Way = tuple[tuple[int, int], tuple[int, int]]

AS_TAUGHT: Way = ((1, 0), (0, 1))
FINE_PX = 3.0
"""Light changes more slowly than this over the small canvas, grain faster."""
STRONGEST = 2.5
"""What differs from the wood around it by more than so many times the usual is a piece, a hand or shine."""
CLEARER = 0.1
"""So much more (correlation) the wood has to look like itself another way; the way in which it lay was always ahead, in
the worst of 100 pictures under all lamps and arms by 0.07."""
UNLIKE, GRAINED = 0.1, 0.015
"""Wood that looks no more like itself (correlation) is another board's, where both have a grain (contrast) to tell by.
Under arms and other lamps the same wood came to 0.36 and more, other boards' to 0.08 where nothing is engraved."""
SAME_HOLE = 0.2
"""A board looks the same another way if each hole lies so near to another (share of the pitch)."""


@dataclass(frozen=True, slots=True)
class Lie:
    """way: where the points of the board lie, as a matrix upon those of its map. is_other: it is another board."""

    way: Way
    is_other: bool

    @property
    def is_mirrored(self) -> bool:
        """Whether the board is seen in a mirror."""
        (a, b), (c, d) = self.way
        return a * d - b * c < 0

    @property
    def by(self) -> Array:
        """The way as a matrix for `CameraMap.moved`."""
        matrix = np.eye(3)
        matrix[:2, :2] = self.way
        return matrix


class Wood:
    """The wood of one board as it was taught. bare: the canvas of then, uint8 (672, 672, 3)."""

    def __init__(self, canvas: Canvas, bare: Array) -> None:
        self._ways = ways(canvas.holes_mm, SAME_HOLE * canvas.board.pitch_mm)
        mask = canvas.wood_mask
        self._mask = np.logical_and.reduce([turned(mask, way) for way in self._ways])
        grain, self._contrast = self._grain(bare)
        self._bare = grain[self._mask]
        # What looks the same every way, such as lines that are engraved around the holes, tells no way.
        own = grain - np.mean([turned(grain, way) for way in self._ways], axis=0)
        self._own = own[self._mask] / max(float(np.linalg.norm(own)), 1e-6)

    def lie(self, canvas_bgr: Array) -> Lie:
        """How the board lies that is drawn there by a map under which its holes fit."""
        seen, contrast = self._grain(canvas_bgr)
        alike = {way: float(turned(seen, way)[self._mask] @ self._own) for way in self._ways}
        best = max(alike, key=lambda way: alike[way])
        way = best if alike[best] > alike[AS_TAUGHT] + CLEARER else AS_TAUGHT
        is_like = float(turned(seen, way)[self._mask] @ self._bare) > UNLIKE
        return Lie(way, not is_like and min(contrast, self._contrast) > GRAINED)

    def _grain(self, canvas_bgr: Array) -> tuple[Array, float]:
        """Light and dark of the wood, without lamps, of length 1: (168, 168); and how strong it is."""
        import cv2

        share = self._mask.astype(np.float32)
        light = small_log(canvas_bgr).mean(axis=2) * share
        level = cv2.GaussianBlur(light, (0, 0), FINE_PX) / np.maximum(cv2.GaussianBlur(share, (0, 0), FINE_PX), 1e-3)
        fine = (light - level) * share
        contrast = float(np.median(np.abs(fine[self._mask])))
        fine = np.clip(fine, -STRONGEST * contrast, STRONGEST * contrast)
        return fine / max(float(np.linalg.norm(fine)), 1e-6), contrast


def ways(points_mm: Array, near_mm: float) -> list[Way]:
    """The ways in which a pattern of holes looks the same, as taught first: turned by quarters, and mirrored."""
    found = []
    for swaps, a, b in product((False, True), (1, -1), (1, -1)):
        way: Way = ((0, a), (b, 0)) if swaps else ((a, 0), (0, b))
        other = points_mm @ np.array(way).T
        away = np.linalg.norm(other[:, None] - points_mm[None], axis=2).min(axis=1)
        if away.max() < near_mm:
            found.append(way)
    return found


def turned(square: Array, way: Way) -> Array:
    """A square picture of the board whose points lie another way: at each point what is at `way` times that point."""
    (a, b), (c, d) = way
    return square[::c, ::b].swapaxes(0, 1) if a == 0 else square[::d, ::a]
