"""Pieces and holes right beside an arm are told; what is under it is not, whatever colour it has."""

from dataclasses import replace

import pytest

from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN
from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import COLOURS, Arm, Moment, installation, midgame
from tests.vision.scoring import calibrated

HOLES = {"29": "A", "30": "B", "31": "C", "32": "A", "33": "D", "34": "A", "47": "A", "49": "A", "01": "A"}
CLOTHS = ((70, 100, 155), (40, 40, 120), (140, 140, 145), (60, 90, 60))


@pytest.fixture(scope="module")
def table():
    """Pieces, those of seat A white as the wood is nearly, calibrated."""
    place = installation(8, size=(800, 600))
    place = replace(place, wood="birch", shape="ball", colours=place.colours | {"A": "white"}, bottom="A")
    painter = Painter(place)
    return place, painter, StillReader(calibrated(place, painter))


def told(table, moment):
    """What is told of each hole, and the picture with its truth."""
    place, painter, reader = table
    shot = painter.shot(moment)
    reading = reader.look(shot.image).reading
    return dict(zip([hole.name for hole in place.board.holes], reading.states, strict=True)), shot


def along(place, name, side_mm, cloth):
    """An arm from above, its edge so far beside the middle of a hole."""
    hole = place.board.holes[[hole.name for hole in place.board.holes].index(name)]
    x = hole.x_mm + side_mm + 36.0
    return Arm((x, -620.0), (x, hole.y_mm + 60), 72.0, cloth, cloth, 0.9, 2)


@pytest.mark.parametrize("cloth", CLOTHS)
def test_pieces_right_beside_an_arm_are_told(table, cloth):
    for number, (name, side) in enumerate((("31", 5.6), ("33", 6.0))):
        states, shot = told(table, Moment(HOLES, arms=(along(table[0], name, side, cloth),), seed=number + 1))
        assert shot.covered[name] < 0.04
        assert states[name] == HOLES[name]
        assert not [n for n, s in states.items() if s not in (COVERED, UNKNOWN, shot.holes[n])]


@pytest.mark.parametrize("seat", ["B", "C", "D"])
def test_a_sleeve_of_the_colour_of_the_pieces_is_no_piece(table, seat):
    place, _, _ = table
    arm = along(place, "32", -36.0, COLOURS[place.colours[seat]])
    states, shot = told(table, Moment(HOLES, arms=(arm,), seed=4))
    covered = [name for name, share in shot.covered.items() if share > 0.99]
    assert len(covered) == 3
    assert [name for name in covered if states[name] not in (COVERED, UNKNOWN)] == []


def test_empty_holes_before_an_arm_of_the_colour_of_a_piece_are_told(table):
    place, _, _ = table
    arm = along(place, "36", 9.0, COLOURS[place.colours["B"]])
    states, shot = told(table, Moment({}, arms=(arm,), seed=6))
    free = [name for name, share in shot.covered.items() if share == 0.0]
    assert {states[name] for name in free} <= {EMPTY, COVERED}
    assert [name for name in free if states[name] != EMPTY] == []


@pytest.mark.parametrize(("seed", "number"), [(31019, 3), (31020, 3), (31023, 1), (31007, 3), (32014, 1), (31021, 5)])
def test_all_that_no_arm_covers_is_told(seed, number):
    """Two scenes with pieces against an arm, two with an arm behind an empty hole as if it leant out of it, one with
    black pieces of which little is seen behind their holes, and one with an empty hole against a hand."""
    place = installation(seed, size=(800, 600))
    painter = Painter(place)
    states, shot = told((place, painter, StillReader(calibrated(place, painter))), midgame(place, number))
    free = [name for name, share in shot.covered.items() if share <= 0.04]
    assert [(name, states[name]) for name in free] == [(name, shot.holes[name]) for name in free]
