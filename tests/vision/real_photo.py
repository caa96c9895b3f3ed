"""A real photograph: one quarter of a laser-cut board, 24 holes, all empty."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.camera_canvas import Canvas, draw
from calibration.camera_holes import find_circles
from calibration.camera_map import CameraMap, to_unit
from calibration.camera_pattern import find_pattern
from calibration.camera_profile import CameraPart
from companion.sensing.camera_read import BoardReader
from hardware.shape import BoardGeometry, Hole, Pit
from tests.vision.paint import Painter
from tests.vision.scene import installation
from tests.vision.scoring import calibrated

DATA = Path(__file__).with_name("data")
PITCH_MM, HOLE_MM = 17.96, 13.0


@dataclass(frozen=True)
class Seen:
    """What is seen of the photograph. off_mm: how far a hole is at most from where it was marked by eye."""

    matched: int
    residual_mm: float
    off_mm: float
    states: tuple[str, ...]


def look(gain: float = 0.75, grain: float = 3.0) -> Seen:
    """Finds the holes, and reads them. What it was taught is the same picture in another light, with noise of its own:
    there is but one."""
    colour = cv2.imread(str(DATA / "laser-cut-quarter.jpg"))
    marked = json.loads((DATA / "laser-cut-quarter.json").read_text(encoding="utf-8"))["holes"]
    points = np.array([hole["board_mm"] for hole in marked])
    size = colour.shape[1::-1]
    unit = float(np.hypot(*size)) / 2
    seen = to_unit(find_circles(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), 9, 22), size)
    found = find_pattern(seen, points, PITCH_MM, (1.2 / unit, 3.2 / unit), size)
    assert found is not None
    off = found.map.to_board(np.array([hole["photo_px"] for hole in marked])) - points
    shift = points.mean(axis=0)
    board = _board(points - shift)
    view = found.map.moved(np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]]))
    noise = np.random.default_rng(1).normal(0, grain, colour.shape)
    taught = np.clip(colour * gain + noise, 0, 255).astype(np.uint8)
    reader = BoardReader(bare_part(board, view, [taught]))
    states = reader.read(colour, reader.lookup(view)).states
    return Seen(found.matched, found.rms_mm, float(np.linalg.norm(off, axis=1).max()), states)


def bare_part(board: BoardGeometry, view: CameraMap, frames: Sequence[Any]) -> CameraPart:
    """A calibration out of pictures of an empty board, with the colours of painted pieces, white and black."""
    lookup = Canvas(board).lookup(view)
    bare = np.median([draw(frame, lookup) for frame in frames], axis=0).astype(np.uint8)
    painted = next(place for seed in range(99) if (place := installation(seed)).colours["A"] == "white")
    colours = calibrated(painted, Painter(painted)).colours
    part = CameraPart("", "A", view, 0.0, bare, {seat: colours[seat] for seat in "AB"})
    part.__dict__["board"] = board  # no file describes it
    return part


def _board(points: Any) -> BoardGeometry:
    holes = tuple(Hole(f"{n:02d}", "house", None, *map(float, point), HOLE_MM) for n, point in enumerate(points))
    reach = float(np.abs(points).max()) + PITCH_MM
    yards = tuple(Pit(seat, "yard", seat, x * reach, -reach, 5.0, 5.0) for seat, x in (("A", -1), ("B", 1)))
    return BoardGeometry("quarter", "quarter", 2 * reach, PITCH_MM, "a photograph", holes, yards)
