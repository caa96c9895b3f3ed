"""A real photograph: one quarter of a laser-cut board, 24 holes, all empty."""

import json
from pathlib import Path

import cv2
import numpy as np

from calibration.camera_holes import find_circles
from calibration.camera_map import to_unit
from calibration.camera_pattern import find_pattern

DATA = Path(__file__).with_name("data")
PITCH_MM = 17.96


def test_all_holes_of_the_real_board_are_found():
    picture = cv2.imread(str(DATA / "laser-cut-quarter.jpg"), cv2.IMREAD_GRAYSCALE)
    holes = json.loads((DATA / "laser-cut-quarter.json").read_text(encoding="utf-8"))["holes"]
    board = np.array([hole["board_mm"] for hole in holes])
    size = picture.shape[1::-1]
    unit = float(np.hypot(*size)) / 2
    seen = to_unit(find_circles(picture, 9, 22), size)
    found = find_pattern(seen, board, PITCH_MM, (1.2 / unit, 3.2 / unit), size)
    assert found.matched == 24
    assert found.rms_mm < 0.5
    off = found.map.to_board(np.array([hole["photo_px"] for hole in holes])) - board
    assert np.linalg.norm(off, axis=1).max() < 0.8
