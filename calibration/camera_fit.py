"""Fitting the map to round things in the picture: which is which hole, and how the map has to change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_map import CameraMap, apply_homography, bend, of_matrix, unbend

Array = npt.NDArray[Any]

REACH = (0.42, 0.3, 0.2, 0.2, 0.16)
"""How far a hole may lie from where it is expected, round by round, as a share of the pitch."""
LEAST_MATCHES = 10
LENS_LIMIT = 0.35


@dataclass(frozen=True, slots=True)
class Fit:
    """A map, the number of holes that it explains, and what is left over (rms in mm)."""

    map: CameraMap
    matched: int
    rms_mm: float


def match(view: CameraMap, points_mm: Array, seen: Array, reach_mm: float) -> tuple[Array, Array]:
    """Which round thing is which hole: (indices of holes, indices of things), nearest to each other both ways."""
    if not len(seen):
        return np.zeros(0, int), np.zeros(0, int)
    back = apply_homography(np.linalg.inv(view.matrix()), unbend(seen, view.k1))
    # Coordinate by coordinate: of all pairs at once a picture of noise has a million.
    away = np.hypot(points_mm[:, :1] - back[:, 0], points_mm[:, 1:] - back[:, 1])
    nearest, owner = away.argmin(axis=1), away.argmin(axis=0)
    holes = np.arange(len(points_mm))
    good = (away[holes, nearest] < reach_mm) & (owner[nearest] == holes)
    return holes[good], nearest[good]


def refine(start: CameraMap, points_mm: Array, seen: Array, pitch_mm: float, holds_lens: bool = False) -> Fit | None:
    """The map nearby that explains the most holes best; None when too few are explained."""
    view = start
    # A lens that is not known yet is told from the rest only after the plain view fits.
    for number, reach in enumerate(REACH):
        holes, things = match(view, points_mm, seen, reach * pitch_mm)
        if len(holes) < LEAST_MATCHES:
            return None
        bends = not holds_lens and number >= 2 and len(holes) >= 30
        view = polished(view, points_mm[holes], seen[things], bends)
    holes, things = match(view, points_mm, seen, REACH[-1] * pitch_mm)
    if len(holes) < LEAST_MATCHES:
        return None
    back = apply_homography(np.linalg.inv(view.matrix()), unbend(seen[things], view.k1))
    left_over = np.linalg.norm(back - points_mm[holes], axis=1)
    return Fit(view, len(holes), float(np.sqrt((left_over**2).mean())))


def polished(view: CameraMap, points_mm: Array, seen: Array, bends: bool) -> CameraMap:
    """The map under which points (N, 2, mm) are seen best where they are seen; `bends`: the lens is asked, too.

    A few Gauss-Newton steps with weights that forget outliers. Points are scaled so that all numbers are near 1.
    """
    scale = float(np.abs(points_mm).max()) or 1.0
    unit = points_mm / scale
    matrix = view.matrix() @ np.diag([scale, scale, 1.0])
    parameters = np.append((matrix / matrix[2, 2]).ravel()[:8], view.k1)
    used = 9 if bends else 8
    for _ in range(6):
        error = (_project(parameters, unit) - seen).ravel()
        jacobian = np.empty((error.size, used))
        for i in range(used):
            nudged = parameters.copy()
            nudged[i] += 1e-6
            jacobian[:, i] = ((_project(nudged, unit) - seen).ravel() - error) / 1e-6
        lengths = np.hypot(error[0::2], error[1::2])
        spread = 1.5 * float(np.median(lengths)) + 1e-6
        weight = np.repeat(1 / (1 + (lengths / spread) ** 2), 2)
        # A weak pull towards the view as it is keeps a pattern that tells little (half a board) from running away.
        normal = jacobian.T @ (jacobian * weight[:, None]) + 1e-6 * np.eye(used)
        step = np.linalg.solve(normal, jacobian.T @ (weight * error))
        parameters[:used] -= step
        parameters[8] = float(np.clip(parameters[8], -LENS_LIMIT, LENS_LIMIT))
        if float(np.abs(step).max()) < 1e-7:
            break
    solved = np.append(parameters[:8], 1.0).reshape(3, 3) @ np.diag([1 / scale, 1 / scale, 1.0])
    return of_matrix(solved, parameters[8], view.size)


def _project(parameters: Array, unit: Array) -> Array:
    matrix = np.append(parameters[:8], 1.0).reshape(3, 3)
    return bend(apply_homography(matrix, unit), float(parameters[8]))
