"""The rims of the holes, looked at closely: where each hole lies to a fraction of a pixel.

A search for circles finds holes, but a crescent of shade inside draws it to one side. Once it is known about where the
board lies, the rim of every hole is sought along rays from its middle, and a circle is laid through what most rays say.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_fit import Fit, polished
from calibration.camera_map import CameraMap, from_unit, to_unit
from hardware.geometry import BoardGeometry

Array = npt.NDArray[Any]

RAYS, STEPS = 32, 45
REACH = 0.45
"""Rims are sought so far inside and outside of where they are expected, as a share of the radius."""
AGREE_MM = 0.5
"""Rays that end so near to the circle agree with it."""
LEAST_AGREE = 0.5
SAME_SIZE_MM = 0.5
"""One drill made all holes; a piece that stands on a hole is wider."""
LEAST_SHARE = 0.4
"""The rims of so many of the holes that were found before have to be clear."""
OUTLIER_MM = 1.5
MOST_ROUNDS, SETTLED_MM = 6, 0.15
"""So often at most the rims are looked at, each time from the better map, until no hole lies elsewhere by more."""
_ANGLES = np.arange(RAYS) * 2 * np.pi / RAYS
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_TERMS = np.column_stack([np.ones(RAYS), _CIRCLE])


def sharpened(grey: Array, fit: Fit, board: BoardGeometry, is_held: bool = False, bends: bool = True) -> Fit | None:
    """The same fit by the rims of the holes; None where too few are clear. `grey`: uint8 picture of the fit's size.

    `is_held`: the map stays as it is; told are how many rims are clear, and what is left over. `bends`:
    the lens is asked, too.
    """
    points = np.array([(hole.x_mm, hole.y_mm) for hole in board.holes])
    radius = float(np.median([hole.diameter_mm for hole in board.holes])) / 2
    view = fit.map
    for _ in range(1 if is_held else MOST_ROUNDS):
        middles, good = _middles(grey, view, points, radius)
        if good.sum() < max(10, LEAST_SHARE * fit.matched):
            return None
        if is_held:
            left_over = middles[good] - points[good]
        else:
            seen = to_unit(view.to_image(middles[good]), view.size)
            before, view = view, polished(view, points[good], seen, bends and good.sum() >= 30)
            left_over = view.to_board(from_unit(seen, view.size)) - points[good]
            # A map that begins far off sees half of the rims; from each better one more are seen.
            if np.abs(view.to_board(before.to_image(points)) - points).max() < SETTLED_MM:
                break
    off = np.hypot(left_over[:, 0], left_over[:, 1])
    off = off[off < OUTLIER_MM + 2 * np.median(off)]
    # Shallow holes in a soft light are lost to the search for circles, though their rims are there.
    return Fit(view, len(off) if is_held else max(len(off), fit.matched), float(np.sqrt((off**2).mean())))


def _middles(grey: Array, view: CameraMap, points: Array, radius: float) -> tuple[Array, Array]:
    """Where the holes seem to be on the board as it is mapped, (N, 2) in mm, and of which that is clear, (N,)."""
    import cv2

    lengths = np.linspace(1 - REACH, 1 + REACH, STEPS) * radius
    rays = (_CIRCLE[:, None] * lengths[None, :, None]).reshape(-1, 2)
    # Hole by hole: all rays at once would take 10 MB.
    at = np.concatenate([view.to_image(point + rays).astype(np.float32) for point in points])
    at = at.reshape(len(points) * RAYS, STEPS, 2)
    values = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = cv2.GaussianBlur(values.astype(np.float32), (7, 1), 1.5)
    slope = np.abs(np.gradient(values, axis=1)).reshape(len(points), RAYS, STEPS)
    first, _, _ = _circles(slope, lengths, None)
    # Shade inside of a hole has edges, too; one drill made all holes.
    size = float(np.median(first[:, 0]))
    circle, agree, clear = _circles(slope, lengths, size)
    good = (agree >= LEAST_AGREE) & clear & (np.abs(circle[:, 0] - size) < SAME_SIZE_MM)
    return points + circle[:, 1:], good


def _circles(slope: Array, lengths: Array, size: float | None) -> tuple[Array, Array, Array]:
    """The circle (radius, dx, dy) of each hole, the share of rays that agree, and whether its rim stands out."""
    weighted = slope
    if size is not None:
        weighted = slope * np.exp(-(((lengths - size) / (0.22 * size)) ** 2))
    strongest = weighted.argmax(axis=2)
    ends, strength = _peaks(weighted, strongest, lengths), weighted.max(axis=2)
    circle = np.column_stack([np.median(ends, axis=1), np.zeros((len(ends), 2))])
    weight = np.minimum(strength, np.median(strength, axis=1, keepdims=True)) + 1e-3
    for limit in (1.6, 1.0, 0.6, 0.4, 0.4):
        off = ends - circle @ _TERMS.T
        pull = weight / (1 + (off / limit) ** 2) ** 2
        normal = np.einsum("nr,ri,rj->nij", pull, _TERMS, _TERMS) + 1e-3 * np.eye(3)
        circle = np.linalg.solve(normal, np.einsum("nr,ri,nr->ni", pull, _TERMS, ends)[..., None])[..., 0]
    agree = (np.abs(ends - circle @ _TERMS.T) < AGREE_MM).mean(axis=1)
    return circle, agree, strength.mean(axis=1) > 1.5


def _peaks(slope: Array, strongest: Array, lengths: Array) -> Array:
    """The lengths at which rays meet the rim, between two steps."""
    inner = np.clip(strongest, 1, STEPS - 2)
    before, here, after = (np.take_along_axis(slope, inner[..., None] + k, axis=2)[..., 0] for k in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = np.where(bend < -1e-6, 0.5 * (before - after) / np.where(bend < -1e-6, bend, -1.0), 0.0)
    ends: Array = lengths[inner] + np.clip(shift, -1, 1) * (lengths[1] - lengths[0])
    return ends
