"""Calibrating a camera by ear, alone and blind: pictures come in, sentences and a measure of how well it goes come out.

1. `looking`: each picture is searched for the board. What is wrong is told in directions of the table, seldom enough to
   be listened to; `quality` rises as it gets better, for a tone that rises with it.
2. `steady`: the board is whole in the picture. When it has lain still for five pictures it is learned.
3. `hand`: where nobody said who sits at the lower edge of the picture, the first seat holds a hand over its yard, or
   over its goal at a track.
4. `asking`: the colours are named; the table says whether they are right.
5. `done`: `part` is what the camera has learned. A refusal leads back to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_colours import name_of
from calibration.camera_corners import is_mirrored, register_corners
from calibration.camera_gesture import HandOverYard, named_from, seat_below
from calibration.camera_learn import learn
from calibration.camera_markers import COUNT, find_markers
from calibration.camera_profile import CameraPart
from calibration.camera_register import CORNERS, Registration, hole_points, register
from calibration.errors import CannotCalibrate
from calibration.wizard import Said, Say, say
from hardware.geometry import parse_board

Array = npt.NDArray[Any]

REPEAT_S = 6.0
"""The same advice is not given again sooner."""
STEADY_PICTURES = 5
STILL_MM = 3.0
NAMED = ("pieces", "alike", "standing", "token_missing", "token_place", "token_beside", "token_alike")
"""Refusals that have a sentence of their own."""
MARGIN_MM = 12.0
"""So much of the table should be seen around the outermost holes."""


class CameraWizard:
    """One calibration. `bottom`: the seat at the lower edge of the picture; None: a hand will show it.

    What is to be said are keys below `calibrate.camera_`. Raises: BadBoardFile.
    """

    def __init__(self, geometry: str, bottom: str | None) -> None:
        self._geometry, self._bottom, self._below = geometry, bottom, bottom
        self._hand: HandOverYard | None = None
        self._shown: list[str] = []
        self._board = parse_board(geometry)
        self.step = "looking"
        self.quality = 0.0
        """0: nothing is seen, 1: all is well."""
        self.part: CameraPart | None = None
        self._frames: list[Array] = []
        self._last: Registration | None = None
        self._told: dict[str, float] = {}

    def begin(self, t: float) -> Said:
        """What is asked of the people first."""
        return self._tell(t, say("track_begin" if self._board.is_track else "begin"))

    def hear(self, t: float, frame_bgr: Array) -> Said:
        """Takes the next picture; what is to be said of it."""
        if self.step in ("asking", "done"):
            return []
        if self._hand is not None:
            return self._handed(t, frame_bgr, self._hand)
        if self._board.is_track:
            return self._by_markers(t, frame_bgr)
        found = register(frame_bgr, self._board, self._below)
        self.quality = 0.0 if found is None else min(1.0, found.matched / len(self._board.holes))
        if found is None or found.matched < 0.5 * found.expected:
            self._restart()
            return self._tell(t, say("nothing"))
        self._below = self._below or seat_below(found.map, self._board)
        advice = self._cut_off(found)
        if advice is not None:
            self._restart()
            return self._tell(t, advice)
        if not found.is_good:
            if self.step == "steady":
                return []  # one picture in a bad moment
            self._restart()
            return self._tell(t, say("few", n=found.matched, of=found.expected))
        return self._steadily(t, frame_bgr, found)

    def answer(self, t: float, is_right: bool) -> Said:
        """Whether the colours that were named are right."""
        if self.step != "asking":
            return []
        if is_right:
            self.step = "done"
            return self._tell(t, say("done"))
        self._restart()
        self.part = None
        return self._tell(t, say("again"))

    def colours(self) -> dict[str, str]:
        """The word for the colour of each seat, as far as the camera has learned them."""
        return {seat: name_of(colour) for seat, colour in self.part.colours.items()} if self.part else {}

    def _by_markers(self, t: float, frame_bgr: Array) -> Said:
        """A board with a marker in each corner lies whole in the picture where all of them are seen."""
        markers = find_markers(frame_bgr)
        found = register_corners(markers, frame_bgr.shape[1::-1], self._board, self._below)
        seen = len(markers)
        self.quality = seen / COUNT
        if found is None:
            if self.step == "steady":
                return []  # one picture in a bad moment
            self._restart()
            if not seen and is_mirrored(frame_bgr):
                return self._tell(t, say("mirrored"))
            return self._tell(t, say("markers", n=seen, of=COUNT) if seen < COUNT else say("markers_askew"))
        self._below = self._below or seat_below(found.map, self._board)
        return self._steadily(t, frame_bgr, found)

    def _steadily(self, t: float, frame_bgr: Array, found: Registration) -> Said:
        corners = CORNERS * self._board.side_mm * 0.35
        if self._last is not None:
            moved = self._last.map.to_board(found.map.to_image(corners)) - corners
            if np.linalg.norm(moved, axis=1).max() > STILL_MM:
                self._frames.clear()
        self._last = found
        self._frames.append(frame_bgr)
        if len(self._frames) < STEADY_PICTURES:
            first = self.step != "steady"
            self.step = "steady"
            return self._tell(t, say("steady")) if first else []
        assert self._below is not None
        try:
            self.part = learn(self._frames, self._geometry, self._below)
        except CannotCalibrate as error:
            self._restart()
            return self._tell(t, say(error.kind if error.kind in NAMED else "nothing"))
        told = self._tell(t, say("found", mm=round(self.part.residual_mm, 1)))
        if self._bottom is None:
            self.step, self._hand = "hand", HandOverYard(self.part)
            return [*told, *self._tell(t, self._asked())]
        self.step = "asking"
        return [*told, say("colours")]

    def _handed(self, t: float, frame_bgr: Array, hand: HandOverYard) -> Said:
        """Waits for a hand over the yard of the first seat; then all seats have their names."""
        first = self._board.sides[0]
        seen = hand.seat(frame_bgr)
        self._shown = [*self._shown, seen] if seen is not None and {seen} >= set(self._shown) else []
        if seen is None or len(self._shown) < STEADY_PICTURES:
            return self._tell(t, self._asked())
        assert self._below is not None
        bottom = named_from(self._board, self._below, seen, first)
        try:
            self.part = learn(self._frames, self._geometry, bottom)
        except CannotCalibrate:
            # The pattern of the holes fits only every second side.
            self._shown = []
            return self._tell(t, say("hand_side", letter=first))
        self.step, self._hand = "asking", None
        return [say("colours")]

    def _asked(self) -> Say:
        """What shows the camera where the first seat is."""
        return say("hand_goal" if self._board.is_track else "hand", letter=self._board.sides[0])

    def _cut_off(self, found: Registration) -> Say | None:
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
        return say(f"push_{way}", cm=centimetres)

    def _restart(self) -> None:
        self.step, self._last, self._hand, self._below = "looking", None, None, self._bottom
        self._frames.clear()
        self._shown = []

    def _tell(self, t: float, told: Say) -> Said:
        if t - self._told.get(told.key, -1e9) < REPEAT_S:
            return []
        self._told[told.key] = t
        return [told]
