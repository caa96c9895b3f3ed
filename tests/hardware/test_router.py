"""The router on small boards: everything joined, nothing touching, and a board without a way is told."""

import itertools
import math

import pytest

from hardware.making.router import CLEARANCE_MM, GRID_MM, TRACK_MM, VIA_MM, NoWay, Pad, route


def pad(x, y, net):
    return Pad(x * GRID_MM, y * GRID_MM, 0.8, 0.8, net)


def joined(routed, pads, net):
    """How many pieces the copper of a net falls into."""
    points = {}

    def root(point):
        points.setdefault(point, point)
        while points[point] != point:
            point = points[point]
        return point

    def at(x, y, side):
        return round(x, 4), round(y, 4), side

    for track in routed.tracks:
        if track.net == net:
            points[root(at(*track.start, track.side))] = root(at(*track.end, track.side))
    for name, x, y in routed.vias:
        if name == net:
            points[root(at(x, y, 0))] = root(at(x, y, 1))
    for one in pads:
        if one.net == net:
            points[root(at(one.x_mm, one.y_mm, 0))] = root(at(one.x_mm, one.y_mm, 1))
    return len({root(point) for point in list(points)})


def test_nets_that_cross_find_their_way_past_each_other():
    pads = [pad(8 + 8 * i, 8, f"n{i}") for i in range(4)] + [pad(8 + 8 * (3 - i), 40, f"n{i}") for i in range(4)]
    routed = route(48 * GRID_MM, 48 * GRID_MM, pads, [], ())
    assert [joined(routed, pads, f"n{i}") for i in range(4)] == [1] * 4
    for a, b in itertools.combinations(routed.tracks, 2):
        if a.net != b.net and a.side == b.side:
            ends = min(math.dist(p, q) for p in (a.start, a.end) for q in (b.start, b.end))
            assert ends > TRACK_MM + CLEARANCE_MM - 1e-9
    for (net, x, y), track in itertools.product(routed.vias, routed.tracks):
        if net != track.net:
            gap = min(math.dist((x, y), track.start), math.dist((x, y), track.end))
            assert gap > VIA_MM / 2 + TRACK_MM / 2 + CLEARANCE_MM - 1e-9


def test_a_net_that_is_walled_in_is_told():
    around = itertools.product(range(-6, 7, 2), repeat=2)
    wall = [pad(20 + dx, 20 + dy, "wall") for dx, dy in around if max(abs(dx), abs(dy)) == 6]
    with pytest.raises(NoWay):
        route(48 * GRID_MM, 48 * GRID_MM, [pad(20, 20, "in"), pad(40, 40, "in"), *wall], [], ("wall",))


def test_screws_and_edges_are_kept_clear():
    pads = [pad(10, 24, "a"), pad(38, 24, "a")]
    screw = (24 * GRID_MM, 24 * GRID_MM)
    routed = route(48 * GRID_MM, 48 * GRID_MM, pads, [screw], ())
    assert joined(routed, pads, "a") == 1
    for track in routed.tracks:
        (x0, y0), (x1, y1) = track.start, track.end
        steps = [(x0 + (x1 - x0) * i / 20, y0 + (y1 - y0) * i / 20) for i in range(21)]
        assert min(math.dist(step, screw) for step in steps) > 3.2
