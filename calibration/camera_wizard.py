"""Calibrating a camera by ear, alone and blind: pictures come in, sentences and a measure of how well it goes come out.

1. `looking`: each picture is searched for the board. What is wrong is told in directions of the table, seldom enough to
   be listened to; `quality` rises as it gets better, for a tone that rises with it.
2. `steady`: the board is whole in the picture. When it has lain still for five pictures it is learned.
3. `asking`: the colours are named; the table says whether they are right.
4. `done`: `part` is what the camera has learned. A refusal leads back to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_colours import name_of
from calibration.camera_learn import learn
from calibration.camera_profile import CameraPart
from calibration.camera_register import Registration, hole_points, register
from calibration.errors import CannotCalibrate
from hardware.geometry import parse_board

Array = npt.NDArray[Any]

REPEAT_S = 6.0
"""The same advice is not given again sooner."""
STEADY_PICTURES = 5
STILL_MM = 3.0
MARGIN_MM = 12.0
"""So much of the table should be seen around the outermost holes."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence to be said: its key below `calibrate.camera_`, and the facts in it."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class CameraWizard:
    """One calibration. `bottom`: the seat at the lower edge of the picture. Raises: BadBoardFile."""

    def __init__(self, geometry: str, bottom: str) -> None:
        self._geometry, self._bottom = geometry, bottom
        self._board = parse_board(geometry)
        self.step = "looking"
        self.quality = 0.0
        """0: nothing is seen, 1: all is well."""
        self.part: CameraPart | None = None
        self._frames: list[Array] = []
        self._last: Registration | None = None
        self._told: dict[str, float] = {}

    def begin(self, t: float) -> list[Told]:
        """What is asked of the people first."""
        return self._tell(t, Told("begin"))

    def hear(self, t: float, frame_bgr: Array) -> list[Told]:
        """Takes the next picture; what is to be said of it."""
        if self.step in ("asking", "done"):
            return []
        found = register(frame_bgr, self._board, self._bottom)
        self.quality = 0.0 if found is None else min(1.0, found.matched / len(self._board.holes))
        if found is None or found.matched < 0.5 * found.expected:
            self._restart()
            return self._tell(t, Told("nothing"))
        advice = self._cut_off(found)
        if advice is not None:
            self._restart()
            return self._tell(t, advice)
        if not found.is_good:
            if self.step == "steady":
                return []  # one picture in a bad moment
            self._restart()
            return self._tell(t, Told("few", {"n": found.matched, "of": found.expected}))
        return self._steadily(t, frame_bgr, found)

    def answer(self, t: float, is_right: bool) -> list[Told]:
        """Whether the colours that were named are right."""
        if self.step != "asking":
            return []
        if is_right:
            self.step = "done"
            return self._tell(t, Told("done"))
        self._restart()
        self.part = None
        return self._tell(t, Told("again"))

    def colours(self) -> dict[str, str]:
        """The word for the colour of each seat, as far as the camera has learned them."""
        return {seat: name_of(colour) for seat, colour in self.part.colours.items()} if self.part else {}

    def _steadily(self, t: float, frame_bgr: Array, found: Registration) -> list[Told]:
        corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * self._board.side_mm * 0.35
        if self._last is not None:
            moved = self._last.map.to_board(found.map.to_image(corners)) - corners
            if np.linalg.norm(moved, axis=1).max() > STILL_MM:
                self._frames.clear()
        self._last = found
        self._frames.append(frame_bgr)
        if len(self._frames) < STEADY_PICTURES:
            first = self.step != "steady"
            self.step = "steady"
            return self._tell(t, Told("steady")) if first else []
        try:
            self.part = learn(self._frames, self._geometry, self._bottom)
        except CannotCalibrate as error:
            self._restart()
            return self._tell(t, Told({"pieces": "pieces", "alike": "alike"}.get(error.kind, "nothing")))
        self.step = "asking"
        return [*self._tell(t, Told("found", {"mm": round(self.part.residual_mm, 1)})), Told("colours")]

    def _cut_off(self, found: Registration) -> Told | None:
        """Which way the board has to be pushed, seen from the seat below, and how far."""
        pixels = found.map.to_image(hole_points(self._board))
        margin = MARGIN_MM * found.map.scale_px_per_mm()
        width, height = found.map.size
        beyond = {
            "right": margin - float(pixels[:, 0].min()), "left": float(pixels[:, 0].max()) - (width - margin),
            "near": margin - float(pixels[:, 1].min()), "away": float(pixels[:, 1].max()) - (height - margin),
        }  # fmt: skip
        way, far = max(beyond.items(), key=lambda entry: entry[1])
        if far <= 0:
            return None
        centimetres = max(1, round(far / found.map.scale_px_per_mm() / 10 + 0.5))
        return Told(f"push_{way}", {"cm": centimetres})

    def _restart(self) -> None:
        self.step, self._last = "looking", None
        self._frames.clear()

    def _tell(self, t: float, told: Told) -> list[Told]:
        if t - self._told.get(told.key, -1e9) < REPEAT_S:
            return []
        self._told[told.key] = t
        return [told]
