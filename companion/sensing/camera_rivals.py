"""Two faces that might both lie there: only where they differ from each other does the picture tell them apart.

Cards are white nearly everywhere, so two of them look much alike as wholes. What counts is the ink: how much darker
than the paper beside it, whatever shine, shade or lamp does to both. The face whose ink agrees best is laid over the
picture exactly; every other one is laid into the same place, both ways round, and where the two differ the picture
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_profile import CARD_SIZE

Array = npt.NDArray[Any]

SMOOTH_PX = 1.2
STROKE_PX = 17
"""Print is narrower than this on a card 150 px high; what is wider counts by its edge."""
LEAST_DIFFERENCE = 0.15
"""Of the strongest difference between two faces; less than that is paper and noise."""
MOST_MISS = 0.6
"""A finger or a shine may miss a face by any amount; it counts no more than this (logarithm)."""
FEWEST_PX = 200
HIDDEN_GAIN, MOST_HIDDEN = 0.01, 2
"""A part of the card is left out only where the rest agrees better by so much (correlation); so many at most."""
SHINE, SHINE_PX = 0.07, 9
"""Paper that is brighter than the rest of its card by so much (logarithm) mirrors a lamp, and so far about it, too."""
MOST_BENT, MOST_MOVED_PX = 0.06, 4.0
"""A card that was found is moved and bent (it lies askew to the camera) no further than this to fit exactly."""


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
    """A square in which cards lie, in grey, at a size at which a card is `card_px` high.

    lit_bgr: the same with all its light, where shine was taken off the square.
    """

    def __init__(self, square_bgr: Array, card_px: int, lit_bgr: Array | None = None) -> None:
        self._square, self._card_px = square_bgr, card_px
        self._lit = square_bgr if lit_bgr is None else lit_bgr
        self._ink: Array | None = None
        self._paper: Array | None = None
        self._scale = 1.0

    def winner(self, rivals: Sequence[tuple[Guess, Array]], faces: Mapping[str, Array]) -> tuple[Guess, float, float]:
        """The rival whose ink agrees best; by how much it leads against each other face at least; how well it agrees.

        The lead is -1 to 1, the agreement a correlation. rivals: guesses with the pictures of their faces.
        """
        self._prepare(rivals[0][0].height)
        assert self._ink is not None
        tried = []
        for guess, picture in rivals:
            ink, inside = self._laid(guess, picture)
            bent = _exact(self._ink, ink, inside)
            ink = _warped(ink, bent)
            tried.append((_agreement(self._ink, ink, inside), guess, bent, ink, inside))
        agreement, best, bent, ink, inside = max(tried, key=lambda entry: entry[0])
        agreement, inside = self._uncovered(best, bent, ink, inside, agreement)
        tried_faces = {best.face}
        while True:
            lead, rival = self._least_lead(best, bent, ink, inside, faces)
            if rival is None or lead >= 0 or rival.face in tried_faces:
                return best, lead, agreement
            # Where the picture speaks for another face, that one may lie in the same place and agree better.
            tried_faces.add(rival.face)
            other, whole = self._laid(rival, faces[rival.face])
            moved = _exact(self._ink, other, whole)
            other = _warped(other, moved)
            alike, left = self._uncovered(rival, moved, other, whole, _agreement(self._ink, other, whole))
            if alike <= agreement:
                return best, lead, agreement
            agreement, best, bent, ink, inside = alike, rival, moved, other, left

    def _least_lead(
        self, best: Guess, bent: Array | None, ink: Array, inside: Array, faces: Mapping[str, Array]
    ) -> tuple[float, Guess | None]:
        """By how much a face leads at least, and against which other one, laid in its place."""
        least: tuple[float, Guess | None] = 1.0, None
        for face, picture in faces.items():
            for sign, turn in ((1, 0), (-1, 180)) if face != best.face else ():
                there = replace(best, face=face, turn=best.turn + turn, x=sign * best.x, y=sign * best.y)
                lead = self.lead(ink, _warped(self._laid(there, picture)[0], bent), inside)
                if lead < least[0]:
                    least = lead, there
        return least

    def lead(self, one: Array, other: Array, inside: Array) -> float:
        """How much better one face's ink agrees with the picture than another's where they differ: -1 to 1."""
        if self._ink is None or inside.sum() < FEWEST_PX:
            return 0.0
        seen, first, second = self._ink[inside], one[inside], other[inside]
        # The ink of the picture may be fainter than when the pack was shown; red is fainter than black. It is told by
        # its shape.
        first, second = _as_strong(first, seen), _as_strong(second, seen)
        weight = np.abs(first - second)
        weight = np.where(weight > LEAST_DIFFERENCE * float(weight.max()), weight, 0.0)
        if float(weight.sum()) < 1.0:
            return 0.0
        miss, other_miss = (float((weight * np.minimum(np.abs(seen - face), MOST_MISS)).sum())
                            for face in (first, second))  # fmt: skip
        return (other_miss - miss) / (other_miss + miss + 1e-6)

    def _uncovered(
        self, guess: Guess, bent: Array | None, ink: Array, inside: Array, agreement: float
    ) -> tuple[float, Array]:
        """How well the ink agrees without the part under a finger, or where a lamp is mirrored; and what is left.

        A finger comes from outside, over one corner or side. What is printed stands at both ends of a card, so a part
        that is left out hides no difference to another card.
        """
        assert self._ink is not None
        hiding = [_warped(self._placed(part, guess), bent) > 128 for part in _PARTS] + [self._shine(inside)]
        for _ in range(MOST_HIDDEN):
            alike = [_agreement(self._ink, ink, inside & ~part) for part in hiding]
            best = int(np.argmax(alike))
            if alike[best] <= agreement + HIDDEN_GAIN:
                break
            agreement, inside = alike[best], inside & ~hiding[best]
        return agreement, inside

    def _shine(self, inside: Array) -> Array:
        """Where the paper of a card is brighter than the light that falls on it makes it: a lamp is mirrored there."""
        import cv2

        assert self._paper is not None
        level = self._paper[inside]
        places = np.argwhere(inside) / inside.shape[0]
        planes = np.column_stack([np.ones(len(places)), places])
        off = level - np.median(level)
        for _ in range(4):
            # What is darker is a figure too large to tell the paper about it.
            is_plain = np.abs(off) <= SHINE
            if is_plain.sum() < FEWEST_PX:
                break
            light = np.linalg.lstsq(planes[is_plain][::7], level[is_plain][::7], rcond=None)[0]
            off = level - planes @ light
        shine: Array = np.zeros(inside.shape, np.uint8)
        shine[inside] = off > SHINE
        shine = cv2.morphologyEx(shine, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if shine.any():
            # It goes on over print, where no paper tells of it.
            spots = np.argwhere(shine)[:, ::-1].astype(np.int32)
            cv2.fillConvexPoly(shine, cv2.convexHull(np.ascontiguousarray(spots)), 1)
        return np.asarray(cv2.dilate(shine, np.ones((SHINE_PX, SHINE_PX), np.uint8)) > 0)

    def _placed(self, mask: Array, guess: Guess) -> Array:
        """A part of a face where it lies in the square."""
        import cv2

        assert self._ink is not None
        return np.asarray(cv2.warpAffine(mask, self._matrix(guess), self._ink.shape[1::-1]))

    def _prepare(self, height: float) -> None:
        import cv2

        self._scale = self._card_px / height
        how = cv2.INTER_AREA if self._scale < 1 else cv2.INTER_LINEAR
        small, lit = (cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None, fx=self._scale, fy=self._scale,
                                 interpolation=how) for picture in (self._square, self._lit))  # fmt: skip
        self._ink = _ink(cv2.GaussianBlur(small.astype(np.float32), (0, 0), SMOOTH_PX))
        self._paper = np.log(_paper(cv2.GaussianBlur(lit.astype(np.float32), (0, 0), SMOOTH_PX)) + 8.0)

    def _laid(self, guess: Guess, picture: Array) -> tuple[Array, Array]:
        """The ink of a face as it would look in the square, and where it lies."""
        import cv2

        assert self._ink is not None
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        size = self._ink.shape[1::-1]
        face = cv2.warpAffine(grey, self._matrix(guess), size, borderMode=cv2.BORDER_REPLICATE)
        inside = self._placed(_INSIDE, guess) > 128
        return _ink(cv2.GaussianBlur(face.astype(np.float32), (0, 0), SMOOTH_PX)), inside

    def _matrix(self, guess: Guess) -> Array:
        """From a picture of a face into the square: (2, 3)."""
        assert self._ink is not None
        height, width = self._ink.shape
        middle = (np.array([width, height]) - 1) / 2
        angle = np.radians(guess.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        at = middle + self._scale * np.array([guess.x * cos - guess.y * sin, guess.x * sin + guess.y * cos])
        factor = guess.height * self._scale / (CARD_SIZE[1] - 1)
        matrix = np.array([[cos * factor, -sin * factor, 0.0], [sin * factor, cos * factor, 0.0]])
        matrix[:, 2] = at - matrix[:, :2] @ ((np.array(CARD_SIZE) - 1) / 2)
        return matrix


def _as_strong(ink: Array, seen: Array) -> Array:
    """The ink of a face, as strong as the picture shows it where it stands."""
    strength = float(np.clip((seen * ink).sum() / max(float((ink * ink).sum()), 1e-6), 0.3, 1.5))
    return ink * strength


def _inside() -> Array:
    """The face without its rim, where pictures of one card differ most."""
    mask = np.zeros((CARD_SIZE[1], CARD_SIZE[0]), np.uint8)
    mask[5:-5, 5:-5] = 255
    return mask


_INSIDE = _inside()


def _parts() -> list[Array]:
    """The parts of a face that a finger may hide: a corner or a side."""
    width, height = CARD_SIZE
    wide, high = round(0.42 * width), round(0.36 * height)
    boxes = [(x, y, wide, high) for x in (0, width - wide) for y in (0, height - high)]
    wide, high = round(0.3 * width), round(0.36 * height)
    boxes += [(x, round(0.32 * height), wide, high) for x in (0, width - wide)]
    masks = []
    for x, y, across, down in boxes:
        mask = np.zeros((height, width), np.uint8)
        mask[y : y + down, x : x + across] = 255
        masks.append(mask)
    return masks


_PARTS = _parts()


def _ink(grey: Array) -> Array:
    """How much darker each point is than the paper beside it, as a logarithm; 0 on paper."""
    paper = _paper(grey)
    ink: Array = np.log((paper + 8.0) / (np.minimum(grey, paper) + 8.0)).astype(np.float32)
    return ink


def _paper(grey: Array) -> Array:
    """How bright the paper is about each point, print or not."""
    import cv2

    stroke = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (STROKE_PX, STROKE_PX))
    return np.asarray(cv2.GaussianBlur(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, stroke), (0, 0), 3.0))


def _exact(seen: Array, ink: Array, inside: Array) -> Array | None:
    """The small affine map (2, 3) that lays a face exactly over the picture; None where there is none."""
    import cv2

    bent: Any = np.eye(2, 3, dtype=np.float32)
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-3)
    try:
        _, bent = cv2.findTransformECC(seen, ink, bent, cv2.MOTION_AFFINE, until, inside.astype(np.uint8), 3)
    except cv2.error:  # it does not converge
        return None
    middle = np.array(seen.shape[1::-1]) / 2
    moved = bent[:, :2] @ middle + bent[:, 2] - middle
    is_small = np.abs(bent[:, :2] - np.eye(2)).max() <= MOST_BENT and np.hypot(*moved) <= MOST_MOVED_PX
    return np.asarray(bent) if is_small else None


def _warped(ink: Array, bent: Array | None) -> Array:
    import cv2

    if bent is None:
        return ink
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(ink, bent, (ink.shape[1], ink.shape[0]), flags=how))


def _agreement(seen: Array, ink: Array, inside: Array) -> float:
    if not inside.any():  # it was laid beside the square
        return -1.0
    one, other = seen[inside] - seen[inside].mean(), ink[inside] - ink[inside].mean()
    return float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum() + 1e-6))
