"""What an action did: each piece moved, each piece captured. Read from the action's text and the table before it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from companion.speech.table import Table
from engine.contract import Cell, Seat

LONGEST_STEP = 13
"""The longest way that a card goes forward (T4.2); what looks longer is the 4 going backward (T4.3)."""


class Way(Enum):
    """How a piece moved."""

    FORWARD = "forward"
    BACK = "back"
    HOME = "home"
    INSIDE = "inside"
    OUT = "out"
    SWAP = "swap"
    STRIKE = "strike"


@dataclass(frozen=True, slots=True)
class Moved:
    """One piece's way. `steps`: fields gone; 0 where nothing is counted."""

    owner: Seat
    origin: Cell
    target: Cell
    way: Way
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece that went back to its yard from `cell`; `rest`: how far it was from home."""

    owner: Seat
    cell: Cell
    rest: int


@dataclass(frozen=True, slots=True)
class Account:
    """What happened: the moved and the captured pieces in order, and the table afterwards."""

    moved: tuple[Moved, ...]
    captured: tuple[Captured, ...]
    after: Table


class _Hands:
    """A table while pieces are moved on it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pieces = dict(table.pieces)
        self.yards = dict(table.yards)
        self.captured: list[Captured] = []

    def capture(self, cell: Cell) -> None:
        owner = self.pieces.pop(cell, None)
        if owner is not None and cell.isdigit():
            self.yards[owner] += 1
            self.captured.append(Captured(owner, cell, self.table.to_home(owner, cell)))

    def walk(self, origin: Cell, target: Cell, sweeps: bool) -> Moved | None:
        if origin.endswith("y"):
            return self._open(origin[0], target)
        owner = self.pieces.pop(origin, None)
        if owner is None:
            return None
        way, steps, passed = _way(self.table, owner, origin, target)
        for cell in passed if sweeps else (target,):
            self.capture(cell)
        self.pieces[target] = owner
        return Moved(owner, origin, target, way, steps)

    def _open(self, owner: Seat, target: Cell) -> Moved | None:
        if not self.yards.get(owner):
            return None
        self.yards[owner] -= 1
        self.capture(target)
        self.pieces[target] = owner
        return Moved(owner, f"{owner}y", target, Way.OUT)

    def exchange(self, one: Cell, other: Cell) -> list[Moved | None]:
        a, b = self.pieces.get(one), self.pieces.get(other)
        if a is None or b is None:
            return [None]
        self.pieces[one], self.pieces[other] = b, a
        return [Moved(a, one, other, Way.SWAP), Moved(b, other, one, Way.SWAP)]

    def strike(self, origin: Cell, target: Cell) -> Moved | None:
        owner = self.pieces.get(origin)
        if owner is None:
            return None
        self.capture(target)
        if origin != target:
            self.pieces[target] = self.pieces.pop(origin)
        return Moved(owner, origin, target, Way.STRIKE)


def _way(table: Table, owner: Seat, origin: Cell, target: Cell) -> tuple[Way, int, tuple[Cell, ...]]:
    """Kind, length and fields of a way; the fields passed are named for forward ways on the ring only."""
    if not origin.isdigit():
        return Way.INSIDE, abs(int(target[1:]) - int(origin[1:])), ()
    ring, start, here = table.ring, table.start(owner), int(origin)
    if target.isdigit():
        steps = (int(target) - here) % ring
        if steps > LONGEST_STEP:
            return Way.BACK, ring - steps, ()
        return Way.FORWARD, steps, _fields(here, steps, ring)
    place, gap = int(target[1:]), (start - here) % ring
    if gap + place <= LONGEST_STEP:
        return Way.HOME, gap + place, _fields(here, gap, ring)
    return Way.HOME, (here - start) % ring + place, ()


def _fields(here: int, steps: int, ring: int) -> tuple[Cell, ...]:
    return tuple(f"{(here + step) % ring:02d}" for step in range(1, steps + 1))


def account(before: Table, card: str, action: str) -> Account | None:
    """What this action did on this table; None where its text and the table do not fit."""
    hands = _Hands(before)
    moved: list[Moved | None] = []
    if "~" in action:
        moved = hands.exchange(*action.split("~", 1))
    elif "x" in action:
        moved = [hands.strike(*action.split("x", 1))]
    elif "-" in action and action != "pass-hands":
        segments = action.split(",")
        sweeps = card in ("7", "7x1") or len(segments) > 1
        for segment in segments:
            origin, *stops = segment.split("-")
            moved += [hands.walk(here, there, sweeps) for here, there in pairwise((origin, *stops))]
    done = tuple(one for one in moved if one is not None)
    if len(done) != len(moved):
        return None
    return Account(done, tuple(hands.captured), Table(before.seats, hands.pieces, hands.yards))
