"""How a wrong board is put right with the least to do: back to the position, or to what was rightly reached since."""

from __future__ import annotations

from companion.reconcile.diagnose import displaced
from companion.session.table import Table
from engine.contract import Displacement, Picture


def out_of_place(table: Table) -> tuple[Displacement, ...]:
    """The pieces that are not where the position has them."""
    return _against(table, table.state.picture)


def nearest_aim(table: Table) -> Picture:
    """The picture that the board should show: the position, or half an action that was made before the mistake."""
    position: Picture = table.state.picture
    reached = table.attempt.reached
    if reached is None or len(_against(table, reached)) > len(_against(table, position)):
        return position
    return reached


def to_put_back(table: Table) -> tuple[Displacement, ...]:
    """The shortest list of pieces to put back."""
    return _against(table, nearest_aim(table))


def _against(table: Table, picture: Picture) -> tuple[Displacement, ...]:
    ends = [option.picture for option in table.attempt.fit.options]
    return displaced(table.attempt.single_pieces(), picture, table.state.seat, ends)
