"""Whether a camera still sees: told by its pictures, because drivers go on saying that all is well."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from companion.inputs import COLOURLESS, DARK, FROZEN, SILENT

Array = npt.NDArray[Any]

PATIENCE_S = 2.0
"""So long a camera may send nothing, the same, or black, before it counts as gone."""
BLACK = 6.0
"""A picture whose brightest hundredth is darker than this shows nothing."""
COLOUR = 5.0
"""A picture whose colours are no farther apart than this (of 255) in all but a hundredth of it has none."""

GRAIN, GRAIN_PICTURES = 0.5, 5
"""A film has the grain of a sensor if so many of its pictures differ from the one before in so much of them: in others
what lies still is the same to the last bit."""

SETTLE_S = 2.0
"""So long a camera is left to choose its exposure and colours."""
TOO_DARK, TOO_BRIGHT = 45.0, 225.0
"""A picture whose brightest tenth is darker, or whose median is brighter, wants another exposure."""


class Exposure:
    """When a camera may choose its exposure itself: at the beginning, and when the light has changed for good.

    In between it is held, because an arm above the board makes every automatic exposure wander.
    """

    def __init__(self) -> None:
        self.is_held = False
        self._since: float | None = None

    def hear(self, t: float, frame_bgr: Array) -> bool | None:
        """Takes the next picture. True: hold the exposure now; False: let it go; None: as before."""
        if not self.is_held:
            self._since = t if self._since is None else self._since
            if t - self._since < SETTLE_S:
                return None
        else:
            sample = frame_bgr[::12, ::12]
            is_off = np.percentile(sample, 90) < TOO_DARK or np.median(sample) > TOO_BRIGHT
            if not is_off:
                self._since = None
                return None
            self._since = t if self._since is None else self._since
            if t - self._since < SETTLE_S:
                return None
        self.is_held, self._since = not self.is_held, None
        return self.is_held


class Health:
    """Watches the pictures of one camera. `is_live`: whether two of its pictures are never alike to the last bit; None:
    its pictures tell."""

    def __init__(self, is_live: bool | None) -> None:
        self._grainy = 0 if is_live is None else GRAIN_PICTURES * is_live
        self._learns = is_live is None
        self._last: Array | None = None
        self._good_at: float | None = None
        self._trouble = SILENT

    def hear(self, t: float, frame_bgr: Array | None) -> bool:
        """Takes the next picture (None: none came); whether it may be read."""
        if self._good_at is None:
            self._good_at = t
        if frame_bgr is None:
            self._trouble = SILENT
            return False
        sample = frame_bgr[::12, ::12].copy()
        is_same = False
        if self._last is not None and self._last.shape == sample.shape:
            share = float((self._last != sample).any(axis=2).mean())
            is_same = share == 0.0
            self._grainy += self._learns and share > GRAIN
        self._last = sample
        nothing = shows_nothing(frame_bgr)
        if is_same and self._grainy >= GRAIN_PICTURES and nothing != DARK:
            nothing = FROZEN
        if nothing is not None:
            self._trouble = nothing
            return False
        self._good_at = t
        return True

    def trouble(self, t: float) -> str | None:
        """What is wrong with the camera, None while all is well."""
        if self._good_at is None or t - self._good_at < PATIENCE_S:
            return None
        return self._trouble


def shows_nothing(frame_bgr: Array) -> str | None:
    """Why nothing can be told by a picture, whatever it shows; None where something may be."""
    if float(np.percentile(frame_bgr[::12, ::12], 99)) < BLACK:
        return DARK
    return COLOURLESS if is_colourless(frame_bgr) else None


def is_colourless(frame_bgr: Array) -> bool:
    """Whether a picture is grey, as that of a camera which has changed to its night mode: no piece is told by it."""
    blue, green, red = (frame_bgr[::16, ::16, k].astype(np.int16) for k in range(3))
    apart = np.maximum(abs(blue - green), abs(green - red))
    return float((apart > COLOUR).mean()) < 0.01
