"""A 7 that is used in part: how many of its steps are left. Source: T4.7."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Card, Displacement
from engine.tac.board.holes import LAYOUT
from engine.tac.course.state import State
from engine.tac.explain.moves import forward_distance
from engine.tac.hands.cards import TAC
from engine.tac.moves.actions import Move

STEPS = 7
_SEVEN = "7"


def steps_left(state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
    """Steps of a 7 that are left once these pieces were displaced (captured ones in their yards do not count).

    None if the card is no 7, or this is no part of one.
    """
    previous = state.previous
    taken = previous.card if card == TAC and previous is not None else card
    if taken != _SEVEN or (card == TAC and moved and state.undone is not None):
        return None
    made = 0
    for one in moved:
        if one.target in LAYOUT.heaps:
            continue
        if one.origin not in LAYOUT.holes or one.target not in LAYOUT.holes:
            return None
        distance = forward_distance(one.owner, Move(one.origin, one.target))
        if distance is None:
            return None
        made += abs(distance)
    return STEPS - made if made <= STEPS else None
