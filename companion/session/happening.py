"""What reaches a table from outside, and how it becomes another one by it: nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.inputs import CardTag, Lost, OccupancyFrame
from companion.reconcile.sensors import Sensors
from companion.reconcile.verdict import Kind
from companion.session.pile import Laid, Pile
from companion.session.scene import Scene
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Done:
    """Somebody says "I am done"."""


@dataclass(frozen=True, slots=True)
class Paced:
    """Somebody says how quick the hands of a seat are."""

    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class Sensed:
    """Other places can be seen from now on."""

    sensors: Sensors


Happening = OccupancyFrame | CardTag | Laid | Lost | Done | Paced | Sensed


def applied(table: Table, value: Happening, scene: Scene) -> Table:
    """The table after something happened; `scene` is the one before it. Raises: ValueError for an unknown pace."""
    match value:
        case OccupancyFrame():
            return _seen(table, value, scene)
        case CardTag():
            return _laid(table, table.pile.tag(value))
        case Laid():
            return _laid(table, table.pile.say(value, table.state.seat))
        case Lost():
            return replace(table, pile=table.pile.gap())
        case Done():
            complaint = table.complaint
            if table.attempt.verdict.kind is Kind.CHANGING:
                complaint = complaint.looked_again()
            return replace(table, is_pressed=table.is_set_up, complaint=complaint)
        case Paced():
            return replace(table, pace=table.pace.set(value.seat, value.kind))
        case Sensed():
            if value.sensors == table.attempt.sensors:
                return table
            return replace(table, attempt=table.attempt.believing(value.sensors))


def _seen(table: Table, frame: OccupancyFrame, scene: Scene) -> Table:
    attempt = table.attempt.after(frame, frame.t - scene.rest.last_change)
    if attempt is table.attempt and not frame.lost:
        return table
    is_changed = attempt.stories.occupied != table.attempt.stories.occupied
    pile = table.pile.gap() if frame.lost else table.pile
    return replace(table, attempt=attempt, pile=pile, is_pressed=table.is_pressed and not is_changed)


def _laid(table: Table, pile: Pile) -> Table:
    laid = replace(table, pile=pile)
    if laid.is_closing and laid.attempt.verdict.kind is Kind.CHANGING and len(pile.cards) > len(table.pile.cards):
        return replace(laid, complaint=replace(laid.complaint, named_at=None, excused_at=None))
    return laid
