"""The token of a track: one piece that belongs to nobody, on one of a row of spaces that are much larger than it.

It may stand anywhere in its space, and a tall one leans away from the camera, over the edge of its space. So it is told
by how much of its colour is seen around the place where it would show, as far as the bare board is not of that colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, disc
from calibration.camera_colours import Colour

Array = npt.NDArray[Any]

TOKEN = "token"
REACH = 0.5
"""Around a space its token is looked for so far (share of the pitch): the discs of two spaces touch."""
COLOUR_SPREAD = (0.14, 0.14, 0.42)
"""In another light, or at another place, a token looks a little other than when it was taught."""
BARE_SPREAD = np.array([0.12, 0.12, 0.3])
LIKE = 2.3
"""A pixel that is no further from the token's colour (standard deviations) may be the token."""


@dataclass(frozen=True, slots=True)
class Token:
    """How much of a token is seen (mm2 on the board), and how far (mm) its middle is seen beside that of its space."""

    area_mm2: float
    lean_mm: tuple[float, float]


@dataclass(frozen=True)
class Spaces:
    """Where on the canvas the token of each space is looked for. lean_mm: see `Token`."""

    canvas: Canvas
    lean_mm: tuple[float, float]

    @cached_property
    def pixels(self) -> Array:
        """Numbers of the pixels around each space, (N, M)."""
        offsets = disc(REACH * self.canvas.board.pitch_mm * self.canvas.scale)
        return self.canvas.discs(self.canvas.holes_mm + np.array(self.lean_mm), offsets)

    @property
    def mm2(self) -> float:
        """Square millimetres a pixel."""
        return float(1 / self.canvas.scale**2)


def like_token(seen: Array, bare: Array, colour: Colour, mean: Array | None = None) -> Array:
    """Which pixels are those of the token: bool (...). seen, bare: tones (..., 3) now and of the bare board.

    mean: of the token's colour in the light there, (..., 3), where that is another than when it was taught.

    What the bare board shows in the same place is not the token, even if it is printed in a colour like it.
    """
    spread = np.maximum(colour.spread, COLOUR_SPREAD)
    away = np.sqrt((((seen - (np.array(colour.mean) if mean is None else mean)) / spread) ** 2).sum(axis=-1))
    changed = np.sqrt((((seen - bare) / BARE_SPREAD) ** 2).sum(axis=-1))
    like: Array = (away < LIKE) & (away < changed)
    return like
