"""How a wrong board is put right with the least to do: back to the position, or to what was rightly reached since."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reconcile.diagnose import displaced
from companion.reconcile.stories import Stories
from companion.session.table import Table
from engine.contract import Displacement, Picture

Moved = tuple[Displacement, ...]
MOST_HELD = 3
"""So many pieces can be in hands that play; where more are gone the board was knocked, or is being cleared."""


@dataclass(frozen=True, slots=True)
class Repair:
    """`stories`: with single pieces told apart. `out_of_place`: against the position. `to_put_back`: against `aim`, the
    picture that the board should show: the position, half an action that was made before the mistake, or the end of an
    action whose captured pieces are not in their yards."""

    stories: Stories
    out_of_place: Moved
    to_put_back: Moved
    aim: Picture


def repair_of(table: Table) -> Repair:
    """The shortest repair of what the board shows."""
    stories = table.attempt.single_pieces()
    reached, ends = table.attempt.reached, table.attempt.fit.reached(stories)
    if table.shows_taken_back:
        ends = frozenset()
    aims = [*(() if reached is None else (reached,)), *(ends if len(ends) == 1 else ())]
    moved = _against(table, stories, table.state.picture)
    shortest = Repair(stories, moved, moved, table.state.picture)
    for aim in aims:
        back = _against(table, stories, aim)
        if len(back) <= len(shortest.to_put_back):
            shortest = Repair(stories, moved, back, aim)
    return shortest


def out_of_place(table: Table) -> Moved:
    """The pieces that are not where the position has them."""
    return _against(table, table.attempt.single_pieces(), table.state.picture)


def _against(table: Table, stories: Stories, picture: Picture) -> Moved:
    ends = [option.picture for option in table.attempt.fit.options]
    return displaced(stories, picture, table.state.seat, ends)
