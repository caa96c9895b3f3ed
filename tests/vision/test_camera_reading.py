"""Boards that were painted by lot are found and read; what is true of the pictures is known."""

import tracemalloc

import numpy as np
import pytest

from calibration.camera_canvas import Canvas
from calibration.camera_learn import learn
from calibration.camera_profile import part_data, read_part
from calibration.camera_register import hole_points, register
from calibration.errors import BadCameraPart, CannotCalibrate
from companion.sensing.camera_film import FilmReader
from companion.sensing.camera_reading import COVERED, EMPTY
from companion.sensing.camera_still import StillReader
from hardware.geometry import load_board
from tests.vision.paint import Painter
from tests.vision.scene import Moment, arm, installation, midgame, start
from tests.vision.scoring import Score, calibrated, geometry, score_stills

SIZE = (960, 720)


@pytest.fixture(scope="module")
def table():
    """An installation, its painter and its calibrated camera."""
    place = installation(21, size=SIZE)
    painter = Painter(place)
    return place, painter, calibrated(place, painter)


def test_a_board_that_was_moved_is_searched_in_little_memory(table):
    """Beside the 100 MB that the libraries and a picture need there are 20."""
    place, painter, part = table
    image = painter.shot(Moment({}, dict.fromkeys("ABCD", 4), shift=(30.0, -20.0), turn=9.0)).image
    reader = StillReader(part)
    tracemalloc.start()
    Canvas(place.board).lookup(part.map)
    tables = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    look = reader.look(image)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert look.registration.is_good
    assert tables < 5e6
    assert peak < 11e6


@pytest.mark.parametrize("seed", [3, 14, 15])
def test_a_board_is_found_to_a_millimetre(seed):
    place = installation(seed, size=SIZE)
    shot = Painter(place).shot(start(place))
    found = register(shot.image, place.board, place.bottom)
    assert found is not None
    assert found.is_good
    assert found.residual_mm < 0.5
    points = hole_points(place.board)
    off = found.map.to_board(place.view().to_image(points)) - points
    # Shade makes all holes look a little to the side; that is common to all and does no harm.
    assert np.linalg.norm(off - off.mean(axis=0), axis=1).max() < 0.8
    assert np.linalg.norm(off.mean(axis=0)) < 1.2


def test_the_laser_cut_board_is_found_too():
    place = installation(5, load_board("tac-laser-42cm"), SIZE)
    found = register(Painter(place).shot(start(place)).image, place.board, place.bottom)
    assert found is not None
    points = hole_points(place.board)
    off = found.map.to_board(place.view().to_image(points)) - points
    assert np.linalg.norm(off, axis=1).max() < 3.0


@pytest.mark.parametrize("seed", [101, 102])
def test_boards_are_read_without_a_wrong_hole(seed):
    score = Score()
    score_stills(installation(seed, size=SIZE), 4, score)
    assert score.counts["wrong"] == 0, score.faults
    assert score.counts["boards"] == 4
    assert score.counts["unread"] <= 0.05 * score.counts["open"], score.faults


def test_a_picture_without_a_board_is_not_read(table):
    place, _, part = table
    rng = np.random.default_rng(1)
    empty = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8) + rng.integers(0, 9, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    assert StillReader(part).look(empty).reading is None
    assert register(empty, place.board, place.bottom) is None


def test_a_bumped_board_is_read_by_a_new_map(table):
    place, painter, part = table
    shot = painter.shot(Moment(holes={"05": "A", "40": "C"}, yards=dict.fromkeys("ABCD", 3), shift=(14, -9), turn=4))
    look = StillReader(part).look(shot.image)
    assert look.map != part.map
    names = [hole.name for hole in place.board.holes]
    states = dict(zip(names, look.reading.states, strict=True))
    assert {name: state for name, state in states.items() if state != EMPTY} == {"05": "A", "40": "C"}


def test_a_black_piece_is_told_from_an_empty_hole_in_the_shade():
    place = next(p for p in (installation(s, size=SIZE) for s in range(200, 260))
                 if "black" in p.colours.values() and p.wood in ("oak", "cherry", "walnut"))  # fmt: skip
    painter = Painter(place)
    black = next(seat for seat, colour in place.colours.items() if colour == "black")
    reader = StillReader(calibrated(place, painter))
    holes = {f"{n:02d}": black for n in (3, 19, 35, 51)}
    for exposure in (1.0, 0.55):
        look = reader.look(painter.shot(Moment(holes=holes, exposure=exposure, seed=4)).image)
        states = dict(zip([hole.name for hole in place.board.holes], look.reading.states, strict=True))
        assert {name: state for name, state in states.items() if state != EMPTY} == holes


def test_a_hand_covers_and_changes_nothing_over_time(table):
    from random import Random

    place, painter, part = table
    film = FilmReader(part)
    holes = {"10": "B", "11": "A", "50": "D"}
    bare = Moment(holes=holes, yards=dict.fromkeys("ABCD", 3))
    reaching = arm(place, Random(3), hand=(place.board.holes[10].x_mm, place.board.holes[10].y_mm))
    for number in range(18):
        hands = (reaching,) if 7 <= number < 13 else ()
        moment = Moment(holes=holes, yards=bare.yards, arms=hands, seed=number)
        look = film.look(number / 10, painter.shot(moment).image)
        if hands:
            assert COVERED in look.reading.states
        if number >= 4:
            stable = {name: state for name, state in film.stable_cells().items() if state != EMPTY}
            assert stable == holes, number


def test_what_speaks_against_a_state_makes_it_unknown_first(table):
    _, painter, part = table
    film = FilmReader(part)
    before, after = ({"20": "A"}, {"23": "A"})
    seen = []
    for number in range(14):
        holes = before if number < 6 else after
        film.look(number / 10, painter.shot(Moment(holes=holes, yards=dict.fromkeys("ABCD", 3), seed=number)).image)
        seen.append(film.stable_cells()["20"])
    assert seen[5] == "A"
    assert "A" not in seen[6:]
    assert seen[-1] == EMPTY


def test_a_lamp_that_is_switched_is_no_move(table):
    from random import Random

    from tests.vision.scene import lamp

    _, painter, part = table
    film = FilmReader(part)
    bare = Moment(holes={"07": "C"}, yards=dict.fromkeys("ABCD", 3))
    other = lamp(Random(8))
    for number in range(24):
        moment = Moment(holes=bare.holes, yards=bare.yards, lamp=other if number >= 9 else None, seed=number)
        film.look(number / 10, painter.shot(moment).image)
        if number >= 4:
            assert {n: s for n, s in film.stable_cells().items() if s != EMPTY} == {"07": "C"}, number


def test_a_calibration_survives_its_file(table):
    _, _, part = table
    again = read_part(part_data(part))
    assert again.map == part.map
    assert again.colours == part.colours
    assert np.abs(again.bare.astype(int) - part.bare).mean() < 2


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [("size", [1, 2, 3], "size"), ("homography", [0] * 9, "homography"), ("bare", "zzz", "bare"),
     ("bottom", "Q", "bottom"),
     ("colours", {"A": 1}, "colours.A"), ("k1", "x", "k1"), ("board", {}, "board"), ("more", 1, "unknown key")],
)  # fmt: skip
def test_a_damaged_calibration_is_named(table, key, value, told):
    data = part_data(table[2])
    with pytest.raises(BadCameraPart, match=told):
        read_part({**data, key: value})


def test_what_cannot_be_calibrated_says_why(table):
    place, painter, _ = table
    bare = painter.shot(Moment()).image
    with pytest.raises(CannotCalibrate, match="pieces"):
        learn([bare], geometry(), place.bottom)
    full = painter.shot(start(place)).image
    with pytest.raises(CannotCalibrate):
        learn([full[:, :560].copy()], geometry(), place.bottom)
    with pytest.raises(CannotCalibrate, match="no seat"):
        learn([full], geometry(), "Q")


def test_midgame_moments_are_drawn_by_lot():
    place = installation(1)
    assert midgame(place, 1) == midgame(place, 1) != midgame(place, 2)


def test_pieces_that_lean_are_no_arm_and_rims_that_fit_by_chance_no_board():
    """Tall pieces in a row change the wood up to the edge; a ring that was pushed meets its old places now and then."""
    place = installation(42001, size=SIZE)
    painter = Painter(place)
    reader = StillReader(calibrated(place, painter))
    names = [hole.name for hole in place.board.holes]
    for moment in (midgame(place, 3), midgame(place, 4)):
        assert not moment.arms
        look = reader.look(painter.shot(moment).image)
        states = dict(zip(names, look.reading.states, strict=True))
        assert {name: state for name, state in states.items() if state != EMPTY} == moment.holes
    assert moment.shift != (0.0, 0.0)
    assert look.map != reader.part.map
