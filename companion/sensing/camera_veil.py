"""Windows and lamps that are mirrored in the varnish lie over the board like a veil.

A lamp makes wood brighter by a share of what it is; a mirrored one adds the same light to bright and dark: black looks
grey then, and colours pale. Which of both it is the wood does not tell surely. So both are thought of, and what is not
told by both is not told.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_light import DARK

Array = npt.NDArray[Any]

LEAST = 3
"""So many of the twelve points around a hole at least have to lie under a veil."""
ALIKE, FULL = 0.2, 245.0 + DARK
"""A veil is white: by no more than this share it adds more or less to one colour than to another, up to where that is
as bright as a picture goes. Skin and sleeves beside a hole, too, add to it."""


def veils(around: Array, level: Array, is_brighter: Array, is_grained: Array) -> Array:
    """How much light (of 255) may be mirrored over each hole, (N,).

    around: how much brighter the wood around it is than its light tells, and level: how bright it would be, (N, 12, 3)
    logarithms. is_brighter: where that is more than noise; is_grained: where the grain of the wood is seen, (N, 12).
    """
    wood = np.exp(level)
    added = wood * (np.exp(around) - 1)
    dark, bright = wood.argmin(axis=2)[..., None], wood.argmax(axis=2)[..., None]
    share = np.take_along_axis(wood, dark, 2) / np.take_along_axis(wood, bright, 2)
    to_dark, to_bright = np.take_along_axis(added, dark, 2), np.take_along_axis(added, bright, 2)
    # A lamp adds to the darkest colour of the wood only this share of what it adds to the brightest.
    is_pale = to_dark > (1 + share) / 2 * to_bright
    # Where a colour is as bright as it can be, nobody knows how much was added to it.
    is_white = ((np.abs(added - to_dark) < ALIKE * to_dark) | (wood + added > FULL)).all(axis=2)
    is_veil = is_brighter & is_grained & is_pale[..., 0] & is_white
    veil: Array = np.sort(np.where(is_veil, to_dark[..., 0], 0.0), axis=1)[:, -LEAST]
    return veil


def unveiled(patches: Array, veil: Array) -> Array:
    """Discs in holes, (N, M, 3) logarithms, without the light that is mirrored over each."""
    clear: Array = np.log(np.maximum(np.exp(patches) - veil[:, None, None], np.float32(DARK)))
    return clear
