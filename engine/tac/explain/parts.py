"""A 7 that is used in part: how many of its steps are left. Source: T4.7."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Card, Displacement
from engine.ring.seven_apart import STEPS
from engine.tac.board.edit import difference, shown
from engine.tac.course.state import State
from engine.tac.explain.play import acting_case
from engine.tac.moves.seven import left_after

_SEVEN = "7"


def steps_left(state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
    """Steps of a 7 that are left once these pieces were displaced; captured ones may lie in their yards, or not yet.

    None if the card is no 7, or if it cannot legally go on from there.
    """
    case = acting_case(state, card)
    if case.card != _SEVEN:
        return None
    if not moved:
        return STEPS
    # What a TAC takes back is no part of what it does then.
    here = moved if case.board == state.board else difference(case.board, shown(state.board, moved), moved)
    return left_after(case.situation, here)
