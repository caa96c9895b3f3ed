"""Which rule an action or a setup of TacTiki breaks, and the facts of it: what a referee would say first.

| key | rule | facts |
| --- | --- | --- |
| tactiki-setup-first | K1.3 | seat: the pieces are not set up yet |
| tactiki-setup-done | K1.3 | : the pieces are set up already |
| tactiki-setup-square | K1.3 | seat, square: no start square of that side |
| tactiki-setup-count | K1.3 | seat, square, made (pieces on it), needed |
| tactiki-rank-count | K1.2 | seat (of the pieces), rank, made (pieces of that rank), needed |
| tactiki-won | K4.1 | seat, winner: the game is won |
| tactiki-drawn | K4.2 | seat, why (no-move, no-progress): the game is drawn |
| tactiki-out-of-turn | K2.1 | seat, expected (side to move), left (steps that it still has) |
| tactiki-after-step | K2.5 | seat: no reincarnation in a turn with a step |
| tactiki-not-defeated | K2.5 | seat, rank (None: not told): no such piece of that side is defeated |
| tactiki-not-a-start | K2.5 | seat, square: no own start square |
| tactiki-start-taken | K2.5 | seat, square: it is not empty |
| tactiki-no-piece | K2.3 | seat, origin: no piece there |
| tactiki-not-on-top | K2.3 | seat, origin, owner (of the piece on top): the own piece there is covered |
| tactiki-not-own | K2.3 | seat, origin, owner |
| tactiki-arrived | K2.4 | seat, origin: who has arrived does not move again |
| tactiki-backward | K2.3 | seat, origin, target |
| tactiki-diagonal | K2.3 | seat, origin, target |
| tactiki-too-far | K2.3 | seat, origin, target: a step is one square, and has to be one |
| tactiki-safe | K2.4 | seat, origin, target: who has arrived there cannot be attacked |
| tactiki-nobody-attacked | K3.1 | seat, origin, target: ranks were shown, but nobody was attacked |
| tactiki-wrong-rank | K3.1 | seat, number (0: the attacker, then those met), made (rank shown), needed (the real one) |
| tactiki-no-rank-now | K3.1 | seat: nobody is attacked, no rank is shown |
| tactiki-rank-turn | K3.1 | seat, expected: the other side shows its rank now |
| tactiki-no-such-step | K2.3 | seat, cell (where a piece was put): no step leads there |
| tactiki-left-board | K3.2 | seat, cell (where it stood): only who is defeated leaves the board |
| tactiki-one-step | K2.2 | seat, made (pieces that were moved): one step after the other |
| tactiki-too-few-shown, tactiki-too-many-shown | K3.3 | seat, made (ranks shown), needed (None: not known) |
"""

from __future__ import annotations

import re
from typing import Any

from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.tactiki.board import (
    GOALS,
    NUMBERS,
    OF_EACH,
    SIZE,
    SQUARES,
    STARTS,
    STEPS,
    TAC,
    UNKNOWN,
    other,
    rank_of,
    side_of,
)
from engine.tactiki.board import shown as seen
from engine.tactiki.clash import Clash, Mismatch, clash, clash_shown
from engine.tactiki.moves import FULL_TURN, REINCARNATE, Action, Reincarnation, Step, after_step, is_attack
from engine.tactiki.position import Position, too_many

_STEP = re.compile(r"([a-e][1-5])-([a-e][1-5])")
_REINCARNATION = re.compile(REINCARNATE + r":([1-5?])@([a-e][1-5])")


def read_action(text: str) -> Action:
    """The action that a text tells, whether or not it is allowed. Raises: InvalidNotation."""
    found = _STEP.fullmatch(text)
    if found:
        return Step(NUMBERS[found[1]], NUMBERS[found[2]])
    found = _REINCARNATION.fullmatch(text)
    if not found:
        raise InvalidNotation("action", text, "as in: a2-a3, reincarnate:3@b1")
    return Reincarnation(UNKNOWN if found[1] == "?" else int(found[1]), NUMBERS[found[2]])


def explain_action(
    position: Position | None, draw: str | None, seat: str, action: Action, shown: tuple[int, ...] | None
) -> Explanation | Clash | None:
    """The rule that an action breaks; None, or what comes of the attack, if it is allowed.

    `draw`: why the game is over without a winner; `shown`: the ranks shown, the attacker's first. Raises:
    InvalidNotation if what comes of an attack is not known."""
    facts: dict[str, Any] = {"seat": seat}
    if position is None:
        return Explanation("K1.3", "tactiki-setup-first", facts)
    if position.winner is not None:
        return Explanation("K4.1", "tactiki-won", {**facts, "winner": position.winner})
    if draw is not None:
        return Explanation("K4.2", "tactiki-drawn", {**facts, "why": draw})
    if seat != position.side:
        turn = {**facts, "expected": position.side, "left": position.steps}
        return Explanation("K2.1", "tactiki-out-of-turn", turn)
    if isinstance(action, Reincarnation):
        return _reincarnation(position, action, facts)
    facts |= {"origin": SQUARES[action.origin], "target": SQUARES[action.target]}
    return _piece(position, action, facts) or _way(position, action, facts) or _attack(position, action, facts, shown)


def _reincarnation(position: Position, action: Reincarnation, facts: dict[str, Any]) -> Explanation | None:
    """Source: K2.5."""
    gone = [rank_of(one) for one in position.gone(position.side)]
    at = {**facts, "square": SQUARES[action.square]}
    cells = (SQUARES[action.square],)
    if position.steps < FULL_TURN:
        return Explanation("K2.5", "tactiki-after-step", facts)
    if not gone or (action.rank != UNKNOWN and action.rank not in gone and UNKNOWN not in gone):
        return Explanation("K2.5", "tactiki-not-defeated", {**facts, "rank": action.rank or None})
    if action.square not in STARTS[position.side]:
        return Explanation("K2.5", "tactiki-not-a-start", at, cells)
    if position.columns[action.square]:
        return Explanation("K2.5", "tactiki-start-taken", at, cells)
    if action.rank != UNKNOWN and action.rank not in gone:
        known = [rank_of(one) for one in position.pieces(position.side)]
        return _one_more(known.count(action.rank), action.rank, facts)
    return None


def _one_more(known: int, rank: int, facts: dict[str, Any]) -> Explanation | None:
    """Whether an unknown piece can be of a rank of which so many are known. Source: K1.2."""
    if known < OF_EACH:
        return None
    return Explanation("K1.2", "tactiki-rank-count", {**facts, "rank": rank, "made": known + 1, "needed": OF_EACH})


def _piece(position: Position, step: Step, facts: dict[str, Any]) -> Explanation | None:
    """Whether the piece may step at all. Source: K2.3, K2.4."""
    column, cells = position.columns[step.origin], (SQUARES[step.origin],)
    if not column:
        return Explanation("K2.3", "tactiki-no-piece", facts, cells)
    owner = side_of(column[-1])
    if owner != position.side:
        key = "tactiki-not-on-top" if any(side_of(one) == position.side for one in column) else "tactiki-not-own"
        return Explanation("K2.3", key, {**facts, "owner": owner}, cells)
    if step.origin in GOALS[position.side]:
        return Explanation("K2.4", "tactiki-arrived", facts, cells)
    return None


def _way(position: Position, step: Step, facts: dict[str, Any]) -> Explanation | None:
    """Whether the square is one that the piece can step to. Source: K2.3, K2.4."""
    cells = (SQUARES[step.origin], SQUARES[step.target])
    if step.target not in STEPS[position.side][step.origin]:
        up = step.target // SIZE - step.origin // SIZE
        across = step.target % SIZE - step.origin % SIZE
        if abs(across) == abs(up) == 1:
            return Explanation("K2.3", "tactiki-diagonal", facts, cells)
        is_back = (up < 0) == (position.side == TAC) and abs(up) == 1 and not across
        return Explanation("K2.3", "tactiki-backward" if is_back else "tactiki-too-far", facts, cells)
    column = position.columns[step.target]
    if column and side_of(column[-1]) != position.side and step.target in GOALS[other(position.side)]:
        return Explanation("K2.4", "tactiki-safe", facts, cells[1:])
    return None


def _attack(
    position: Position, step: Step, facts: dict[str, Any], ranks: tuple[int, ...] | None
) -> Explanation | Clash | None:
    """What comes of an attack, or why the ranks that were shown cannot be. Source: K3."""
    cells = (SQUARES[step.origin], SQUARES[step.target])
    if not is_attack(position, step):
        return None if ranks is None else Explanation("K3.1", "tactiki-nobody-attacked", facts, cells)
    attacker, column = position.columns[step.origin][-1], position.columns[step.target]
    if ranks is None:
        fought = clash(attacker, column)
        if fought is None:
            raise InvalidNotation("attack", str(step), "'shown' is missing: what comes of it hangs on unknown ranks")
        return fought
    found = clash_shown(attacker, column, ranks)
    if isinstance(found, Mismatch):
        return _mismatch(found, facts, cells)
    after = after_step(position, step, found)
    for side in (position.side, other(position.side)):
        rank = too_many(after, side)
        if rank:
            return _one_more(OF_EACH, rank, {**facts, "seat": side})
    return found


def explain_ranks(position: Position, step: Step, ranks: tuple[int, ...]) -> Explanation | None:
    """The rule that ranks break which are shown one by one in an attack; None if more of them, or none, can follow."""
    facts = {"seat": position.side, "origin": SQUARES[step.origin], "target": SQUARES[step.target]}
    attacker, column = position.columns[step.origin][-1], position.columns[step.target]
    found = clash_shown(attacker, column, ranks)
    if isinstance(found, Mismatch):
        is_open = found.number is None and (found.needed is None or found.made < found.needed)
        if not is_open:
            return _mismatch(found, facts, (SQUARES[step.origin], SQUARES[step.target]))
        return _too_often(position, step, ranks, facts)
    wrong = _attack(position, step, facts, ranks)
    return wrong if isinstance(wrong, Explanation) else None


def _too_often(position: Position, step: Step, ranks: tuple[int, ...], facts: dict[str, Any]) -> Explanation | None:
    """Whether a side would have more pieces of a rank than there are, with the ranks shown so far. Source: K1.2."""
    columns = list(position.columns)
    if ranks:
        columns[step.origin] = (*columns[step.origin][:-1], seen(columns[step.origin][-1], ranks[0]))
    met = ranks[:0:-1]
    whole = columns[step.target]
    told = tuple(seen(one, rank) for one, rank in zip(whole[len(whole) - len(met) :], met, strict=True))
    columns[step.target] = (*whole[: len(whole) - len(met)], *told)
    known = position._replace(columns=tuple(columns))
    for side in (position.side, other(position.side)):
        rank = too_many(known, side)
        if rank:
            return _one_more(OF_EACH, rank, {**facts, "seat": side})
    return None


def _mismatch(found: Mismatch, facts: dict[str, Any], cells: tuple[str, ...]) -> Explanation:
    counted = {**facts, "made": found.made, "needed": found.needed}
    if found.number is not None:
        wrong = {**counted, "number": found.number}
        return Explanation("K3.1", "tactiki-wrong-rank", wrong, cells)
    is_more = found.needed is not None and found.made > found.needed
    return Explanation("K3.3", "tactiki-too-many-shown" if is_more else "tactiki-too-few-shown", counted, cells)
