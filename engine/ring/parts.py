"""A 7 of which a part is made: what a board shows of it, and whether it can legally go on from there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.contract import Displacement
from engine.ring.pieces import Masks, yard_of
from engine.ring.seven import Frame, Group, begun
from engine.ring.shown import Shown, spreads

MOST_PIECES = 5
"""More pieces than this are no part of a 7."""
MOST_ORDERS = 200
"""Ways to order and pair the pieces of one picture that are looked at."""


def steps_left(frame: Frame, masks: Masks, group: Group, moved: Sequence[Displacement]) -> int | None:
    """Steps of a 7 that are left where these pieces are displaced; None where it cannot legally go on from there.

    Pieces in the hand are taken to stand where they stood; captured ones may lie in their yards already, or not yet.
    """
    seen = Shown.of(frame.board.layout, frame.seats, moved)
    if not seen.size == len(moved) <= MOST_PIECES:  # some came from nowhere, or are nobody's
        return None
    for twin in seen.twins():
        for order in islice(spreads(twin.travels), MOST_ORDERS):
            found = begun(frame, masks, group, [str(run) for run in order.segments])
            if found is None:
                continue
            after, left, within = found
            if all(_may_be_gone(frame, masks, after, within, group, one) for one in twin.gone):
                return left
    return None


def _may_be_gone(
    frame: Frame, before: Masks, after: Masks, within: int, group: Group, one: Displacement
) -> bool:
    """Whether a piece may lie where it lies: in the hand that moves it, or captured now or by the steps to come."""
    board, place = frame.board, frame.seats.index(one.owner)
    if not one.target and place in group:
        return True
    if one.target not in ("", f"{one.owner}y"):
        return False
    is_captured = yard_of(board, after[place]) > yard_of(board, before[place])
    return is_captured or (one.origin in board.cells[one.owner] and bool(within & board.bit(one.origin)))
