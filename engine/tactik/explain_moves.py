"""Why a card cannot do what was tried with it: the kind of action, the piece, the way. Source: I3.2, I4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Card, Cell, Explanation, Seat
from engine.ring.actions import Exchange, Move, Runs
from engine.ring.board import RingBoard
from engine.ring.pieces import with_mask
from engine.tactik.actions import Action, Discard, is_start
from engine.tactik.cards import BACK, BACKWARD, FORWARD, SEVEN, STARTING, SWAP
from engine.tactik.position import Position
from engine.tactik.situation import Situation

STEPS = 7
LONGEST = max(FORWARD.values())
"""Holes of the longest move: a longer way forward is rather a short one backward."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged: the situation in which a card was laid."""

    situation: Situation
    card: Card

    @property
    def board(self) -> Position:
        """The position on which the card acts."""
        return self.situation.position

    @property
    def own(self) -> tuple[Seat, ...]:
        """The colours whose pieces count as own."""
        return tuple([self.board.seats[place] for place in self.situation.movers])

    def broken(self, rule: str, key: str, cells: tuple[Cell, ...] = (), **facts: Any) -> Explanation:
        """An explanation with the shared facts and these."""
        return Explanation(rule, key, {"seat": self.situation.player, "card": self.card, **facts}, cells)

    def rule_of_card(self) -> str:
        """Where the page tells what the card does."""
        return {SWAP: "I4.7", SEVEN: "I4.8"}.get(self.card, "I4.1")


def explain_card(case: Case, action: Action) -> Explanation:
    """Why this action is no legal use of the card; never without an answer."""
    match action:
        case Move() if is_start(action):
            found = _start(case, action)
        case Exchange():
            found = _exchange(case, action)
        case Runs(segments):
            found = _spread(case, segments)
        case Move():
            found = _move(case, action)
        case Discard():
            found = None
    return found or nothing_fits(case)


def nothing_fits(case: Case) -> Explanation:
    """No use of the card gives this, and no narrower reason is known."""
    return case.broken(case.rule_of_card(), "no-such-action")


def _start(case: Case, move: Move) -> Explanation | None:
    owner = move.origin[0]
    start = case.board.board.start_cell(owner)
    cells = (move.origin, move.target)
    if case.card not in STARTING:
        return case.broken("I4.1", "start-needs-card", cells, owner=owner)
    if owner not in case.own:
        return case.broken("I3.2", "opening-other-seat", cells, owner=owner)
    if move.target != start:
        facts = {"owner": owner, "target": move.target, "start": start}
        return case.broken("I4.1", "opening-wrong-field", (move.target, start), **facts)
    if case.board.is_pieu(start):
        return case.broken("I4.2", "start-on-pieu", (start,), owner=owner, origin=start)
    if case.board.yard(owner) == 0:
        return case.broken("I4.1", "opening-empty-yard", cells, owner=owner)
    return None


def _exchange(case: Case, action: Exchange) -> Explanation | None:
    cells = (action.lower, action.higher)
    facts = {"origin": action.lower, "target": action.higher}
    if case.card != SWAP:
        return case.broken("I4.7", "exchange-needs-swap", cells, **facts)
    for cell in cells:
        if not case.board.board.is_ring(cell):
            return case.broken("I4.7", "exchange-off-ring", cells, origin=cell)
    owners = [case.board.owner(cell) for cell in cells]
    for cell, owner in zip(cells, owners, strict=True):
        if owner is None:
            return case.broken("I4.7", "no-piece", (cell,), origin=cell)
    if not any(owner in case.own for owner in owners):
        return case.broken("I4.7", "exchange-not-own", cells, **facts)
    for cell, owner in zip(cells, owners, strict=True):
        if owner not in case.own and case.board.is_pieu(cell):
            return case.broken("I4.7", "exchange-pieu", (cell,), origin=cell, owner=owner)
    return None


def _move(case: Case, move: Move) -> Explanation | None:
    if case.card == SEVEN:
        return _spread(case, (move,))
    if case.card == SWAP:
        return case.broken("I4.7", "not-for-card", (move.origin, move.target))
    step = Step.of(case, move, case.board)
    return step.explain_owner() or step.explain_base() or step.explain_distance() or step.explain_way()


def _spread(case: Case, segments: tuple[Move, ...]) -> Explanation | None:
    """What is wrong with the segments of a 7x1, made one after another. Source: I4.8."""
    cells = tuple([cell for move in segments for cell in (move.origin, move.target)])
    first = Step.of(case, segments[0], case.board).explain_owner()
    if case.card != SEVEN:
        return first or case.broken("I4.8", "spread-needs-7x1", cells, pieces=len(segments))
    steps, now = [], case.board
    for move in segments:
        step = Step.of(case, move, now)
        wrong = step.explain_owner() or step.explain_base() or step.explain_backward()
        if wrong is not None:
            return wrong
        steps.append(step)
        now = step.after()
    owners = tuple(dict.fromkeys([step.owner for step in steps]))
    if len(owners) > 1:
        return case.broken("I4.8", "one-colour", cells, owners=owners)
    made = sum([step.forward for step in steps])
    if made != STEPS:
        return steps[-1].count(made, STEPS, "I4.8")
    return next(filter(None, (step.explain_way() for step in steps)), None)


@dataclass(frozen=True, slots=True)
class Step:
    """One piece that goes from hole to hole, on the board as it is then. `owner`: of the piece, or where there is none,
    whoever could stand there."""

    case: Case
    move: Move
    now: Position
    owner: Seat

    @classmethod
    def of(cls, case: Case, move: Move, now: Position) -> Step:
        """The step of the piece on the origin of a move."""
        return cls(case, move, now, now.owner(move.origin) or case.situation.player)

    @property
    def board(self) -> RingBoard:
        """The geometry."""
        return self.now.board

    @property
    def forward(self) -> int:
        """Holes that it goes forward; its target is on the ring or in the own base."""
        inside = self.board.house_number(self.move.target)
        if not self.board.is_ring(self.move.origin):
            return inside - self.board.house_number(self.move.origin)
        origin = self.board.ring_number(self.move.origin)
        if inside:
            return self.board.home_distance(self.owner, origin) + inside
        return (self.board.ring_number(self.move.target) - origin) % self.board.size

    @property
    def back(self) -> int:
        """Holes that it goes backward; 0 inside a base."""
        if not self.board.is_ring(self.move.origin):
            return 0
        if self.board.is_ring(self.move.target):
            return -self.forward % self.board.size
        past = self.board.past_start(self.owner, self.board.ring_number(self.move.origin))
        return past + self.board.house_number(self.move.target)

    def broken(self, rule: str, key: str, **more: Any) -> Explanation:
        """An explanation with the facts of this step."""
        cells = (self.move.origin, *([more["over"]] if "over" in more else []), self.move.target)
        facts = {"origin": self.move.origin, "target": self.move.target, "owner": self.owner}
        return self.case.broken(rule, key, cells, **facts, **more)

    def count(self, made: int, needed: int, rule: str) -> Explanation:
        """The number of holes is wrong."""
        return self.broken(rule, "too-few" if made < needed else "too-many", made=made, needed=needed)

    def explain_owner(self) -> Explanation | None:
        """Why this piece may not be moved. Source: I3.2."""
        origin, owner, situation = self.move.origin, self.now.owner(self.move.origin), self.case.situation
        if owner is None:
            return self.case.broken("I3.2", "no-piece", (origin,), origin=origin)
        if owner in self.case.own:
            return None
        key = "partner-too-early" if owner == situation.variant.partner(situation.player) else "not-own"
        return self.case.broken("I3.2", key, (origin,), origin=origin, owner=owner)

    def explain_base(self) -> Explanation | None:
        """What is wrong with leaving, entering or turning in a base, whatever the count. Source: I4.1, I4.6."""
        origin, target = self.move.origin, self.move.target
        if not self.board.is_ring(origin):
            if self.board.is_ring(target) or target[0] != self.owner:
                return self.broken("I4.6", "leaves-house")
            return self.broken("I4.6", "base-backward") if target <= origin else None
        if self.board.is_ring(target):
            return None
        if target[0] != self.owner:
            return self.broken("I4.6", "other-house")
        return self.broken("I4.1", "four-into-base") if self.case.card == BACK else None

    def explain_backward(self) -> Explanation | None:
        """What is wrong with the direction of a run of a 7x1. Source: I4.8."""
        return self.broken("I4.8", "steps-backward", made=self.back) if not 0 < self.forward <= LONGEST else None

    def explain_distance(self) -> Explanation | None:
        """What is wrong with direction and count of a card that moves one piece. Source: I3.1, I4.1."""
        made, back, card = self.forward, self.back, self.case.card
        if card == BACK:
            if back == BACKWARD:
                return None
            if made == BACKWARD or not back or made < back:
                return self.broken("I4.1", "four-forward", made=made)
            return self.count(back, BACKWARD, "I3.1")
        needed = FORWARD[card]
        if made == needed:
            return None
        if back and (back == needed or back <= LONGEST < made):
            return self.broken("I4.1", "backward", made=back)
        return self.count(made, needed, "I3.1")

    def path(self) -> tuple[Cell, ...]:
        """The holes that it steps on, the last one included."""
        origin, inside = self.move.origin, self.board.house_number(self.move.target)
        if not self.board.is_ring(origin):
            numbers = range(self.board.house_number(origin) + 1, inside + 1)
            return tuple([f"{self.owner}{number}" for number in numbers])
        count, way = (self.back, -1) if self.case.card == BACK else (self.forward - inside, 1)
        number, ring = self.board.ring_number(origin), self.board.ring
        outside = [ring[(number + way * step) % self.board.size] for step in range(1, count + 1)]
        return tuple(outside + [f"{self.owner}{spot}" for spot in range(1, inside + 1)])

    def explain_way(self) -> Explanation | None:
        """What stands in the way of a piece whose count and direction are right. Source: I4.2, I4.4, I4.6."""
        origin, target, board = self.move.origin, self.move.target, self.board
        if self.now.is_pieu(origin) and not board.is_ring(target):
            return self.broken("I4.2", "pieu-into-base")
        for cell in self.path():
            other = self.now.owner(cell)
            if other is None:
                continue
            if self.now.is_pieu(cell):
                return self.broken("I4.2", "pieu-blocks", over=cell, other=other)
            if not board.is_ring(cell):
                if cell == target:
                    return self.broken("I4.6", "house-occupied")
                return self.broken("I4.6", "jump", over=cell, other=other)
        return None

    def after(self) -> Position:
        """The board after this run, legal or not: whatever was stepped on is in its yard."""
        board, place = self.board, self.now.seats.index(self.owner)
        swept = sum([board.bit(cell) for cell in self.path() if board.is_ring(cell)])
        masks = tuple([mask & ~swept for mask in self.now.masks])
        mark = board.mark if self.move.origin == board.start_cell(self.owner) else 0
        own = masks[place] & ~(board.bit(self.move.origin) | mark)
        return self.now.with_masks(with_mask(masks, place, own | board.bit(self.move.target)))
