"""How a wrong board is put right with the least to do: back to the position, or to what was rightly reached since."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reconcile.diagnose import displaced
from companion.reconcile.stories import Stories
from companion.session.table import Table
from engine.contract import Displacement, Picture

Moved = tuple[Displacement, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """`stories`: with single pieces told apart. `out_of_place`: against the position. `to_put_back`: against `aim`, the
    picture that the board should show, be it the position or half an action that was made before the mistake."""

    stories: Stories
    out_of_place: Moved
    to_put_back: Moved
    aim: Picture


def repair_of(table: Table) -> Repair:
    """The shortest repair of what the board shows."""
    stories = table.attempt.single_pieces()
    position: Picture = table.state.picture
    reached = table.attempt.reached
    moved = _against(table, stories, position)
    if reached is not None:
        back = _against(table, stories, reached)
        if len(back) <= len(moved):
            return Repair(stories, moved, back, reached)
    return Repair(stories, moved, moved, position)


def out_of_place(table: Table) -> Moved:
    """The pieces that are not where the position has them."""
    return _against(table, table.attempt.single_pieces(), table.state.picture)


def _against(table: Table, stories: Stories, picture: Picture) -> Moved:
    ends = [option.picture for option in table.attempt.fit.options]
    return displaced(stories, picture, table.state.seat, ends)
