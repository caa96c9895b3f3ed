"""Which holes are under an arm or a hand, as the wood around each of them and what is seen in it tell.

A hole in the shadow of an arm still looks like itself; skin and sleeves do not. Skin and cloth may be as bright as the
wood, but they do not have its grain, nor the rim of a hole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_middle import quantile
from companion.sensing.camera_reading import SURE

Array = npt.NDArray[Any]

HOLLOW = -0.13
"""A hole in a shadow is darker than the shadowed wood beside it by at least this; skin and cloth are not."""
MOST_STRANGE = 0.45
LEAST_LIT = 0.6
"""A piece whose colour and light are near the wood's may be skin where less of the wood beside it is lit."""
LOST_GRAIN = 0.33
"""Of 130 holes under arms that were as bright as the wood the best looked so much (correlation) as when it was bare."""
TRUSTED_GRAIN, CLEAR_GRAIN = 0.5, 0.8
"""Under another lamp rims look otherwise: where most of them do, they tell little of a single one."""
CLEAR_PIECE, SURE_PIECE, STANDS_OUT = 0.99, 0.98, 0.34
"""Skin and cloth go on around a hole; a piece ends there. With an arm beside it a piece that is so sure is one if there
is so little of its colour around it: of 65 holes that arms covered and that looked like pieces one had so little."""

GOES_ON = 0.75
"""Skin in the shade, and no found arm, has more of its colour around the hole, lit wood not counted: all around seven
holes that such arms covered, 0.67 at most around eleven pieces in each other's shade."""
ITSELF, ITS_RIM, ITS_QUARTER = 0.8, 0.4, 0.85
"""How alike (correlation) an empty hole and its rim, or the best quarter of that, look to when they were bare, whatever
arm is beside it: of 1,500 holes that arms covered none looked so."""
ITS_OWN, SURELY = 0.9, 0.998
"""An empty hole that looks so much like itself is empty, whatever is seen behind it."""


@dataclass(frozen=True, slots=True)
class Around:
    """The wood around N holes, compared with when it was bare.

    light, chroma: how much brighter, and how far from its colour (N, 12), and from which `steps` of both that is more
    than noise. strange: which share is neither wood nor its shade. grain: how much it looks as it did (correlation);
    quarter: how much the quarter of it does that looks so most.
    is_shown: where it is seen, whatever light is on it.
    """

    light: Array
    chroma: Array
    steps: tuple[float, float]
    strange: Array
    grain: Array
    quarter: Array
    is_shown: Array

    @property
    def is_lit(self) -> Array:
        """Where the wood is as bright and of the colour as before: (N, 12)."""
        is_lit: Array = (np.abs(self.light) < self.steps[0]) & (self.chroma < self.steps[1])
        return is_lit


@dataclass(frozen=True, slots=True)
class Inside:
    """What is seen in N holes.

    is_piece, is_as_wood: whether it is a piece, and whether one that looks as wood does; chance: how sure that is.
    likeness: how much it looks like the empty hole. light: how bright it is (logarithm, against its wood).
    spread: how much of what is around the hole has its colour, too. goes_on: how much of that is not the wood as ever.
    """

    is_piece: Array
    is_as_wood: Array
    chance: Array
    likeness: Array
    light: Array
    spread: Array
    goes_on: Array


def hidden_holes(around: Around, inside: Inside, under_arm: Array) -> Array:
    """Which holes cannot be seen, bool (N,). under_arm: those that an arm covers that was found."""
    light_step, chroma_step = around.steps
    stands_out = inside.is_piece & (inside.spread <= STANDS_OUT)
    is_apart = stands_out & (inside.chance > SURE_PIECE)
    is_clear = is_apart | (~under_arm & np.where(stands_out, inside.chance >= SURE, inside.chance > CLEAR_PIECE))
    is_clear = np.where(inside.is_piece, is_clear, looks_like_itself(around, inside, CLEAR_PIECE, ITSELF))
    hidden: Array = (around.strange > MOST_STRANGE) & ~is_clear
    is_hollow = inside.is_piece | (inside.likeness >= 0.5) | (inside.light <= HOLLOW)
    hidden |= under_arm & ~is_clear & ((around.strange > 0.3) | ~is_hollow)
    # Skin in the shade looks as a piece of plain wood does: that one is told only where the wood beside it is lit.
    is_dim = ~around.is_shown & (around.is_lit.mean(axis=1) < LEAST_LIT) & (under_arm | (inside.goes_on > GOES_ON))
    hidden |= inside.is_piece & inside.is_as_wood & ~is_apart & is_dim
    trust = float(quantile(around.grain, 0.6))
    is_as_ever = np.abs(around.light).mean(axis=1) < light_step / 2
    is_as_ever &= around.chroma.mean(axis=1) < chroma_step / 2
    is_lost = (around.grain < LOST_GRAIN * min(1.0, trust + 0.1)) & (trust > TRUSTED_GRAIN)
    is_lost &= ~inside.is_piece | (inside.chance < SURE)
    hidden |= is_lost & ~(is_as_ever & (trust < CLEAR_GRAIN)) & ~is_clear
    return hidden


def looks_like_itself(around: Around, inside: Inside, chance: float = SURELY, likeness: float = ITS_OWN) -> Array:
    """Which holes look so much as they did when they were bare, together with their rims, that they are empty: (N,)."""
    has_rim = (around.grain > ITS_RIM) | (around.quarter > ITS_QUARTER)
    is_itself: Array = ~inside.is_piece & (inside.chance > chance) & (inside.likeness > likeness) & has_rim
    return is_itself
