"""How probable it is that a hole is empty, or filled with a piece of each colour, by how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_colours import Colour, tones
from calibration.camera_middle import quantile

Array = npt.NDArray[Any]

PRIOR_EMPTY = 0.85
PRIOR_STRANGE = 0.004
STRANGE = -np.log(3.0 * 3.0 * 4.5 * 3.0)
"""A thing that is neither piece nor empty hole may have any colour."""
EMPTY_SPREAD = np.array([0.065, 0.065, 0.24, 0.24])
UPPER, UPPER_SIGMAS, BRIGHTER = 0.75, 0.67, (0.1, 0.24)
"""How much empty holes differ on the brighter side is told by this quantile of all holes of a picture, so many standard
deviations from the middle; within these limits: of 32,800 empty holes over which no piece leaned one was brighter by
more than 0.33."""
PIECE_SPREAD = (0.13, 0.13, 0.42)
"""In a hole, in another light, a piece looks a little other than in its yard."""
FADING = 0.3
"""A slender piece does not fill its hole, and shine washes it out: about this share of a colour is the hole's."""
GLINT = (0.25, 0.35)
"""How much brighter the bright fifth of a piece is than its middle, and how much that varies."""
TAIL = 2.5
LESS_ALIKE, UNLIKE, NEARLY, ALIKE = 0.14, 13.0, 0.08, 30.0
"""An empty hole that is less like itself (correlation) than most are by more than the first number is hardly empty; one
that is less so by no more than the third hardly filled. How much that tells (logarithm), for each step of 1: told
by 37,000 empty and 5,300 filled holes."""
MOST_UNLIKE, MOST_ALIKE = -6.0, 4.0
MOST_DARKER, SELDOM, UNLIKE_SHADED, SURELY_NOT = 1.3, -3.5, 60.0, 12.0
"""The shade of a piece makes a hole darker by the first number at most (logarithm), and seldom does without darkening
its wood. Then the pattern alone tells the hole, where it is hardly less alike than most: of 980 black pieces 3 were."""
OFTEN_LESS, VARIES = 0.3, 1.0
"""Where many holes are less alike, as flat ones and dim ones are, that tells little: so many of them, and how often
what they lack is taken off."""
SHADE_SPREAD = np.array([0.1, 0.1, 0.5, 0.5])
"""How much more an empty hole may differ from itself for each step (logarithm) of shadow."""
LEAST_SEEN = 0.4
"""So many holes that no arm covers tell how much empty ones differ in a picture; where fewer are seen, all do."""
AS_EMPTY, AS_EMPTY_SPREAD = 1.5, np.array([0.15, 0.15, 0.45])
"""A piece whose colour (r, g, l) is no further than this from an empty hole's looks as that does."""
RIM_TELLS, EVEN_RIM, RIM_FILLED, RIM_BARE = 14.0, 0.6, 7.0, 4.0
"""Then the worst quarter of the rim tells, from such a likeness to when it was bare on (correlation), for each step of
1, and so much at most (logarithm): of 1,500 pieces 2 % had none below 0.7, of 9,800 empty holes 89 %."""
FULL_SHADE = 0.4
"""In a shadow so deep no light of the lamp draws a pattern into a hole."""


class Evidence:
    """Compares holes with themselves when they were empty, and with the colours of the pieces.

    empty: features of the empty holes, (N, 4). colours: of the pieces, in the order of the seats.
    """

    def __init__(self, empty: Array, colours: Sequence[Colour]) -> None:
        hollow = empty[:, :3].mean(axis=0)
        self._shapes = [_shape(colour, hollow) for colour in colours]

    def of(self, off: Array, seen: Array, likeness: Array, noise: float, shade: Array, means: Array,
           is_shown: Array) -> Array:  # fmt: skip
        """Log probabilities (N, 1 + seats + 1): empty, each seat, something strange. off: seen less an empty hole.

        means: the colours of the pieces in the light of each hole, (N, seats, 3). is_shown: where the wood around the
        hole is seen, (N,). Only such holes tell how much empty ones differ.
        """
        is_seen = is_shown if is_shown.sum() >= LEAST_SEEN * len(is_shown) else np.ones_like(is_shown)
        empty = _empty(_brighter(off, is_shown, is_seen), likeness, noise, shade, is_seen)
        each = np.log((1 - PRIOR_EMPTY) / max(1, len(self._shapes)))
        glint = _density((seen[:, 3:] - seen[:, 2:3] - GLINT[0]), np.array([GLINT[1]]))[:, None]
        pieces = np.stack([_elliptic(seen[:, :3] - mean, *shape) for mean, shape in
                           zip(means.swapaxes(0, 1), self._shapes, strict=True)], axis=1) + glint + each  # fmt: skip
        strange = np.full((len(seen), 1), STRANGE + np.log(PRIOR_STRANGE))
        return np.concatenate([empty[:, None], pieces, strange], axis=1)


def by_rims(evidence: Array, means: Array, empty: Array, rims: Array, is_open: Array) -> Array:
    """The evidence, (N, 1 + seats + 1): the rim tells a piece that looks as an empty hole does in this light; where an
    arm may hide that, no hole is surely empty.

    means: the colours of the pieces at each hole, (N, seats, 3). empty: how the hole looks when it is empty, (N, 4).
    rims: how much the worst quarter of its rim looks as when it was bare (correlation), (N,). is_open: where the wood
    around it is seen, (N,).
    """
    off = (((means - empty[:, None, :3]) / AS_EMPTY_SPREAD) ** 2).sum(axis=2)
    is_alike = off < AS_EMPTY**2
    if not is_alike.any():
        return evidence
    told = evidence.copy()
    rim = np.where(is_open, np.clip(RIM_TELLS * (EVEN_RIM - rims), -RIM_BARE, RIM_FILLED), 0.0)
    told[:, 1:-1] += is_alike * rim[:, None]
    piece = evidence[:, 1:-1].max(axis=1, where=is_alike, initial=-np.inf)
    is_doubtful = is_alike.any(axis=1) & ~is_open
    told[is_doubtful, 0] = np.minimum(told[:, 0], piece)[is_doubtful]
    return told


def _brighter(off: Array, is_shown: Array, is_seen: Array) -> Array:
    """What is seen in holes less an empty one, (N, 4), with more weight where it is brighter than holes are by chance.

    is_seen: the holes that tell that, (N,).

    Shades make a hole darker. What is brighter than its wood tells stands in it, or is a hand where that is not shown.
    """
    usual = np.clip(quantile(off[is_seen, 2], UPPER) / UPPER_SIGMAS, *BRIGHTER)
    light = off[:, 2]
    more = np.where(is_shown & (light > 0), light * (EMPTY_SPREAD[2] / usual), light)
    return np.column_stack([off[:, :2], more, off[:, 3]])


def _empty(off: Array, likeness: Array, noise: float, shade: Array, is_seen: Array) -> Array:
    """Log probability that each hole is empty: (N,). Arguments as in `Evidence.of`."""
    spread = np.hypot(EMPTY_SPREAD * (1 + 6 * noise), shade[:, None] * SHADE_SPREAD)
    empty = _density(off, spread) + np.log(PRIOR_EMPTY)
    # While the light falls as it did, an empty hole shows its own pattern of light and shade.
    less, usual = (quantile(likeness[is_seen], share) for share in (OFTEN_LESS, 0.5))
    pattern = np.clip((usual - 0.5) / 0.35, 0, 1)
    same_light = pattern * np.clip(1 - shade / FULL_SHADE, 0, 1)
    more = likeness - usual
    alike = UNLIKE * (more + LESS_ALIKE + VARIES * (usual - less)) + ALIKE * np.maximum(more + NEARLY, 0.0)
    told: Array = empty + same_light * np.clip(alike, MOST_UNLIKE, MOST_ALIKE)
    # The shade of a piece may fall into a hole and hardly upon the wood around it: it darkens all of the pattern.
    darker = np.clip(off[:, 2], -MOST_DARKER, 0.0)
    lit = _density(off - np.outer(darker, (0, 0, 1, 1)), spread) + np.log(PRIOR_EMPTY)
    shaded = lit + SELDOM + np.clip(UNLIKE_SHADED * (more + NEARLY), -SURELY_NOT, MOST_ALIKE)
    either: Array = np.maximum(told, shaded - SURELY_NOT * (1 - pattern))
    return either


def features(relative: Array) -> Array:
    """Of discs (N, M, 3): colour (r, g, l) of the middle, and brightness of the bright fifth, (N, 4)."""
    ordered = np.sort(relative, axis=1)
    count = ordered.shape[1]
    bright = ordered[:, int(0.8 * count)].mean(axis=1, keepdims=True)
    return np.concatenate([tones(ordered[:, count // 2]), bright], axis=1)


def _shape(colour: Colour, hollow: Array) -> tuple[Array, float]:
    """How the looks of a colour vary: inverse covariance (3, 3) and log of the density in the middle."""
    covariance = np.diag(np.maximum(colour.spread, PIECE_SPREAD) ** 2)
    away = (np.array(colour.mean) - hollow) * FADING
    covariance += np.outer(away, away)
    return np.linalg.inv(covariance), float(-0.5 * np.log(np.linalg.det(covariance)) - 2.76)


def _elliptic(off: Array, inverse: Array, height: float) -> Array:
    """Log density of three numbers that vary together, with broad tails: (N,)."""
    distance = np.einsum("ni,ij,nj->n", off, inverse, off)
    density: Array = height - _penalty(np.sqrt(distance))
    return density


def _penalty(sigmas: Array) -> Array:
    """Half the square up to `TAIL` standard deviations, a straight line beyond: the odd glint decides nothing."""
    bent: Array = np.where(sigmas < TAIL, sigmas * sigmas / 2, TAIL * sigmas - TAIL * TAIL / 2)
    return bent


def _density(off: Array, spread: Array) -> Array:
    """Log density with broad tails, summed over the last axis."""
    total: Array = (-_penalty(np.abs(off / spread)) - np.log(spread) - 0.92).sum(axis=-1)
    return total


def normalised(logs: Array) -> Array:
    """Log probabilities (N, M), each row as probabilities that sum to 1."""
    shifted = np.exp(logs - logs.max(axis=1, keepdims=True))
    total: Array = shifted / shifted.sum(axis=1, keepdims=True)
    return total


def standardised(grey: Array) -> Array:
    """Patches (N, M) with mean 0 and spread 1; flat ones stay flat."""
    centred = grey - grey.mean(axis=1, keepdims=True)
    spread: Array = centred / np.maximum(centred.std(axis=1, keepdims=True), 0.03)
    return spread
