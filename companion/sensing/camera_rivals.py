"""Two faces that might both lie there: only where they differ from each other does the picture tell them apart.

Cards are white nearly everywhere, so two of them look much alike as wholes. Both are laid over the picture as they were
found; at the places where one has ink and the other none, the picture agrees with one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_profile import CARD_SIZE

Array = npt.NDArray[Any]

SMOOTH_PX = 1.2
LEAST_DIFFERENCE = 0.15
"""Of the strongest difference between two faces; less than that is paper and noise."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A face at a place: how alike it looks, its turn (degrees), height and middle (px, in the square so turned)."""

    likeness: float
    face: str
    turn: float
    height: float
    x: float
    y: float


class Sheet:
    """A square in which cards lie, in grey, at a size at which a card is `card_px` high."""

    def __init__(self, square_bgr: Array, card_px: int) -> None:
        self._square, self._card_px = square_bgr, card_px
        self._seen: Array | None = None
        self._scale = 1.0

    def winner(self, rivals: Sequence[tuple[Guess, Array]]) -> tuple[Guess, float]:
        """The face that leads against each other one, and by how much at least; the first where none does."""
        self._prepare(rivals[0][0].height)
        laid = [self._laid(guess, picture) for guess, picture in rivals]
        if len(laid) == 1:
            return rivals[0][0], 1.0
        leads = [[self.lead(one, other) for other in laid if other is not one] for one in laid]
        best = max(range(len(laid)), key=lambda number: min(leads[number]))
        return rivals[best][0], min(leads[best])

    def lead(self, one: tuple[Array, Array], other: tuple[Array, Array]) -> float:
        """How much better one face agrees with the picture than another where they differ: -1 to 1."""
        both = one[1] & other[1]
        if not both.any() or self._seen is None:
            return 0.0
        seen, first, second = self._seen[both], one[0][both], other[0][both]
        # The lamp that shone when the pack was shown is not the one that shines now.
        first, second = _as_lit(first, seen), _as_lit(second, seen)
        weight = np.abs(first - second)
        weight = np.where(weight > max(LEAST_DIFFERENCE * float(weight.max()), 6.0), weight, 0.0)
        total = float(weight.sum())
        if total < 1.0:
            return 0.0
        miss, other_miss = (float((weight * np.abs(seen - face)).sum()) for face in (first, second))
        return (other_miss - miss) / (other_miss + miss + 1e-6)

    def _prepare(self, height: float) -> None:
        import cv2

        self._scale = self._card_px / height
        grey = cv2.cvtColor(self._square, cv2.COLOR_BGR2GRAY)
        how = cv2.INTER_AREA if self._scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=how)
        self._seen = cv2.GaussianBlur(small.astype(np.float32), (0, 0), SMOOTH_PX)

    def _laid(self, guess: Guess, picture: Array) -> tuple[Array, Array]:
        """The face as it would look in the square, and where it lies."""
        import cv2

        assert self._seen is not None
        height, width = self._seen.shape
        middle = (np.array([width, height]) - 1) / 2
        angle = np.radians(guess.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        at = middle + self._scale * np.array([guess.x * cos - guess.y * sin, guess.x * sin + guess.y * cos])
        factor = guess.height * self._scale / (CARD_SIZE[1] - 1)
        matrix = np.array([[cos * factor, -sin * factor, 0.0], [sin * factor, cos * factor, 0.0]])
        matrix[:, 2] = at - matrix[:, :2] @ ((np.array(CARD_SIZE) - 1) / 2)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        face = cv2.warpAffine(grey, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        inside = cv2.warpAffine(_INSIDE, matrix, (width, height)) > 128
        return cv2.GaussianBlur(face.astype(np.float32), (0, 0), SMOOTH_PX), inside


def _inside() -> Array:
    """The face without its rim, where pictures of one card differ most."""
    mask = np.zeros((CARD_SIZE[1], CARD_SIZE[0]), np.uint8)
    mask[5:-5, 5:-5] = 255
    return mask


_INSIDE = _inside()


def _as_lit(face: Array, seen: Array) -> Array:
    """A face (N,) in the light of the picture: its paper as bright as the paper there, its ink as dark as the ink."""
    dark, light = np.percentile(face, (2, 60))
    seen_dark, seen_light = np.percentile(seen, (2, 60))
    lit: Array = (face - light) * ((seen_light - seen_dark) / max(light - dark, 10.0)) + seen_light
    return lit
