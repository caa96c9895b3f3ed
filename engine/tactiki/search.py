"""Thinking ahead in TacTiki: give the hidden pieces ranks that they could have, and look some steps ahead.

1. `imagined`: ranks for the pieces that are not known, by lot from those that are left.
2. In each such world every action is judged by the best that both sides can do next; only the best few of each step
   are followed. The action that is best over all worlds is chosen.

Source: determinisation, as in Ginsberg, GIB (2001); beam search.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from engine.tactiki.board import OF_EACH, RANKS, SIDES, UNKNOWN, rank_of, side_of
from engine.tactiki.moves import Action, Reincarnation, actions, after
from engine.tactiki.position import Column, Position, ordered
from engine.tactiki.worth import worth


def imagined(sight: Position, lot: random.Random) -> Position:
    """The position with a rank for every piece, as it could be."""
    left = {side: _left(sight, side, lot) for side in SIDES}

    def guessed(row: Column) -> Column:
        return tuple([one + left[side_of(one)].pop() if rank_of(one) == UNKNOWN else one for one in row])

    columns = tuple([guessed(column) if column else column for column in sight.columns])
    tac, tiki = (ordered(guessed(gone)) for gone in sight.defeated)
    return sight._replace(columns=columns, defeated=(tac, tiki))


def _left(sight: Position, side: str, lot: random.Random) -> list[int]:
    """The ranks that the unknown pieces of a side can have, shuffled."""
    pool = Counter(dict.fromkeys(RANKS, OF_EACH))
    pool.subtract(rank_of(one) for one in sight.pieces(side) if rank_of(one) != UNKNOWN)
    ranks = sorted(pool.elements())
    lot.shuffle(ranks)
    return ranks


def best(sight: Position, found: Sequence[Action], lot: random.Random, worlds: int, depth: int, beam: int) -> Action:
    """The best of these actions. `depth`: steps looked ahead; `beam`: how many of each are followed."""
    side = sight.side
    points = [0.0] * len(found)
    for _ in range(worlds):
        world = imagined(sight, lot)
        ends = [after(world, _in_world(action, world)) for action in found]
        values = [worth(end, side) if end is not None else 0.0 for end in ends]
        floor = sorted(values, reverse=True)[: 2 * beam][-1]
        for number, (end, value) in enumerate(zip(ends, values, strict=True)):
            if end is not None and value >= floor and depth > 1:
                value = _value(end, side, depth - 1, beam)
            points[number] += value
    return found[max(range(len(found)), key=lambda number: (points[number], lot.random()))]


def _in_world(action: Action, world: Position) -> Action:
    """The same action where the ranks are known: an unknown piece that comes back is the first of the defeated."""
    if isinstance(action, Reincarnation) and action.rank == UNKNOWN:
        return action._replace(rank=rank_of(world.gone(world.side)[0]))
    return action


def _value(position: Position, side: str, depth: int, beam: int) -> float:
    """What a position is worth to a side if both do their best for so many steps."""
    found = [] if position.winner is not None else actions(position)
    if not found:
        return worth(position, side)
    is_own = position.side == side
    ends = [end for end in (after(position, action) for action in found) if end is not None]
    values = [worth(end, side) for end in ends]
    choose = max if is_own else min
    if depth <= 1:
        return choose(values)
    order = sorted(range(len(ends)), key=lambda number: values[number], reverse=is_own)[:beam]
    return choose(_value(ends[number], side, depth - 1, beam) for number in order)
