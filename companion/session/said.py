"""Actions that people tell of themselves, as an answer before, or without, a question: evidence, and no more."""

from __future__ import annotations

from companion.session import asking
from companion.session.reading import KEPT_PLIES
from companion.session.table import Table

MOST_BACK = 3
"""Of so many actions back people still talk."""

Answers = tuple[tuple[int, str], ...]
"""Plies, and the action that people have told of each."""


def noted(answers: Answers, ply: int, action: str) -> Answers:
    """What people have told, with this of a ply: who says it again has told it once, who says otherwise corrects it."""
    others = (one for one in answers if one[0] != ply)
    return (*others, (ply, action))[-KEPT_PLIES:]


def said_of(table: Table, text: str) -> int | None:
    """The ply of which this action is told: that of the card that lies there, else of one of the last actions, else of
    one whose card nobody saw; None if it is an action of none of them."""
    awaited = table.attempt.fit.options if table.card else ()
    if any(option.is_written(text) for option in awaited):
        return table.ply + 1
    for ply in range(table.ply, max(0, table.ply - MOST_BACK), -1):
        if table.history.actions[ply - 1].option.is_written(text):
            return ply
    is_untold = not table.card and not table.pile.cards
    can_be = asking.possible(table.game, table.state) if is_untold else ()
    return table.ply + 1 if any(option.is_written(text) for option in can_be) else None
