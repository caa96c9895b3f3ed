"""Light and shade that are no hands, and hands that look like wood."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.sensing.camera_reading import COVERED
from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import WOODS, Arm, Installation, Moment, Shade, installation
from tests.vision.scoring import calibrated
from tests.vision.wild import wild_installation, wild_moment

Taught = tuple[Installation, Painter, StillReader]
HOLES = {"05": "A", "17": "B", "30": "C", "31": "D", "48": "A", "B2": "B", "C3": "C"}


@pytest.fixture(scope="module")
def taught() -> Taught:
    place = replace(installation(8, size=(960, 720)), wood="beech", shape="ball")
    painter = Painter(place)
    return place, painter, StillReader(calibrated(place, painter))


@pytest.mark.parametrize(("depth", "soft_mm"), [(0.35, 10.0), (0.6, 12.0), (0.6, 90.0)])
def test_somebody_who_stands_in_the_light_covers_nothing(taught: Taught, depth: float, soft_mm: float):
    place, painter, reader = taught
    for number, turn in enumerate((20.0, 200.0)):
        shot = painter.shot(Moment(HOLES, shades=(Shade(15.0, turn, depth, soft_mm),), seed=number + 1))
        reading = reader.look(shot.image).reading
        assert reading is not None
        assert dict(zip((hole.name for hole in place.board.holes), reading.states, strict=True)) == shot.holes


def test_a_hand_of_the_colour_of_the_wood_is_no_wood(taught: Taught):
    place, painter, reader = taught
    hand = Arm((-560.0, 40.0), (-120.0, 20.0), 85.0, WOODS[place.wood][0], None, 0.5, 5)
    shot = painter.shot(Moment(HOLES, arms=(hand,), seed=4))
    reading = reader.look(shot.image).reading
    assert reading is not None
    hidden = [
        state for hole, state in zip(place.board.holes, reading.states, strict=True) if shot.covered[hole.name] > 0.99
    ]
    assert len(hidden) >= 3
    assert hidden.count(COVERED) >= 0.8 * len(hidden)


def test_pale_pieces_in_the_shade_of_each_other_are_no_skin():
    """The wood beside them is half shaded and half lit, and the lit half looks nearly as they do."""
    place = replace(installation(630006, size=(960, 720)), shape="ball")
    painter = Painter(place)
    pale = {f"{number:02d}": "A" for number in (3, 4, 18, 19, 20, 55, 56, 57, 58)}
    assert place.colours["A"] == "white"
    reading = StillReader(calibrated(place, painter)).look(painter.shot(Moment(pale, seed=1)).image).reading
    assert reading is not None
    told = dict(zip((hole.name for hole in place.board.holes), reading.states, strict=True))
    assert {name: told[name] for name in pale} == pale


def test_skin_beside_a_hole_is_not_the_light_in_it():
    place = wild_installation(883502)
    painter = Painter(place)
    shot = painter.shot(wild_moment(place, 0))
    reading = StillReader(calibrated(place, painter)).look(shot.image).reading
    assert reading is not None
    number = [hole.name for hole in place.board.holes].index("B1")
    assert reading.states[number] == shot.holes["B1"] == "empty"


def test_an_arm_goes_on_behind_the_pit_that_it_crosses(taught: Taught):
    """What it covers on the other side of the pit, and at its side, is covered, not guessed; so is the pit."""
    place, painter, reader = taught
    for number, (x, tone) in enumerate(((-30.0, 0.55), (12.0, 0.8))):
        skin = (150 * tone, 180 * tone, 225 * tone)
        for sign in (1.0, -1.0):
            arm = Arm((x, sign * 560.0), (x / 2, -sign * 170.0), 62.0, skin, (150, 90, 40), 0.5, 2)
            shot = painter.shot(Moment(HOLES, arms=(arm,), seed=number + 1))
            reading = reader.look(shot.image).reading
            assert reading is not None
            assert reading.covers_pit
            told = dict(zip((hole.name for hole in place.board.holes), reading.states, strict=True))
            assert {n: s for n, s in told.items() if s not in (COVERED, "unknown", shot.holes[n])} == {}


def test_pictures_harder_than_an_evening_are_read_or_left_unread_but_not_wrongly():
    wrong = unread = total = 0
    for seed in (900, 901):
        place = wild_installation(seed)
        painter = Painter(place)
        reader = StillReader(calibrated(place, painter))
        for number in range(3):
            shot = painter.shot(wild_moment(place, number))
            reading = reader.look(shot.image).reading
            assert reading is not None, (seed, number)
            for hole, state in zip(place.board.holes, reading.states, strict=True):
                if shot.covered[hole.name] < 0.04:
                    total += 1
                    unread += state in ("covered", "unknown")
                    wrong += state not in ("covered", "unknown", shot.holes[hole.name])
    assert wrong == 0
    assert unread < 0.03 * total
