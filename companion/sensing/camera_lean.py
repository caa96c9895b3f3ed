"""Tall pieces seen from aside: each leans away from the camera, and may hide the hole behind it.

Where the camera hangs is told by the map. A piece of height h is seen over the board up to h * slope beyond its foot,
slope being how far a point of the board lies beside the camera per height of it. How tall the pieces are is told by
those that stand alone. A hole that a piece of the same colour hides is told only if the colour goes on behind it so
far that a second piece has to stand there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, disc
from calibration.camera_colours import tones
from calibration.camera_light import logarithm
from calibration.camera_map import CameraMap
from companion.sensing.camera_reading import EMPTY

Array = npt.NDArray[Any]

FOCAL = (0.8, 2.6)
"""Lenses of cameras: focal length in halves of the picture's diagonal (102 to 42 degrees from corner to corner)."""
TALL_MM, LEAST_TALL_MM, MOST_TALL_MM = 22.0, 4.0, 45.0
"""How tall a piece is where none tells it, and the least and most that is believed."""
HALF_WIDE = 0.33
"""Half the width of a piece at its top, as a share of the pitch."""
ASIDE = 0.6
"""A piece hides what lies no further than this (share of the pitch) beside the line along which it leans."""
STEP_MM, REACH, GAP_MM, FIRST_GAP = 1.0, 3.2, 2.5, 0.4
"""How finely and how far (pitches) a leaning piece is followed; a glint or an edge breaks it off no longer than this.
Beside its foot its hole may be seen first (share of the pitch)."""
STEEP = 0.2
"""Where the slope is less the length of a piece tells little of its height."""
LIKE, MOST_OFF = (0.22, 0.22, 0.8), 25.0
"""How a piece's colour (r, g, l) varies from light to shade; further off (squared) it is none."""
LIKE_BARE, SHADE_SHARE = (0.12, 0.12, 0.33), 1 / 3
"""The same of the bare board; in the shade of a piece it is darker, which counts less."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the board in its light: the canvas, uint8 (672, 672, 3), and the level of the wood at each hole.

    wood: logarithms (N, 3).
    """

    canvas_bgr: Array
    wood: Array

    def tones(self, spots: Array, number: int) -> Array:
        """(r, g, l) of small discs (n, M, numbers of pixels) less the wood's at a hole: (n, 3)."""
        seen: Array = tones(np.median(logarithm(self.canvas_bgr.reshape(-1, 3)[spots]), axis=1) - self.wood[number])
        return seen


def camera_place(view: CameraMap) -> Array:
    """Where the camera is: (x, y, height) in mm, x and y on the board. Its axis is taken for the picture's middle."""
    matrix = view.matrix() / np.linalg.norm(view.matrix()[:2, :2])
    one, two = matrix[:, 0], matrix[:, 1]
    flat = np.array([one[0] * two[0] + one[1] * two[1], (one[:2] @ one[:2] - two[:2] @ two[:2]) / 2])
    deep = np.array([one[2] * two[2], (one[2] ** 2 - two[2] ** 2) / 2])
    # The two edges of the board are square to each other and of one length: that tells the focal length.
    focal = float(np.clip(np.sqrt(max(-(flat @ flat) / min(flat @ deep, -1e-9), 0.0)), *FOCAL))
    seen = np.diag([1 / focal, 1 / focal, 1.0]) @ matrix
    seen /= np.sqrt(np.linalg.norm(seen[:, 0]) * np.linalg.norm(seen[:, 1]))
    turn = np.stack([seen[:, 0], seen[:, 1], np.cross(seen[:, 0], seen[:, 1])], axis=1)
    place: Array = -np.linalg.solve(turn, seen[:, 2])
    place[2] = abs(place[2])
    return place


class Leaning:
    """Which pieces of one board hide which holes, as a camera at `view` sees them.

    means: (r, g, l) of each seat's pieces. bare: the start of a game.
    """

    def __init__(self, canvas: Canvas, view: CameraMap, means: Mapping[str, Array], bare: Picture) -> None:
        self._canvas, self._means, self._bare = canvas, means, bare
        self._pitch = canvas.board.pitch_mm
        places = [(pit.seat, place) for pit in canvas.board.pits if pit.kind == "yard" for place in pit.places()]
        self._yards = [seat for seat, _ in places]
        points = np.concatenate([canvas.holes_mm, np.array([place for _, place in places]).reshape(-1, 2)])
        camera = camera_place(view)
        away = points - camera[:2]
        far = np.linalg.norm(away, axis=1)
        self._slope = far / camera[2]
        self._towards = away / np.maximum(far, 1e-6)[:, None]
        # How far, in mm, a hole lies behind each hole and place of a yard, and how far beside the line: (N + yards, N).
        apart = canvas.holes_mm[None] - points[:, None]
        x, y = self._towards[:, :1], self._towards[:, 1:]
        self._behind = apart[..., 0] * x + apart[..., 1] * y
        self._beside = np.abs(apart[..., 1] * x - apart[..., 0] * y)
        self._spot = disc(1.2 * canvas.scale)

    def doubtful(self, states: Sequence[str], picture: Picture) -> list[int]:
        """Numbers of the holes whose piece may be nothing but the one in front of it."""
        told = [i for i, state in enumerate(states) if state in self._means]
        if not any(self._hiding(i, states, MOST_TALL_MM) for i in told):
            return []
        ends = {i: self._end(i, states[i], picture) for i in told}
        tall = self._tall(told, ends)
        found = []
        for i in told:
            hiding = self._hiding(i, states, tall)
            # One of its own goes on further behind it than any in front of it.
            nearest = min((float(self._behind[j, i]) for j in hiding), default=0.0)
            if hiding and ends[i] < self._seen_to(i, tall) - nearest / 2:
                found.append(i)
        return found

    def _hiding(self, number: int, states: Sequence[str], tall: float) -> list[int]:
        """The holes and places of yards before a hole in which a piece may stand that hides it."""
        reach = tall * self._slope + HALF_WIDE * self._pitch
        behind = self._behind[:, number]
        hides = (behind > HALF_WIDE * self._pitch) & (behind < reach)
        hides &= self._beside[:, number] < ASIDE * self._pitch
        filled = [state != EMPTY for state in states] + [seat == states[number] for seat in self._yards]
        return [int(j) for j in np.flatnonzero(hides & np.array(filled))]

    def _seen_to(self, number: int, tall: float) -> float:
        """How far behind its hole a piece is seen, in mm."""
        return float(tall * self._slope[number]) + HALF_WIDE * self._pitch

    def _tall(self, told: Sequence[int], ends: Mapping[int, float]) -> float:
        """How tall the pieces are, in mm: as those tell that have no other one before or behind them."""
        alone = [i for i in told if self._slope[i] > STEEP and not any(self._is_near(i, j) for j in told if j != i)]
        tells = [(ends[i] - HALF_WIDE * self._pitch) / self._slope[i] for i in alone]
        return float(np.clip(np.median(tells), LEAST_TALL_MM, MOST_TALL_MM)) if len(tells) > 1 else TALL_MM

    def _is_near(self, one: int, other: int) -> bool:
        return bool(abs(self._behind[one, other]) < REACH * self._pitch and self._beside[one, other] < self._pitch)

    def _end(self, number: int, seat: str, picture: Picture) -> float:
        """How far behind its hole the colour of a piece goes on, in mm."""
        steps = np.arange(0.0, REACH * self._pitch, STEP_MM)
        spots = self._canvas.discs(self._canvas.holes_mm[number] + steps[:, None] * self._towards[number], self._spot)
        seen, bare = picture.tones(spots, number), self._bare.tones(spots, number)
        off = seen - bare
        off[:, 2] *= np.where(off[:, 2] < 0, SHADE_SHARE, 1.0)
        other = _squared(off, LIKE_BARE)
        own = _squared(seen - self._means[seat], LIKE)
        end = 0.0
        for step, is_like in zip(steps, (own < other) & (own < MOST_OFF), strict=True):
            if is_like:
                end = float(step)
            elif step - end > (GAP_MM if end else FIRST_GAP * self._pitch):
                break
        return end


def _squared(off: Array, spread: tuple[float, ...]) -> Array:
    squares: Array = ((off / spread) ** 2).sum(axis=1)
    return squares
