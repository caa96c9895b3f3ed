"""Colours of pieces in other light than they were taught in, and beside what is no light."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera_colours import Colour, in_light, name_of
from companion.sensing.camera_evidence import Evidence, normalised
from companion.sensing.camera_reading import UNKNOWN
from tests.vision.broad import broad_installation, broad_moment
from tests.vision.paint import Painter
from tests.vision.scene import installation, midgame
from tests.vision.scoring import calibrated, told

BLACK, RED = (-0.1, -0.1, -1.9), (1.3, -0.2, -0.6)


def test_in_little_light_black_is_less_dark_against_the_wood():
    taught = np.log(np.array([90.0, 120.0, 150.0]) + 8)
    dim = np.log(np.array([[90.0, 120.0, 150.0], [18.0, 24.0, 30.0]]) + 8)
    same, dark = in_light(np.array([BLACK, RED]), taught, dim)
    assert same == pytest.approx(np.array([BLACK, RED]), abs=0.02)
    assert dark[0, 2] > BLACK[2] + 0.5
    assert 0.5 < dark[1, 0] < RED[0]


@pytest.mark.parametrize(("likeness", "is_empty"), [(0.98, True), (0.7, False)])
def test_a_hole_that_looks_less_like_itself_than_all_others_is_hardly_empty(likeness: float, is_empty: bool):
    """A dark hole and a black piece in it: one colour, but the piece hides the pattern of light and shade."""
    empty = np.tile((0.0, -0.1, -1.3, -1.0), (20, 1))
    evidence = Evidence(empty, [Colour(BLACK, (0.1, 0.1, 0.3))])
    seen = empty.copy()
    seen[0] = (-0.05, -0.1, -1.65, -1.35)
    alike = np.full(20, 0.98)
    alike[0] = likeness
    means = np.tile(np.array([[BLACK]]), (20, 1, 1))
    chances = normalised(evidence.of(seen - empty, seen, alike, 0.01, np.zeros(20), means, np.ones(20, bool)))[0]
    assert bool(chances[0] > 0.95) is is_empty


def test_black_pieces_are_black_on_felt_of_any_colour():
    """Their edges, and the felt in their shade, are more than they themselves."""
    place = broad_installation(640605)
    part = calibrated(place, Painter(place))
    assert name_of(part.colours["B"]) == place.colours["B"] == "black"


def test_black_pieces_in_a_dim_room_are_no_empty_holes():
    place = broad_installation(630604)
    states, holes = told(place, broad_moment(place, 2))
    assert holes["38"] == "B"
    assert states["38"] in ("B", UNKNOWN)


def test_a_blue_piece_beside_a_hole_is_no_blue_light():
    place = installation(660014)
    states, holes = told(place, midgame(place, 4))
    assert (states["52"], holes["52"]) == ("D", "D")
