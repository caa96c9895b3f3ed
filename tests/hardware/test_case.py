"""The printed parts, measured in the files that go to the printer."""

import math
import re
import struct
from itertools import pairwise

import pytest
from kicad_files import MADE

from hardware.geometry import load_board
from hardware.magnets import CHOSEN, STACK
from hardware.making.figures import figures
from hardware.making.placement import SHEETS
from hardware.making.settle import settled_board, settled_stl
from hardware.pins import load_pins
from hardware.template import hollow_depth_mm

PARTS = sorted((MADE / "case").glob("*.stl"))
SOURCES = MADE.parent / "case"


def triangles(path):
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    for i in range(count):
        values = struct.unpack_from("<12f", data, 84 + 50 * i)
        yield values[3:6], values[6:9], values[9:12]


def box(path):
    corners = [corner for triangle in triangles(path) for corner in triangle]
    return [(min(c[axis] for c in corners), max(c[axis] for c in corners)) for axis in range(3)]


def volume_mm3(path):
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles(path):
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def test_every_part_that_the_script_names_is_there():
    script = (MADE.parent / "making" / "make.sh").read_text()
    assert {path.stem for path in PARTS} == set(re.findall(r"^part (\S+) ", script, re.M))
    used = set(re.findall(r"^part \S+ (\S+)", script, re.M))
    assert used == {path.stem for path in SOURCES.glob("*.scad")}


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.stem)
def test_every_part_is_closed_and_its_outside_is_outside(path):
    edges = {}
    for triangle in triangles(path):
        for here, there in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            edges[here, there] = edges.get((here, there), 0) + 1
    assert all(count == edges.get((there, here), 0) for (here, there), count in edges.items())
    assert volume_mm3(path) > 0


def test_the_magnet_of_a_foot_comes_as_near_as_the_figures_say():
    """The lower end of the foot, where the magnet is flush, is `air_mm` above the bottom of the hollow."""
    lowest = box(MADE / "case" / "foot-A.stl")[2][0]
    assert hollow_depth_mm(load_board().holes[0].diameter_mm) + lowest == pytest.approx(STACK.air_mm, abs=0.05)


def test_two_feet_fit_side_by_side_into_the_nearest_holes():
    across = box(MADE / "case" / "foot-A.stl")[0]
    assert across[1] - across[0] < load_board().nearest_pair()[0] - 4
    assert across[1] - across[0] > load_board().holes[0].diameter_mm + 2


def test_seats_differ_by_touch_and_each_foot_takes_its_magnet():
    volumes = [volume_mm3(MADE / "case" / f"foot-{seat}.stl") for seat in "ABCD"]
    notches = [here - there for here, there in pairwise(volumes)]
    assert all(notch > 2 for notch in notches)
    assert notches == pytest.approx([notches[0]] * 3, rel=0.05)
    # The hole of the magnet: points of the foot's inner wall lie on a circle a little wider than the magnet.
    lowest = box(MADE / "case" / "foot-A.stl")[2][0]
    rim = {round(math.hypot(x, y), 2) for triangle in triangles(MADE / "case" / "foot-A.stl") for x, y, z in triangle
           if abs(z - lowest) < 0.01}  # fmt: skip
    assert CHOSEN.diameter_mm / 2 < min(rim) < CHOSEN.diameter_mm / 2 + 0.15


def test_the_case_takes_the_carrier_and_the_printer_takes_the_case():
    (x0, x1), (y0, y1), _ = box(MADE / "case" / "carrier-case-bottom.stl")
    sheet = SHEETS["carrier"]
    assert x1 - x0 > sheet.width_mm + 4
    assert y1 - y0 > sheet.height_mm + 4
    for path in PARTS:
        assert all(high - low < 200 for low, high in box(path)), f"{path.stem} is larger than a common printer"


def test_the_figures_are_those_of_the_board():
    text = figures(load_board(), load_pins())
    assert (MADE / "case" / "figures.scad").read_text() == text
    assert f"piece = {16.0};" in text
    assert all(f"\n{name} = " in text for name in ("hole", "hollow", "magnet", "carrier_screws", "yard_places"))


def test_the_order_in_which_a_program_wrote_a_file_does_not_matter():
    path = MADE / "case" / "board-post.stl"
    data = path.read_bytes()
    head, body = data[:84], [data[i : i + 50] for i in range(84, len(data), 50)]
    turned = [part[:12] + part[24:48] + part[12:24] + part[48:] for part in reversed(body)]
    assert settled_stl(head + b"".join(turned)) == data == settled_stl(data)
    board = (MADE / "carrier" / "carrier.kicad_pcb").read_text()
    assert settled_board(board) == board
    first, second = (block for block in board.split("\n  (segment ")[1:3])
    swapped = board.replace(first, "#1").replace(second, first).replace("#1", second)
    assert swapped != board
    assert settled_board(swapped) == board
