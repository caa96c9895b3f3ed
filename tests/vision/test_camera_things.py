"""What lies on the board, too much light, and few open holes: what is not sure is not told."""

from dataclasses import replace

import pytest

from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN
from tests.vision.broad import broad_installation, broad_moment, steep_installation
from tests.vision.odd import score_odd
from tests.vision.scene import Moment, Thing, installation
from tests.vision.scoring import Score, told
from tests.vision.track import TrackPainter, track_installation, track_moment

HOLES = {"05": "A", "17": "B", "30": "C", "31": "D", "48": "A"}


@pytest.mark.parametrize("turn", [0.0, 40.0])
def test_a_dark_phone_on_the_board_is_no_row_of_black_pieces(turn):
    """It reaches over no edge, and its glass has the colour of a piece."""
    place = installation(8, size=(960, 720))
    colours = dict(zip("ABCD", ("red", "black", "green", "blue"), strict=True))
    place = replace(place, wood="beech", colours=colours, shape="ball")
    phone = Thing(0.0, -120.0, 72.0, 150.0, turn, (24, 22, 22))
    states, holes = told(place, Moment(HOLES, things=(phone,), seed=1))
    assert {name for name, state in states.items() if state not in (COVERED, UNKNOWN, holes[name])} == set()
    assert sum(state in (COVERED, UNKNOWN) for state in states.values()) < 14


def test_phones_on_many_boards_leave_all_else_told():
    score = Score()
    for seed in (770000, 770001):
        score_odd("a phone on the board", seed, 2, score)
    assert score.counts["wrong"] == 0
    assert score.counts["unread"] < 0.01 * score.counts["open"]


def test_colours_that_too_much_light_washes_out_are_not_told():
    """Blue pieces look like green ones where a picture has nothing brighter to show."""
    place = steep_installation(795657)
    states, holes = told(place, broad_moment(place, 1))
    assert {holes[name] for name in ("22", "23", "54")} == {"A"}
    assert {states[name] for name in ("22", "23", "54")} <= {"A", UNKNOWN}


def test_holes_under_arms_do_not_tell_how_much_empty_ones_differ():
    place = broad_installation(790605)
    states, holes = told(place, broad_moment(place, 3))
    assert holes["07"] == "B"
    assert states["07"] != EMPTY


def test_a_glint_on_a_green_piece_is_no_blue_one():
    place = steep_installation(790652)
    states, holes = told(place, broad_moment(place, 3))
    assert holes["55"] == "B"
    assert states["55"] in ("B", UNKNOWN)


def test_a_token_in_little_light_is_told():
    """A dark red one comes out less red there."""
    place = track_installation(797011)
    states, holes = told(place, track_moment(place, 1), TrackPainter)
    assert states == holes
