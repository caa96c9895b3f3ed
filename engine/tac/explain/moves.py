"""Why one piece may not go from one field to another: the geometry of moves, fields and houses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Card, Cell, Explanation, Seat
from engine.tac.board.holes import (
    HOUSE_SIZE,
    RING,
    RING_SIZE,
    home_distance,
    is_ring,
    past_start,
    ring_number,
    start_cell,
)
from engine.tac.board.position import Position
from engine.tac.hands.cards import BACKWARD, FORWARD
from engine.tac.moves.actions import Move
from engine.tac.moves.situation import Situation

LONGEST = max(FORWARD.values())
"""Fields of the longest move: a longer way forward is rather a short one backward."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged: the situation in which a card acts (for TAC after the undo), and the facts that all share."""

    situation: Situation
    card: Card
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def board(self) -> Position:
        """The position on which the card acts."""
        return self.situation.position

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats whose pieces count as own."""
        return self.situation.own

    def broken(self, rule: str, key: str, cells: tuple[Cell, ...] = (), **facts: Any) -> Explanation:
        """An explanation with the shared facts and these."""
        return Explanation(rule, key, {**self.facts, **facts}, cells)


def house_number(cell: Cell) -> int:
    """Number of a house field from 1; 0 for a ring field."""
    return 0 if is_ring(cell) else int(cell[1])


def is_locked(board: Position, cell: Cell) -> bool:
    """Whether the house piece on `cell` is locked. Source: T3.12."""
    return all(board.owner(f"{cell[0]}{n}") == cell[0] for n in range(house_number(cell), HOUSE_SIZE + 1))


def forward_distance(owner: Seat, move: Move) -> int | None:
    """Fields that a move goes forward; None if the way leads nowhere."""
    if not is_ring(move.origin):
        return None if is_ring(move.target) else house_number(move.target) - house_number(move.origin)
    origin = ring_number(move.origin)
    if is_ring(move.target):
        return (ring_number(move.target) - origin) % RING_SIZE
    return home_distance(owner, origin) + house_number(move.target)


def backward_distance(owner: Seat, move: Move) -> int:
    """Fields that a move from the ring goes backward."""
    origin = ring_number(move.origin)
    if is_ring(move.target):
        return (origin - ring_number(move.target)) % RING_SIZE
    return past_start(owner, origin) + house_number(move.target)


def way(owner: Seat, move: Move, is_back: bool) -> tuple[Cell, ...]:
    """The fields that a move steps on, the last one included."""
    step = -1 if is_back else 1
    if not is_ring(move.origin):
        numbers = range(house_number(move.origin) + step, house_number(move.target) + step, step)
        return tuple(f"{owner}{n}" for n in numbers)
    stop = start_cell(owner) if house_number(move.target) else move.target
    at, cells = ring_number(move.origin), []
    while RING[at] != stop:
        at = (at + step) % RING_SIZE
        cells.append(RING[at])
    return (*cells, *(f"{owner}{n}" for n in range(1, house_number(move.target) + 1)))


def explain_owner(case: Case, cell: Cell, own: tuple[Seat, ...]) -> Explanation | None:
    """Why the piece on this field may not be moved by anybody but its owner."""
    owner = case.board.owner(cell)
    if owner is None:
        return case.broken("T3.5", "no-piece", (cell,), origin=cell)
    if owner not in own:
        return case.broken("T3.5", "not-own", (cell,), origin=cell, owner=owner)
    return None


def explain_house(case: Case, move: Move, owner: Seat) -> Explanation | None:
    """What is wrong with leaving, entering or turning in a house, whatever the count."""
    facts = {"origin": move.origin, "target": move.target, "owner": owner}
    cells = (move.origin, move.target)
    if not is_ring(move.origin):
        if is_locked(case.board, move.origin):
            return case.broken("T3.12", "locked", cells, **facts)
        if is_ring(move.target) or move.target[0] != owner:
            return case.broken("T3.11", "leaves-house", cells, **facts)
    elif not is_ring(move.target) and move.target[0] != owner:
        return case.broken("T1.3", "other-house", cells, **facts)
    return None


def _count(case: Case, move: Move, owner: Seat, made: int, needed: int) -> Explanation:
    key = "too-few" if made < needed else "too-many"
    facts = {"origin": move.origin, "target": move.target, "owner": owner, "made": made, "needed": needed}
    return case.broken("T3.2", key, (move.origin, move.target), **facts)


def _distance_by_four(case: Case, move: Move, owner: Seat) -> tuple[Explanation | None, bool]:
    """What is wrong with direction and count under a 4; the second value tells that the way goes backward."""
    forward = forward_distance(owner, move) or 0
    if not is_ring(move.origin):
        return _forward_four(case, move, owner, forward), False
    back = backward_distance(owner, move)
    if back == BACKWARD:
        return None, True
    if forward == BACKWARD or forward < back:
        return _forward_four(case, move, owner, forward), False
    return _count(case, move, owner, back, BACKWARD), True


def _forward_four(case: Case, move: Move, owner: Seat, made: int) -> Explanation:
    cells = (move.origin, move.target)
    if made < 0:
        return case.broken("T3.11", "house-backward", cells, origin=move.origin, target=move.target, owner=owner)
    facts = {"origin": move.origin, "target": move.target, "owner": owner, "made": made}
    return case.broken("T4.3", "four-forward", cells, **facts)


def _distance(case: Case, move: Move, owner: Seat, needed: int) -> Explanation | None:
    """What is wrong with direction and count under a card that moves `needed` forward."""
    forward = forward_distance(owner, move) or 0
    facts = {"origin": move.origin, "target": move.target, "owner": owner}
    if forward == needed:
        return None
    if forward < 0:
        return case.broken("T3.11", "house-backward", (move.origin, move.target), **facts)
    if is_ring(move.origin):
        back = backward_distance(owner, move)
        if back == needed or back <= LONGEST < forward:
            return case.broken("T1.6", "backward", (move.origin, move.target), **facts, made=back)
    return _count(case, move, owner, forward, needed)


def explain_way(case: Case, move: Move, owner: Seat, is_back: bool) -> Explanation | None:
    """What stands in the way of a move whose count and direction are right."""
    facts = {"origin": move.origin, "target": move.target, "owner": owner}
    cells = (move.origin, move.target)
    is_entering = is_ring(move.origin) and not is_ring(move.target)
    if is_entering and move.origin == start_cell(owner) and case.board.is_fresh(move.origin):
        return case.broken("T3.9", "fresh", cells, **facts)
    for over in way(owner, move, is_back)[:-1]:
        other = case.board.owner(over)
        if other is not None:
            return case.broken("T3.6", "jump", (move.origin, over, move.target), **facts, over=over, other=other)
    if not is_ring(move.target) and case.board.owner(move.target) is not None:
        return case.broken("T3.8", "house-occupied", cells, **facts)
    return None


def explain_move(case: Case, move: Move) -> Explanation | None:
    """Why this piece may not go there with a card that moves one piece; None if the move itself is in order."""
    return explain_owner(case, move.origin, case.own) or explain_path(case, move)


def explain_path(case: Case, move: Move) -> Explanation | None:
    """As `explain_move`, whoever owns the piece."""
    owner = case.board.owner(move.origin)
    if owner is None:
        return case.broken("T3.5", "no-piece", (move.origin,), origin=move.origin)
    wrong = explain_house(case, move, owner)
    if wrong is not None:
        return wrong
    if case.card == str(BACKWARD):
        wrong, is_back = _distance_by_four(case, move, owner)
        return wrong or explain_way(case, move, owner, is_back)
    return _distance(case, move, owner, FORWARD[case.card]) or explain_way(case, move, owner, False)
