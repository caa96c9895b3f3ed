"""The bare board, without the pieces that lay in the yards when it was taught.

Where holes lie close to a yard, tall pieces in it hide them or throw their shade on them. What lay there later looks
otherwise without anything standing on it. So wood that is hidden counts as plain wood, and a hole that is hidden, with
its rim, looks as its neighbours do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import SIDE_PX, SMALL_PX, Canvas, disc
from calibration.camera_colours import tones
from calibration.camera_light import DARK, LEVEL, Surface, logarithm, small_log

Array = npt.NDArray[Any]

REACH_MM = 60.0
"""So far beyond the rim of a yard its pieces lean, and throw their shade."""
OTHER_COLOUR, OTHER_LIGHT = 0.3, 0.33
"""Wood that over a patch of `PATCH_MM` is so far from its colour or so dark (logarithm) is hidden, or shaded."""
PATCH_MM = 2.4
AROUND = (0.44, 0.66)
"""The wood around a hole, as shares of the pitch; and what is taken over from other holes: all within."""
HIDDEN_SHARE = 0.1
"""A hole is hidden where so much of the wood around it is."""
ALIKE = 6
"""So many of the nearest holes that are seen tell how one looks that is hidden."""


def cleared(canvas: Canvas, surface: Surface, bare: Array) -> Array:
    """The canvas of the start of a game, uint8 (672, 672, 3), as it would be with empty yards, as far as holes and the
    wood around them go; the yards themselves stay as they are."""
    if all(pit.kind != "yard" for pit in canvas.board.pits):
        return bare
    wood, _ = surface.fit(small_log(bare) - LEVEL)
    level = surface.over(wood) + LEVEL
    hidden = _hidden(canvas, bare, level)
    if not hidden.any():
        return bare
    clear = bare.copy()
    at = np.flatnonzero(hidden)
    clear.reshape(-1, 3)[at] = _seen(_level(level, at))
    _take_over(canvas, clear.reshape(-1, 3), level, _spoilt(canvas, hidden))
    return clear


def _level(level: Array, numbers: Array) -> Array:
    """The logarithms of plain wood, given on the small canvas, at pixels of the canvas."""
    rows, columns = np.divmod(numbers, SIDE_PX)
    there: Array = level[rows * SMALL_PX // SIDE_PX, columns * SMALL_PX // SIDE_PX]
    return there


def _seen(logs: Array) -> Array:
    """Pixels, uint8, whose logarithms these are."""
    pixels: Array = np.clip(np.round(np.exp(logs) - DARK), 0, 255).astype(np.uint8)
    return pixels


def _hidden(canvas: Canvas, bare: Array, level: Array) -> Array:
    """Where wood is hidden or shaded by pieces in the yards: bool (672, 672)."""
    import cv2

    size = max(3, round(PATCH_MM * canvas.scale) | 1)
    half = cv2.resize(cv2.blur(bare, (size, size)), (SIDE_PX // 2, SIDE_PX // 2), interpolation=cv2.INTER_AREA)
    seen = tones(logarithm(half) - cv2.resize(level, half.shape[1::-1]))
    other = (np.hypot(seen[..., 0], seen[..., 1]) > OTHER_COLOUR) | (seen[..., 2] < -OTHER_LIGHT)
    differs = other.repeat(2, axis=0).repeat(2, axis=1)
    pits = [pit for pit in canvas.board.pits if pit.kind == "yard"]
    holes = _within(canvas, [(hole.x_mm, hole.y_mm, AROUND[0] * canvas.board.pitch_mm) for hole in canvas.board.holes])
    floors = _within(canvas, [(pit.x_mm, pit.y_mm, pit.rim_radius_mm) for pit in canvas.board.pits])
    yards = _within(canvas, [(pit.x_mm, pit.y_mm, pit.rim_radius_mm) for pit in pits])
    reach = _within(canvas, [(pit.x_mm, pit.y_mm, pit.rim_radius_mm + REACH_MM) for pit in pits])
    reach &= cv2.resize((canvas.from_edge_mm < 0).astype(np.uint8), (SIDE_PX, SIDE_PX)) > 0
    seen_there = ((differs & reach & ~holes & ~floors) | yards).astype(np.uint8)
    joined = cv2.morphologyEx(seen_there, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    # Pieces and their shades begin in a yard; a lamp that is mirrored anywhere does not.
    _, labels = cv2.connectedComponents(joined, connectivity=4)
    begins = np.unique(labels[yards])
    hidden: Array = np.isin(labels, begins[begins > 0]) & ~yards
    return hidden


def _within(canvas: Canvas, circles: Sequence[tuple[float, float, float]]) -> Array:
    """The pixels within any of some circles (x, y, radius in mm): bool (672, 672)."""
    found = np.zeros(SIDE_PX * SIDE_PX, bool)
    for circle in circles:
        found[canvas.around(*circle)] = True
    return found.reshape(SIDE_PX, SIDE_PX)


def _spoilt(canvas: Canvas, hidden: Array) -> Array:
    """Numbers of the holes around which wood is hidden."""
    pitch = canvas.board.pitch_mm * canvas.scale
    ring = disc(AROUND[1] * pitch)
    ring = ring[np.hypot(ring[:, 0], ring[:, 1]) > AROUND[0] * pitch]
    return np.flatnonzero(hidden.ravel()[canvas.discs(canvas.holes_mm, ring)].mean(axis=1) > HIDDEN_SHARE)


def _take_over(canvas: Canvas, flat: Array, level: Array, spoilt: Array) -> None:
    """Draws holes with their rims, in pixels (672 * 672, 3), as those nearest to them are that are seen."""
    seen = np.setdiff1d(np.arange(len(canvas.holes_mm)), spoilt)
    if len(seen) < ALIKE:
        return
    numbers = canvas.discs(canvas.holes_mm, disc(AROUND[1] * canvas.board.pitch_mm * canvas.scale))
    for i in spoilt:
        away = np.linalg.norm(canvas.holes_mm[seen] - canvas.holes_mm[i], axis=1)
        others = numbers[seen[np.argsort(away, kind="stable")[:ALIKE]]]
        relative = np.median(logarithm(flat[others]) - _level(level, others), axis=0)
        flat[numbers[i]] = _seen(relative + _level(level, numbers[i]))
