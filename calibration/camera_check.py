"""Is what was taught the normal start? All holes empty, and the houses where this board has them.

Under one lamp all empty holes of a board look alike. What looks otherwise is a piece that was left standing; where none
of the houses looks like the ring, it is another board with as large a ring.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, disc
from calibration.camera_colours import Colour, tones
from calibration.camera_light import logarithm

Array = npt.NDArray[Any]

REACH = 0.6
"""So far around a hole (share of the pitch) it is compared with the others."""
LEAST_ALIKE = 0.25
"""The houses of fourteen boards came to 0.65 and more, plain wood to 0.1 at most."""
USUAL_SHARE = 0.75
"""An empty hole looks like the others to this share of what is usual."""
OTHER_TONE = 0.4
LEAST_STANDING = 2
"""A knot in the wood, or a painted hole, is no piece; two and more are."""


def surroundings(canvas: Canvas) -> Array:
    """Numbers of the canvas pixels of each hole and what is around it, (N, M)."""
    return canvas.discs(canvas.holes_mm, disc(REACH * canvas.board.pitch_mm * canvas.scale))


def likeness(canvas: Canvas, around: Array) -> Array:
    """How much each hole looks like the middle one of the ring: correlation, (N,).

    around: logarithms at `surroundings`, (N, M, 3).
    """
    grey = around.sum(axis=-1)
    grey = grey - grey.mean(axis=1, keepdims=True)
    grey /= np.maximum(np.linalg.norm(grey, axis=1, keepdims=True), 1e-3)
    ring = np.array([hole.kind != "house" for hole in canvas.board.holes])
    usual = np.median(grey[ring], axis=0)
    usual -= usual.mean()
    found: Array = grey @ (usual / max(float(np.linalg.norm(usual)), 1e-3))
    return found


def standing(canvas: Canvas, relative: Array, colours: Mapping[str, Colour]) -> tuple[str, ...]:
    """The holes in which a piece of one of these colours seems to stand."""
    flat = relative.reshape(-1, 3)
    alike = likeness(canvas, flat[surroundings(canvas)])
    seen = tones(np.median(flat[canvas.inner], axis=1))
    usual = np.median(seen, axis=0)
    means = np.array([colour.mean for colour in colours.values()])
    off = np.abs(seen[:, None] - means[None]) / (0.35, 0.35, 0.9)
    is_like_piece = (off.max(axis=2) < 1).any(axis=1)
    is_other = np.hypot(*(seen - usual)[:, :2].T) + 0.5 * np.abs(seen[:, 2] - usual[2]) > OTHER_TONE
    usual_alike = float(np.median(alike))
    starts = {canvas.board.start(seat) for seat in canvas.board.seats} if canvas.board.ring else set()
    is_piece = (alike < USUAL_SHARE * usual_alike) & is_like_piece & is_other
    found = [hole.name for i, hole in enumerate(canvas.board.holes) if is_piece[i] and hole.name not in starts]
    return tuple(found) if len(found) >= LEAST_STANDING else ()


def has_its_houses(canvas: Canvas, canvas_bgr: Array) -> bool:
    """Whether the houses are where this board has them, in a picture drawn as the canvas."""
    houses = np.array([hole.kind == "house" for hole in canvas.board.holes])
    alike = likeness(canvas, logarithm(canvas_bgr.reshape(-1, 3)[surroundings(canvas)]))
    return not houses.any() or float(np.median(alike[houses])) > LEAST_ALIKE
