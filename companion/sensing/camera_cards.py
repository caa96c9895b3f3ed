"""The card on top of the pile, told by comparing it with the faces of one's own pack.

1. The picture of the pit is turned in steps, and every enrolled face is looked for in it, small and quickly.
2. The few faces that fit best are compared again, larger and with finer steps; now the small figures count.
3. Where two faces differ from each other, the picture is asked which of them it shows (`camera_rivals.py`); how clearly
   it answers tells how sure that is. Only the top card is whole, so only it fits well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_map import CameraMap
from calibration.camera_profile import CARD_SIZE, CameraPart
from companion.sensing.camera_rivals import Guess, Sheet

Array = npt.NDArray[Any]

SQUARE_MM = 150.0
"""So much around the middle of the pit is looked at; a card lies askew and may stick out of it."""
PX_PER_MM = 2.0
HEIGHTS_MM = (84.0, 89.0, 94.0, 99.0, 104.0)
"""Heights of cards to try until one has fitted."""
COARSE_PX = 32
"""Height of a card in the quick search."""
FINE_PX, NEARLY_PX = 150, 75
"""Heights of a card at which small figures are seen, and at which a card is first laid over a face more closely."""
WHOLE = CARD_SIZE[1]
"""Height at which a face is kept."""
TURN_STEP = 9.0
COARSE_PLACES, PLACES, KEPT = 6, 3, 8
"""So many places are looked at closely, with every face then, and so many guesses are compared in the end."""
LOOKED_AT = 600
"""So many guesses, the best, are looked through for places."""
SAME_PX, COARSE_TURN, SAME_TURN = 10.0, 10.0, 6.0
"""Guesses that are no farther from each other than this (px, degrees) are of a card at one place."""
NEAR, RIVAL = 0.25, 0.25
"""How much less alike than the best a face may look to be looked at again, and to be asked about."""
LIKENESS = 0.45
"""Less alike than this a card is not told."""
PAPER = 1.04
"""What is brighter than the middle of all that is white, by so much, is a shine."""
WHITE = 230.0
"""So bright paper is drawn where its light is taken off."""
EVEN_LEAD, LEAD_STEP = 0.35, 0.045
"""A lead (see `Sheet.lead`) at which a face is as probable as not, and one that makes it e times as probable."""
LOT = 0.05
"""What is less sure than a face that is drawn by lot (of 18) tells no card."""
SURE, DOUBTED = 0.9, 0.5
"""So sure a card is laid; what was told with more than half a doubt is not told otherwise later."""
PRINT_MM = 12.0
"""Print is narrower than this, or counts by its edge where the light is taken off."""
STRANGE, ALIKE = 0.8, 0.965
"""Ink that agrees no better (correlation) is another card's; ink that agrees as well is the face's own. A card that was
never shown may agree to 0.98 with one that is printed much like it (a 9 with the 6 turned by half)."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A face, how sure that is, and how alike it looks (-1 to 1).

    height_px, x, y, turn: how high the card is in the square, where its middle is (px), how it is turned (degrees).
    """

    face: str
    chance: float
    likeness: float
    height_px: float
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


class CardReader:
    """Reads cards by the faces of a profile. Remembers how large they are."""

    def __init__(self, part: CameraPart) -> None:
        self._faces = dict(part.cards)
        self._height_mm: float | None = None
        self._alone_share: float | None = None
        pits = [pit for pit in part.board.pits if pit.kind == "cards"]
        self._middle = (pits[0].x_mm, pits[0].y_mm) if pits else None
        self._coarse: dict[tuple[str, int], Array] = {}
        self._tables: dict[float, tuple[Array, Array]] = {}
        self._tables_for: CameraMap | None = None

    @property
    def is_ready(self) -> bool:
        """Whether faces are enrolled and the board has a pit for cards."""
        return bool(self._faces) and self._middle is not None

    def read(self, frame_bgr: Array, view: CameraMap) -> CardSeen | None:
        """The card in the pit of a board in a picture; None where no card is told."""
        return self.tell(self.square(frame_bgr, view)) if self.is_ready else None

    def tell(self, square: Array) -> CardSeen | None:
        """The card in the square around the pit (see `square`). One thread at a time."""
        heights = HEIGHTS_MM if self._height_mm is None else (self._height_mm,)
        seen = read_square(square, self._faces, [height * PX_PER_MM for height in heights], self._coarse)
        if seen is not None and seen.likeness > 0.75:
            self._height_mm = seen.height_px / PX_PER_MM
        return seen

    def square(self, frame_bgr: Array, view: CameraMap, px_per_mm: float = PX_PER_MM) -> Array:
        """The square around the pit, as seen from above: uint8 (300, 300, 3) unless told otherwise."""
        import cv2

        if self._tables_for != view:
            self._tables, self._tables_for = {}, view
        if px_per_mm not in self._tables:
            self._tables[px_per_mm] = self._table(view, px_per_mm)
        across, down = self._tables[px_per_mm]
        return np.asarray(cv2.remap(frame_bgr, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def _table(self, view: CameraMap, px_per_mm: float) -> tuple[Array, Array]:
        assert self._middle is not None
        side = round(SQUARE_MM * px_per_mm)
        axis = (np.arange(side) - (side - 1) / 2) / px_per_mm
        grid = np.stack(np.meshgrid(axis + self._middle[0], axis + self._middle[1]), axis=-1).reshape(-1, 2)
        table = view.to_image(grid).astype(np.float32).reshape(side, side, 2)
        return table[..., 0].copy(), table[..., 1].copy()

    def read_alone(self, frame_bgr: Array) -> CardSeen | None:
        """The card in a picture that shows the pit alone, at any size."""
        import cv2

        side = 420
        scale = side / max(frame_bgr.shape[:2])
        square = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if self._alone_share is not None:
            near = [self._alone_share * side * factor for factor in (0.95, 1.0, 1.05)]
            seen = read_square(square, self._faces, near, self._coarse)
            if seen is not None and seen.likeness > 0.75:
                return seen
        seen = read_square(square, self._faces, [side * share for share in np.geomspace(0.3, 0.85, 16)], self._coarse)
        if seen is not None and seen.likeness > 0.75:
            self._alone_share = seen.height_px / side
        return seen


def read_square(square_bgr: Array, faces: dict[str, Array], heights_px: Sequence[float],
                kept: dict[tuple[str, int], Array] | None = None) -> CardSeen | None:  # fmt: skip
    """The face that fits a square best; None where nothing white enough lies there, or nothing fits.

    What is not sure is looked for once more with the light taken off: the edge of a shade across a card is stronger
    than its print.
    """
    seen = _likeliest(square_bgr, faces, heights_px, {} if kept is None else kept)
    return seen if seen is not None and seen.chance >= LOT else None


def _likeliest(square_bgr: Array, faces: dict[str, Array], heights_px: Sequence[float],
               kept: dict[tuple[str, int], Array]) -> CardSeen | None:  # fmt: skip
    square = _against_paper(square_bgr)
    for face in faces.keys() - {face for face, high in kept if high == WHOLE}:
        kept[face, WHOLE] = _against_paper(faces[face])
    faces = {face: kept[face, WHOLE] for face in faces}
    seen = _told(square, _coarse(square, faces, heights_px, kept), faces, square_bgr)
    if seen is not None and seen.chance >= SURE:
        return seen
    flat = _without_light(square)
    again = _told(flat, _coarse(flat, faces, heights_px, kept), faces, square_bgr, square)
    if again is None or (seen is not None and seen.chance >= again.chance):
        return seen
    return seen if seen is not None and seen.face != again.face and seen.chance > DOUBTED else again


def _told(square: Array, guesses: list[Guess], faces: dict[str, Array], lit: Array,
          shown: Array | None = None) -> CardSeen | None:  # fmt: skip
    """The best of the guesses. lit: the square with all its light; shown: that in which the rivals are compared, where
    it is another."""
    fine = _finest(square, faces, guesses)
    if not fine or fine[0].likeness < LIKENESS:
        return None
    rivals = [guess for guess in fine[:KEPT] if guess.likeness > fine[0].likeness - RIVAL]
    sheet = Sheet(square if shown is None else shown, FINE_PX, lit)
    best, lead, agreement = sheet.winner([(guess, faces[guess.face]) for guess in rivals], faces)
    # What agrees but half may be a card below the top one, or one that was never shown.
    trust = min(1.0, max(0.0, (agreement - STRANGE) / (ALIKE - STRANGE)))
    chance = trust / (1 + float(np.exp(-(lead - EVEN_LEAD) / LEAD_STEP)))
    return CardSeen(best.face, chance, best.likeness, best.height, *_in_square(best), best.turn % 360)


def _without_light(square: Array) -> Array:
    """The square with each point as bright as it is beside the paper around it: uint8 (H, W, 3)."""
    import cv2

    grey = square[..., 0]
    size = round(PRINT_MM * PX_PER_MM)
    stroke = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    paper = cv2.GaussianBlur(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, stroke), (0, 0), 3.0).astype(np.float32)
    flat = np.clip(WHITE * (grey + 8.0) / (paper + 8.0), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR))


def _against_paper(picture_bgr: Array) -> Array:
    """How bright each point is beside white paper, in its darkest colour, with nothing brighter than paper.

    Ink of any colour, wood and felt are dark so, whatever the lamp. uint8 (H, W, 3), three times the same.
    """
    import cv2

    level, _ = cv2.threshold(picture_bgr.min(axis=2), 0, 255, cv2.THRESH_OTSU)
    bright = picture_bgr[picture_bgr.min(axis=2) > level]
    paper = np.median(bright, axis=0) if len(bright) else np.full(3, 255.0)
    share = (picture_bgr / np.maximum(paper, 1.0).astype(np.float32)).min(axis=2)
    white = (WHITE * np.minimum(share, PAPER)).astype(np.uint8)
    return np.asarray(cv2.cvtColor(white, cv2.COLOR_GRAY2BGR))


def _one_colour(picture_bgr: Array) -> Array:
    """The first of three colours that are all alike. uint8 (H, W)."""
    import cv2

    return np.asarray(cv2.extractChannel(picture_bgr, 0))


def _finest(square: Array, faces: dict[str, Array], guesses: list[Guess]) -> list[Guess]:
    """The best guess of each face at each place where a card may lie, the best first.

    Where the card lies does not depend on what is on it: each face is tried at the likeliest few places. There are
    several, since a card below the top one shows its corners.
    """
    # All three colours are alike, see `_against_paper`; one of them tells the same in a third of the time.
    square = _one_colour(square)
    faces = {face: _one_colour(picture) for face, picture in faces.items()}
    likely = _places(guesses, COARSE_PLACES, COARSE_TURN)
    found = _places([_fine(square, faces[guess.face], guess) for guess in likely], PLACES, SAME_TURN)
    fine: list[Guess] = []
    for there in found:
        if there.likeness < found[0].likeness - NEAR:
            break
        tries = [_at(square, picture, replace(there, face=face), there.turn + turn, there.height, NEARLY_PX)
                 for face, picture in faces.items() for turn in (0, 180)]  # fmt: skip
        first = {guess.face: guess for guess in sorted(tries, key=lambda guess: guess.likeness)}
        best = sorted(first.values(), key=lambda guess: -guess.likeness)[:KEPT]
        again = [_fine(square, faces[guess.face], guess) for guess in best
                 if guess.face != there.face and guess.likeness > best[0].likeness - NEAR]  # fmt: skip
        fine += (there, *again)
    return sorted(fine, key=lambda guess: -guess.likeness)


def _places(guesses: Sequence[Guess], most: int, turn: float) -> list[Guess]:
    """The best guess of each place, the likeliest places first. turn: two that are turned by less are of one place."""
    places: list[Guess] = []
    for guess in sorted(guesses, key=lambda guess: -guess.likeness)[:LOOKED_AT]:
        if not any(_is_there(guess, place, turn) for place in places):
            places.append(guess)
        if len(places) == most:
            break
    return places


def _is_there(one: Guess, other: Guess, turn: float) -> bool:
    """Whether two guesses are of a card at one place; it looks alike when it is turned by half."""
    if abs((one.turn - other.turn + 90) % 180 - 90) >= turn:
        return False
    (x, y), (x2, y2) = _in_square(one), _in_square(other)
    return math.hypot(x - x2, y - y2) < SAME_PX


def _in_square(guess: Guess) -> tuple[float, float]:
    """The middle of a guess, which was found in a square that was turned, in the square as it is."""
    angle = math.radians(guess.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    return float(guess.x * cos - guess.y * sin), float(guess.x * sin + guess.y * cos)


def _coarse(square: Array, faces: dict[str, Array], heights: Sequence[float],
            kept: dict[tuple[str, int], Array]) -> list[Guess]:  # fmt: skip
    import cv2

    found = []
    width = round(COARSE_PX * CARD_SIZE[0] / CARD_SIZE[1])
    for face, picture in faces.items():
        if (face, COARSE_PX) not in kept:
            grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
            kept[face, COARSE_PX] = cv2.resize(grey, (width, COARSE_PX), interpolation=cv2.INTER_AREA)
    plain = cv2.cvtColor(square, cv2.COLOR_BGR2GRAY)
    for height in heights:
        scale = COARSE_PX / height
        small = cv2.resize(plain, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if min(small.shape[:2]) <= COARSE_PX:
            pad = COARSE_PX + 4 - min(small.shape[:2])
            small = cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
        for turn in np.arange(0, 360, TURN_STEP):
            turned = _turn(small, float(turn))
            for face in faces:
                table = cv2.matchTemplate(turned, kept[face, COARSE_PX], cv2.TM_CCOEFF_NORMED)
                _, likeness, _, (x, y) = cv2.minMaxLoc(table)
                offset = np.array(small.shape[1::-1]) / 2
                x, y = x + width / 2 - offset[0], y + COARSE_PX / 2 - offset[1]
                found.append(Guess(likeness, face, float(turn), height, x / scale, y / scale))
    return found


def _fine(square: Array, picture: Array, guess: Guess) -> Guess:
    """The same guess with finer steps of turn and size, in the end at a scale at which small figures are seen."""
    best = guess
    for turn_step, size_step, card_px in ((3.0, 0.025, NEARLY_PX), (1.5, 0.012, NEARLY_PX), (0.75, 0.0, FINE_PX)):
        around = best
        turns = (around.turn - turn_step, around.turn, around.turn + turn_step)
        sizes = {around.height * (1 + step) for step in (-size_step, 0.0, size_step)}
        tries = [_at(square, picture, around, turn, size, card_px) for turn in turns for size in sizes]
        best = max(tries, key=lambda tried: tried.likeness)
    return best


def _at(square: Array, picture: Array, guess: Guess, turn: float, height: float, card_px: int) -> Guess:
    """How alike a face is at one turn and size, near where it was found, both drawn with the card so high (px)."""
    import cv2

    scale = card_px / height
    middle = np.array(square.shape[1::-1]) / 2
    slack = round(0.06 * card_px)
    width = round(card_px * CARD_SIZE[0] / CARD_SIZE[1])
    angle = np.radians(guess.turn - turn)
    cos, sin = np.cos(angle), np.sin(angle)
    # The point was found in the square turned by guess.turn; here the square is turned a little otherwise.
    x, y = guess.x * cos + guess.y * sin, -guess.x * sin + guess.y * cos
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, 1.0)
    matrix = np.diag([scale, scale]) @ matrix
    target = (middle + np.array([x, y])) * scale
    matrix[:, 2] += np.array([width / 2 + slack, card_px / 2 + slack]) - target
    cut = cv2.warpAffine(square, matrix, (width + 2 * slack, card_px + 2 * slack), borderMode=cv2.BORDER_REPLICATE)
    face = cv2.resize(picture, (width, card_px), interpolation=cv2.INTER_LINEAR)
    _, likeness, _, (dx, dy) = cv2.minMaxLoc(cv2.matchTemplate(cut, face, cv2.TM_CCOEFF_NORMED))
    return Guess(likeness, guess.face, turn, height, x + (dx - slack) / scale, y + (dy - slack) / scale)


def _turn(picture: Array, turn: float) -> Array:
    import cv2

    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    return cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
