"""Pins, geometry, nets of the boards, wiring plan and order on the wire agree, read back from what was drawn."""

import itertools
import json
import math

import pytest
from kicad_files import MADE, board_nets, child, children, netlist_nets, schematic_nets, sexpr

from hardware.circuits import PICO_EDGE, REGISTER_PINS, circuits
from hardware.geometry import load_board
from hardware.layouts import LAYOUTS
from hardware.making.manifest import MANIFEST, made, sources
from hardware.pins import load_pins, place_names
from hardware.wiring import wires

BOARDS = ("quarter", "carrier")


@pytest.fixture(scope="module")
def pins():
    return load_pins()


def by_pin(nets):
    return {pin: net for net, pins in nets.items() for pin in pins}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("read", [netlist_nets, board_nets, schematic_nets])
def test_netlist_board_and_schematic_hold_the_same_circuit(pins, name, read):
    circuit = next(circuit for circuit in circuits(pins) if circuit.name == name)
    found = {net: {pin for pin in which if not pin[0].startswith("#")} for net, which in read(name).items()}
    wanted = {net: set(which) for net, which in circuit.nets().items()}
    assert {net: which for net, which in found.items() if net in wanted} == wanted
    connected = set().union(*wanted.values())
    assert all(not which & connected for net, which in found.items() if net not in wanted)


def test_the_order_on_the_wire_is_that_of_protocol_and_geometry(pins):
    board = load_board(pins.geometry)
    assert pins.layout == board.layout
    assert pins.index_order == place_names(board)
    layout = LAYOUTS[pins.layout]
    yards = [f"{seat}y{i}" for seat in layout.seats for i in range(1, 5)]
    assert list(pins.index_order) == [name for name, _ in layout.cells] + yards


def closed_bits(nets, plug, pair):
    """What a quarter sends, bit after bit, when one pair of one plug is joined: the parts followed net by net."""
    nets_of = by_pin(nets)
    signal, ground = nets_of[plug, str(2 * pair - 1)], nets_of[plug, str(2 * pair)]
    assert ground == "GND"
    assert any(ref.startswith("RN") for ref, _ in nets[signal]), "an input without a pull-up"
    out, bits, seen = through_resistor(nets, nets_of["J1", "6"]), [], []
    while True:
        chips = [ref for ref, pin in nets[out] if ref.startswith("U") and pin == "9"]
        if not chips:
            assert out == nets_of["J2", "6"], "the chain does not lead to the next quarter"
            return bits
        seen += chips
        # A 74HC165 sends H first. Source: its datasheet, QH is the last stage.
        bits += [nets_of[chips[0], REGISTER_PINS[letter]] == signal for letter in "HGFEDCBA"]
        out = nets_of[chips[0], "10"]
        assert len(seen) <= 3


def through_resistor(nets, net):
    """The net behind the resistor in series with this one."""
    nets_of = by_pin(nets)
    (pin,) = [pin for pin in nets[net] if pin[0].startswith("R")]
    return nets_of[pin[0], {"1": "2", "2": "1"}[pin[1]]]


def test_each_reed_switch_of_the_wiring_plan_is_the_bit_that_the_firmware_takes_it_for(pins):
    """Through the drawn board: wiring plan -> plug -> register -> chain -> bit -> place by the pin map."""
    nets = board_nets("quarter")
    for number, quarter in enumerate(pins.quarters):
        for wire in wires(load_board(), pins):
            if wire.quarter == quarter.name:
                bits = closed_bits(nets, wire.plug, wire.pair)
                assert bits.count(True) == 1
                bit = number * 24 + bits.index(True)
                assert pins.index_order[pins.chain_index[bit]] == wire.place


def test_the_chain_ends_low_and_every_register_is_fed(pins):
    nets = board_nets("quarter")
    nets_of = by_pin(nets)
    assert through_resistor({**nets, "DATA_IN": {pin for pin in nets["DATA_IN"] if pin[0] == "R1"}}, "DATA_IN") == "GND"
    for register in pins.quarters[0].registers:
        assert {pin: nets_of[register.ref, pin] for pin in ("1", "2", "8", "15", "16")} == {
            "1": "LOAD", "2": "CLOCK", "8": "GND", "15": "GND", "16": "+3V3"}  # fmt: skip
    assert nets_of["J1", "2"] == nets_of["J2", "2"] == "LOAD"
    assert nets_of["J1", "4"] == nets_of["J2", "4"] == "CLOCK"


def test_the_pico_reaches_every_plug_by_the_pins_that_the_firmware_uses(pins):
    nets = board_nets("carrier")
    nets_of = by_pin(nets)

    def gp(number):
        ((plug, place),) = [(plug, edge.index(f"GP{number}") + 1) for plug, edge in PICO_EDGE.items()
                            if f"GP{number}" in edge]  # fmt: skip
        return nets_of[plug, str(place)]

    chain = pins.chain
    assert nets_of["J3", "6"] == gp(chain["data"])
    assert nets_of["J3", "4"] == through_resistor(nets, gp(chain["clock"]))
    assert nets_of["J3", "2"] == through_resistor(nets, gp(chain["load"]))
    bus = [gp(pins.nfc["pit"][line]) for line in ("sda", "scl")]
    assert [nets_of["J4", str(i)] for i in range(1, 5)] == ["GND", "+3V3", *bus]
    for plug, seat in zip(("J5", "J6", "J7", "J8"), "ABCD", strict=True):
        reader = pins.nfc[seat]
        wanted = [gp(reader[key]) for key in ("clock", "miso", "mosi", "select")]
        assert [nets_of[plug, str(i)] for i in range(1, 7)] == [*wanted, "+5V", "GND"]
    assert [nets_of["J9", str(i + 1)] for i in range(6)] == ["GND", *(gp(pin) for pin in pins.buttons.values())]
    assert nets_of["J10", "2"] == through_resistor(nets, gp(pins.lights["pin"]))
    hall = [gp(pins.hall["adc"]), *(gp(pin) for pin in [*pins.hall["address"], *pins.hall["bank"]])]
    assert [nets_of["J11", str(i)] for i in range(3, 11)] == hall


def test_every_pin_of_the_pico_is_where_the_datasheet_has_it():
    edge = [*PICO_EDGE["J1"], *PICO_EDGE["J2"]]
    assert len(edge) == 40
    assert {i + 1 for i, name in enumerate(edge) if name == "GND"} == {3, 8, 13, 18, 23, 28, 38}
    assert {edge.index(f"GP{n}") + 1 for n in range(16)} == set(range(1, 21)) - {3, 8, 13, 18}
    known = {16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
    assert {n: edge.index(f"GP{n}") + 1 for n in known} == known
    assert (edge[35], edge[38], edge[39]) == ("3V3", "VSYS", "VBUS")


def copper(name):
    """(sides, net, points, radius) of every track, via and round-enough pad of a drawn board, in mm."""
    tree = sexpr((MADE / name / f"{name}.kicad_pcb").read_text())
    nets = {net[1]: net[2] for net in children(tree, "net")}
    for track in children(tree, "segment"):
        ends = [tuple(map(float, child(track, end)[1:3])) for end in ("start", "end")]
        yield {child(track, "layer")[1]}, nets[child(track, "net")[1]], ends, float(child(track, "width")[1]) / 2
    for via in children(tree, "via"):
        at = tuple(map(float, child(via, "at")[1:3]))
        yield {"F.Cu", "B.Cu"}, nets[child(via, "net")[1]], [at, at], float(child(via, "size")[1]) / 2
    for footprint in children(tree, "footprint"):
        x, y, *turn = map(float, child(footprint, "at")[1:])
        angle = math.radians(turn[0] if turn else 0.0)
        for pad in children(footprint, "pad"):
            px, py = map(float, child(pad, "at")[1:3])
            at = (x + px * math.cos(angle) + py * math.sin(angle), y - px * math.sin(angle) + py * math.cos(angle))
            wide, high = sorted(map(float, child(pad, "size")[1:3]))
            net = next((net[2] for net in children(pad, "net")), f"pad {pad[1]} of {at}")
            # An oval pad counts as its middle line with half its width around it.
            px, py = map(float, child(pad, "size")[1:3])
            turned = math.radians(float(child(pad, "at")[3])) if len(child(pad, "at")) > 3 else 0.0
            long = turned if px >= py else turned + math.pi / 2
            reach = (high - wide) / 2
            dx, dy = reach * math.cos(long), -reach * math.sin(long)
            yield {"F.Cu", "B.Cu"}, net, [(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)], wide / 2


def gap(a, b):
    """Distance of two straight pieces of copper from edge to edge."""
    (p, q), (r, s) = a[2], b[2]
    if crosses(p, q, r, s):
        return 0.0
    nearest = min(to_line(p, r, s), to_line(q, r, s), to_line(r, p, q), to_line(s, p, q))
    return nearest - a[3] - b[3]


def crosses(p, q, r, s):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def to_line(point, a, b):
    length = math.dist(a, b) ** 2
    share = 0.0 if not length else ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


@pytest.mark.parametrize("name", BOARDS)
def test_copper_of_different_nets_keeps_apart_and_that_of_one_net_is_joined(name):
    """KiCad's own check once more, by other means: 0.25 mm between nets, and no net but ground in two pieces."""
    pieces = list(copper(name))
    joined = list(range(len(pieces)))

    def root(i):
        while joined[i] != i:
            joined[i] = joined[joined[i]]
            i = joined[i]
        return i

    for (i, a), (j, b) in itertools.combinations(enumerate(pieces), 2):
        if not a[0] & b[0] or far(a, b):
            continue
        if a[1] == b[1]:
            if gap(a, b) <= 0:
                joined[root(i)] = root(j)
        else:
            assert gap(a, b) > 0.2499, (a, b)
    nets = {}
    for i, piece in enumerate(pieces):
        nets.setdefault(piece[1], set()).add(root(i))
    assert [net for net, roots in nets.items() if len(roots) > 1] == ["GND"]


def far(a, b):
    """Whether two pieces are more than 3 mm apart along one of the axes: then nobody need measure."""
    return any(min(p[axis] for p in one[2]) - max(p[axis] for p in other[2]) > 3
               for axis in (0, 1) for one, other in ((a, b), (b, a)))  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_the_reports_complain_of_nothing_and_are_of_these_sources(name):
    electrical, copper_rules = ((MADE / name / f"{kind}.txt").read_text() for kind in ("erc", "drc"))
    assert "0 errors, 0 warnings\n" in electrical
    assert copper_rules.count("Found 0 ") == 3
    assert all(report.endswith(f"Sources: {sources()['pcb']}\n") for report in (electrical, copper_rules))


def test_what_is_committed_is_what_the_sources_draw():
    told = json.loads(MANIFEST.read_text())
    assert told["sources"] == sources(), "out of date: make hardware"
    assert told["made"] == made(), "changed by hand, or half drawn: make hardware"


def test_everything_that_is_drawn_stays_small():
    assert sum(path.stat().st_size for path in MADE.rglob("*") if path.is_file()) < 6_000_000
