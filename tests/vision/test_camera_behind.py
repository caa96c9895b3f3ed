"""What is seen behind a hole tells what stands in it; what looks like itself needs no more."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera_register import register
from companion.sensing.camera_behind import NOBODY, SOMEBODY, Behind, Places, Strips
from companion.sensing.camera_reading import EMPTY, UNKNOWN
from tests.vision.broad import broad_moment, steep_installation
from tests.vision.scene import installation, midgame
from tests.vision.scoring import told

STEPS = np.arange(0.0, 60.0)
TALL = np.array([20.0, 20.0])
RED, BLUE = 0, 1


def row():
    """Three holes in a row, 20 mm apart, the first nearest to a camera at whose place pieces lean by their height."""
    points = np.array([[0.0, 0.0], [20.0, 0.0], [40.0, 0.0]])
    return Behind(Places(points, np.tile([1.0, 0.0], (3, 1)), np.ones(3), STEPS, 20.0), 3, 45.0)


def seen(*colours):
    """Strips of which each shows the bare board (None) or one colour from its hole to 20 mm behind it."""
    board, pieces = np.zeros((3, len(STEPS))), np.full((2, 3, len(STEPS)), 9.0)
    for hole, colour in enumerate(colours):
        if colour is not None:
            board[hole, STEPS < 25], pieces[colour, hole, STEPS < 25] = 9.0, 0.0
    return Strips(board, pieces, np.zeros((3, len(STEPS)), bool))


def test_a_colour_behind_a_hole_speaks_for_its_piece_and_the_board_for_none():
    more, over = row().more([SOMEBODY, NOBODY, NOBODY], TALL, seen(RED, None, None))
    assert more[0, RED] > 10 > 0 >= more[0, BLUE]
    assert over.tolist() == [False, True, False]
    more, _ = row().more([NOBODY, NOBODY, SOMEBODY], TALL, seen(None, None, None))
    assert (more[2] < -10).all()


def test_where_the_board_is_seen_nothing_strange_stands():
    """Though the top of a piece in front hides the hole itself."""
    more, over = row().more([RED, NOBODY, NOBODY], TALL, seen(RED, None, None))
    assert over[1]
    assert (more[1] < -4).all()
    unlike = Strips(np.full((3, len(STEPS)), 9.0), np.full((2, 3, len(STEPS)), 9.0), np.zeros((3, len(STEPS)), bool))
    assert row().more([NOBODY] * 3, TALL, unlike)[0][1, -1] > 4


def test_what_another_piece_hides_tells_nothing():
    more, over = row().more([RED, SOMEBODY, NOBODY], TALL, seen(RED, RED, None))
    assert over[1]
    assert abs(more[1, RED]) < abs(row().more([NOBODY, SOMEBODY, NOBODY], TALL, seen(None, RED, None))[0][1, RED])
    more, _ = row().more([SOMEBODY, RED, NOBODY], TALL, seen(RED, RED, None))
    alone, _ = row().more([SOMEBODY, NOBODY, NOBODY], TALL, seen(RED, RED, None))
    assert 0 < more[0, RED] < alone[0, RED], "where another red one stands behind it, its red is explained"


def test_an_arm_behind_a_hole_tells_nothing():
    strips = replace(seen(RED, None, None), is_arm=np.ones((3, len(STEPS)), bool))
    assert not row().more([SOMEBODY, NOBODY, NOBODY], TALL, strips)[0].any()


@pytest.mark.parametrize(("seed", "number", "names"), [
    (500021, 0, "34 57"),  # the hole shows the foot of a peg, in the shade: of whose, is told by its body
    (500005, 1, "25 30"),  # white pegs on pale wood
    (500002, 2, "A2"),  # half of its rim is under an arm, the other half and the hole look like themselves
    (500021, 5, "C2"),  # a finger behind the hole is no piece that leans out of it
    (500037, 4, "10 11"),  # white pawns in their own shadows are no skin in the shade
])  # fmt: skip
def test_what_was_left_unread_is_told(seed, number, names):
    place = installation(seed)
    states, holes = told(place, midgame(place, number))
    assert {name: states[name] for name in names.split()} == {name: holes[name] for name in names.split()}


def test_a_hole_that_looks_empty_with_a_piece_behind_it_is_not_told_as_empty():
    place = steep_installation(500027)
    states, holes = told(place, broad_moment(place, 0))
    assert all(states[name] in (holes[name], UNKNOWN) for name in ("02", "03"))


def test_an_empty_hole_half_behind_the_top_of_a_piece_is_told():
    place = steep_installation(630655)
    states, holes = told(place, broad_moment(place, 3))
    assert (states["51"], holes["51"]) == (EMPTY, EMPTY)


def test_noise_is_searched_in_little_memory():
    """Thousands of round things: lists of them for each of thousands of tries came to 70 MB."""
    place = installation(97000)
    noise = np.random.default_rng(1).integers(0, 256, (960, 1280, 3)).astype(np.uint8)
    tracemalloc.start()
    register(noise, place.board, place.bottom)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40e6
