"""A board that lies only half in the picture: what is outside is not guessed, and the table hears where to push it."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.camera_files import save_camera
from companion.inputs import CUT_OFF, Cable, Identities, OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from companion.sensing.camera_still import StillReader
from engine.tac.board.holes import LAYOUT
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated

WIDE, HIGH = 800, 600
HOLES = {"05": "A", "17": "B", "40": "C", "50": "D"}


@pytest.fixture(scope="module")
def taught():
    place = installation(660001, size=(WIDE, HIGH))
    painter = Painter(place)
    return place, painter, calibrated(place, painter)


def shifted(picture, right, down):
    matrix = np.array([[1, 0, right], [0, 1, down]], np.float32)
    return cv2.warpAffine(picture, matrix, (WIDE, HIGH), borderValue=(60, 80, 100))


@pytest.mark.parametrize(("right", "down"), [(400, 0), (0, -300)])
def test_what_lies_outside_the_picture_is_not_guessed(taught, right, down):
    place, painter, part = taught
    shot = painter.shot(Moment(HOLES, seed=3))
    look = StillReader(part).look(shifted(shot.image, right, down))
    assert look.reading is not None
    told = dict(zip((hole.name for hole in place.board.holes), look.reading.states, strict=True))
    read = {name: state for name, state in told.items() if state not in ("covered", "unknown")}
    assert 20 < len(read) < len(told)
    assert read == {name: shot.holes[name] for name in read}


def test_the_table_hears_towards_whom_the_board_has_to_be_pushed_and_goes_on(taught):
    place, painter, part = taught
    inputs = CameraInputs(part, LAYOUT)
    told, pictures = [], [painter.shot(Moment(HOLES, seed=seed)).image for seed in range(1, 5)]
    for number in range(56):
        picture = pictures[number % len(pictures)]
        is_away = 8 <= number < 42
        told += inputs.picture(number / 10, shifted(picture, 0, 250) if is_away else picture)
    gone, back = (value for value in told if isinstance(value, Cable))
    # It slid towards the lower edge of the picture: the seat opposite has to pull.
    seats = place.board.seats
    opposite = seats[(seats.index(place.bottom) + len(seats) // 2) % len(seats)]
    assert (gone.is_connected, gone.reason) == (False, f"{CUT_OFF}{opposite}")
    assert 3.6 < gone.t < 4.3
    # Whose pieces were seen before says nothing of what stands there later.
    seen = [value for value in told if isinstance(value, Identities) and value.t < back.t]
    assert (seen[-1].t, set(seen[-1].owners)) == (gone.t, {"?"})
    assert back.is_connected
    filled = {LAYOUT.holes[i] for i in range(len(LAYOUT.holes)) if frames(told)[-1].occupied >> i & 1}
    assert filled == set(HOLES)
    assert not any(gone.t <= frame.t < back.t for frame in frames(told))


def frames(told):
    return [value for value in told if isinstance(value, OccupancyFrame)]


def test_looking_at_such_a_picture_tells_what_is_seen_and_ends_as_bad_input(taught, tmp_path, capsys):
    _, painter, part = taught
    whole, half, profile = tmp_path / "whole.jpg", tmp_path / "half.jpg", str(tmp_path / "table.json")
    save_camera(profile, part)
    shot = painter.shot(Moment(HOLES, seed=3)).image
    cv2.imwrite(str(whole), shot)
    cv2.imwrite(str(half), shifted(shot, 400, 0))
    assert main(["look", str(whole), "--profile", profile]) == 0
    assert capsys.readouterr().err == ""
    assert main(["look", str(half), str(whole), "--profile", profile]) == 2
    told, line = capsys.readouterr()
    cells = [json.loads(each)["cells"] for each in told.splitlines()]
    assert [sum(cell["state"] == "covered" for cell in of.values()) > 20 for of in cells] == [True, False]
    assert line.startswith(f"tastkreis look: {half}: the board is cut off; push it towards ")
    assert line.count("\n") == 1


@pytest.mark.parametrize(("level", "what"), [(128, "no colours"), (0, "black")])
def test_a_picture_that_shows_nothing_is_named_beside_one_that_is_read(taught, tmp_path, capsys, level, what):
    _, painter, part = taught
    profile, plain, whole = str(tmp_path / "table.json"), str(tmp_path / "plain.jpg"), str(tmp_path / "whole.jpg")
    save_camera(profile, part)
    image = painter.shot(Moment(HOLES, seed=3)).image
    cv2.imwrite(plain, np.full_like(image, level))
    cv2.imwrite(whole, image)
    assert main(["look", "--profile", profile, plain, whole]) == 0
    told, line = capsys.readouterr()
    assert [json.loads(one)["registered"] for one in told.splitlines()] == [False, True]
    assert line.count("\n") == 1
    assert plain in line
    assert what in line
    assert main(["look", "--profile", profile, plain]) == 2
