"""What has to be true of a board before anybody plays, draws or drills by its file."""

from __future__ import annotations

import math
import statistics
from itertools import pairwise

from hardware.errors import BadBoardFile
from hardware.layouts import LAYOUTS, YARD_PLACES, Layout
from hardware.shape import BoardGeometry, Hole, Point

PITCH_TOLERANCE = 0.1
"""Share by which the told pitch may differ from the one that the holes have."""


def check_board(board: BoardGeometry) -> None:
    """Refuses a board that nobody can play on. Raises: BadBoardFile, which says what is wrong and where."""
    if board.layout not in LAYOUTS:
        raise BadBoardFile("head", f"layout {board.layout!r} is none of {', '.join(LAYOUTS)}")
    layout = LAYOUTS[board.layout]
    _check_names(board, layout)
    _check_yards(board, layout)
    _check_on_board(board)
    _check_apart(board)
    _check_order(board)
    _check_pitch(board)


def _check_names(board: BoardGeometry, layout: Layout) -> None:
    for i, (hole, (name, kind)) in enumerate(zip(board.holes, layout.cells, strict=False)):
        if hole.name != name:
            raise BadBoardFile(f"hole number {i}", f"is called {hole.name!r} where {name!r} belongs")
        if hole.kind != kind:
            raise BadBoardFile(f"hole {name}", f"kind is {hole.kind!r} where {kind!r} belongs")
    if len(board.holes) != len(layout.cells):
        raise BadBoardFile("holes", f"{len(board.holes)} of them where {len(layout.cells)} belong to {layout.name}")


def _check_yards(board: BoardGeometry, layout: Layout) -> None:
    if board.seats != layout.seats:
        found, wanted = " ".join(board.seats) or "none", " ".join(layout.seats) or "none"
        raise BadBoardFile("pits", f"yards of seats {found} where {layout.name} has {wanted}")
    names = [pit.name for pit in board.pits]
    for pit in board.pits:
        if names.count(pit.name) > 1:
            raise BadBoardFile(f"pit {pit.name}", "stands there twice")
        if pit.kind == "yard" and pit.name != f"{pit.seat}y":
            raise BadBoardFile(f"pit {pit.name}", f"the yard of seat {pit.seat} is called {pit.seat}y")
        if pit.places_mm and len(pit.places_mm) != YARD_PLACES:
            raise BadBoardFile(f"pit {pit.name}", f"{len(pit.places_mm)} places where {YARD_PLACES} belong")


def _check_on_board(board: BoardGeometry) -> None:
    for name, middle, radius_mm in _discs(board):
        if not _is_inside(middle, radius_mm, board.outline):
            raise BadBoardFile(name, "lies outside the board")


def _discs(board: BoardGeometry) -> list[tuple[str, Point, float]]:
    """What is cut into the board, or painted on it: (name, middle, radius_mm)."""
    discs = [(f"hole {hole.name}", hole.middle, hole.diameter_mm / 2) for hole in board.holes]
    discs += [(f"pit {pit.name}", (pit.x_mm, pit.y_mm), pit.felt_radius_mm) for pit in board.pits]
    for pit in board.pits:
        discs += [(f"pit {pit.name}", place, pit.place_diameter_mm / 2) for place in pit.places_mm]
    return discs


def _is_inside(middle: Point, radius_mm: float, corners: tuple[Point, ...]) -> bool:
    x, y = middle
    is_inside = False
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            is_inside = not is_inside
        if _distance_to_edge(middle, (x1, y1), (x2, y2)) < radius_mm:
            return False
    return is_inside


def _distance_to_edge(point: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if not length:
        return math.dist(point, a)
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length**2
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def _check_apart(board: BoardGeometry) -> None:
    found = [(f"hole {hole.name}", hole.middle, hole.diameter_mm, hole.is_round) for hole in board.holes]
    for pit in board.pits:
        found += [(f"a place of pit {pit.name}", place, pit.place_diameter_mm, True) for place in pit.places_mm]
    for i, (name, middle, size_mm, is_round) in enumerate(found):
        for other, there, other_size_mm, _ in found[:i]:
            gap = math.dist(middle, there) if is_round else _square_distance(middle, there)
            # Painted squares touch; holes may not.
            if gap < (size_mm + other_size_mm) / 2 - 1e-6:
                raise BadBoardFile(name, f"runs into {other}")


def _square_distance(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _check_order(board: BoardGeometry) -> None:
    if board.ring:
        _check_clockwise(board.ring)
    squares = {hole.name: hole for hole in board.holes if hole.kind == "square"}
    for name, hole in squares.items():
        right, above = squares.get(chr(ord(name[0]) + 1) + name[1]), squares.get(name[0] + chr(ord(name[1]) + 1))
        if right is not None and right.x_mm <= hole.x_mm:
            raise BadBoardFile(f"hole {right.name}", f"does not lie to the right of {name}")
        if above is not None and above.y_mm >= hole.y_mm:
            raise BadBoardFile(f"hole {above.name}", f"does not lie above {name}")


def _check_clockwise(ring: tuple[Hole, ...]) -> None:
    """Seen from above with y down, clockwise is the way of growing angles."""
    turned = 0.0
    for here, there in pairwise((*ring, ring[0])):
        step = math.atan2(there.y_mm, there.x_mm) - math.atan2(here.y_mm, here.x_mm)
        step = (step + math.pi) % (2 * math.pi) - math.pi
        if step <= 0:
            raise BadBoardFile(f"hole {there.name}", f"does not lie clockwise from {here.name}")
        turned += step
    if not math.isclose(turned, 2 * math.pi, rel_tol=1e-6):
        raise BadBoardFile("holes", "the ring goes round the middle more than once")


def _check_pitch(board: BoardGeometry) -> None:
    typical = statistics.median(board.steps())
    if abs(typical - board.pitch_mm) > PITCH_TOLERANCE * typical:
        raise BadBoardFile("head", f"pitch_mm is {board.pitch_mm:g} where the holes are {typical:.1f} mm apart")
