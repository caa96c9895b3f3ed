"""Cards whose print is sparse: found by their four edges, and judged by how the rest of their pack is printed.

`camera_faces.py` looks for a card about the points at which its print is alike when turned by half. A large pale card
with small figures in its corners has no such point that is clear, but it has edges; and all cards of a pack are printed
in the same places, so of several outlines the right one is that whose print stands where the others' stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

EDGE = 6.0
"""A step of brightness along a whole side that is edge enough."""
APART_PX, APART_DEG = 3.0, 6.0
INNER_SHARE = 0.08
"""No line runs along the sides so far (share of the width) inside of a card's edge; a frame is nearer or farther."""
LIKE_OTHERS = 3.0
"""How much it counts that a card is printed where others of its pack are."""
MOST_LIKE = 4
"""With so many of the others, those most like it, a card is compared: numbers are printed unlike pictures."""
ROUNDS = 3


def middles_by_edges(
    grey: Array, width: float, height: float, turns: Sequence[float], count: int = 8
) -> list[tuple[float, float, float]]:
    """Where a card of this size may lie, by edges along all its four sides: (x, y, turn) of its middle, best first."""
    found: list[tuple[float, float, float, float]] = []
    for turn in turns:
        found += [(*there, turn) for there in _at_turn(grey, width, height, turn)]
    chosen: list[tuple[float, float, float]] = []
    for _, x, y, turn in sorted(found, reverse=True):
        if all(np.hypot(x - other[0], y - other[1]) > APART_PX or abs(turn - other[2]) > APART_DEG for other in chosen):
            chosen.append((x, y, turn))
        if len(chosen) == count:
            break
    return chosen


def _at_turn(grey: Array, width: float, height: float, turn: float) -> list[tuple[float, float, float]]:
    """The best middles at one turn: (score, x, y)."""
    import cv2

    rows, columns = grey.shape
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
    upright = cv2.warpAffine(grey, matrix, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(upright, (0, 0), 0.8)
    across = _along(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.25), height)
    level = _along(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.25).T, width).T
    half_w, half_h = round(width / 2), round(height / 2)
    inset = max(2, round(INNER_SHARE * width))
    sides = [_moved(across, half_w, 0), _moved(across, -half_w, 0), _moved(level, 0, half_h), _moved(level, 0, -half_h)]
    inner = [_moved(across, half_w - inset, 0), _moved(across, inset - half_w, 0),
             _moved(level, 0, half_h - inset), _moved(level, 0, inset - half_h)]  # fmt: skip
    stack = np.stack(sides)
    score = stack.mean(axis=0) + stack.min(axis=0) - 0.5 * np.stack(inner).mean(axis=0)
    best = []
    back = cv2.invertAffineTransform(matrix)
    for _ in range(3):
        y, x = np.unravel_index(int(score.argmax()), score.shape)
        there = back @ np.array([x, y, 1.0])
        best.append((float(score[y, x]), float(there[0]), float(there[1])))
        score[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4] = -9.0
    return best


def _along(slope: Array, length: float) -> Array:
    """How much of an upright side about each point lies on an edge: quarters of it, each averaged. 0 to 1."""
    import cv2

    part = max(3, round(0.21 * length))
    near = cv2.dilate(np.abs(cv2.blur(np.ascontiguousarray(slope), (1, part))), np.ones((1, 3)))
    # A strong edge is no better than a clear one, but its middle is where it is strongest.
    quarters = np.minimum(near, EDGE) / EDGE + near / 400
    steps = [round((share - 0.5) * 0.84 * length) for share in (0.125, 0.375, 0.625, 0.875)]
    total: Array = np.mean([_moved(quarters, 0, step) for step in steps], axis=0)
    return total


def _moved(layer: Array, dx: int, dy: int) -> Array:
    """The layer so that each point holds what was `dx`, `dy` further; 0 beyond the picture."""
    out = np.zeros_like(layer)
    rows, columns = layer.shape
    to = (slice(max(0, -dy), min(rows, rows - dy)), slice(max(0, -dx), min(columns, columns - dx)))
    of = (slice(max(0, dy), min(rows, rows + dy)), slice(max(0, dx), min(columns, columns + dx)))
    out[to] = layer[of]
    return out


def print_of(cut: Array) -> Array:
    """Where a card is printed, softly, so that different figures in one place look alike. cut: grey."""
    import cv2

    grey = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), 0.7)
    ink = np.clip(np.percentile(grey, 70) - 15 - grey, 0, 60)
    soft = cv2.GaussianBlur(ink, (0, 0), 1.6).ravel()
    soft -= soft.mean()
    length = float(np.linalg.norm(soft))
    return np.asarray(soft / length if length > 1e-3 else soft)


def choose(prints: Sequence[Sequence[Array]], scores: Sequence[Sequence[float]]) -> list[int | None]:
    """Which outline of each picture is its card. prints, scores: of each outline of each picture (see `print_of`).

    None for a picture without outlines.
    """
    chosen = [int(np.argmax(row)) if row else None for row in scores]
    for _ in range(ROUNDS):
        after: list[int | None] = []
        for number, row in enumerate(scores):
            others = [prints[k][c] for k, c in enumerate(chosen) if k != number and c is not None]
            if not row or len(others) < MOST_LIKE:
                after.append(chosen[number])
                continue
            alike = np.sort(np.stack(prints[number]) @ np.stack(others).T, axis=1)[:, -MOST_LIKE:].mean(axis=1)
            after.append(int(np.argmax(np.array(row) + LIKE_OTHERS * alike)))
        if after == chosen:
            break
        chosen = after
    return chosen
