"""Boards under many hands, and what the yards show while pieces are hidden, in installations drawn very widely."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.camera_register import Registration, hole_points, register
from companion.sensing.camera_reading import EMPTY
from companion.sensing.camera_still import StillReader
from tests.vision.broad import broad_installation, broad_moment, steep_installation
from tests.vision.paint import Painter
from tests.vision.scene import COLOURS, arm, installation, start
from tests.vision.scoring import HIDDEN, calibrated


@pytest.fixture(scope="module")
def table():
    place = broad_installation(4)
    painter = Painter(place)
    return place, painter, calibrated(place, painter)


@pytest.mark.parametrize(
    ("residual_mm", "matched", "is_good"),
    [(0.2, 45, True), (0.2, 35, False), (1.2, 45, False), (1.2, 60, True), (1.6, 78, False)],
)
def test_the_closer_the_holes_lie_the_fewer_are_enough(table, residual_mm, matched, is_good):
    assert Registration(table[2].map, residual_mm, matched, 80).is_good == is_good


def test_the_rims_lead_to_the_map_from_far_off():
    """From so far aside the circles begin 5 mm off at one corner, where only half of the rims are seen."""
    place = steep_installation(2015)
    found = register(Painter(place).shot(start(place, 1)).image, place.board, place.bottom)
    holes = hole_points(place.board)
    assert np.abs(found.map.to_board(place.view().to_image(holes)) - holes).max() < 0.3


def test_a_board_under_two_arms_is_where_it_was(table):
    place, painter, part = table
    shot = painter.shot(replace(broad_moment(place, 1), arms=_arms(place), things=()))
    look = StillReader(part).look(shot.image)
    assert look.registration is not None
    for hole, state in zip(place.board.holes, look.reading.states, strict=True):
        assert state in (*HIDDEN, shot.holes[hole.name]) or shot.covered[hole.name] > 0


def test_the_yard_tells_that_a_piece_is_under_the_hand(table):
    """Seven pieces lie in yards, the rest on the board, one of them where nobody sees it."""
    place, painter, part = table
    hidden = place.board.holes[20]
    yards = dict.fromkeys(place.board.seats, 4) | {place.board.seats[0]: 3}
    # From the left over the palm's width: the hole lies under its middle.
    over = replace(arm(place, Random(2), (hidden.x_mm + 45, hidden.y_mm)), start=(-540.0, hidden.y_mm), photo=None)
    shot = painter.shot(replace(start(place, 5), holes={hidden.name: place.board.seats[0]}, yards=yards, arms=(over,)))
    reading = StillReader(part).look(shot.image).reading
    states = dict(zip([hole.name for hole in place.board.holes], reading.states, strict=True))
    assert states[hidden.name] in HIDDEN
    assert reading.yards == yards
    # The yards have nearly the colour of its own pieces.
    assert reading.yards_unsure == (place.board.seats[0],)
    assert EMPTY in states.values()


@pytest.fixture(scope="module")
def felt():
    """A table with yards that are lined with the colour of the first seat's pieces, calibrated."""
    place = installation(41, size=(960, 720))
    colour = COLOURS[place.colours[place.board.seats[0]]]
    place = replace(place, has_felt=True, felt_bgr=tuple(0.9 * value for value in colour))
    painter = Painter(place)
    return place, painter, StillReader(calibrated(place, painter))


@pytest.mark.parametrize("lying", [3, 0])
def test_a_number_that_a_yard_cannot_show_is_not_sure_while_a_piece_may_be_under_a_hand(felt, lying):
    place, painter, reader = felt
    like_floor = place.board.seats[0]
    hidden = place.board.holes[20]
    over = replace(arm(place, Random(2), (hidden.x_mm + 45, hidden.y_mm)), start=(-540.0, hidden.y_mm), photo=None)
    free = ["02", "34", "36"][: 3 - lying]
    moment = replace(start(place, 5), holes=dict.fromkeys((hidden.name, *free), like_floor), arms=(over,))
    moment = replace(moment, yards={**moment.yards, like_floor: lying})
    reading = reader.look(painter.shot(moment).image).reading
    assert reading.yards_unsure == (like_floor,)
    assert reading.yards == moment.yards | {like_floor: 4 if lying else 0}
    seen = reader.look(painter.shot(replace(moment, arms=())).image).reading
    assert (seen.yards, seen.yards_unsure) == (moment.yards, ())


def _arms(place):
    half = place.board.side_mm / 2
    lot = Random(3)
    return tuple(arm(place, lot, (x * half, y * half)) for x, y in ((0.1, 0.2), (-0.3, -0.2)))
