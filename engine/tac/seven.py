"""The 7: seven single steps over any number of pieces, thought of as runs of one piece in one direction.

1. A node is the pieces of all seats and the steps left; the root has all seven.
2. Nodes are visited by number of runs, and among equals in the order of the text that leads there. Every run is
   written with five characters, so the first text that reaches a node is its canonical one.
3. A node without steps left is a result.
4. When a run brings the last own piece home, the pieces that may be moved change (T4.8).
5. No canonical text goes on with the run just made, nor makes two runs that do not touch in the wrong order:
   such runs are not tried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.tac.board import HOUSE_SIZE, RING_SIZE, START, cells_of
from engine.tac.position import FRESH, HOUSE_BITS, PIECE_BITS, RING_BITS, fields
from engine.tac.seven_apart import STEPS, Ways, at_home, joined, locked, loners
from engine.tac.situation import Situation, movers
from engine.tac.steps import Masks, Result, Seats, cleared, swap_own

Group = tuple[int, ...]
"""Indices of the seats that may be moved."""
Run = tuple[int, int, int, Masks, int, int]
"""Index of the seat, origin, target, all pieces after it, steps left after it, the bits of the way."""
Last = tuple[int, int, int]
"""Origin, target and way of the run just made."""
Node = tuple[Masks, int, Group, str, Last]
"""Pieces, steps left, seats that may move, text with a comma behind each run, the run just made."""

_NO_RUN: Last = (-1, -1, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same during one 7. `locks`: locked house pieces of each seat when the turn began."""

    seats: Seats
    locks: tuple[int, ...]
    can_go_back: bool
    is_remainder_free: bool

    @classmethod
    def of(cls, situation: Situation) -> Table:
        """The frame of a 7 that is used in this situation."""
        rules = situation.setup.rules
        return cls(
            situation.position.seats,
            tuple(map(locked, situation.position.masks)),
            rules.seven_in_house == "both-ways",
            rules.seven_remainder == "free",
        )

    def text(self, run: Run) -> str:
        """How a run is written, with a comma behind it."""
        cells = cells_of(self.seats[run[0]])
        return f"{cells[run[1]]}-{cells[run[2]]},"


def _ring_runs(table: Table, masks: Masks, place: int, field: int, left: int) -> list[Run]:
    """Runs of one ring piece in the order of their text: low ring fields, high ring fields, house."""
    origin, own, start = field, masks[place], START[table.seats[place]]
    way = 1 << field
    base, others = own ^ way, 0
    for mask in masks:
        others |= mask
    house: list[Run] = []
    if field == start:
        if not own & FRESH:
            house = _into_house(place, origin, base, masks, left, way)
        base &= ~FRESH
    before, after = masks[:place], masks[place + 1 :]
    runs: list[Run] = []
    wrapped = 0
    while left:
        left -= 1
        field += 1
        if field == RING_SIZE:
            field, wrapped = 0, len(runs)
        bit = 1 << field
        way |= bit
        if others & bit:
            masks = cleared(table.seats, (*before, base, *after), bit)
            before, base, after = masks[:place], masks[place], masks[place + 1 :]
        runs.append((place, origin, field, (*before, base | bit, *after), left, way))
        if field == start:
            house = _into_house(place, origin, base, masks, left, way)
    return runs[wrapped:] + runs[:wrapped] + house


def _into_house(place: int, origin: int, base: int, masks: Masks, left: int, way: int) -> list[Run]:
    """Runs that go on from the start field into the house; `base` are the own pieces without the moving one."""
    runs: list[Run] = []
    before, after = masks[:place], masks[place + 1 :]
    for spot in range(RING_SIZE, RING_SIZE + HOUSE_SIZE):
        bit = 1 << spot
        if not left or base & bit:
            break
        left -= 1
        way |= bit
        runs.append((place, origin, spot, (*before, base | bit, *after), left, way))
    return runs


def _house_runs(table: Table, masks: Masks, place: int, spot: int, left: int, last: Last) -> list[Run]:
    """Runs of one house piece in the order of their text: backward, then forward. Source: T4.6."""
    is_same, was_back = spot == last[1], last[1] < last[0] and last[0] >= RING_SIZE
    runs: list[Run] = []
    if table.can_go_back and not (is_same and was_back):
        runs = _house_way(masks, place, spot, range(spot - 1, RING_SIZE - 1, -1), left)[::-1]
    if not is_same or was_back:
        runs += _house_way(masks, place, spot, range(spot + 1, RING_SIZE + HOUSE_SIZE), left)
    return runs


def _house_way(masks: Masks, place: int, spot: int, targets: range, left: int) -> list[Run]:
    base = masks[place] ^ 1 << spot
    before, after = masks[:place], masks[place + 1 :]
    runs: list[Run] = []
    for target in targets:
        bit = 1 << target
        if not left or base & bit:
            break
        left -= 1
        runs.append((place, spot, target, (*before, base | bit, *after), left, HOUSE_BITS))
    return runs


def _reach(start: int, field: int, left: int) -> int:
    """All that a ring piece may touch with the steps left."""
    turned = ((2 << left) - 1) << field
    ring = turned & RING_BITS | turned >> RING_SIZE
    return ring | HOUSE_BITS if ring & 1 << start else ring


def _runs(table: Table, masks: Masks, place: int, left: int, last: Last) -> list[Run]:
    """Every run of a seat's pieces that may lead on from a canonical text, in the order of their text."""
    own, start = masks[place], START[table.seats[place]]
    before, stopped, way = last
    runs: list[Run] = []
    for field in fields(own & RING_BITS):
        if field != stopped and (field > before or _reach(start, field, left) & way):
            runs += _ring_runs(table, masks, place, field, left)
    for spot in fields(own & HOUSE_BITS & ~table.locks[place]):
        runs += _house_runs(table, masks, place, spot, left, last)
    return runs


def _next_runs(table: Table, node: Node) -> list[Run]:
    masks, left, group, _, last = node
    if len(group) == 1:
        place = group[0]
        if 0 <= last[1] < RING_SIZE and masks[place] & PIECE_BITS & ~table.locks[place] == 1 << last[1]:
            return []
        return _runs(table, masks, place, left, last)
    return sorted((run for place in group for run in _runs(table, masks, place, left, last)), key=table.text)


def _node_after(situation: Situation, table: Table, node: Node, run: Run) -> Node:
    """Where a run leads that leaves steps over; its group is empty where nobody may make them.

    Source: T4.8, T9.2, T10.3."""
    place, origin, target, masks, left, way = run
    group = node[2]
    if target >= RING_SIZE and masks[place] & HOUSE_BITS == HOUSE_BITS:
        group = movers(situation.setup.seating, masks, situation.seat)
    elif len(group) > 1 and not table.is_remainder_free:
        group = (place,)
    last = (origin, target, way) if group == node[2] and len(group) == 1 else _NO_RUN
    return masks, left, group, node[3] + table.text(run), last


def _root(situation: Situation) -> Node:
    return situation.position.masks, STEPS, situation.movers(), "", _NO_RUN


def uses(situation: Situation) -> Sequence[Result]:
    """Every result of the 7 with its canonical text. Source: T4.5 to T4.8."""
    group = situation.movers()
    if len(group) != 1:
        return list(search(situation).items())
    (seats, masks), place = situation.position, group[0]
    seat, own = seats[place], masks[place]
    alone = loners(own, START[seat])
    rest = own & ~alone
    if not rest & RING_BITS:
        can_go_back = situation.setup.rules.seven_in_house == "both-ways"
        return joined(seats, masks, place, alone, at_home(seat, masks, place, rest, can_go_back))
    if not alone:
        return list(search(situation).items())
    found, nodes = _explored(situation, (swap_own(masks, place, rest), STEPS, group, "", _NO_RUN))
    ways: Ways = [[] for _ in range(STEPS + 1)]
    ways[STEPS] = list(found.items())
    for after, left, _, text, _ in nodes:
        ways[STEPS - left].append((after, text[:-1]))
    return joined(seats, masks, place, alone, ways)


def search(situation: Situation) -> dict[Masks, str]:
    """Every result of the 7 with its canonical text, all pieces being looked at together."""
    return _explored(situation, _root(situation))[0]


def _explored(situation: Situation, root: Node) -> tuple[dict[Masks, str], list[Node]]:
    """Every result that a node leads to with its canonical text, and every node on the way."""
    table = Table.of(situation)
    found: dict[Masks, str] = {}
    known: dict[Group, list[set[Masks]]] = defaultdict(lambda: [set() for _ in range(STEPS)])
    nodes = [root]
    for node in nodes:
        seen = known[node[2]]
        for run in _next_runs(table, node):
            masks, left = run[3], run[4]
            if not left:
                if masks not in found:
                    found[masks] = (node[3] + table.text(run))[:-1]
            elif masks not in seen[left]:
                following = _node_after(situation, table, node, run)
                group = following[2]
                if group and masks not in known[group][left]:
                    known[group][left].add(masks)
                    nodes.append(following)
    return found, nodes


def can_use(situation: Situation) -> bool:
    """Whether a 7 can be used: a ring piece can always step on, a piece with a gap before it to and fro."""
    if situation.setup.rules.seven_in_house != "both-ways":
        return bool(search(situation))
    masks = situation.position.masks
    return any(
        masks[place] & RING_BITS or masks[place] & HOUSE_BITS & ~locked(masks[place]) for place in situation.movers()
    )


def follow(situation: Situation, texts: list[str]) -> Masks | None:
    """The pieces after these runs, however the seven steps are split; None if that is no legal 7."""
    table = Table.of(situation)
    node = _root(situation)
    for number, text in enumerate(texts, 1):
        masks, left, group, prefix, _ = node
        following = _next_runs(table, (masks, left, group, prefix, _NO_RUN))
        run = next((run for run in following if table.text(run) == text + ","), None)
        if run is None:
            return None
        if not run[4]:
            return run[3] if number == len(texts) else None
        node = _node_after(situation, table, node, run)
    return None


def spellings(situation: Situation, wanted: Masks, count: int) -> list[str]:
    """Every text of `count` runs that leads to the wanted pieces, in plain order."""
    table = Table.of(situation)
    known: dict[tuple[Masks, int, Group, int], list[str]] = {}

    def onward(node: Node, count: int) -> list[str]:
        """Texts of the runs that still have to be made from a node."""
        masks, left, group, _, _ = node
        key = (masks, left, group, count)
        if key in known:
            return known[key]
        texts = known[key] = []
        for run in _next_runs(table, (masks, left, group, "", _NO_RUN)):
            if run[4] and count > 1:
                rests = onward(_node_after(situation, table, node, run), count - 1)
                texts += [table.text(run) + rest for rest in rests]
            elif not run[4] and count == 1 and run[3] == wanted:
                texts.append(table.text(run))
        return texts

    return sorted(text[:-1] for text in onward(_root(situation), count))
