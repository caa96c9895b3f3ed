"""What hands do on the board to play an action: lifting pieces and placing them, in an order that is possible.

A plan is a sequence of strokes, each one lift or one place of one piece. It knows no time and no wire: `hands` finds
the real places of a yard, `performance` and simulated people add the tempo. The same action can be played in many
manners (`Manner`); the picture at the end is always the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Literal

from engine.contract import SWAP, Cell, Displacement, Layout, Moved, Picture, Seat

Kind = Literal["lift", "place"]
Way = Literal["carry", "slide", "hop"]
Captured = Literal["before", "while", "then", "after"]
Role = Literal["own", "way", "captured"]
"""Whose stroke it is: of a piece that moves, of one that rests on a hole on its way, of one that is sent home."""


class GestureError(ValueError):
    """A stroke that no hand can make: lifting from an empty cell, placing into a full one."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One lift or one place of one piece of `owner`."""

    kind: Kind
    cell: Cell
    owner: Seat
    role: Role = "own"


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody likes to play an action.

    `way`: `carry` through the air, `slide` through every hole in between, `hop` over `stride` holes at a time.
    `captured`: the captured piece goes home `before` the other is touched, `while` it is in the hand, as soon as it
    stands (`then`), or `after` everything else. `together`: all pieces are lifted first and placed afterwards.
    """

    way: Way = "carry"
    stride: int = 1
    captured: Captured = "then"
    together: bool = False


CARRY = Manner()
OFF_BOARD: Cell = ""
"""Where a captured piece goes that has no yard."""


def pieces(layout: Layout, picture: Picture) -> dict[Cell, Counter[Seat]]:
    """Who stands where: for each cell its pieces by owner (a hole has at most one)."""
    found: dict[Cell, Counter[Seat]] = {}
    for cell, mark in zip(layout.holes, layout.marks(picture), strict=True):
        found[cell] = Counter() if mark == "." else Counter({mark: 1})
    for heap, owner, count in zip(layout.heaps, layout.owners, layout.counts(picture), strict=True):
        found[heap] = Counter({owner: count})
    return found


def displacements(
    layout: Layout, before: Picture, after: Picture, moved: Sequence[Moved] = ()
) -> tuple[Displacement, ...]:
    """The pieces that change their cell between two pictures, those first that the account of the action names.

    Pieces of one seat are alike: where the account does not tell which one went where, any consistent choice is made.
    """
    supply, demand = pieces(layout, before), pieces(layout, after)
    named = [found for found in _joined(moved) if demand[found.target][found.owner] > 0]
    kept = _take(named, supply, demand)
    seats = dict.fromkeys([*layout.owners, *(seat for count in supply.values() for seat in count)])
    for seat in seats:
        left = [cell for cell, count in supply.items() for _ in range(max(0, count[seat] - demand[cell][seat]))]
        come = [cell for cell, count in demand.items() for _ in range(max(0, count[seat] - supply[cell][seat]))]
        kept += [Displacement(seat, a, b) for a, b in zip_longest(left, come, fillvalue=OFF_BOARD)]
    return tuple(kept)


def _joined(moved: Iterable[Moved]) -> list[Displacement]:
    """The ways of an action, those of one piece joined."""
    found: list[Displacement] = []
    for one in moved:
        last = next((i for i, run in enumerate(found) if run.target == one.origin and one.kind != SWAP), None)
        if last is None:
            found.append(Displacement(one.owner, one.origin, one.target, one.over))
        else:
            over = (*found[last].over, one.origin, *one.over)
            found[last] = replace(found[last], target=one.target, over=over)
    return [one for one in found if one.origin != one.target]


def _take(
    moved: Iterable[Displacement], supply: dict[Cell, Counter[Seat]], demand: dict[Cell, Counter[Seat]]
) -> list[Displacement]:
    """Strikes the named displacements off both sides; drops those that the pictures do not bear out."""
    kept = []
    for one in moved:
        if supply[one.origin][one.owner] > 0 and demand[one.target][one.owner] > 0:
            supply[one.origin][one.owner] -= 1
            demand[one.target][one.owner] -= 1
            kept.append(one)
    return kept


def route(layout: Layout, one: Displacement) -> tuple[Cell, ...]:
    """The holes strictly between the two ends of a move along the ring and into the house; empty where there are none.

    The shorter way round is taken. On boards without a ring it is the way that the account of the action tells.
    """
    ring = tuple(cell for cell in layout.holes if cell.isdigit())
    if not ring:
        return one.over
    if one.origin in layout.heaps or one.target in layout.heaps:
        return ()
    first, last = _down_to_ring(layout, ring, one.origin), _down_to_ring(layout, ring, one.target)
    if first[-1:] == last[-1:] and not one.origin.isdigit() and not one.target.isdigit():
        low, high = sorted((one.origin, one.target))
        between = [f"{low[0]}{k}" for k in range(int(low[1:]) + 1, int(high[1:]))]
        return tuple(between if low == one.origin else reversed(between))
    here, there = ring.index(first[-1]), ring.index(last[-1])
    ahead = (there - here) % len(ring)
    step, count = (1, ahead) if ahead <= len(ring) // 2 else (-1, len(ring) - ahead)
    along = [ring[(here + step * k) % len(ring)] for k in range(count + 1)]
    whole = [*first[:-1], *along, *reversed(last[:-1])]
    return tuple(whole[1:-1])


def _down_to_ring(layout: Layout, ring: tuple[Cell, ...], cell: Cell) -> list[Cell]:
    """The cells from here out of the house to the ring; one cell if it is on the ring."""
    if cell.isdigit():
        return [cell]
    seat = layout.owners.index(cell[0])
    start = ring[seat * len(ring) // len(layout.owners)]
    return [*(f"{cell[0]}{k}" for k in range(int(cell[1:]), 0, -1)), start]


@dataclass(slots=True)
class _Scene:
    """The table while a plan is made.

    1. Movers are taken one by one in the given order, or all are lifted first.
    2. Before a piece is placed, whatever stands on its target is lifted: captured pieces go home by the manner, other
       movers wait in the hand.
    3. What is still in the hand or still to be sent home at the end is placed.
    """

    layout: Layout
    manner: Manner
    cells: dict[Cell, Counter[Seat]]
    strokes: list[Stroke] = field(default_factory=list)
    held: list[Displacement] = field(default_factory=list)
    home: list[Displacement] = field(default_factory=list)

    def stroke(self, kind: Kind, cell: Cell, owner: Seat, role: Role) -> None:
        self.cells[cell][owner] += 1 if kind == "place" else -1
        self.strokes.append(Stroke(kind, cell, owner, role))

    def is_full(self, cell: Cell) -> bool:
        return cell not in self.layout.heaps and self.cells[cell].total() > 0

    def send_home(self, only: Sequence[Displacement] | None = None) -> None:
        for one in list(self.home if only is None else only):
            self.home.remove(one)
            if one.target == OFF_BOARD:
                continue
            self.stroke("place", one.target, one.owner, "captured")

    def clear(self, cell: Cell, waiting: list[Displacement]) -> None:
        """Takes away what stands on a cell that is needed."""
        if not self.is_full(cell):
            return
        for one in [w for w in waiting if w.origin == cell]:
            waiting.remove(one)
            if one.target in (*self.layout.heaps, OFF_BOARD):
                self.stroke("lift", cell, one.owner, "captured")
                self.home.append(one)
                if self.manner.captured == "before":
                    self.send_home()
            else:
                self.stroke("lift", cell, one.owner, "own")
                self.held.append(one)
            return

    def carry(self, one: Displacement, waiting: list[Displacement]) -> None:
        """Brings a piece that is already in the hand to its target."""
        if self.manner.way != "carry":
            stride = self.manner.stride if self.manner.way == "hop" else 1
            for cell in route(self.layout, one)[stride - 1 :: stride]:
                if not self.is_full(cell):
                    self.stroke("place", cell, one.owner, "way")
                    self.stroke("lift", cell, one.owner, "way")
        self.clear(one.target, waiting)
        if self.manner.captured == "while":
            self.send_home()
        self.stroke("place", one.target, one.owner, "own")
        if self.manner.captured == "then":
            self.send_home()


def plan(layout: Layout, before: Picture, moved: Sequence[Displacement], manner: Manner = CARRY) -> tuple[Stroke, ...]:
    """The strokes that bring `before` to the picture with these pieces displaced, played in this manner.

    Pieces that go from a hole to a yard, or off the board, count as captured. The order of `moved` is the order in
    which the others are taken. Raises: GestureError, where two pieces are to stand in one hole.
    """
    scene = _Scene(layout, manner, pieces(layout, before))
    waiting = list(moved)
    away = (*layout.heaps, OFF_BOARD)
    sent = [one for one in moved if one.target in away]
    movers = [one for one in moved if one.target not in away]
    needed = {one.target for one in movers}
    if manner.captured == "before":
        for one in [s for s in sent if s.origin in needed]:
            scene.clear(one.origin, waiting)
    if manner.together:
        for one in movers:
            if one in waiting:
                waiting.remove(one)
                scene.stroke("lift", one.origin, one.owner, "own")
                scene.held.append(one)
    for one in movers:
        if one in waiting:
            waiting.remove(one)
            scene.stroke("lift", one.origin, one.owner, "own")
        elif one in scene.held:
            scene.held.remove(one)
        scene.carry(one, waiting)
    for one in list(waiting):
        scene.clear(one.origin, waiting)
        scene.send_home()
    scene.send_home()
    run(layout, before, scene.strokes)
    return tuple(scene.strokes)


def walk(layout: Layout, before: Picture, moved: Sequence[Moved]) -> tuple[Stroke, ...] | None:
    """The strokes of an action made as it is told, step by step, to and fro too; None where pieces go home on the way,
    or two would stand in one hole."""
    standing = {cell: next(iter(+there)) for cell, there in pieces(layout, before).items()
                if there.total() and cell not in layout.heaps}  # fmt: skip
    found: list[Stroke] = []
    for one in moved:
        if one.kind == SWAP or one.captured or one.origin not in standing or one.target in standing:
            return None
        owner = standing.pop(one.origin)
        standing[one.target] = owner
        found += [Stroke("lift", one.origin, owner), Stroke("place", one.target, owner)]
    return tuple(found)


def undo_first(
    layout: Layout, before: Picture, undone: Picture, after: Picture, moved: Sequence[Moved], manner: Manner = CARRY
) -> tuple[Stroke, ...]:
    """The strokes of a TAC whose player first puts back hole by hole what the card before did, then plays it."""
    back = plan(layout, before, displacements(layout, before, undone), replace(manner, captured="then"))
    return back + plan(layout, undone, displacements(layout, undone, after, moved), manner)


def run(layout: Layout, before: Picture, strokes: Iterable[Stroke]) -> Picture:
    """The picture after these strokes. Raises: GestureError, naming the stroke that no hand can make."""
    cells = pieces(layout, before)
    for number, stroke in enumerate(strokes, 1):
        there = cells[stroke.cell]
        if stroke.kind == "lift":
            if there[stroke.owner] < 1:
                raise GestureError(f"stroke {number}: no piece of {stroke.owner} to lift from {stroke.cell}")
            there[stroke.owner] -= 1
            continue
        room = layout.places if stroke.cell in layout.heaps else 1
        if there.total() >= room:
            raise GestureError(f"stroke {number}: {stroke.cell} is full")
        there[stroke.owner] += 1
    return show(layout, cells)


def show(layout: Layout, cells: Mapping[Cell, Counter[Seat]]) -> Picture:
    """The picture of these pieces; a yard counts only the pieces of its own seat."""
    counts = (cells[heap][owner] for heap, owner in zip(layout.heaps, layout.owners, strict=True))
    return layout.picture((next(iter(+cells[cell]), ".") for cell in layout.holes), counts)
