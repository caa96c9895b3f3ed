"""Every board that comes with the program, and what the checks refuse."""

import importlib
import json
import math
import pkgutil
from importlib import resources

import pytest

import engine
from engine.contract import Layout
from hardware.errors import BadBoardFile
from hardware.geometry import known_boards, load_board, parse_board
from hardware.layouts import LAYOUTS

SIZES = {"tac64": 96, "tactik4": 96, "tactik6": 144, "tactix9": 81, "tacocat9": 9, "tactiki5": 25}


def raw(name):
    return json.loads(resources.files("hardware").joinpath("boards", f"{name}.json").read_text("utf-8"))


def engine_layouts():
    """Every layout that the games declare, wherever in the engine it stands, by itself or as part of a board."""
    for found in pkgutil.walk_packages(engine.__path__, "engine."):
        for value in vars(importlib.import_module(found.name)).values():
            layout = getattr(value, "layout", value) if not isinstance(value, type) else None
            if isinstance(layout, Layout):
                yield layout


@pytest.mark.parametrize("name", known_boards())
def test_every_board_is_whole_and_called_as_its_file(name):
    board = load_board(name)
    assert board.name == name
    assert len(board.places()) == SIZES[board.layout] == LAYOUTS[board.layout].size


def test_every_layout_has_a_board():
    assert {load_board(name).layout for name in known_boards()} == set(LAYOUTS) == set(SIZES)


@pytest.mark.parametrize("name", known_boards())
def test_a_file_that_names_no_layout_is_of_the_first_with_its_cells(name):
    data = raw(name)
    del data["layout"]
    board = parse_board(json.dumps(data))
    assert board.holes == load_board(name).holes
    assert board.layout == {"tactik4": "tac64"}.get(load_board(name).layout, load_board(name).layout)


def test_the_games_count_their_places_as_the_boards_do():
    layouts = {layout.name: layout for layout in engine_layouts()}
    assert "tac64" in layouts
    for layout in layouts.values():
        ours = LAYOUTS[layout.name]
        assert layout.holes == tuple(name for name, _ in ours.cells)
        assert layout.heaps == tuple(f"{seat}y" for seat in ours.seats)
        assert layout.size == ours.size


def test_the_laser_cut_board_is_the_drawing_turned():
    # Middles of one quarter in the maker's drawing, at 300 dpi, from the middle of the board: ring, house, yard.
    drawn = [(0.0, -183.0), (17.94, -182.12), (129.4, -129.4), (182.12, -17.94), (78.49, -78.49), (116.67, -116.67),
             (135.76, -148.49), (161.22, -148.49), (148.49, -135.76), (148.49, -161.22)]  # fmt: skip
    places = [(place.x_mm, place.y_mm) for place in load_board("tac-laser-42cm").places()]
    for x, y in drawn:
        for turned in ((x, y), (-y, x), (-x, -y), (y, -x)):
            assert min(math.dist(turned, place) for place in places) < 0.02


def test_six_seats_are_sixteen_holes_apart():
    board = load_board("tactik6-79cm")
    assert [board.start(seat) for seat in board.seats] == ["00", "16", "32", "48", "64", "80"]
    holes = {hole.name: hole for hole in board.holes}
    for seat in board.seats:
        assert math.dist(holes[board.start(seat)].middle, holes[f"{seat}1"].middle) == pytest.approx(20.0, abs=0.05)


def _mirror(data):
    for hole in data["holes"]:
        hole["x_mm"] = -hole["x_mm"]


def _turn_rows(data):
    for hole in data["holes"]:
        hole["y_mm"] = -hole["y_mm"]


def _layout(data):
    data["layout"] = "tac65"


def _pitch(data):
    data["pitch_mm"] = 30.0


def _extra_yard(data):
    data["pits"].append(dict(data["pits"][0]))


def _yard_name(data):
    data["pits"][0]["name"] = "yard"


def _places(data):
    data["pits"][1]["places_mm"].pop()


def _place_in_hole(data):
    data["pits"][0]["places_mm"][0] = [129.4, 129.4]


def _corner(data):
    data["pits"][0]["places_mm"][0] = [195.0, 195.0]


def _no_place(data):
    data["pits"][0]["places_mm"][0] = ["east", 5]


def _outline(data):
    data["outline_mm"] = [[0, 0], [1, 1]]


def _kind(data):
    data["holes"][3]["kind"] = "house"


def _giant(data):
    data["holes"][3]["x_mm"] = 10**400


def _too_many(data):
    data["holes"].append(data["holes"][-1])


@pytest.mark.parametrize(
    ("name", "spoil", "where", "problem"),
    [
        ("tac-wood-49cm", _mirror, "hole 01", "clockwise"),
        ("tac-wood-49cm", _layout, "head", "tac65"),
        ("tac-wood-49cm", _pitch, "head", "21.7 mm apart"),
        ("tac-wood-49cm", _extra_yard, "pits", "A B C D A"),
        ("tac-wood-49cm", _yard_name, "pit yard", "Ay"),
        ("tac-wood-49cm", _kind, "hole 03", "ring"),
        ("tac-wood-49cm", _giant, "hole 03", "x_mm"),
        ("tac-wood-49cm", _too_many, "holes", "81"),
        ("tac-laser-42cm", _places, "pit By", "3 places"),
        ("tac-laser-42cm", _place_in_hole, "a place of pit Ay", "runs into"),
        ("tac-laser-42cm", _corner, "pit Ay", "outside"),
        ("tac-laser-42cm", _no_place, "pit Ay", "east"),
        ("tac-laser-42cm", _outline, "head", "corners"),
        ("tactix-48cm", _turn_rows, "hole a2", "above"),
        ("tactix-48cm", _mirror, "hole b1", "right"),
    ],
)  # fmt: skip
def test_what_nobody_can_play_on_is_refused(name, spoil, where, problem):
    data = raw(name)
    spoil(data)
    with pytest.raises(BadBoardFile) as caught:
        parse_board(json.dumps(data))
    assert caught.value.where == where
    assert problem in caught.value.problem
