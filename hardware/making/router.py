"""Draws the tracks of a board with two copper sides on a grid, by negotiating about places that two nets want.

1. Every place of the grid near a pad belongs to the net of that pad; near the edge or a screw nobody may go.
2. Each net is drawn by the cheapest way from what it has already to its nearest open pad; nets may cross at first.
3. A place that two nets use becomes dearer each round, until everybody has a place of its own.

Tracks run straight along the grid, mostly across on the upper side and up and down on the lower one.
Source: McMurchie and Ebeling, PathFinder: a negotiation-based performance-driven router for FPGAs, 1995.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

GRID_MM = 0.635
TRACK_MM = 0.3
CLEARANCE_MM = 0.25
VIA_MM = 0.8
EDGE_MM = 0.5
SCREW_MM = 3.4
"""Nothing runs nearer to the middle of a screw than its head reaches."""
VIA_COST, ACROSS_COST = 10.0, 1.6
ROUNDS = 80
NOBODY = "#"

Node = tuple[int, int, int]
"""(side: 0 upper, 1 lower; column; row)."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A drilled pad: middle, half of its width and height, net (empty: none)."""

    x_mm: float
    y_mm: float
    half_width_mm: float
    half_height_mm: float
    net: str


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper."""

    net: str
    side: int
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Routed:
    """All tracks and vias: vias as (net, x_mm, y_mm)."""

    tracks: tuple[Track, ...]
    vias: tuple[tuple[str, float, float], ...]


class NoWay(Exception):
    """A board whose nets find no way past each other."""


@dataclass(slots=True)
class _Ground:
    """Whom each place belongs to, and what it costs."""

    columns: int
    rows: int
    owner: dict[tuple[int, int], str]
    """Places near pads: the net that may go there, or `NOBODY`."""
    near_pads: set[tuple[int, int]]
    used: Counter[Node] = field(default_factory=Counter)
    history: dict[Node, float] = field(default_factory=dict)
    pressure: float = 0.5

    def is_open(self, node: Node, net: str) -> bool:
        _, x, y = node
        return 0 <= x < self.columns and 0 <= y < self.rows and self.owner.get((x, y), net) == net

    def may_drill(self, node: Node, net: str) -> bool:
        _, x, y = node
        return (x, y) not in self.near_pads and all(self.is_open(other, net) for other in _around(node))

    def cost(self, node: Node) -> float:
        return (1.0 + self.history.get(node, 0.0)) * (1.0 + self.pressure * self.used[node])


def _around(node: Node) -> list[Node]:
    """The places that a via takes: its own and the four beside it, on both sides."""
    _, x, y = node
    places = ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(side, *place) for side in (0, 1) for place in places]


def route(
    width_mm: float, height_mm: float, pads: Sequence[Pad], screws: Sequence[tuple[float, float]], skip: Iterable[str]
) -> Routed:
    """Tracks for every net with two pads or more, without those in `skip`. Raises: NoWay."""
    ground = _survey(width_mm, height_mm, pads, screws)
    nets: dict[str, list[Pad]] = {}
    for pad in pads:
        if pad.net and pad.net not in skip:
            nets.setdefault(pad.net, []).append(pad)
    order = sorted((net for net in nets if len(nets[net]) > 1), key=lambda net: (_spread(nets[net]), net))
    ways: dict[str, list[list[Node]]] = {}
    crowded: set[Node] = set()
    for _ in range(ROUNDS):
        for net in order:
            if net in ways and not crowded & _taken(ways[net]):
                continue
            ground.used.subtract(_taken(ways.pop(net, [])))
            ways[net] = _connect(ground, net, nets[net])
            ground.used.update(_taken(ways[net]))
        crowded = {node for node, count in ground.used.items() if count > 1}
        if not crowded:
            return _as_copper(ways, nets)
        for node in crowded:
            ground.history[node] = ground.history.get(node, 0.0) + 0.4
        ground.pressure = min(ground.pressure * 1.3, 50.0)
    raise NoWay(f"{len(crowded)} places are wanted by two nets")


def _survey(
    width_mm: float, height_mm: float, pads: Sequence[Pad], screws: Sequence[tuple[float, float]]
) -> _Ground:
    columns, rows = int(width_mm / GRID_MM) + 1, int(height_mm / GRID_MM) + 1
    ground = _Ground(columns, rows, {}, set())
    margin = EDGE_MM + TRACK_MM / 2
    for x in range(columns):
        for y in range(rows):
            at = (x * GRID_MM, y * GRID_MM)
            edge = min(at[0], at[1], width_mm - at[0], height_mm - at[1])
            if edge < margin or any(math.dist(at, screw) < SCREW_MM for screw in screws):
                ground.owner[x, y] = NOBODY
    for pad in pads:
        for x, y, gap in _near(pad, columns, rows):
            if gap < TRACK_MM / 2 + CLEARANCE_MM - 1e-9:
                owner = ground.owner.setdefault((x, y), pad.net or NOBODY)
                ground.owner[x, y] = owner if owner == pad.net else NOBODY
            if gap < VIA_MM / 2 + CLEARANCE_MM + 0.1:
                ground.near_pads.add((x, y))
    return ground


def _near(pad: Pad, columns: int, rows: int) -> Iterable[tuple[int, int, float]]:
    """Places of the grid around a pad with their distance from its edge in mm."""
    reach = max(pad.half_width_mm, pad.half_height_mm) + 2 * GRID_MM
    for x in _span(pad.x_mm, reach, columns):
        for y in _span(pad.y_mm, reach, rows):
            dx = max(0.0, abs(x * GRID_MM - pad.x_mm) - pad.half_width_mm)
            dy = max(0.0, abs(y * GRID_MM - pad.y_mm) - pad.half_height_mm)
            yield x, y, math.hypot(dx, dy)


def _span(middle_mm: float, reach_mm: float, count: int) -> range:
    first, last = math.ceil((middle_mm - reach_mm) / GRID_MM), int((middle_mm + reach_mm) / GRID_MM)
    return range(max(0, first), min(count, last + 1))


def _spread(pads: Sequence[Pad]) -> float:
    xs, ys = [pad.x_mm for pad in pads], [pad.y_mm for pad in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _taken(ways: Iterable[Sequence[Node]]) -> set[Node]:
    taken: set[Node] = set()
    for way in ways:
        taken.update(way)
        for here, there in pairwise(way):
            if here[0] != there[0]:
                taken.update(_around(here))
    return taken


def _connect(ground: _Ground, net: str, pads: Sequence[Pad]) -> list[list[Node]]:
    """Ways that join all pads of a net."""
    open_pads = [_at(pad) for pad in pads]
    first = open_pads.pop(0)
    tree: set[Node] = {(0, *first), (1, *first)}
    ways = []
    while open_pads:
        way = _cheapest(ground, net, tree, set(open_pads))
        ways.append(way)
        reached = way[-1][1:]
        open_pads.remove(reached)
        tree.update(way)
        # A drilled pad joins both sides.
        tree.update({(0, *reached), (1, *reached)})
    return ways


def _at(pad: Pad) -> tuple[int, int]:
    return round(pad.x_mm / GRID_MM), round(pad.y_mm / GRID_MM)


def _cheapest(ground: _Ground, net: str, tree: set[Node], goals: set[tuple[int, int]]) -> list[Node]:
    came: dict[Node, Node | None] = dict.fromkeys(tree)
    known = dict.fromkeys(tree, 0.0)
    edge = [(0.0, node) for node in sorted(tree)]
    heapq.heapify(edge)
    while edge:
        spent, node = heapq.heappop(edge)
        if node[1:] in goals:
            return _traced(came, node)
        if spent > known[node]:
            continue
        for other, price in _steps(ground, net, node):
            total = spent + price
            if total < known.get(other, math.inf) - 1e-9:
                known[other], came[other] = total, node
                heapq.heappush(edge, (total, other))
    raise NoWay(f"net {net} finds no way at all")


def _traced(came: Mapping[Node, Node | None], node: Node) -> list[Node]:
    way = [node]
    while (before := came[way[-1]]) is not None:
        way.append(before)
    return way[::-1]


def _steps(ground: _Ground, net: str, node: Node) -> Iterable[tuple[Node, float]]:
    side, x, y = node
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        other = (side, x + dx, y + dy)
        if ground.is_open(other, net):
            yield other, ground.cost(other) * (ACROSS_COST if bool(dx) == bool(side) else 1.0)
    other = (1 - side, x, y)
    if ground.may_drill(node, net):
        yield other, VIA_COST * max(ground.cost(place) for place in _around(node))


def _as_copper(ways: Mapping[str, list[list[Node]]], nets: Mapping[str, Sequence[Pad]]) -> Routed:
    tracks: list[Track] = []
    vias: set[tuple[str, float, float]] = set()
    for net, found in sorted(ways.items()):
        middles = {_at(pad): (pad.x_mm, pad.y_mm) for pad in nets[net]}
        for way in found:
            for run in _runs(way):
                tracks += _straight(net, run, middles)
            for here, there in pairwise(way):
                if here[0] != there[0]:
                    vias.add((net, here[1] * GRID_MM, here[2] * GRID_MM))
    return Routed(tuple(tracks), tuple(sorted(vias)))


def _runs(way: Sequence[Node]) -> Iterable[list[Node]]:
    """The pieces of a way that stay on one side."""
    run = [way[0]]
    for node in way[1:]:
        if node[0] != run[-1][0]:
            yield run
            run = []
        run.append(node)
    yield run


def _straight(net: str, run: Sequence[Node], middles: Mapping[tuple[int, int], tuple[float, float]]) -> list[Track]:
    """Tracks along one run: straight pieces, corners cut by half a step, ends led into the middles of the pads."""
    if len(run) < 2:
        return []
    corners = [run[0], *(b for a, b, c in zip(run, run[1:], run[2:], strict=False)
                         if (b[1] - a[1], b[2] - a[2]) != (c[1] - b[1], c[2] - b[2])), run[-1]]  # fmt: skip
    points = [(x * GRID_MM, y * GRID_MM) for _, x, y in corners]
    line = [middles.get(run[0][1:], points[0]), points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        line += [_towards(corner, before), _towards(corner, after)]
    line += [points[-1], middles.get(run[-1][1:], points[-1])]
    side = run[0][0]
    return [Track(net, side, a, b) for a, b in pairwise(line) if math.dist(a, b) > 1e-6]


def _towards(corner: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    share = GRID_MM / 2 / math.dist(corner, other)
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share
