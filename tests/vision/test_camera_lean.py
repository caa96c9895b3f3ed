"""Tall pieces seen from far aside: what one hides behind it is not told as a second one."""

from dataclasses import replace

import numpy as np
import pytest

from companion.sensing.camera_lean import camera_place
from companion.sensing.camera_reading import EMPTY, UNKNOWN
from companion.sensing.camera_still import StillReader
from tests.vision.broad import broad_moment, steep_installation
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation, midgame
from tests.vision.scoring import calibrated

ALONE = {"10": "A", "24": "B", "38": "D"}


@pytest.fixture(scope="module")
def table():
    place = steep_installation(8)
    painter = Painter(place)
    return painter, StillReader(calibrated(place, painter))


def read(table, holes, yards=None):
    """The states of all holes, and the reading, in a picture of some pieces."""
    painter, reader = table
    look = reader.look(painter.shot(Moment(holes, yards or {}, seed=3)).image)
    names = [hole.name for hole in painter.place.board.holes]
    return dict(zip(names, look.reading.states, strict=True)), look.reading


@pytest.mark.parametrize("seed", [5000, 5002, 5003, 5004])
def test_the_map_tells_where_the_camera_is(seed):
    place = replace(installation(seed), tilt=25.0)
    foot = place.rotation()[2] * place.height_mm * np.array([-1, -1, 1])
    assert camera_place(place.view()) == pytest.approx(foot, rel=0.08, abs=12)


def test_the_top_of_a_piece_is_no_second_piece(table):
    """The board that is seen behind the hole tells that nothing stands there, whoever stands around it."""
    for others in ({"58": "C"}, {"58": "C", "56": "C"}, {"58": "A", "56": "D"}):
        states, reading = read(table, ALONE | others)
        assert {name: state for name, state in states.items() if state != EMPTY} == ALONE | others
        assert reading.evidence[list(states).index("57")].argmax() == 0
        assert reading.yards["C"] <= 3


def test_a_piece_behind_another_is_told(table):
    states, _ = read(table, ALONE | {"58": "C", "57": "C"})
    assert (states["58"], states["57"]) == ("C", "C")


def moment_of(place, moment):
    """What is told of the holes, and what is true, in a picture of an installation."""
    painter = Painter(place)
    shot = painter.shot(moment)
    look = StillReader(calibrated(place, painter)).look(shot.image)
    return dict(zip([hole.name for hole in place.board.holes], look.reading.states, strict=True)), shot.holes


def test_a_black_piece_whose_hole_looks_empty_is_seen_behind_it():
    """Far aside the camera looks past the foot of a piece into its dark hole."""
    place = steep_installation(2022)
    states, holes = moment_of(place, broad_moment(place, 1))
    assert (holes["08"], holes["49"]) == ("B", "B")
    assert states["08"] in ("B", UNKNOWN)
    assert states["49"] in ("B", UNKNOWN)


def test_the_shade_of_a_piece_in_a_hole_is_no_black_one():
    place = installation(2003)
    states, holes = moment_of(place, midgame(place, 1))
    assert holes["48"] == EMPTY
    assert states["48"] in (EMPTY, UNKNOWN)


def test_balls_that_stand_alone_tell_how_low_they_are():
    place = installation(2000)
    states, holes = moment_of(place, midgame(place, 0))
    assert {name: states[name] for name in ("36", "45", "55")} == {name: holes[name] for name in ("36", "45", "55")}


@pytest.mark.parametrize(("seed", "number", "hole"), [(32005, 1, "03"), (31003, 0, "31")])
def test_what_hides_a_hole_by_half_is_no_piece_in_it(seed, number, hole):
    """The top of one in front, which ends in the middle of the hole; and what goes on behind it without an end."""
    place = steep_installation(seed)
    width, height = place.size
    place = replace(place, size=(800, 800 * height // width), focal_px=place.focal_px * 800 / width)
    states, holes = moment_of(place, broad_moment(place, number))
    assert holes[hole] == EMPTY
    assert states[hole] in (EMPTY, UNKNOWN)


def test_a_shade_is_no_black_piece_where_the_rim_behind_its_hole_lies_bare():
    place = steep_installation(640655)
    states, holes = moment_of(place, broad_moment(place, 1))
    assert holes["06"] == EMPTY
    assert states["06"] in (EMPTY, UNKNOWN)
