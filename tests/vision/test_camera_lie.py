"""Holes look the same from two sides and in a mirror; the wood tells how the board lies, and whether it is the same."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera_canvas import Canvas
from calibration.camera_learn import learn
from calibration.camera_wood import turned, ways
from calibration.errors import CannotCalibrate
from companion.cli import main
from companion.cli.camera_files import save_camera
from companion.inputs import MIRRORED, OTHER_BOARD, Cable, OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from companion.sensing.camera_still import StillReader, moved_mm
from engine.tac.board.holes import LAYOUT
from hardware.geometry import parse_board
from tests.vision.broad import broad_installation, broad_moment
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation, start
from tests.vision.scoring import calibrated, geometry

HOLES = {"05": "A", "17": "B", "40": "C", "50": "D"}
TURNED = {"37": "A", "49": "B", "08": "C", "18": "D"}
YARDS = dict.fromkeys("ABCD", 3)


@pytest.fixture(scope="module")
def taught():
    place = replace(installation(660001, size=(800, 600)), wood="oak", engraved=False)
    painter = Painter(place)
    return place, painter, calibrated(place, painter)


def pieces(part, picture):
    look = StillReader(part).look(np.ascontiguousarray(picture))
    told = zip((hole.name for hole in part.board.holes), look.reading.states, strict=True)
    return {name: state for name, state in told if state != "empty"}


@pytest.mark.parametrize("turn", [180.0, 178.0, 30.0])
def test_a_board_that_was_turned_is_read_as_it_lies(taught, turn):
    """Askew, half of the rims fit by chance where the board lay; the wood tells that it does not lie there."""
    _, painter, part = taught
    assert pieces(part, painter.shot(Moment(HOLES, YARDS, turn=turn, seed=3)).image) == HOLES


def test_a_board_that_was_turned_and_set_up_anew_is_read_by_its_yards(taught):
    """The red pieces lie at the red player's side again, whatever the wood says."""
    place, _, part = taught
    colours = dict(zip("ABCD", (place.colours[seat] for seat in "CDAB"), strict=True))
    other = Painter(replace(place, colours=colours))
    moment = Moment(dict(zip(HOLES, "CDAB", strict=True)), YARDS, turn=180.0, seed=3)
    seen = pieces(part, other.shot(moment).image)
    # Holes that are not themselves may be unclear.
    told = {name: state for name, state in seen.items() if state != "unknown"}
    assert len(told) > 2
    assert told.items() <= TURNED.items()
    assert seen.keys() == TURNED.keys()


def test_a_board_whose_rims_fit_by_chance_where_it_lay_is_searched():
    """By 5 mm aside shallow holes in a bright light have rims enough where others were."""
    place = broad_installation(640600)
    moment, painter = broad_moment(place, 0), Painter(place)
    part = calibrated(place, painter)
    look = StillReader(part).look(painter.shot(moment).image)
    assert np.hypot(*moment.shift) > 5
    assert moved_mm(part.map, look.map, part) > 5


def test_a_board_that_is_turned_in_the_middle_of_an_evening_keeps_its_pieces(taught):
    _, painter, part = taught
    inputs, told = CameraInputs(part, LAYOUT), []
    lying = [painter.shot(Moment(HOLES, YARDS, turn=turn, seed=seed)).image for turn in (0.0, 180.0) for seed in (1, 2)]
    carried = np.full_like(lying[0], 90)
    for number in range(60):
        shown = carried if 20 < number < 40 else lying[(0 if number < 30 else 2) + number % 2]
        told += inputs.picture(number / 10, shown)
    frames = [value for value in told if isinstance(value, OccupancyFrame)]
    wanted = sum(1 << LAYOUT.holes.index(name) for name in HOLES)
    assert {value.occupied for value in frames} == {wanted}


def test_a_mirrored_picture_is_told_and_not_read(taught, tmp_path, capsys):
    _, painter, part = taught
    shot = painter.shot(Moment(HOLES, YARDS, seed=3)).image
    inputs = CameraInputs(part, LAYOUT)
    told = [value for n in range(0, 40, 3) for value in inputs.picture(n / 10, np.ascontiguousarray(shot[:, ::-1]))]
    assert [(value.is_connected, value.reason) for value in told if isinstance(value, Cable)] == [(False, MIRRORED)]
    assert not any(isinstance(value, OccupancyFrame) for value in told)
    save_camera(str(tmp_path / "table.json"), part)
    cv2.imwrite(str(tmp_path / "a.png"), shot[::-1])
    assert main(["look", str(tmp_path / "a.png"), "--profile", str(tmp_path / "table.json")]) == 2
    line = capsys.readouterr().err
    assert MIRRORED in line
    assert line.count("\n") == 1


def test_another_board_is_told(taught, tmp_path, capsys):
    place, _, part = taught
    other = Painter(replace(place, wood="ash", seed=place.seed + 1))
    shot = other.shot(Moment(HOLES, YARDS, seed=3)).image
    assert StillReader(part).look(shot).trouble == OTHER_BOARD
    save_camera(str(tmp_path / "table.json"), part)
    cv2.imwrite(str(tmp_path / "a.png"), shot)
    assert main(["look", str(tmp_path / "a.png"), "--profile", str(tmp_path / "table.json")]) == 2
    assert "calibrate camera" in capsys.readouterr().err


def test_a_picture_without_a_board_ends_as_bad_input(taught, tmp_path, capsys):
    _, painter, part = taught
    whole, half = tmp_path / "whole.png", tmp_path / "half.png"
    shot = painter.shot(Moment(HOLES, YARDS, seed=3)).image
    cv2.imwrite(str(whole), shot)
    cv2.imwrite(str(half), cv2.resize(shot[:300, :400], (800, 600)))
    profile = str(tmp_path / "table.json")
    save_camera(profile, part)
    assert main(["look", str(half), "--profile", profile]) == 2
    assert "lie whole below the camera" in capsys.readouterr().err
    assert main(["look", str(half), str(whole), "--profile", profile]) == 0


def test_calibration_tells_where_to_push_what_is_cut_off(taught):
    place, painter, _ = taught
    shot = painter.shot(start(place, 1)).image
    moved = cv2.warpAffine(shot, np.float32([[1, 0, 0], [0, 1, 250]]), (800, 600), borderValue=(60, 80, 100))
    seats = place.board.seats
    opposite = seats[(seats.index(place.bottom) + 2) % 4]
    with pytest.raises(CannotCalibrate, match=f"push it towards {opposite}"):
        learn([moved], geometry(), place.bottom)


@pytest.mark.parametrize(("name", "count"), [("tac-wood-49cm", 4), ("tactik4-47cm", 8), ("tactik6-79cm", 4)])
def test_a_picture_that_is_turned_shows_the_points_that_its_way_names(name, count):
    board = parse_board(geometry(name))
    canvas = Canvas(board)
    spot = canvas.holes_mm[7]
    found = ways(canvas.holes_mm, 0.2 * board.pitch_mm)
    assert len(found) == count
    for way in found:
        picture = np.zeros((672, 672), np.uint8)
        x, y = np.round(canvas.pixels(np.array(way) @ spot[:, None].ravel()[None].T)[:, 0]).astype(int)
        picture[y, x] = 1
        row, column = np.argwhere(turned(picture, way))[0]
        assert np.abs(canvas.pixels(spot[None])[0] - (column, row)).max() <= 1.0
