"""Finding any pattern of holes, also a part of one, or one whose holes lie on no circle.

Two holes of the pattern and two round things of the picture tell where the pattern would lie if the camera looked
straight down. Very many such pairs are tried; the ones under which most holes meet a round thing are worth refining.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_fit import LEAST_MATCHES, Fit, match, polished, refine
from calibration.camera_map import CameraMap, of_matrix

Array = npt.NDArray[Any]

PAIRS = 6
"""Pairs of holes of the pattern that are tried against all pairs of round things."""
GRID = 400
NEAR = 0.3
"""How near a hole has to come to a round thing, as a share of the pitch."""
KEPT = 12
ENOUGH = 0.75
"""Where so many holes are explained the view is right."""
GROWING = (4, 6, 8, 10, 13, 16, 20, 25, 32, 40)
"""How far around its first two holes a view is made right, step by step, in pitches."""
CHUNK = 5_000
MOST_THINGS = 250
"""Views are begun from the clearest round things: cloth and noise are full of others."""


def find_pattern(
    seen: Array, points_mm: Array, pitch_mm: float, scales: tuple[float, float], size: tuple[int, int],
    turn: float | None = None,
) -> Fit | None:  # fmt: skip
    """The best view of a pattern (N, 2, mm) among round things, the clearest first.

    seen: in units of half the picture's diagonal. scales: least and most units a mm.
    turn: about how far the pattern is turned (radians), None for any turn.
    """
    best: Fit | None = None
    starts = _starts(seen, points_mm, pitch_mm, scales, size, turn)
    for is_grown in (False, True):
        for start, anchors in starts:
            view = _grown(start, points_mm[list(anchors)], points_mm, seen, pitch_mm) if is_grown else start
            fit = refine(view, points_mm, seen, pitch_mm)
            if fit is not None and (best is None or (fit.matched, -fit.rms_mm) > (best.matched, -best.rms_mm)):
                best = fit
        if best is not None and best.matched >= ENOUGH * len(points_mm):
            break
    return best


def _grown(start: CameraMap, anchors: Array, points: Array, seen: Array, pitch: float) -> CameraMap:
    """A view that is made right around the two holes that it began with, and from there on outwards.

    A camera that looks aslant sees the far end of a long board so much smaller that at once all holes would be taken
    for their neighbours.
    """
    view = start
    away = np.linalg.norm(points[:, None] - anchors[None], axis=2).min(axis=1)
    for reach in GROWING:
        near = points[away < reach * pitch]
        holes, things = match(view, near, seen, 0.42 * pitch)
        if len(holes) < LEAST_MATCHES:
            return view
        view = polished(view, near[holes], seen[things], bends=False)
        if reach * pitch > float(away.max()):
            break
    return view


def _starts(
    seen: Array, points: Array, pitch: float, scales: tuple[float, float], size: tuple[int, int], turn: float | None
) -> list[tuple[CameraMap, tuple[int, int]]]:
    """Similarities, as complex z -> a z + b, under which most holes meet something; and the two holes of each."""
    model, things = points[:, 0] + 1j * points[:, 1], seen[:MOST_THINGS, 0] + 1j * seen[:MOST_THINGS, 1]
    first, second = (part.ravel() for part in np.meshgrid(np.arange(len(things)), np.arange(len(things))))
    found: list[tuple[int, complex, complex, tuple[int, int]]] = []
    table, low, step = _near_table(seen, NEAR * pitch * math.sqrt(scales[0] * scales[1]))
    for p, q in _far_pairs(model):
        a = (things[second] - things[first]) / (model[q] - model[p])
        good = (np.abs(a) > scales[0]) & (np.abs(a) < scales[1]) & (first != second)
        if turn is not None:
            good &= np.abs(np.angle(a * np.exp(-1j * turn))) < math.radians(50)
        a, b = a[good], (things[first] - (things[second] - things[first]) / (model[q] - model[p]) * model[p])[good]
        for begin in range(0, len(a), CHUNK):
            some_a, some_b = a[begin : begin + CHUNK], b[begin : begin + CHUNK]
            hits = _hits(some_a, some_b, model, table, low, step)
            for k in np.argsort(-hits)[:KEPT]:
                found.append((int(hits[k]), complex(some_a[k]), complex(some_b[k]), (p, q)))
    found.sort(key=lambda entry: -entry[0])
    maps = []
    for _, a_best, b_best, anchors in found[:KEPT]:
        matrix = np.array([
            [a_best.real, -a_best.imag, b_best.real], [a_best.imag, a_best.real, b_best.imag], [0, 0, 1.0],
        ])  # fmt: skip
        maps.append((of_matrix(matrix, 0.0, size), anchors))
    return maps


def _far_pairs(model: Array) -> list[tuple[int, int]]:
    """Pairs of holes about half the pattern apart: near enough to bear a tilt, far enough to tell the turn."""
    random = np.random.default_rng(len(model))
    extent = float(np.abs(model - model.mean()).max())
    pairs = []
    for _ in range(400):
        p, q = (int(i) for i in random.integers(0, len(model), 2))
        if 0.5 * extent < abs(model[p] - model[q]) < 1.1 * extent:
            pairs.append((p, q))
        if len(pairs) == PAIRS:
            break
    return pairs


def _near_table(seen: Array, reach: float) -> tuple[Array, Array, float]:
    """A coarse picture of where round things are near: bool (GRID, GRID), its corner and the size of its cells."""
    low = seen.min(axis=0) - reach
    step = float((seen.max(axis=0) + reach - low).max()) / (GRID - 1)
    table = np.zeros((GRID, GRID), bool)
    span = math.ceil(reach / step)
    axis = np.arange(-span, span + 1)
    dx, dy = (part.ravel() for part in np.meshgrid(axis, axis))
    inside = np.hypot(dx, dy) * step <= reach
    at = np.round((seen - low) / step).astype(int)
    x = np.clip(at[:, :1] + dx[inside], 0, GRID - 1)
    y = np.clip(at[:, 1:] + dy[inside], 0, GRID - 1)
    table[y, x] = True
    return table, low, step


def _hits(a: Array, b: Array, model: Array, table: Array, low: Array, step: float) -> Array:
    """How many holes of the pattern meet something under each similarity."""
    sample = model[:: max(1, len(model) // 30)]
    at = a[:, None] * sample[None] + b[:, None]
    x = np.round((at.real - low[0]) / step).astype(int)
    y = np.round((at.imag - low[1]) / step).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < GRID) & (y < GRID)
    met = table[np.where(inside, y, 0), np.where(inside, x, 0)] & inside
    hits: Array = met.sum(axis=1)
    return hits
