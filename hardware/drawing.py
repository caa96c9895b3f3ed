"""A drawing in millimetres: circles, lines and words on named layers. Each kind of file is written from the same one.

x to the right, y down, as boards are measured.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.shape import BoardGeometry, Point

COLOURS: dict[str, str] = {
    "board": "#7a5c2e",
    "hole": "#1c1a17",
    "pocket": "#a01818",
    "felt": "#274f8f",
    "pilot": "#a01818",
    "wire": "#1f6f3f",
    "text": "#1c1a17",
    "frame": "#8a8a8a",
}
"""Layers and the colour of their lines."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle line."""

    layer: str
    middle: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Line:
    """Straight lines from point to point; `is_closed`: back to the first one."""

    layer: str
    points: tuple[Point, ...]
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `middle` is the middle of its width and height, `turn_deg` turns it clockwise."""

    layer: str
    middle: Point
    text: str
    height_mm: float
    turn_deg: float = 0.0


Shape = Circle | Line | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet whose left upper corner is `origin`."""

    title: str
    origin: Point
    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]


def draw_board(board: BoardGeometry, margin_mm: float = 8.0) -> Drawing:
    """The board from above: outline, holes with their names, yards and the place of the cards."""
    shapes: list[Shape] = [Line("board", board.outline, is_closed=True)]
    for hole in board.holes:
        shapes.append(_cell(hole.middle, hole.diameter_mm, hole.is_round))
        shapes.append(Words("text", hole.middle, hole.name, min(5.0, hole.diameter_mm * 0.36)))
    for pit in board.pits:
        middle = (pit.x_mm, pit.y_mm)
        shapes += [Circle("board", middle, pit.rim_radius_mm), Circle("felt", middle, pit.felt_radius_mm)]
        shapes += [Circle("hole", place, pit.place_diameter_mm / 2) for place in pit.places_mm]
        shapes.append(Words("text", middle, pit.name, 6.0))
    shapes += [Circle("pilot", _named(board, board.start(seat)), board.pitch_mm * 0.42) for seat in board.seats]
    return framed(board.name, board, shapes, margin_mm)


def framed(title: str, board: BoardGeometry, shapes: list[Shape], margin_mm: float) -> Drawing:
    """A drawing with the board in its middle."""
    xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
    origin = (min(xs) - margin_mm, min(ys) - margin_mm)
    width, height = max(xs) - min(xs) + 2 * margin_mm, max(ys) - min(ys) + 2 * margin_mm
    return Drawing(title, origin, width, height, tuple(shapes))


def _cell(middle: Point, size_mm: float, is_round: bool) -> Shape:
    if is_round:
        return Circle("hole", middle, size_mm / 2)
    (x, y), half = middle, size_mm / 2
    return Line("hole", ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), True)


def _named(board: BoardGeometry, name: str) -> Point:
    return next(hole.middle for hole in board.holes if hole.name == name)
