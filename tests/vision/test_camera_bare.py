"""Holes so close to the yards that the pieces which lay there at the start of the game hid or shaded them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from calibration.camera_bare import cleared
from calibration.camera_canvas import Canvas, draw
from calibration.camera_light import Surface, logarithm
from calibration.camera_profile import CameraPart
from companion.sensing.camera_read import BoardReader
from tests.vision.broad import steep_installation
from tests.vision.paint import Painter
from tests.vision.scene import Installation, Moment, installation
from tests.vision.scoring import calibrated


@cache
def taught(seed: int) -> tuple[Installation, Painter, CameraPart]:
    place = steep_installation(seed)
    painter = Painter(place)
    return place, painter, calibrated(place, painter)


@pytest.mark.parametrize("seed", [640655, 640657])
def test_the_bare_board_is_cleared_of_the_pieces_in_the_yards(seed):
    place, painter, part = taught(seed)
    canvas = Canvas(place.board)
    surface = Surface(canvas)
    empty = draw(painter.shot(Moment(seed=3)).image, canvas.lookup(part.map))
    before, after = (_off(canvas, bare, empty) for bare in (part.bare, cleared(canvas, surface, part.bare)))
    is_hidden = before > 0.23
    assert is_hidden.sum() >= 2
    assert after[is_hidden].max() < 0.2
    assert np.array_equal(after[~is_hidden] > 0.25, before[~is_hidden] > 0.25)


def _off(canvas: Canvas, bare: np.ndarray, empty: np.ndarray) -> np.ndarray:
    """How far (logarithm) each hole is from how it looks with empty yards."""
    one, other = (logarithm(picture.reshape(-1, 3)[canvas.inner]) for picture in (bare, empty))
    return np.abs(np.median(one - other, axis=1)).max(axis=1)


def test_holes_are_empty_beside_which_pieces_lay_when_the_board_was_taught():
    place, painter, part = taught(640657)
    reader = BoardReader(part)
    reading = reader.read(painter.shot(Moment(seed=3)).image, reader.lookup(part.map), part.map)
    told = dict(zip((hole.name for hole in place.board.holes), reading.states, strict=True))
    assert {name: state for name, state in told.items() if state != "empty"} == {}


def test_holes_far_from_the_yards_stay_as_they_were_taught():
    place = installation(14, size=(800, 600))
    part = calibrated(place, Painter(place))
    canvas = Canvas(place.board)
    surface = Surface(canvas)
    clear = cleared(canvas, surface, part.bare)
    assert np.array_equal(*(bare.reshape(-1, 3)[canvas.inner] for bare in (part.bare, clear)))
