"""Which rule a move of TACTIX breaks, and the facts of it: what a referee would say first.

| key | rule | facts |
| --- | --- | --- |
| tactix-won | X3.1 | seat, winner: the game is won |
| tactix-drawn | X3.2 | seat, why (repetition, fifty, no-move): the game is drawn |
| tactix-out-of-turn | X4.1 | seat, expected (whose turn it is) |
| tactix-no-piece | X4.2 | seat, origin: no piece there |
| tactix-not-own | X4.2 | seat, origin, owner |
| tactix-diagonal | X2.2 | seat, origin, target (of the part that is not straight) |
| tactix-two-turns | X2.2 | seat, origin, target, turns (number) |
| tactix-no-turn | X2.2 | seat, origin, target, corner: the way goes straight on there, or back |
| tactix-stays | X2.1 | seat, origin: the piece stays where it is |
| tactix-king-one | X2.1 | seat, origin, target, made (squares): a king moves one |
| tactix-too-few, tactix-too-many | X2.1 | seat, origin, target, made, needed (the top face) |
| tactix-jump | X2.3 | seat, origin, target, over (square passed), owner (of the piece there) |
| tactix-own-piece | X2.3 | seat, origin, target: an own piece stands on the last square |
| tactix-one-piece | X4.1 | seat, made (pieces that were moved): a move is made with one |
| tactix-left-board | X2.3 | seat: a piece left the board that was not captured |
| tactix-no-such-move | X2.1 | seat |
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.tactix.dice import REACH, is_king, side_of, turned
from engine.tactix.moves import Move, moves
from engine.tactix.paths import NUMBERS, SQUARES, run, step
from engine.tactix.position import Position

_ACTION = re.compile(r"[a-i][1-9](?:-[a-i][1-9])+")


def read_action(text: str) -> list[int]:
    """The squares that an action names, from first to last. Raises: InvalidNotation."""
    if not _ACTION.fullmatch(text):
        raise InvalidNotation("action", text, "two squares, with the corner between them if there is one: a1-a3-c3")
    return [NUMBERS[name] for name in text.split("-")]


def explain_move(
    position: Position, variant: str, seat: str, action: str, draw: str | None = None
) -> Move | Explanation:
    """The move that an action means, in its canonical way, or the rule that it breaks.

    `draw`: why the game is over without a winner. Raises: InvalidNotation."""
    named = read_action(action)
    facts: dict[str, Any] = {"seat": seat}
    if position.winner is not None:
        return Explanation("X3.1", "tactix-won", {**facts, "winner": position.winner})
    if draw is not None:
        return Explanation("X3.2", "tactix-drawn", {**facts, "why": draw})
    if seat != position.side:
        return Explanation("X4.1", "tactix-out-of-turn", {**facts, "expected": position.side})
    facts["origin"] = SQUARES[named[0]]
    piece = position.pieces[named[0]]
    if not piece:
        return Explanation("X4.2", "tactix-no-piece", facts, _cells(named[:1]))
    if side_of(piece) != seat:
        return Explanation("X4.2", "tactix-not-own", {**facts, "owner": side_of(piece)}, _cells(named[:1]))
    facts["target"] = SQUARES[named[-1]]
    tips = _tips(named, facts)
    wrong = tips if isinstance(tips, Explanation) else _count(piece, named, len(tips), facts)
    wrong = wrong or _way(position, named, str(tips), facts)
    return wrong or _meant(position, named, turned(str(tips))[piece])


def _tips(named: list[int], facts: dict[str, Any]) -> str | Explanation:
    """The tips that the squares name, one letter each, or why they are no way. Source: X2.1, X2.2."""
    if len(named) == 2 and named[0] == named[1]:
        return Explanation("X2.1", "tactix-stays", facts, _cells(named[:1]))
    tips, before = "", ""
    for origin, target in pairwise(named):
        part = run(origin, target)
        if part is None and origin != target:
            ends = {"origin": SQUARES[origin], "target": SQUARES[target]}
            return Explanation("X2.2", "tactix-diagonal", {**facts, **ends}, _cells([origin, target]))
        if part is None or _is_one_line(part[0], before):
            return Explanation("X2.2", "tactix-no-turn", {**facts, "corner": SQUARES[origin]}, _cells([origin]))
        tips, before = tips + part[0] * part[1], part[0]
    if len(named) > 3:
        return Explanation("X2.2", "tactix-two-turns", {**facts, "turns": len(named) - 2}, _cells(named))
    return tips


def _is_one_line(one: str, other: str) -> bool:
    return one + other in ("NN", "EE", "SS", "WW", "NS", "SN", "EW", "WE")


def _count(piece: int, named: list[int], made: int, facts: dict[str, Any]) -> Explanation | None:
    """Whether the way is as long as the piece goes. Source: X2.1."""
    needed = REACH[piece]
    if made == needed:
        return None
    counted = {**facts, "made": made, "needed": needed}
    key = "tactix-king-one" if is_king(piece) else "tactix-too-few" if made < needed else "tactix-too-many"
    return Explanation("X2.1", key, counted, _cells(named))


def _way(position: Position, named: list[int], tips: str, facts: dict[str, Any]) -> Explanation | None:
    """Whether the squares on the way are free, and the last one is not an own one. Source: X2.3."""
    at = named[0]
    for number, direction in enumerate(tips, 1):
        following = step(at, direction)
        assert following is not None, "between two squares of the board"
        at = following
        piece = position.pieces[at]
        if piece and number < len(tips):
            over = {**facts, "over": SQUARES[at], "owner": side_of(piece)}
            return Explanation("X2.3", "tactix-jump", over, _cells([at]))
        if piece and side_of(piece) == position.side:
            return Explanation("X2.3", "tactix-own-piece", facts, _cells([at]))
    return None


def _meant(position: Position, named: list[int], piece: int) -> Move:
    """The move with this result."""
    for move in moves(position):
        if (move.origin, move.target, move.piece) == (named[0], named[-1], piece):
            return move
    raise AssertionError(f"{_cells(named)} breaks no rule and is no move of {position}")


def _cells(squares: list[int]) -> tuple[str, ...]:
    return tuple(SQUARES[square] for square in squares)
