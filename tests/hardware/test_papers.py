"""Template, wiring plan and lists: drawn again to the last byte, in true size, and in agreement with each other."""

import csv
import math
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from kicad_files import MADE

from hardware.circuits import carrier_circuit, quarter_circuit
from hardware.drawing import Words
from hardware.geometry import load_board
from hardware.making.papers import papers
from hardware.parts import PIECES, RAIL_3V3_MA, USB_MA, loads, parts_list
from hardware.pins import load_pins
from hardware.template import drill_template, hollow_depth_mm, mirrored, pocket_depth_mm
from hardware.wiring import places_of, wires, wiring_drawing

PT_PER_MM = 72 / 25.4


@pytest.fixture(scope="module")
def drawn():
    return papers()


@pytest.fixture(scope="module")
def pins():
    return load_pins()


def test_what_is_committed_is_what_the_scripts_draw(drawn):
    stale = [name for name, content in drawn.items() if (MADE / name).read_bytes() != content]
    assert not stale, f"draw again with: python -m hardware.making.papers hardware/made ({', '.join(stale)})"


def pockets():
    return {mirrored(point) for point in places_of(load_board()).values()}


def test_the_svg_has_a_pocket_under_each_place_seen_from_below(drawn):
    tree = ElementTree.fromstring(drawn["template/drill-template.svg"])
    group = tree.find(".//{http://www.w3.org/2000/svg}g[@id='pocket']")
    found = {(float(c.get("cx")), float(c.get("cy"))) for c in group}
    assert len(found) == 96
    assert found == pockets()
    assert {float(c.get("r")) for c in group} == {2.5}
    assert tree.get("width") == f"{float(tree.get('viewBox').split()[2]):g}mm"


def test_the_dxf_has_the_same_pockets(drawn):
    lines = drawn["template/drill-template.dxf"].decode().split("\n")
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    found = set()
    for i, pair in enumerate(pairs):
        if pair == ("0", "CIRCLE") and pairs[i + 1] == ("8", "POCKET"):
            values = dict(pairs[i + 1 : i + 6])
            found.add((float(values["10"]), -float(values["20"]) + 0.0))
    assert found == pockets()


def test_the_pdf_is_in_true_size_on_a4(drawn):
    """Every pocket is on a page, where the page's own scale says that it is."""
    text = drawn["template/drill-template.pdf"].decode("cp1252")
    width, height = map(float, re.search(r"/MediaBox \[0 0 (\S+) (\S+)\]", text).groups())
    assert (width, height) == (pytest.approx(210 * PT_PER_MM, abs=0.01), pytest.approx(297 * PT_PER_MM, abs=0.01))
    pages = re.findall(r"stream\n(.*?)\nendstream", text, re.DOTALL)
    assert len(pages) == 6
    found = Counter()
    for page in pages:
        scale = float(page.split()[0])
        assert scale == pytest.approx(PT_PER_MM, abs=1e-5)
        x0, y0, wide, high = map(float, re.search(r"^(\S+) (\S+) (\S+) (\S+) re W n$", page, re.M).groups())
        dx, dy = map(float, re.search(r"^1 0 0 1 (\S+) (\S+) cm$", page, re.M).groups())
        for right, y in re.findall(r"^0.627 0.094 0.094 RG (\S+) (\S+) m .* c S$", page, re.M):
            x, up = float(right) - 2.5, float(y)
            if x0 <= x + dx <= x0 + wide and y0 <= up + dy <= y0 + high:
                found[round(x, 2) + 0.0, round(-up, 2) + 0.0] += 1
        scale_bar = re.search(r"^(\S+) 12 m (\S+) 12 l", page, re.M)
        assert float(scale_bar[2]) - float(scale_bar[1]) == 100
    assert set(found) == pockets()


def test_the_names_of_a_yard_lie_within_its_felt_and_no_wire_runs_over_a_name(pins):
    board = load_board()
    words = {shape.text: shape for shape in drill_template(board).shapes if isinstance(shape, Words)}
    for pit in (each for each in board.pits if each.kind == "yard"):
        for number in range(1, 5):
            x, y = words[f"{pit.name}{number}"].middle
            half = 0.4 * words[f"{pit.name}{number}"].height_mm * len(pit.name + "1")
            assert math.dist((abs(x) + half, abs(y)), (abs(pit.x_mm), abs(pit.y_mm))) < pit.felt_radius_mm
    drawn = [isinstance(shape, Words) for shape in wiring_drawing(board, pins).shapes]
    last = len(drawn) - 1 - drawn[::-1].index(False)
    assert drawn.index(True) > last


def test_the_references_of_the_pdf_lead_to_its_objects(drawn):
    data = drawn["template/drill-template.pdf"]
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    assert data[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n ", data), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)


def test_every_place_has_one_pair_of_wires(pins, drawn):
    found = list(csv.DictReader(drawn["wiring.csv"].decode().splitlines()))
    assert [row["place"] for row in found] == list(pins.channels)
    assert len({(row["quarter"], row["plug"], row["pair"]) for row in found}) == 96
    known = places_of(load_board())
    assert all(60 <= wire.length_mm <= 700 for wire in wires(load_board(), pins))
    assert {row["place"] for row in found} == set(known)


def test_the_parts_list_counts_what_the_boards_hold(pins):
    items = {item.name: item.count for item in parts_list(load_board(), pins)}
    assert items["74HC165 shift register, DIP-16"] == len(pins.channels) / 8
    reeds = next(count for name, count in items.items() if name.startswith("reed switch"))
    assert reeds >= len(pins.channels)
    assert next(count for name, count in items.items() if name.startswith("magnet")) >= PIECES
    on_boards = 4 * len(quarter_circuit(pins).parts) + len(carrier_circuit(pins).parts)
    listed = [item for item in parts_list(load_board(), pins) if item.group == "boards"]
    listed = sum(item.count for item in listed if "cable" not in item.name and "circuit boards" not in item.name)
    assert listed == on_boards


def test_the_supplies_bear_the_board_without_its_options(pins):
    plain = [load for load in loads(pins) if "option" not in load.name]
    assert sum(load.most_ma for load in plain if load.rail == "3.3 V") < RAIL_3V3_MA
    assert sum(load.most_ma for load in plain) < USB_MA / 2


def test_how_deep_to_drill():
    # A ball of 16 mm in a hollow of 16 mm lies in it to the half.
    assert hollow_depth_mm(16) == 8
    assert hollow_depth_mm(14.5) == pytest.approx(4.62, abs=0.01)
    assert pocket_depth_mm(20, 14.5) + hollow_depth_mm(14.5) + 1.5 == pytest.approx(20)
