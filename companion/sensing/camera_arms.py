"""Arms above the board: what has changed since it was bare, and reaches over its edge.

1. Pieces and cards come and go in holes and pits, so that a change there is no arm; nor is what has changed around a
   piece that is seen clearly, which leans and throws a shadow.
2. An arm goes on behind a pit that it crosses, and beside such a piece where it touches it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import SMALL_PX, Canvas

Array = npt.NDArray[Any]

LEAST_OBJECT = 0.2
"""So much of an arm is more than shadow."""
EDGE_MM = 8.0
LEAST_ARM = 60
"""Pixels of the small canvas (3.3 mm each) that an arm covers at least."""
LEAST_THING, MOSTLY = 250, 0.6
"""A thing that lies on the board, such as a phone, covers so much of it at least, and most of it is no shadow."""
PIT_RIM_MM = 12.0
"""So far beyond the rim of a pit an arm is looked for that crosses it."""
LEANING = 0.95
"""So far (as a share of the pitch) a piece leans and throws its shadow."""
SPACE = 0.5
"""The spaces of a track are much larger than its token."""


class Arms:
    """Finds arms on the small canvas of one board."""

    def __init__(self, canvas: Canvas) -> None:
        pitch, board = canvas.board.pitch_mm, canvas.board
        reach = (SPACE if board.is_track else LEANING) * pitch
        self._holes = [np.flatnonzero(_disc(canvas, hole.x_mm, hole.y_mm, reach)) for hole in board.holes]
        """The pixels where a piece in each hole may be seen, and the shadow that it throws."""
        self._ignored = np.zeros((SMALL_PX, SMALL_PX), bool)
        # A track is all spaces: what lies on them does not reach over the edge, and arms have to be seen there, too.
        for hole in () if board.is_track else board.holes:
            self._ignored |= _disc(canvas, hole.x_mm, hole.y_mm, 0.44 * pitch)
        for pit in board.pits:
            self._ignored |= _disc(canvas, pit.x_mm, pit.y_mm, pit.rim_radius_mm + 2)
        self._pits = [
            tuple(_disc(canvas, pit.x_mm, pit.y_mm, pit.rim_radius_mm + more) for more in (PIT_RIM_MM, 0.0))
            for pit in board.pits
        ]
        away = canvas.from_edge_mm
        self._inside, self._rim = away < -2 * EDGE_MM, np.abs(away) < EDGE_MM
        """The board without its rim; and the rim, which an arm has to cross."""

    def find(self, changed: Array, is_object: Array, clear: Array) -> Array:
        """Where arms are: bool (168, 168).

        changed: where the picture differs from the bare board; is_object: where it does so by more than a shadow;
        clear: for each hole whether a piece is seen clearly there.
        """
        import cv2

        own = np.zeros(changed.shape, bool)
        for i in np.flatnonzero(clear):
            own.ravel()[self._holes[i]] = True
        mask: Array = (changed & ~self._ignored & ~own).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        arms, beyond = np.zeros(changed.shape, bool), []
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < LEAST_ARM:
                continue
            here = labels == label
            within = here & self._inside
            area = int(np.count_nonzero(within))
            share = np.count_nonzero(within & is_object) / max(1, area)
            if area < LEAST_ARM // 2 or share <= LEAST_OBJECT:
                continue
            is_thing = area > LEAST_THING and share > MOSTLY
            if (here & self._rim).any() or is_thing:
                arms |= here
            else:
                beyond.append(here)
        return self._whole(arms, beyond, changed, own) if arms.any() else arms

    def _whole(self, arms: Array, beyond: list[Array], changed: Array, own: Array) -> Array:
        """Arms with what goes on behind pits and beside pieces. beyond: parts that do not reach the edge."""
        import cv2

        for around, pit in self._pits:
            if (arms & around).any():
                arms |= pit
                for part in beyond:
                    if (part & around).any():
                        arms |= part
        touching = (arms | (changed & own)).astype(np.uint8)
        _, labels = cv2.connectedComponents(touching, connectivity=8)
        is_arm = np.zeros(int(labels.max()) + 1, bool)
        is_arm[labels[arms]] = True
        whole: Array = is_arm[labels]
        return whole


def _disc(canvas: Canvas, x_mm: float, y_mm: float, radius_mm: float) -> Array:
    """The pixels of the small canvas around a point: bool (168, 168)."""
    grid = canvas.small_mm
    near: Array = np.hypot(grid[..., 0] - x_mm, grid[..., 1] - y_mm) < radius_mm
    return near
