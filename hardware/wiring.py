"""The wiring: which pair of which plug goes to which hole, how long it is, and where the circuit boards lie.

The order is a proposal that keeps wires short. Any other order will do as well, because the wiring is learnt by ear.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.drawing import Drawing, Line, Shape, Words, framed
from hardware.pins import INPUTS, PinMap, Quarter, place_names
from hardware.shape import BoardGeometry, Point
from hardware.template import drill_template, mirrored
from hardware.texts import page, table

BOARD_MM = (100.0, 66.0)
SPARE_MM = 60.0
"""What a wire needs more than the straight way: the bend out of the pocket, the plug, and a mistake."""
ROUND_UP_MM = 10.0


@dataclass(frozen=True, slots=True)
class Wire:
    """One pair: plug and number of the pair on it (1 to 8), the place it leads to, and its length."""

    quarter: str
    plug: str
    pair: int
    place: str
    length_mm: float


def places_of(board: BoardGeometry) -> dict[str, Point]:
    """Where each place of the pin map is, seen from above."""
    return dict(zip(place_names(board), ((p.x_mm, p.y_mm) for p in board.places()), strict=True))


def middle_of(board: BoardGeometry, quarter: Quarter) -> Point:
    """Where a quarter's circuit board lies: inwards of the holes of its ring, clear of the place of the cards."""
    known = places_of(board)
    ring = [known[place] for register in quarter.registers[:2] for place in register.inputs.values()]
    x, y = sum(x for x, _ in ring), sum(y for _, y in ring)
    reach = max(pit.felt_radius_mm for pit in board.pits) + max(BOARD_MM) / 2 + 30
    return x / math.hypot(x, y) * reach, y / math.hypot(x, y) * reach


def plug_of(middle: Point, number: int) -> Point:
    """Where a plug of 8 pairs is, seen from above: the first is the left one when the board is seen from below."""
    return middle[0] - (number - 1) * 32.0, middle[1] - BOARD_MM[1] / 2 + 14.0


def wires(board: BoardGeometry, pins: PinMap) -> Iterator[Wire]:
    """Every pair, quarter by quarter, plug by plug."""
    known = places_of(board)
    for quarter in pins.quarters:
        middle = middle_of(board, quarter)
        for number, register in enumerate(quarter.registers):
            plug = plug_of(middle, number)
            for pair, letter in enumerate(INPUTS, 1):
                place = register.inputs[letter]
                straight = math.dist(known[place], plug) + SPARE_MM
                length = math.ceil(straight / ROUND_UP_MM) * ROUND_UP_MM
                yield Wire(quarter.name, f"J{number + 3}", pair, place, length)


def wiring_drawing(board: BoardGeometry, pins: PinMap) -> Drawing:
    """All wires, seen from below, over the drill template."""
    shapes: list[Shape] = [shape for shape in drill_template(board).shapes
                           if not (isinstance(shape, Words) and shape.height_mm > 4)]  # fmt: skip
    known, middles = places_of(board), {}
    for quarter in pins.quarters:
        middle = middles[quarter.name] = middle_of(board, quarter)
        (x, y), (half_x, half_y) = mirrored(middle), (BOARD_MM[0] / 2, BOARD_MM[1] / 2)
        corners = [(x + half_x * i, y + half_y * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        shapes.append(Line("frame", tuple(corners), is_closed=True))
        shapes.append(Words("text", (x, y + 22), f"quarter {quarter.name}", 8.0))
    for wire in wires(board, pins):
        start = plug_of(middles[wire.quarter], int(wire.plug[1:]) - 3)
        shapes.append(Line("wire", (mirrored(start), mirrored(known[wire.place]))))
    shapes.sort(key=lambda shape: isinstance(shape, Words))  # no wire runs over what is to be read
    return framed(f"{board.name} wiring, seen from below", board, shapes, 5.0)


def wiring_text(board: BoardGeometry, pins: PinMap) -> str:
    """The plan as a page that can be read aloud, one quarter after the other."""
    found = list(wires(board, pins))
    parts = []
    for quarter in pins.quarters:
        x, y = middle_of(board, quarter)
        side, way = ("left" if x < 0 else "right"), ("towards seat A" if y > 0 else "away from seat A")
        rows = [(w.plug, w.pair, f"{2 * w.pair - 1}, {2 * w.pair}", w.place, f"{w.length_mm:.0f}")
                for w in found if w.quarter == quarter.name]  # fmt: skip
        parts += [
            f"## Quarter {quarter.name}\n",
            f"Seen from above its board lies {abs(x):.0f} mm to the {side} of the middle and {abs(y):.0f} mm {way}.\n",
            table(("plug", "pair", "wires", "place", "length in mm"), rows) + "\n",
        ]
    total_m = sum(wire.length_mm for wire in found) / 1000
    return page("wiring", board=board.name, total_m=total_m, spare_mm=SPARE_MM, quarters="\n".join(parts).rstrip())
