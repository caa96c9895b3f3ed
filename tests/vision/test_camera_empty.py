"""What an empty hole looks like in this picture tells what is none: by its pattern, and by how bright it is."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera_colours import Colour
from companion.sensing.camera_evidence import Evidence, by_rims, normalised
from companion.sensing.camera_reading import EMPTY
from tests.vision.broad import broad_installation, broad_moment
from tests.vision.scene import Lamp, Moment, installation, midgame
from tests.vision.scoring import told

WHITE, BLACK = 0, 1


def evidence(light, likeness, is_shown=True):
    """What is told of the first of 80 holes, as bright as this against an empty one (logarithm), and so much alike."""
    rng = np.random.default_rng(1)
    off = rng.normal(0, 0.02, (80, 4))
    off[0] = (0, 0, light, light)
    empty = np.tile((0.0, 0.0, -0.7, -0.6), (80, 1))
    seen = off + empty
    alike = np.full(80, 0.98)
    alike[0] = likeness
    colours = [Colour((0.0, 0.0, 0.3), (0.06, 0.06, 0.15)), Colour((0.0, -0.2, -1.6), (0.1, 0.1, 0.15))]
    means = np.tile([colour.mean for colour in colours], (80, 1, 1))
    shown = np.ones(80, bool)
    shown[0] = is_shown
    logs = Evidence(empty, colours).of(off, seen, alike, 0.01, np.zeros(80), means, shown)
    return normalised(logs)[0]


def test_what_is_brighter_than_an_empty_hole_stands_in_it():
    assert evidence(0.5, 0.75)[1 + WHITE] > 0.9
    assert evidence(0.02, 0.98)[0] > 0.99


def test_what_is_brighter_may_be_a_hand_where_the_wood_is_not_shown():
    assert evidence(0.5, 0.75, is_shown=False)[1 + WHITE] < 0.85


def test_a_hole_in_a_narrow_shade_keeps_its_pattern_and_a_black_piece_has_none():
    assert evidence(-0.9, 0.95)[0] > 0.9
    assert evidence(-0.9, 0.4)[1 + BLACK] > 0.9


def test_where_empty_holes_are_as_dark_as_black_pieces_the_rim_tells():
    means = np.tile([(0.0, 0.0, 0.3), (0.0, -0.2, -2.0)], (3, 1, 1))
    logs = np.tile((2.0, -20.0, -2.0, -9.0), (3, 1))
    rims, is_open = np.array([0.95, 0.05, 0.05]), np.array([True, True, False])
    dark = normalised(by_rims(logs, means, np.tile((0.0, -0.1, -2.0, -1.9), (3, 1)), rims, is_open))
    assert dark[0, 0] > 0.99
    assert dark[1, 1 + BLACK] > 0.9
    assert dark[2, [0, 1 + BLACK]] == pytest.approx(0.5, abs=0.01), "an arm may hide the rim"
    lit = by_rims(logs, means, np.tile((0.0, 0.0, -0.9, -0.6), (3, 1)), rims, is_open)
    assert lit is logs


def test_holes_and_black_pieces_are_told_in_a_low_sun():
    """It shines into no hole, and all of them are as dark as black pieces."""
    sun = Lamp(120.0, 13.0, (0.7, 0.9, 1.0), 1.1, 0.1, 0.2)
    place = replace(installation(1574002, size=(960, 720)), wood="maple")
    states, holes = told(place, replace(midgame(place, 1), arms=(), lamp=sun))
    unread = [name for name, state in states.items() if state == "unknown"]
    assert len(unread) <= 4
    assert {name: states[name] for name in states if name not in unread} == {
        name: holes[name] for name in states if name not in unread
    }


@pytest.mark.parametrize("number", [2, 5])
def test_white_pawns_on_grey_wood_are_told(number):
    """Their sides away from the lamp are as bright as the wood, and are seen over wood behind them."""
    place = installation(690010)
    moment = replace(midgame(place, number), arms=())
    states, holes = told(place, moment)
    assert states == holes


def test_black_marbles_in_little_light_are_not_told_as_empty_holes():
    """Another lamp draws another pattern into all holes alike; a marble does not show it."""
    place = broad_installation(700606)
    states, holes = told(place, broad_moment(place, 1))
    assert {name for name, state in states.items() if state == EMPTY and holes[name] != EMPTY} == set()


def test_a_hole_in_the_shade_of_two_pawns_in_a_line_is_no_black_piece():
    place = installation(680016)
    states, holes = told(place, Moment(midgame(place, 1).holes, dict.fromkeys("ABCD", 3), seed=1))
    assert states["61"] == holes["61"] == EMPTY
