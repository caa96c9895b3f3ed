"""From millimetres on the board to pixels of the camera: a homography and the bending of the lens.

The camera may hang anywhere above the table, so four things turn the drawing of a board into its picture: where the
board lies, how far away and how tilted the camera is (together a homography), and how the lens bends straight lines
(one number, `k1`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class CameraMap:
    """Where a point of the board is seen.

    homography: 3x3 row by row, from (x_mm, y_mm, 1) to the straight picture; there the middle of the picture is (0, 0)
    and half its diagonal is 1. k1: p seen = p straight * (1 + k1 * |p|^2). size: (width, height) of the picture in px.
    """

    homography: tuple[float, ...]
    k1: float
    size: tuple[int, int]

    def matrix(self) -> Array:
        """The homography as a 3x3 array."""
        return np.array(self.homography, dtype=np.float64).reshape(3, 3)

    def to_image(self, points_mm: Array) -> Array:
        """Pixels (N, 2) at which points of the board (N, 2, in mm) are seen."""
        straight = apply_homography(self.matrix(), points_mm)
        return from_unit(bend(straight, self.k1), self.size)

    def to_board(self, points_px: Array) -> Array:
        """Points of the board (N, 2, in mm) that are seen at these pixels (N, 2)."""
        straight = unbend(to_unit(points_px, self.size), self.k1)
        return apply_homography(np.linalg.inv(self.matrix()), straight)

    def scale_px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the board."""
        ends = self.to_image(np.array([[-50.0, 0.0], [50.0, 0.0], [0.0, -50.0], [0.0, 50.0]]))
        return float(np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 200

    def resized(self, size: tuple[int, int]) -> CameraMap:
        """The same view in a picture of another size and the same shape."""
        return CameraMap(self.homography, self.k1, size)

    def moved(self, by: Array) -> CameraMap:
        """The view of a board that was moved: `by` (3x3) tells where its points lie now, in the old mm."""
        return of_matrix(self.matrix() @ by, self.k1, self.size)


def of_matrix(matrix: Array, k1: float, size: tuple[int, int]) -> CameraMap:
    """A map from a 3x3 array."""
    scaled = matrix / matrix[2, 2]
    return CameraMap(tuple(float(value) for value in scaled.ravel()), float(k1), size)


def apply_homography(matrix: Array, points: Array) -> Array:
    """Points (N, 2) through a 3x3 homography."""
    x, y = points[:, 0], points[:, 1]
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    u = matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]
    v = matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]
    return np.stack([u / w, v / w], axis=1)


def to_unit(points_px: Array, size: Sequence[int]) -> Array:
    """Pixels to units of half the diagonal, from the middle of the picture."""
    units: Array = (np.asarray(points_px, np.float64) - _middle(size)) / (_diagonal(size) / 2)
    return units


def from_unit(points: Array, size: Sequence[int]) -> Array:
    """Units of half the diagonal to pixels."""
    pixels: Array = points * (_diagonal(size) / 2) + _middle(size)
    return pixels


def bend(points: Array, k1: float) -> Array:
    """What the lens makes of straight points."""
    # Beyond the fold of a strong barrel distortion points would come back into the picture; they stay outside.
    squared = np.minimum(np.sum(points * points, axis=1, keepdims=True), 4.0)
    bent: Array = points * (1 + k1 * squared)
    return bent


def unbend(points: Array, k1: float) -> Array:
    """The straight points behind bent ones."""
    straight = points.copy()
    for _ in range(6):
        straight = points / (1 + k1 * np.sum(straight * straight, axis=1, keepdims=True))
    return straight


def _diagonal(size: Sequence[int]) -> float:
    return float(np.hypot(size[0], size[1]))


def _middle(size: Sequence[int]) -> Array:
    return np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
