"""The board file: where the holes are, and what a broken file is told."""

import json
import math
from importlib import resources
from itertools import pairwise

import pytest

from hardware.errors import BadBoardFile, UnknownBoard
from hardware.geometry import known_boards, load_board, parse_board


@pytest.fixture(scope="module")
def board():
    return load_board()


@pytest.fixture
def raw():
    return json.loads(resources.files("hardware").joinpath("boards", "tac-wood-49cm.json").read_text("utf-8"))


def test_wire_order_is_ring_houses_yards(board):
    cells = [place.cell for place in board.places()]
    assert len(cells) == 96
    assert cells[:64] == [f"{i:02d}" for i in range(64)]
    assert cells[64:80] == [f"{seat}{i}" for seat in "ABCD" for i in range(1, 5)]
    assert cells[80:] == [f"{seat}y" for seat in "ABCD" for _ in range(4)]
    assert [place.index for place in board.places()] == list(range(96))


def test_ring_is_a_circle_walked_clockwise(board):
    angles = [math.degrees(math.atan2(hole.x_mm, hole.y_mm)) % 360 for hole in board.ring]
    for here, there in pairwise(angles):
        assert (here - there) % 360 == pytest.approx(360 / 64, abs=0.1)
    assert all(math.hypot(h.x_mm, h.y_mm) == pytest.approx(220.99, abs=0.05) for h in board.ring)


def test_starts_and_first_house_hole_are_on_one_side(board):
    assert [board.start(seat) for seat in board.seats] == ["00", "16", "32", "48"]
    holes = {hole.name: hole for hole in board.holes}
    for seat in board.seats:
        start, first, last = holes[board.start(seat)], holes[f"{seat}1"], holes[f"{seat}4"]
        assert math.dist((start.x_mm, start.y_mm), (first.x_mm, first.y_mm)) < 105
        assert last.seat == seat
    with pytest.raises(KeyError):
        board.start("E")


def test_yard_places_lie_on_the_felt_and_apart(board):
    for pit in (pit for pit in board.pits if pit.kind == "yard"):
        places = pit.places()
        assert all(math.dist(p, (pit.x_mm, pit.y_mm)) < pit.felt_radius_mm for p in places)
        assert min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 16


def test_unknown_board_names_the_known_ones():
    assert "tac-wood-49cm" in known_boards()
    with pytest.raises(UnknownBoard, match="tac-wood-49cm") as caught:
        load_board("../secret")
    assert isinstance(caught.value, LookupError)


def _rename(data):
    data["holes"][5]["name"] = "99"


def _collide(data):
    data["holes"][1].update(x_mm=0.0, y_mm=221.0)


def _outside(data):
    data["holes"][0]["y_mm"] = 300.0


def _felt(data):
    data["pits"][0]["felt_radius_mm"] = 99.0


def _infinite(data):
    data["holes"][3]["x_mm"] = float("inf")


def _flag(data):
    data["pitch_mm"] = True


def _short(data):
    data["holes"].pop()


def _no_yards(data):
    data["pits"] = []


def _pit_outside(data):
    data["pits"][1]["x_mm"] = -240.0


def _kind(data):
    data["holes"][0]["kind"] = "pond"


def _pit_kind(data):
    data["pits"][0]["kind"] = "pond"


def _list(data):
    data["holes"] = "many"


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (_rename, "hole number 5"), (_collide, "hole 01"), (_outside, "hole 00"), (_felt, "pit Ay"),
        (_infinite, "hole 03"), (_flag, "head"), (_short, "holes"), (_no_yards, "pits"), (_pit_outside, "pit By"),
        (_kind, "hole 00"), (_pit_kind, "pit Ay"), (_list, "holes"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_in_one_line(raw, spoil, where):
    spoil(raw)
    with pytest.raises(BadBoardFile) as caught:
        parse_board(json.dumps(raw))
    assert caught.value.where == where
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", ["", "[1]", "{", "null"])
def test_no_json_object_is_no_board(text):
    with pytest.raises(BadBoardFile, match="the whole file"):
        parse_board(text)
