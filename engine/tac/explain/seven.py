"""Why the steps of a 7 are not allowed: they are walked one by one on a copy of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract import Explanation, Seat
from engine.tac.board.edit import moved, sent_home
from engine.tac.board.holes import RING_SIZE, is_ring, start_cell
from engine.tac.board.position import Position
from engine.tac.explain.moves import (
    Case,
    backward_distance,
    explain_house,
    explain_owner,
    forward_distance,
    house_number,
    way,
)
from engine.tac.moves.actions import Move

STEPS = 7


@dataclass(frozen=True, slots=True)
class _Walk:
    """How far the steps have come: the board, the steps made, the seats served, the first thing in the way."""

    board: Position
    made: int = 0
    served: tuple[Seat, ...] = ()
    block: Explanation | None = None


def explain_seven(case: Case, segments: Sequence[Move]) -> Explanation | None:
    """Why these runs are no use of a 7; None if nothing is found."""
    walk = _Walk(case.board)
    for move in segments:
        result = _run(case, walk, move)
        if isinstance(result, Explanation):
            return result
        walk = result
    if walk.made != STEPS:
        key = "seven-too-few" if walk.made < STEPS else "seven-too-many"
        cells = tuple(cell for move in segments for cell in (move.origin, move.target))
        return case.broken("T4.7", key, cells, made=walk.made, needed=STEPS)
    return walk.block


def _run(case: Case, walk: _Walk, move: Move) -> _Walk | Explanation:
    """One run of one piece; what is wrong with the piece or its direction comes before what is in its way."""
    now = replace(case, situation=case.situation._replace(position=walk.board))
    wrong = _wrong_owner(case, now, walk, move)
    if wrong is not None:
        return wrong
    owner = walk.board.owner(move.origin) or ""
    locked_now = replace(now, situation=case.situation) if not is_ring(move.origin) else now
    wrong = explain_house(locked_now, move, owner) or _wrong_direction(now, move, owner)
    if wrong is not None:
        return wrong
    is_back = not is_ring(move.origin) and house_number(move.target) < house_number(move.origin)
    steps = way(owner, move, is_back)
    block = walk.block or _block(now, move, owner, steps)
    board = walk.board
    for cell in steps:
        if is_ring(cell) and cell != move.origin:
            board = sent_home(board, cell)
    served = walk.served if owner in walk.served else (*walk.served, owner)
    return _Walk(moved(board, owner, move.origin, move.target), walk.made + len(steps), served, block)


def _wrong_owner(case: Case, now: Case, walk: _Walk, move: Move) -> Explanation | None:
    """Whose pieces the next run may take: own ones, then, once all are home, those of T4.8."""
    owner = walk.board.owner(move.origin)
    seating = case.situation.setup.seating
    if owner is not None and owner not in now.own and owner not in case.own:
        partner = seating.partner(case.situation.seat)
        if owner == partner and case.own == (case.situation.seat,):
            return case.broken("T3.5", "partner-too-early", (move.origin,), origin=move.origin, owner=owner)
    wrong = explain_owner(now, move.origin, now.own)
    if wrong is not None:
        return wrong
    others = tuple(seat for seat in walk.served if seat != owner and not walk.board.is_home(seat))
    if others and len(now.own) > 1 and case.situation.setup.rules.seven_remainder == "one-seat":
        owners = (*others, owner)
        return case.broken("T9.2", "both-remaining", (move.origin,), owners=owners)
    return None


def _wrong_direction(case: Case, move: Move, owner: Seat) -> Explanation | None:
    facts = {"origin": move.origin, "target": move.target, "owner": owner}
    cells = (move.origin, move.target)
    if not is_ring(move.origin):
        is_back = (forward_distance(owner, move) or 0) < 0
        if is_back and case.situation.setup.rules.seven_in_house == "forward-only":
            return case.broken("T3.11", "house-backward", cells, **facts)
        return None
    forward = forward_distance(owner, move) or 0
    back = backward_distance(owner, move)
    is_back = is_ring(move.target) and forward > RING_SIZE // 2
    if is_back:
        return case.broken("T1.6", "backward", cells, **facts, made=back)
    is_entering = not is_ring(move.target) and move.origin == start_cell(owner)
    if is_entering and case.board.is_fresh(move.origin):
        return case.broken("T3.9", "fresh", cells, **facts)
    return None


def _block(case: Case, move: Move, owner: Seat, steps: Sequence[str]) -> Explanation | None:
    """The first house field on the way that is not free."""
    facts = {"origin": move.origin, "target": move.target, "owner": owner}
    taken = [cell for cell in steps if not is_ring(cell) and case.board.owner(cell) is not None]
    if not taken:
        return None
    if taken[0] == move.target:
        return case.broken("T3.8", "house-occupied", (move.origin, move.target), **facts)
    cells = (move.origin, taken[0], move.target)
    return case.broken("T3.6", "jump", cells, **facts, over=taken[0], other=owner)
