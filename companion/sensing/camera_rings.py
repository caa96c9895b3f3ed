"""Where the wood around each hole is looked at, and which holes lie beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas

Array = npt.NDArray[Any]

PIT_EDGE_MM = 1.5
"""Nearer to the rim of a pit its pixels on the small canvas are not of wood alone."""
NEIGHBOURS = 4
"""So many holes at most lie beside one."""


def ring_numbers(canvas: Canvas) -> Array:
    """Pixels of the small canvas on the wood around each hole, away from its neighbours: (N, 12)."""
    pitch = canvas.board.pitch_mm
    angles = np.arange(24) * np.pi / 12
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rows = []
    for middle in canvas.holes_mm:
        away = canvas.holes_mm - middle
        distance = np.hypot(away[:, 0], away[:, 1])
        near = away[(distance > 0) & (distance < 1.6 * pitch)]
        towards = circle @ (near / np.hypot(near[:, 0], near[:, 1])[:, None]).T if len(near) else np.zeros((24, 1))
        around = middle + circle * 0.55 * pitch
        is_pit = np.any([np.hypot(*(around - (pit.x_mm, pit.y_mm)).T) < pit.rim_radius_mm + PIT_EDGE_MM
                         for pit in canvas.board.pits if pit.kind == "yard"], axis=0)  # fmt: skip
        free = np.sort(np.argsort(towards.max(axis=1) + 3.0 * is_pit, kind="stable")[:12])
        rows.append(canvas.small_numbers(around[free]))
    return np.stack(rows)


def ring_quarters(canvas: Canvas, rings: Array) -> Array:
    """In which quarter of `Canvas.rims` each pixel of the rings lies: (N, 12)."""
    turns = np.arctan2(canvas.holes_mm[:, 1], canvas.holes_mm[:, 0])
    away = canvas.small_mm.reshape(-1, 2)[rings] - canvas.holes_mm[:, None]
    angles = np.arctan2(away[..., 1], away[..., 0]) - turns[:, None]
    quarters: Array = np.round(angles / (np.pi / 2)).astype(int) % 4
    return quarters


def neighbours(canvas: Canvas) -> list[Array]:
    """The nearest holes of each hole, the nearest first."""
    away = np.linalg.norm(canvas.holes_mm[:, None] - canvas.holes_mm[None], axis=2)
    nearest = np.argsort(away, axis=1, kind="stable")[:, 1 : 1 + NEIGHBOURS]
    return [row[away[i, row] < 2.5 * canvas.board.pitch_mm] for i, row in enumerate(nearest)]
