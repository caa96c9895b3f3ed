"""A window that is mirrored in the varnish: white over wood, holes and pieces."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import Installation, installation, midgame
from tests.vision.scoring import HIDDEN, calibrated

COLOURS = {"A": "white", "B": "black", "C": "red", "D": "blue"}
MOST_UNTOLD = 10


def _board(seed: int) -> tuple[Installation, Painter, StillReader]:
    place = replace(installation(seed, size=(960, 720)), wood="beech", colours=COLOURS)
    painter = Painter(place)
    return place, painter, StillReader(calibrated(place, painter))


@pytest.mark.parametrize(("seed", "left"), [(7, 0.3), (8, 0.5)])
def test_empty_holes_in_a_mirrored_window_are_not_white_pieces(seed: int, left: float):
    place, painter, reader = _board(seed)
    for number in range(2):
        shot = painter.shot(replace(midgame(place, number), arms=(), lamp=None))
        height, width = shot.image.shape[:2]
        pane = np.zeros((height, width), np.float32)
        corners = [(int(x * width), int(y * height)) for x, y in ((left, 0.2), (left + 0.2, 0.6))]
        cv2.rectangle(pane, *corners, 110, -1)
        seen = np.clip(shot.image + cv2.GaussianBlur(pane, (0, 0), 4)[..., None], 0, 255).astype(np.uint8)
        reading = reader.look(seen).reading
        assert reading is not None
        told = dict(zip((hole.name for hole in place.board.holes), reading.states, strict=True))
        untold = [name for name, state in told.items() if state in HIDDEN]
        assert {name: state for name, state in told.items() if name not in untold} == {
            name: shot.holes[name] for name in told if name not in untold
        }
        assert len(untold) <= MOST_UNTOLD
