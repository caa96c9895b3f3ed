"""Calibration by ear: what is said when, and that it ends in a camera that knows the board."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera_wizard import CameraWizard
from companion.cli import main
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation, start
from tests.vision.scoring import geometry

SIZE = (800, 600)


@pytest.fixture(scope="module")
def table():
    colours = {"A": "red", "B": "black", "C": "green", "D": "blue"}
    place = replace(installation(7, size=SIZE), colours=colours)
    return place, Painter(place)


def keys(told):
    return [each.key for each in told]


def test_the_normal_start_is_learned_in_five_pictures(table):
    place, painter = table
    wizard = CameraWizard(geometry(), place.bottom)
    assert keys(wizard.begin(0.0)) == ["begin"]
    said = []
    for number in range(5):
        said += keys(wizard.hear(number / 10, painter.shot(start(place, number)).image))
    assert said == ["steady", "found", "colours"]
    assert wizard.step == "asking"
    assert wizard.colours() == {"A": "red", "B": "black", "C": "green", "D": "blue"}
    assert keys(wizard.answer(1.0, True)) == ["done"]
    assert wizard.part is not None


def test_who_says_no_begins_again(table):
    place, painter = table
    wizard = CameraWizard(geometry(), place.bottom)
    image = painter.shot(start(place, 3)).image
    for number in range(5):
        wizard.hear(number / 10, image)
    assert keys(wizard.answer(1.0, False)) == ["again"]
    assert (wizard.step, wizard.part) == ("looking", None)


def test_what_is_missing_is_told_and_not_all_the_time(table):
    place, painter = table
    wizard = CameraWizard(geometry(), place.bottom)
    nothing = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    said = [key for number in range(0, 50, 12) for key in keys(wizard.hear(number / 10, nothing))]
    assert said == ["nothing"]
    assert wizard.quality == 0.0
    bare = painter.shot(Moment()).image
    said = [key for number in range(5) for key in keys(wizard.hear(10 + number / 10, bare))]
    assert said[0] == "steady"
    assert said[-1] in ("pieces", "alike")  # the bare floors of two yards may pass for two colours that are alike
    assert wizard.part is None


@pytest.mark.parametrize(
    ("dx", "dy", "way"), [(-190, 0, "right"), (190, 0, "left"), (0, -85, "near"), (0, 130, "away")]
)
def test_a_board_that_is_cut_off_is_pushed_the_right_way(table, dx, dy, way):
    place, painter = table
    image = painter.shot(start(place, 1)).image
    moved = cv2.warpAffine(image, np.float32([[1, 0, dx], [0, 1, dy]]), SIZE, borderMode=cv2.BORDER_REPLICATE)
    told = CameraWizard(geometry(), place.bottom).hear(0.0, moved)
    assert keys(told) == [f"push_{way}"]
    assert 1 <= told[0].facts["cm"] <= 20


def test_the_commands_from_pictures_to_sight(table, tmp_path, capsys):
    place, painter = table
    folder, profile = tmp_path / "start", str(tmp_path / "table.json")
    folder.mkdir()
    for number in range(6):
        cv2.imwrite(str(folder / f"{number}.png"), painter.shot(start(place, number)).image)
    source = ["calibrate", "camera", "--source", str(folder), "--bottom", place.bottom, "--profile", profile]
    assert main([*source, "--speech", "print", "--language", "en"]) == 0
    heard = capsys.readouterr()
    assert "Seat A: Red" in heard.err
    assert "A red, B black, C green, D blue" in heard.out
    picture = str(tmp_path / "game.png")
    cv2.imwrite(picture, painter.shot(Moment(holes={"07": "C"}, yards=dict.fromkeys("ABCD", 3))).image)
    assert main(["look", picture, "--profile", profile, "--draw", str(tmp_path / "drawn")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["registered"]
    assert {name: cell["state"] for name, cell in line["cells"].items() if cell["state"] != "empty"} == {"07": "C"}
    assert line["yards"]["C"] == 3
    assert line["card"] is None
    assert (tmp_path / "drawn" / "game.jpg").exists()
    pictures = [str(folder / f"{number}.png") for number in (1, 2)]
    words = ["calibrate", "camera", "--pictures", *pictures, "--bottom", place.bottom, "--profile", profile]
    assert main(words) == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["look", "none.jpg", "--profile", "none.json"], "none.json"),
        (["calibrate", "camera", "--profile", "p.json"], "--source or --pictures"),
        (["calibrate", "camera", "--pictures", "none.jpg", "--profile", "p.json"], "--bottom"),
        (["calibrate", "camera", "--pictures", "none.jpg", "--bottom", "A", "--profile", "p.json"], "none.jpg"),
        (["calibrate", "camera", "--source", "v4l2:987", "--bottom", "A", "--profile", "p.json", "--speech", "none"],
         "no camera"),
        (["calibrate", "camera", "--pictures", "a.jpg", "--board", "none.json", "--profile", "p.json"], "none.json"),
        (["enrol-cards", "--pictures", "none", "--profile", "none.json"], "none.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_one_line(words, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"tilt": 14.0, "towards": 200.0}, "the board lies elsewhere than in"),
        ({"seed": 90, "wood": "oak"}, "its board is another one than that in"),
        (None, "the board is not found in it"),
    ],
)
def test_a_picture_of_another_table_is_named(table, tmp_path, capsys, other, told):
    place, painter = table
    shots = [painter.shot(start(place, number)).image for number in (1, 2)]
    if other is None:
        shots.insert(1, np.full_like(shots[0], 120))
    else:
        shots.insert(1, Painter(replace(place, **other)).shot(start(place, 1)).image)
    names = [str(tmp_path / f"{name}.png") for name in ("one", "odd", "two")]
    for name, shot in zip(names, shots, strict=True):
        cv2.imwrite(name, shot)
    profile = tmp_path / "table.json"
    words = ["calibrate", "camera", "--bottom", place.bottom, "--profile", str(profile), "--pictures"]
    assert main([*words, *names[:2]]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert f"does not fit: {told}" in line
    assert not profile.exists()
    assert main([*words, *names]) == 0
    line = capsys.readouterr().err
    assert f"odd.png does not fit: {told}" in line
    assert line.endswith("; it is left out\n")
