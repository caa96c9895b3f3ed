"""Seven single steps over any number of pieces, thought of as runs of one piece in one direction.

1. A node is the pieces of all seats and the steps left; the root has all seven.
2. Nodes are visited by number of runs, and among equals in the order of the text that leads there. Every run is
   written with five characters, so the first text that reaches a node is its canonical one.
3. A node without steps left is a result.
4. The pieces that may be moved can change on the way: `Frame.onward` tells.
5. No canonical text goes on with the run just made, nor makes two runs that do not touch in the wrong order:
   such runs are not tried.

Whatever stands on a ring field that is stepped on goes to its yard. Where `stops` is set, a marked piece cannot be
stepped on, until it has itself moved away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.contract import Cell
from engine.ring.board import HOUSE_FULL, HOUSE_SIZE, RingBoard
from engine.ring.pieces import Masks, Seats, fields
from engine.ring.seven_apart import STEPS, locked

Group = tuple[int, ...]
"""Indices of the seats that may be moved."""
Run = tuple[int, int, int, Masks, int, int]
"""Index of the seat, origin, target, all pieces after it, steps left after it, the bits of the way."""
Last = tuple[int, int, int]
"""Origin, target and way of the run just made."""
Node = tuple[Masks, int, Group, str, Last]
"""Pieces, steps left, seats that may move, text with a comma behind each run, the run just made."""
Onward = Callable[[Masks, Group, int], Group]
"""Who may make the steps that are left: from the pieces, who might before, and whose piece just came home."""

NO_RUN: Last = (-1, -1, 0)


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same during one 7.

    `starts`, `cells`: start field and places of each seat; `locks`: house pieces of each seat that cannot move any
    more; `can_go_back`: whether steps inside a house may go backward.
    """

    board: RingBoard
    seats: Seats
    starts: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]
    locks: tuple[int, ...]
    size: int
    mark: int
    can_go_back: bool
    stops: bool
    onward: Onward

    @classmethod
    def of(
        cls, board: RingBoard, seats: Seats, masks: Masks, onward: Onward, *, can_go_back: bool = False,
        stops: bool = False,
    ) -> Frame:  # fmt: skip
        """The frame of a 7 that begins with these pieces."""
        starts = tuple([board.start[seat] for seat in seats])
        cells = tuple([board.cells[seat] for seat in seats])
        locks = tuple([locked(board, mask) for mask in masks])
        return cls(board, seats, starts, cells, locks, board.size, board.mark, can_go_back, stops, onward)

    def text(self, run: Run) -> str:
        """How a run is written, with a comma behind it."""
        cells = self.cells[run[0]]
        return f"{cells[run[1]]}-{cells[run[2]]},"

    def stopped(self, masks: Masks) -> int:
        """The ring fields that cannot be stepped on: those of marked pieces."""
        return sum([1 << start for start, mask in zip(self.starts, masks, strict=True) if mask & self.mark])


def swept(frame: Frame, masks: Masks, bits: int) -> Masks:
    """The pieces of all seats when whatever stands on these ring fields has gone to its yard."""
    mark = frame.mark
    return tuple(
        [
            mask & ~(bits | mark if bits & 1 << start else bits) if mask & bits else mask
            for start, mask in zip(frame.starts, masks, strict=True)
        ]
    )


def _ring_runs(frame: Frame, masks: Masks, place: int, field: int, left: int) -> list[Run]:
    """Runs of one ring piece in the order of their text: low ring fields, high ring fields, house."""
    origin, own, start, size = field, masks[place], frame.starts[place], frame.size
    stopped = frame.stopped(masks) if frame.stops else 0
    way = 1 << field
    base, others = own ^ way, 0
    for mask in masks:
        others |= mask
    house: list[Run] = []
    if field == start:
        if not own & frame.mark:
            house = _into_house(size, place, origin, base, masks, left, way)
        base &= ~frame.mark
    before, after = masks[:place], masks[place + 1 :]
    runs: list[Run] = []
    wrapped = 0
    while left:
        left -= 1
        field += 1
        if field == size:
            field, wrapped = 0, len(runs)
        bit = 1 << field
        if stopped & bit:
            break
        way |= bit
        if others & bit:
            masks = swept(frame, (*before, base, *after), bit)
            before, base, after = masks[:place], masks[place], masks[place + 1 :]
        runs.append((place, origin, field, (*before, base | bit, *after), left, way))
        if field == start:
            house = _into_house(size, place, origin, base, masks, left, way)
    return runs[wrapped:] + runs[:wrapped] + house


def _into_house(size: int, place: int, origin: int, base: int, masks: Masks, left: int, way: int) -> list[Run]:
    """Runs that go on from the start field into the house; `base` are the own pieces without the moving one."""
    runs: list[Run] = []
    before, after = masks[:place], masks[place + 1 :]
    for spot in range(size, size + HOUSE_SIZE):
        bit = 1 << spot
        if not left or base & bit:
            break
        left -= 1
        way |= bit
        runs.append((place, origin, spot, (*before, base | bit, *after), left, way))
    return runs


def _house_runs(frame: Frame, masks: Masks, place: int, spot: int, left: int, last: Last) -> list[Run]:
    """Runs of one house piece in the order of their text: backward, then forward."""
    size = frame.size
    is_same, was_back = spot == last[1], last[1] < last[0] and last[0] >= size
    runs: list[Run] = []
    if frame.can_go_back and not (is_same and was_back):
        runs = _house_way(frame, masks, place, spot, range(spot - 1, size - 1, -1), left)[::-1]
    if not is_same or was_back:
        runs += _house_way(frame, masks, place, spot, range(spot + 1, size + HOUSE_SIZE), left)
    return runs


def _house_way(frame: Frame, masks: Masks, place: int, spot: int, targets: range, left: int) -> list[Run]:
    base = masks[place] ^ 1 << spot
    before, after = masks[:place], masks[place + 1 :]
    runs: list[Run] = []
    for target in targets:
        bit = 1 << target
        if not left or base & bit:
            break
        left -= 1
        runs.append((place, spot, target, (*before, base | bit, *after), left, frame.board.house_bits))
    return runs


def _reach(frame: Frame, start: int, field: int, left: int) -> int:
    """All that a ring piece may touch with the steps left."""
    turned = ((2 << left) - 1) << field
    ring = turned & frame.board.ring_bits | turned >> frame.size
    return ring | frame.board.house_bits if ring & 1 << start else ring


def _runs(frame: Frame, masks: Masks, place: int, left: int, last: Last) -> list[Run]:
    """Every run of a seat's pieces that may lead on from a canonical text, in the order of their text."""
    own, start = masks[place], frame.starts[place]
    before, stopped, way = last
    runs: list[Run] = []
    for field in fields(own & frame.board.ring_bits):
        if field != stopped and (field > before or _reach(frame, start, field, left) & way):
            runs += _ring_runs(frame, masks, place, field, left)
    for spot in fields(own & frame.board.house_bits & ~frame.locks[place]):
        runs += _house_runs(frame, masks, place, spot, left, last)
    return runs


def _next_runs(frame: Frame, node: Node) -> list[Run]:
    masks, left, group, _, last = node
    if len(group) == 1:
        place = group[0]
        movable = masks[place] & frame.board.piece_bits & ~frame.locks[place]
        if 0 <= last[1] < frame.size and movable == 1 << last[1]:
            return []
        return _runs(frame, masks, place, left, last)
    return sorted((run for place in group for run in _runs(frame, masks, place, left, last)), key=frame.text)


def _node_after(frame: Frame, node: Node, run: Run) -> Node:
    """Where a run leads that leaves steps over; its group is empty where nobody may make them."""
    place, origin, target, masks, left, way = run
    group = node[2]
    is_home = target >= frame.size and masks[place] >> frame.size & HOUSE_FULL == HOUSE_FULL
    if is_home or len(group) > 1:
        group = frame.onward(masks, group, place)
    last = (origin, target, way) if group == node[2] and len(group) == 1 else NO_RUN
    return masks, left, group, node[3] + frame.text(run), last


def explored(frame: Frame, masks: Masks, group: Group) -> tuple[dict[Masks, str], list[Node]]:
    """Every result of seven steps from these pieces with its canonical text, and every node on the way."""
    found: dict[Masks, str] = {}
    known: dict[Group, list[set[Masks]]] = defaultdict(lambda: [set() for _ in range(STEPS)])
    nodes: list[Node] = [(masks, STEPS, group, "", NO_RUN)]
    for node in nodes:
        seen = known[node[2]]
        for run in _next_runs(frame, node):
            masks, left = run[3], run[4]
            if not left:
                if masks not in found:
                    found[masks] = (node[3] + frame.text(run))[:-1]
            elif masks not in seen[left]:
                following = _node_after(frame, node, run)
                group = following[2]
                if group and masks not in known[group][left]:
                    known[group][left].add(masks)
                    nodes.append(following)
    return found, nodes


def follow(frame: Frame, masks: Masks, group: Group, texts: Sequence[str]) -> Masks | None:
    """The pieces after these runs, however the seven steps are split; None if that is no legal 7."""
    node = _node_at(frame, masks, group, texts)
    return node[0] if node is not None and not node[1] else None


def spellings(frame: Frame, begun: Masks, group: Group, wanted: Masks, count: int) -> list[str]:
    """Every text of `count` runs that leads to the wanted pieces, in plain order."""
    known: dict[tuple[Masks, int, Group, int], list[str]] = {}

    def onward(node: Node, count: int) -> list[str]:
        """Texts of the runs that still have to be made from a node."""
        masks, left, group, _, _ = node
        key = (masks, left, group, count)
        if key in known:
            return known[key]
        texts = known[key] = []
        for run in _onward(frame, node):
            if run[4] and count > 1:
                rests = onward(_node_after(frame, node, run), count - 1)
                texts += [frame.text(run) + rest for rest in rests]
            elif not run[4] and count == 1 and run[3] == wanted:
                texts.append(frame.text(run))
        return texts

    return sorted(text[:-1] for text in onward((begun, STEPS, group, "", NO_RUN), count))


def begun(frame: Frame, masks: Masks, group: Group, texts: Sequence[str]) -> tuple[Masks, int, int] | None:
    """The pieces after these first runs of a 7, the steps left, and the ring fields that these can touch.

    None if a run is not legal, or nobody can make the steps that are left.
    """
    node = _node_at(frame, masks, group, texts)
    return (node[0], node[1], _within(frame, node)) if node is not None and _can_end(frame, node) else None


def _node_at(frame: Frame, masks: Masks, group: Group, texts: Sequence[str]) -> Node | None:
    """Where these first runs lead, however their steps are split; None if one of them is not legal."""
    node: Node = (masks, STEPS, group, "", NO_RUN)
    for text in texts:
        run = next((run for run in _onward(frame, node) if frame.text(run) == text + ","), None)
        if run is None:
            return None
        node = _node_after(frame, node, run)
    return node


def _onward(frame: Frame, node: Node) -> list[Run]:
    """Every run that may follow, whatever was run before."""
    return _next_runs(frame, (*node[:4], NO_RUN)) if node[1] else []


def _can_end(frame: Frame, node: Node) -> bool:
    if not node[1]:
        return True
    longest_first = sorted(_onward(frame, node), key=lambda run: run[4])
    return any(_can_end(frame, _node_after(frame, node, run)) for run in longest_first)


def _within(frame: Frame, node: Node) -> int:
    """The ring fields that the steps left can touch; no piece comes back to where it stands."""
    masks, left, group = node[:3]
    found = 0
    for place in group:
        for field in fields(masks[place] & frame.board.ring_bits):
            found |= _reach(frame, frame.starts[place], field, left) & ~(1 << field)
    return found & frame.board.ring_bits
