"""Reading a track: on which of its spaces the one token stands.

1. Around each space the pixels of the token's colour are counted, as far as the bare board is not of that colour. As
   many as when it was taught are the token; a tile over a space, whatever it looks like, is not.
2. There is one token. Where it is seen surely all other spaces are without it, under hands too; seen in two places it
   is not told at all.
3. A space under an arm may have it, as long as it is seen nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas
from calibration.camera_colours import in_light, tones
from calibration.camera_light import DARK, logarithm
from calibration.camera_profile import CameraPart
from calibration.camera_token import REACH, TOKEN, Spaces, like_token
from companion.sensing.camera_reading import COVERED, EMPTY, SURE, UNKNOWN, Reading

Array = npt.NDArray[Any]

NOWHERE = 0.03
"""How probable it is that the token is on none of the spaces."""
WHOLE_SPREAD, BARE_SPREAD = 0.28, 0.12
"""By how much (share of its area) what is seen of the token varies, and what else is of its colour."""
ODD_TOKEN, ODD_BARE = (0.02, 0.2), (0.03, 0.4)
"""How often it is otherwise, and the density then: a token half hidden, something else of its colour."""
UNDER_ARM, MOST_WRAPPED = 0.15, 0.6
"""A space is hidden if so much of it is under an arm; one that shows the whole token if that is in a hand: if so much
of what is seen beside it is neither the board nor in a shade, such as its own that falls over the edge of the board."""
MOST_STRANGE = 0.45
LEAST = 1e-4
GLOOM, DAZZLE = float(np.log(12.0 + DARK)), float(np.log(250.0 + DARK))
"""Where wood is darker than 12 of 255, or brighter than 250, nothing is told: too much light washes out all colours."""


@dataclass(frozen=True, slots=True)
class Lit:
    """How the light falls on the spaces of one picture.

    level: logarithms of plain wood there, (N, 3). strange: share of the wood around each that is neither wood nor
    shade, (N,). arms: tells where arms are (168, 168), given which spaces show the token clearly.
    is_object: where the board differs by more than a shadow does (168, 168).
    """

    level: Array
    strange: Array
    arms: Callable[[Array], Array]
    is_object: Array


class TrackReader:
    """Tells the token of one calibrated track. bare_level: logarithms of its plain wood when it was taught, (N, 3)."""

    def __init__(self, part: CameraPart, canvas: Canvas, bare_level: Array) -> None:
        assert part.token is not None
        self._spaces = Spaces(canvas, part.token.lean_mm)
        self._area, self._colour = part.token.area_mm2, part.colours[TOKEN]
        self._mean, self._taught = np.array([self._colour.mean]), bare_level.mean(axis=0)
        self._bare = self._tones(part.bare, bare_level)
        self._own = min(1.0, self._area / (np.pi * (REACH * canvas.board.pitch_mm) ** 2))
        """The share of a space that the token itself covers."""
        across = np.stack(np.meshgrid(*[np.linspace(-1, 1, 9)] * 2), axis=-1).reshape(-1, 2)
        across = across[np.hypot(across[:, 0], across[:, 1]) <= 1] * REACH * canvas.board.pitch_mm
        middles = canvas.holes_mm + np.array(part.token.lean_mm)
        self._around = canvas.small_numbers(middles[:, None] + across[None])
        """The spaces on the small canvas, (N, K)."""

    def read(self, canvas_bgr: Array, lit: Lit) -> Reading:
        """Reads a canvas, uint8 (672, 672, 3)."""
        colour = in_light(self._mean, self._taught, lit.level)
        like = like_token(self._tones(canvas_bgr, lit.level), self._bare, self._colour, colour)
        odds = _odds(like.sum(axis=1) * self._spaces.mm2 / self._area)
        clear = _chances(odds) > SURE
        arms = lit.arms(clear)
        under_arm = arms.ravel()[self._around].mean(axis=1) > UNDER_ARM
        held = (arms & lit.is_object).ravel()[self._around].mean(axis=1) > self._own + MOST_WRAPPED * (1 - self._own)
        hidden = np.where(clear, held, under_arm)
        hidden |= (lit.strange > MOST_STRANGE) & ~clear
        level = lit.level.mean(axis=1)
        hidden |= (level < GLOOM) | (level > DAZZLE)
        # What looks like the token in a hand speaks against a second one elsewhere, and what a hand hides for neither.
        with_token = _chances(np.where(hidden, np.maximum(odds, 0.0), odds))
        is_seen = bool((with_token[~hidden] > SURE).any())
        states = [_state(chance, hides and not is_seen) for chance, hides in zip(with_token, hidden, strict=True)]
        chance = np.clip(with_token, LEAST, 1 - LEAST)
        return Reading(
            states=tuple(states),
            chances=tuple(np.round(np.maximum(chance, 1 - chance), 4).tolist()),
            yards={},
            evidence=np.log(np.stack([1 - chance, chance], axis=1)),
            covers_pit=False,
        )

    def _tones(self, canvas_bgr: Array, level: Array) -> Array:
        """The tones around each space, less those of its wood: (N, M, 3)."""
        return tones(logarithm(canvas_bgr.reshape(-1, 3).take(self._spaces.pixels, axis=0)) - level[:, None])


def _state(chance: float, hides: bool) -> str:
    if hides:
        return COVERED
    return TOKEN if chance > SURE else EMPTY if chance < 1 - SURE else UNKNOWN


def _odds(shares: Array) -> Array:
    """What speaks for the token (logarithm) where so much of its colour is seen, as shares of its area: (N,)."""
    usual, density = ODD_TOKEN
    token = (1 - usual) * _bell(shares - 1, WHOLE_SPREAD) + usual * density
    usual, density = ODD_BARE
    bare = (1 - usual) * 2 * _bell(shares, BARE_SPREAD) + usual * density
    odds: Array = np.log(token) - np.log(bare)
    return odds


def _bell(off: Array, spread: float) -> Array:
    density: Array = np.exp(-((off / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi))
    return density


def _chances(odds: Array) -> Array:
    """How probable it is that the one token stands on each space: (N,)."""
    weights = np.exp(odds) * (1 - NOWHERE) / len(odds)
    chances: Array = weights / (weights.sum() + NOWHERE)
    return chances
