"""Where the holes of a board are: millimetres seen from above, origin in the middle, x to the right, y towards seat A.

A board is one JSON file in `hardware/boards`. The page draws the table from it, the camera looks for holes where it
says, the drill template is made from it. Boards of other games hold squares or spaces in place of holes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from hardware.checks import check_board
from hardware.errors import BadBoardFile, UnknownBoard
from hardware.layouts import LAYOUTS, YARD_PLACES
from hardware.shape import BoardGeometry, Hole, Pit, Place, Point

__all__ = [
    "STANDARD_BOARD", "YARD_PLACES", "BoardGeometry", "Hole", "Pit", "Place", "board_with", "known_boards",
    "load_board", "parse_board",
]  # fmt: skip

STANDARD_BOARD = "tac-wood-49cm"
HOLE_KINDS = ("ring", "house", "square", "space")


def known_boards() -> tuple[str, ...]:
    """Names of the boards that come with the program."""
    folder = resources.files("hardware").joinpath("boards")
    return tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))


def load_board(name: str = STANDARD_BOARD) -> BoardGeometry:
    """The board of that name. Raises: UnknownBoard, BadBoardFile."""
    if name not in known_boards():
        raise UnknownBoard(name, known_boards())
    text = resources.files("hardware").joinpath("boards", f"{name}.json").read_text("utf-8")
    return parse_board(text)


def board_with(layout: str) -> BoardGeometry:
    """The board that comes with the program and has this layout; of several the standard one, else the first by name.

    Raises: UnknownBoard.
    """
    names = sorted(known_boards(), key=lambda name: name != STANDARD_BOARD)
    found = next((board for board in map(load_board, names) if board.layout == layout), None)
    if found is None:
        raise UnknownBoard(layout, known_boards())
    return found


def parse_board(text: str) -> BoardGeometry:
    """A board from the text of its file, checked. Raises: BadBoardFile, which says what is wrong and where."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBoardFile("the whole file", f"is no JSON ({error})") from None
    if not isinstance(data, dict):
        raise BadBoardFile("the whole file", "is no JSON object")
    side_mm = _number(data, "side_mm", "head", above=0)
    board = BoardGeometry(
        name=_text(data, "board", "head"),
        layout=_text(data if "layout" in data else {"layout": _layout_of(data)}, "layout", "head"),
        side_mm=side_mm,
        pitch_mm=_number(data, "pitch_mm", "head", above=0),
        source=_text(data, "source", "head"),
        holes=tuple(_hole(entry, i) for i, entry in enumerate(_entries(data, "holes"))),
        pits=tuple(_pit(entry, i) for i, entry in enumerate(_entries(data, "pits"))),
        width_mm=_number(data, "width_mm", "head", above=0, absent=side_mm),
        height_mm=_number(data, "height_mm", "head", above=0, absent=side_mm),
        outline_mm=_points(data, "outline_mm", "head"),
    )
    if board.outline_mm and len(board.outline_mm) < 3:
        raise BadBoardFile("head", "outline_mm has fewer than three corners")
    check_board(board)
    return board


def _layout_of(data: Mapping[str, Any]) -> str | None:
    """The first layout that has the cells of a file that names none; TAC's comes before others with the same ones."""
    cells = tuple(entry.get("name") for entry in _entries(data, "holes"))
    fitting = (name for name, layout in LAYOUTS.items() if tuple(cell for cell, _ in layout.cells) == cells)
    return next(fitting, None)


def _hole(entry: Mapping[str, Any], i: int) -> Hole:
    where = f"hole {entry.get('name', i)}"
    name, kind = _text(entry, "name", where), _text(entry, "kind", where)
    if kind not in HOLE_KINDS:
        raise BadBoardFile(where, f"kind {kind!r} is none of {', '.join(HOLE_KINDS)}")
    x, y = _number(entry, "x_mm", where), _number(entry, "y_mm", where)
    return Hole(name, kind, name[0] if kind == "house" else None, x, y, _number(entry, "diameter_mm", where, above=0))


def _pit(entry: Mapping[str, Any], i: int) -> Pit:
    where = f"pit {entry.get('name', i)}"
    name, kind = _text(entry, "name", where), _text(entry, "kind", where)
    if kind not in ("yard", "cards"):
        raise BadBoardFile(where, f"kind {kind!r} is neither yard nor cards")
    seat = _text(entry, "seat", where) if kind == "yard" else None
    x, y = _number(entry, "x_mm", where), _number(entry, "y_mm", where)
    rim, felt = _number(entry, "rim_radius_mm", where, above=0), _number(entry, "felt_radius_mm", where, above=0)
    if felt > rim:
        raise BadBoardFile(where, "the felt is wider than the rim")
    places = _points(entry, "places_mm", where)
    across = _number(entry, "place_diameter_mm", where, above=0) if places else 0.0
    return Pit(name, kind, seat, x, y, rim, felt, places, across)


def _entries(data: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    entries = data.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadBoardFile(key, "is no list of JSON objects")
    return entries


def _points(entry: Mapping[str, Any], key: str, where: str) -> tuple[Point, ...]:
    """A list of `[x, y]`; nothing if the key is absent."""
    points = entry.get(key, [])
    if not isinstance(points, list) or not all(isinstance(point, list) and len(point) == 2 for point in points):
        raise BadBoardFile(where, f"{key} is no list of [x, y]")
    return tuple((_coordinate(x, key, where), _coordinate(y, key, where)) for x, y in points)


def _coordinate(value: object, key: str, where: str) -> float:
    if not _is_number(value):
        raise BadBoardFile(where, f"{key} holds {value!r}, no sensible number")
    return float(value)  # type: ignore[arg-type]


def _text(entry: Mapping[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise BadBoardFile(where, f"{key} is missing or no text")
    return value


def _number(
    entry: Mapping[str, Any], key: str, where: str, above: float = -math.inf, absent: float | None = None
) -> float:
    value = entry.get(key, absent)
    if not _is_number(value) or value <= above:
        raise BadBoardFile(where, f"{key} is missing or no sensible number")
    return float(value)


def _is_number(value: Any) -> bool:
    """Whether it is a length that a board can have: nothing is a kilometre long."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
