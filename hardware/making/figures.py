"""The measures that the printed parts need, out of geometry, magnets and circuit boards, as OpenSCAD reads them."""

from __future__ import annotations

from hardware.magnets import CHOSEN, REED, STACK
from hardware.making.placement import SHEETS
from hardware.pins import PinMap
from hardware.shape import BoardGeometry
from hardware.template import PIECE_MM, POCKET_MM, hollow_depth_mm


def figures(board: BoardGeometry, pins: PinMap) -> str:
    """The text of `figures.scad`."""
    hole_mm = board.holes[0].diameter_mm
    yard = next(pit for pit in board.pits if pit.kind == "yard")
    carrier, quarter = SHEETS["carrier"], SHEETS["quarter"]
    values: dict[str, object] = {
        "pitch": board.pitch_mm,
        "hole": hole_mm,
        "hollow": round(hollow_depth_mm(hole_mm), 3),
        "piece": PIECE_MM,
        "magnet": [CHOSEN.diameter_mm, CHOSEN.height_mm],
        "floor_left": STACK.wood_mm,
        "pocket": POCKET_MM,
        "reed": [REED.glass_mm, REED_ACROSS_MM],
        "yard_across": 2 * yard.felt_radius_mm,
        "yard_rim": 2 * yard.rim_radius_mm,
        "yard_places": [[round(x - yard.x_mm, 2), round(y - yard.y_mm, 2)] for x, y in yard.places()],
        "carrier": [carrier.width_mm, carrier.height_mm],
        "carrier_screws": [list(hole) for hole in carrier.holes],
        "quarter": [quarter.width_mm, quarter.height_mm],
        "quarter_screws": [list(hole) for hole in quarter.holes],
        "pico_usb_x": (carrier.parts["J1"][0] + carrier.parts["J2"][0]) / 2,
        "keys": len(pins.buttons),
    }
    lines = ["// Written by hardware/making/figures.py. Millimetres."]
    return "\n".join([*lines, *(f"{name} = {value};" for name, value in values.items()), ""])


REED_ACROSS_MM = 1.8
"""Glass of the reed switch. Source: datasheet MDSR-10."""
