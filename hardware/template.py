"""The drill template: where the pockets of the reed switches go, seen from below, in true size.

The board lies on its face; left and right are therefore exchanged. Each pocket is drilled towards a hole and ends
1.5 mm before it.
"""

from __future__ import annotations

import math

from hardware.drawing import Circle, Drawing, Line, Shape, Words, framed
from hardware.magnets import STACK
from hardware.shape import BoardGeometry, Point

PIECE_MM = 16.0
"""Across a piece: the ball that a hole is hollowed for."""
POCKET_MM = 5.0
"""Across a pocket: the glass of 1.8 mm, the wire that comes back beside it, and a sleeve."""
YARD_LABEL_MM = 5.8
"""From the middle of a yard's place towards that of the yard: clear of the cross and of the felt's rim."""
NOTCH_MM = 12.0


def hollow_depth_mm(hole_mm: float) -> float:
    """How deep a ball of 16 mm lies in a round hollow of this width."""
    half = min(hole_mm, PIECE_MM) / 2
    return PIECE_MM / 2 - math.sqrt((PIECE_MM / 2) ** 2 - half**2)


def pocket_depth_mm(board_mm: float, hole_mm: float) -> float:
    """How deep to drill from below into a board of this thickness."""
    return board_mm - hollow_depth_mm(hole_mm) - STACK.wood_mm


def drill_template(board: BoardGeometry) -> Drawing:
    """Outline, holes, pockets with a cross for the punch, and what each is called; mirrored."""
    shapes: list[Shape] = [Line("board", tuple(mirrored(corner) for corner in board.outline), is_closed=True)]
    for hole in board.holes:
        (x, y), away = mirrored(hole.middle), board.pitch_mm * 0.46 / (math.hypot(*hole.middle) or 1.0)
        shapes += _pocket((x, y), hole.name, (x + x * away, y + y * away))
        shapes.append(Circle("hole", mirrored(hole.middle), hole.diameter_mm / 2))
    for pit in board.pits:
        middle = mirrored((pit.x_mm, pit.y_mm))
        shapes.append(Circle("felt", middle, pit.felt_radius_mm))
        if pit.kind == "yard":
            for number, place in enumerate(pit.places(), 1):
                (x, y), inwards = mirrored(place), math.copysign(YARD_LABEL_MM, pit.y_mm - place[1])
                shapes += _pocket((x, y), f"{pit.name}{number}", (x, y + inwards))
        else:
            shapes.append(Words("text", middle, "card reader here", 5.0))
    y = max(y for _, y in board.outline)
    shapes += [Line("board", ((-NOTCH_MM, y), (0.0, y - NOTCH_MM), (NOTCH_MM, y)))]
    shapes.append(Words("text", (0.0, 20.0), "SEEN FROM BELOW", 7.0))
    shapes.append(Words("text", (0.0, 30.0), "the notch is the side of seat A", 5.0))
    shapes.append(Words("text", (0.0, -20.0), f"pockets {POCKET_MM:g} mm, {STACK.wood_mm:g} mm short of the hole", 5.0))
    return framed(f"{board.name} drill template", board, shapes, 5.0)


def mirrored(point: Point) -> Point:
    """A place as it is seen from below."""
    return -point[0] + 0.0, point[1]


def _pocket(middle: Point, name: str, label: Point) -> list[Shape]:
    (x, y), reach = middle, POCKET_MM / 2 + 1.5
    return [
        Circle("pocket", middle, POCKET_MM / 2),
        Line("pilot", ((x - reach, y), (x + reach, y))),
        Line("pilot", ((x, y - reach), (x, y + reach))),
        Words("text", label, name, 3.2),
    ]
