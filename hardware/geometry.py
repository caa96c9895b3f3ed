"""Where the holes of a board are: millimetres seen from above, origin in the middle, x to the right, y towards seat A.

A board is one JSON file in `hardware/boards`. The page draws the table from it, the camera looks for holes where it
says, the drill template is made from it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hardware.errors import BadBoardFile, UnknownBoard

STANDARD_BOARD = "tac-wood-49cm"
YARD_PLACES = 4


@dataclass(frozen=True, slots=True)
class Hole:
    """A drilled hole that holds one marble. `kind` is `ring` or `house`; `seat` is None on the ring."""

    name: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float
    diameter_mm: float


@dataclass(frozen=True, slots=True)
class Pit:
    """A hollow lined with felt: a yard (`kind` `yard`) or the place where the cards are laid (`cards`)."""

    name: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float
    rim_radius_mm: float
    felt_radius_mm: float

    def places(self) -> tuple[tuple[float, float], ...]:
        """Where four marbles lie in the hollow: (x_mm, y_mm), row by row from the top left."""
        reach = self.felt_radius_mm * 0.48
        corners = ((-1, -1), (1, -1), (-1, 1), (1, 1))
        return tuple((round(self.x_mm + reach * dx, 2), round(self.y_mm + reach * dy, 2)) for dx, dy in corners)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the wire: its index, the cell it belongs to, and where it is."""

    index: int
    cell: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """A board as it lies on the table."""

    name: str
    layout: str
    side_mm: float
    pitch_mm: float
    source: str
    holes: tuple[Hole, ...]
    pits: tuple[Pit, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that have a yard, clockwise."""
        return tuple(pit.seat for pit in self.pits if pit.kind == "yard" and pit.seat)

    @property
    def ring(self) -> tuple[Hole, ...]:
        """The holes of the ring, clockwise from `00`."""
        return tuple(hole for hole in self.holes if hole.kind == "ring")

    def places(self) -> tuple[Place, ...]:
        """All places in the order of the wire: ring, houses, four in each yard. Source: board protocol, layouts."""
        found = [(h.name, h.kind, h.seat, h.x_mm, h.y_mm) for h in self.holes]
        for pit in self.pits:
            if pit.kind == "yard":
                found += [(pit.name, "yard", pit.seat, x, y) for x, y in pit.places()]
        return tuple(Place(index, *entry) for index, entry in enumerate(found))

    def start(self, seat: str) -> str:
        """The ring hole where the pieces of `seat` come in. Raises: KeyError for a seat without a yard."""
        if seat not in self.seats:
            raise KeyError(seat)
        return self.ring[self.seats.index(seat) * len(self.ring) // len(self.seats)].name


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


def parse_board(text: str) -> BoardGeometry:
    """A board from the text of its file, checked. Raises: BadBoardFile, which says what is wrong and where."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadBoardFile("the whole file", f"is no JSON ({error})") from None
    if not isinstance(data, dict):
        raise BadBoardFile("the whole file", "is no JSON object")
    board = BoardGeometry(
        name=_text(data, "board", "head"),
        layout=_text(data, "layout", "head"),
        side_mm=_number(data, "side_mm", "head", above=0),
        pitch_mm=_number(data, "pitch_mm", "head", above=0),
        source=_text(data, "source", "head"),
        holes=tuple(_hole(entry, i) for i, entry in enumerate(_entries(data, "holes"))),
        pits=tuple(_pit(entry, i) for i, entry in enumerate(_entries(data, "pits"))),
    )
    _check_names(board)
    _check_distances(board)
    return board


def _hole(entry: Mapping[str, Any], i: int) -> Hole:
    where = f"hole {entry.get('name', i)}"
    name, kind = _text(entry, "name", where), _text(entry, "kind", where)
    if kind not in ("ring", "house"):
        raise BadBoardFile(where, f"kind {kind!r} is neither ring nor house")
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
    return Pit(name, kind, seat, x, y, rim, felt)


def _check_names(board: BoardGeometry) -> None:
    names = [hole.name for hole in board.holes]
    seats = board.seats
    if not seats or len(board.ring) % len(seats):
        raise BadBoardFile("pits", f"{len(board.ring)} ring holes cannot be shared by {len(seats)} yards")
    expected = [f"{i:02d}" for i in range(len(board.ring))] + [f"{s}{i}" for s in seats for i in range(1, 5)]
    for i, (found, wanted) in enumerate(zip(names, expected, strict=False)):
        if found != wanted:
            raise BadBoardFile(f"hole number {i}", f"is called {found!r} where {wanted!r} belongs")
    if len(names) != len(expected):
        raise BadBoardFile("holes", f"{len(names)} of them where {len(expected)} belong")


def _check_distances(board: BoardGeometry) -> None:
    half = board.side_mm / 2
    for hole in board.holes:
        if max(abs(hole.x_mm), abs(hole.y_mm)) + hole.diameter_mm / 2 > half:
            raise BadBoardFile(f"hole {hole.name}", "lies outside the board")
    for pit in board.pits:
        if max(abs(pit.x_mm), abs(pit.y_mm)) + pit.felt_radius_mm > half:
            raise BadBoardFile(f"pit {pit.name}", "lies outside the board")
    for i, one in enumerate(board.holes):
        for other in board.holes[:i]:
            if math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < (one.diameter_mm + other.diameter_mm) / 2:
                raise BadBoardFile(f"hole {one.name}", f"runs into hole {other.name}")


def _entries(data: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    entries = data.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadBoardFile(key, "is no list of JSON objects")
    return entries


def _text(entry: Mapping[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise BadBoardFile(where, f"{key} is missing or no text")
    return value


def _number(entry: Mapping[str, Any], key: str, where: str, above: float = -math.inf) -> float:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value <= above:
        raise BadBoardFile(where, f"{key} is missing or no sensible number")
    return float(value)
