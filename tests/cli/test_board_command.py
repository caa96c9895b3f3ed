"""`tastkreis board`: what it tells, what it draws, and what it refuses."""

import json
import re
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from command import tastkreis

from hardware.geometry import known_boards, load_board


def test_a_board_is_described_and_drawn(tmp_path):
    for kind in ("svg", "png"):
        done = tastkreis("board", "tac-wood-49cm", "--draw", tmp_path / f"board.{kind}")
        assert (done.returncode, done.stderr) == (0, "")
        assert "tac-wood-49cm: layout tac64, 96 places" in done.stdout
        assert "nearest: " in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.png", "board.svg"]
    tree = ElementTree.parse(tmp_path / "board.svg")
    circles = tree.findall(".//{http://www.w3.org/2000/svg}g[@id='hole']/{http://www.w3.org/2000/svg}circle")
    drawn = {(float(c.get("cx")), float(c.get("cy"))) for c in circles}
    assert drawn == {hole.middle for hole in load_board().holes}
    assert tree.getroot().get("width") == "506mm"
    image = cv2.imread(str(tmp_path / "board.png"))
    assert image.shape == (1518, 1518, 3)
    # The line of hole 16, 14.5 mm wide, is dark where it belongs.
    hole = next(hole for hole in load_board().holes if hole.name == "16")
    x, y = round((hole.x_mm + 7.25 + 253) * 3), round((hole.y_mm + 253) * 3)
    assert np.min(image[y, x - 1 : x + 2]) < 60


@pytest.mark.parametrize("name", known_boards())
def test_every_board_can_be_drawn_from_its_file(tmp_path, name):
    done = tastkreis("board", name, "--draw", tmp_path / "out.svg")
    assert done.returncode == 0
    texts = re.findall(r">([^<]+)</text>", (tmp_path / "out.svg").read_text())
    assert [hole.name for hole in load_board(name).holes] == texts[: len(load_board(name).holes)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is no JSON"),
        (b"\xff\xfe\x00", "no text file"),
        (b"[" * 100_000, "is no JSON"),
        (b" " * 1_000_001, "larger than"),
        (b'{"board": "x", "layout": "tac64"}', "side_mm"),
        (json.dumps({"board": "a\nb", "layout": "tac64", "side_mm": 1}).encode(), "board is missing or no text"),
    ],
)
def test_a_file_that_is_no_board_is_named_in_one_line(tmp_path, content, problem):
    path = tmp_path / "own.json"
    path.write_bytes(content)
    done = tastkreis("board", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert str(path) in done.stderr
    assert problem in done.stderr


def test_where_nothing_can_be_read_or_written(tmp_path):
    assert "boards that come with the program" in tastkreis("board", "tac-wood-50cm").stderr
    assert "directory" in tastkreis("board", tmp_path).stderr.lower()
    for target in ("board.gif", "none/board.svg"):
        done = tastkreis("board", "tac-wood-49cm", "--draw", tmp_path / target)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []
