"""Light: how it fell when the board was learned, and how it falls now.

Lamps are switched, clouds pass, the camera turns its exposure: all of that multiplies each colour of the picture by a
number that changes slowly over the board. Measured in logarithms it is a smooth surface, and the wood that nobody
covers shows it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import SMALL_PX, Canvas
from calibration.camera_middle import median

Array = npt.NDArray[Any]

DARK = 8.0
"""Added before a logarithm, so that black things do not flicker between 2 and 4 of 255."""
LOG = np.log(np.arange(256, dtype=np.float32) + DARK).astype(np.float32)
THIRDS = np.full((1, 3), 1 / 3, np.float32)
LEVEL = float(np.log(100.0))
"""Where logarithms of wood are taken from; any middling brightness will do."""
SUBSAMPLE = 3
ROUNDS = 6
MOST_AGREE = 0.7
"""Where so much of the wood agrees with a surface, no other can be right."""
LIMIT = 0.08
"""Deviations beyond this (8 %) count less and less as wood that shows the light."""


def logarithm(pixels: Array) -> Array:
    """log(value + 8) of uint8 pixels, (N, ...)."""
    import cv2

    # OpenCV's table is several times as fast as numpy's.
    return cv2.LUT(pixels.reshape(len(pixels), -1), LOG).reshape(pixels.shape)


def small_log(canvas_bgr: Array) -> Array:
    """A canvas of a quarter of the size in logarithms: float32 (168, 168, 3)."""
    import cv2

    return logarithm(cv2.resize(canvas_bgr, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA))


def wood_level(canvas: Canvas, bare: Array) -> Array:
    """The logarithms that plain wood has, or would have, at each pixel of a bare canvas: (672, 672, 3)."""
    import cv2

    surface = Surface(canvas)
    wood, _ = surface.fit(small_log(bare) - LEVEL)
    return np.asarray(cv2.resize(surface.over(wood) + LEVEL, bare.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def relative_to_wood(canvas: Canvas, bare: Array) -> Array:
    """Logarithms of a canvas less those of its wood: (672, 672, 3)."""
    relative: Array = logarithm(bare) - wood_level(canvas, bare)
    return relative


class Surface:
    """Fits smooth surfaces (a quadratic in x and y) to differences of light on the bare wood of one board."""

    def __init__(self, canvas: Canvas) -> None:
        grid = canvas.small_mm / (canvas.board.side_mm / 2)
        x, y = grid[..., 0], grid[..., 1]
        self._terms: Array = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
        picked = np.zeros_like(canvas.wood_mask)
        picked[::SUBSAMPLE, ::SUBSAMPLE] = True
        self._wood = np.flatnonzero(canvas.wood_mask & picked)
        self._columns = np.ascontiguousarray(self._terms.reshape(-1, 6)[self._wood].T)

    def fit(self, difference: Array, last: Array | None = None) -> tuple[Array, float]:
        """The surface (6, 3) that the wood shows, and how far typical wood lies from it.

        difference: (168, 168, 3) logarithms now less those when the board was learned. last: the surface of a moment
        ago. Arms may cover more than half of the wood, so several beginnings are tried, and what most of the wood
        agrees on counts.
        """
        seen = np.ascontiguousarray(difference.reshape(-1, 3)[self._wood].T)
        flat = np.zeros((6, 3), np.float32)
        found, weight = self._settled(seen, flat if last is None else last)
        if weight < MOST_AGREE:
            for level in _levels(seen):
                start = flat.copy()
                start[0] = level
                found, weight = max((found, weight), self._settled(seen, start), key=lambda entry: entry[1])
        off = _farthest(seen - found.T @ self._columns)
        return found, float(median(off[off < 3 * LIMIT])) if weight > 0 else LIMIT

    def _settled(self, seen: Array, found: Array) -> tuple[Array, float]:
        """Weighted least squares, again and again, from one beginning; and the share of wood (3, N) that agrees."""
        import cv2

        pull = np.diag([0.0, 1, 1, 4, 4, 4]).astype(np.float32) * 0.002 * seen.shape[1]
        for round_ in range(ROUNDS):
            limit = LIMIT * (3.0, 2.0, 1.5, 1.0, 1.0, 1.0)[round_]
            off = _farthest(seen - found.T @ self._columns)
            weight = 1 / (1 + (off / limit) ** 2) ** 2
            columns = self._columns * weight
            pulled = columns @ self._columns.T + pull * (weight.mean() + 1e-3)
            found = cv2.solve(pulled, columns @ seen.T, flags=cv2.DECOMP_CHOLESKY)[1]
        off = _farthest(seen - found.T @ self._columns)
        return found, float((1 / (1 + (off / LIMIT) ** 2) ** 2).mean())

    def over(self, found: Array) -> Array:
        """The surface at every pixel of the small canvas: (168, 168, 3)."""
        return self._terms @ found


def _farthest(off: Array) -> Array:
    """The largest of three differences (3, N), whatever their sign: (N,)."""
    farthest: Array = np.abs(off).max(axis=0)
    return farthest


def brightness(logs: Array) -> Array:
    """The mean of three channels (..., 3). A mean over an axis of three is slow."""
    import cv2

    return cv2.transform(logs.reshape(1, -1, 3), THIRDS).reshape(logs.shape[:-1])


def _levels(seen: Array) -> list[Array]:
    """Changes of light that many pixels of wood (3, N) share: the median, and the two fullest steps of brightness."""
    bright = seen.mean(axis=0)
    counts, edges = np.histogram(bright, bins=24, range=(-2.4, 2.4))
    found = [median(seen, axis=1)]
    for number in np.argsort(-counts)[:2]:
        inside = (bright >= edges[number] - 0.1) & (bright <= edges[number + 1] + 0.1)
        if inside.any():
            found.append(median(seen[:, inside], axis=1))
    return found
