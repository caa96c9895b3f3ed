"""What reaches a table from outside, and how it becomes another one by it: nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from companion.inputs import CardTag, Lost, OccupancyFrame
from companion.reconcile.sensors import Sensors
from companion.reconcile.verdict import Kind
from companion.session import asking
from companion.session.complaint import Complaint
from companion.session.pile import Laid, Pile
from companion.session.scene import Scene
from companion.session.table import Table

SAME_CARD_S = 1.0
"""A card of the same kind as the one laid so short a time before, that nobody has used yet, is the very same: its
reader has lost it for a moment."""
SAME_SKIP_S = 0.33
"""The same for a card that can be used without a move: the next player can lay such a one sooner, but no sooner."""
LAID_AHEAD = 0.2
"""What it costs to say that the next player has laid a card before anything was moved with the one that lies there, in
nats: as likely its own player has changed it."""
SHORTEST_PLAY_S = 0.5
"""Hardly a hand begins to use a card and lays the next one sooner: what changed was another hand, or a flicker."""


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
            return found_again(table, value) or newly_laid(table, value)
        case Laid():
            acting = asking.turned(table.game, table.state, value.seat).seat
            if _is_the_only_one(table, value):
                return table
            if _is_put_right(table, value):
                table = taken_up(table)
            return _laid(table, table.pile.say(value, acting, len(table.game.seats(table.state))))
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


def newly_laid(table: Table, value: CardTag) -> Table:
    """The table where a reader's sentence tells of another card: the next one, or, at the reader of a seat, one instead
    of that seat's unused one."""
    laid = _laid(table, table.pile.tag(value))
    newest = laid.pile.newest
    if len(laid.pile.cards) == len(table.pile.cards) or newest is None or not _is_put_right(table, newest):
        return laid
    cleared = taken_up(table)
    return _laid(cleared, cleared.pile.tag(value))


def found_again(table: Table, value: CardTag) -> Table | None:
    """The table where a reader has found the card that it had lost; None if that is not what it looks like."""
    newest = table.pile.newest
    limit_s = SAME_CARD_S if all(option.gesture for option in table.attempt.fit.options) else SAME_SKIP_S
    passed_s = inf if newest is None else value.t - newest.t
    if passed_s > limit_s or not _is_unused(table, passed_s):
        return None
    pile = table.pile.found_again(value)
    return None if pile is None else replace(table, pile=pile)


def _is_the_only_one(table: Table, laid: Laid) -> bool:
    """Whether somebody tells once more the card that was used last: no other of its kind is left."""
    last, hands = table.pile.last, asking.hands_of(table.game)
    if last is None or hands is None or table.pile.cards or (last.card, last.seat) != (laid.card, laid.seat):
        return False
    return laid.card not in hands.possible_cards(table.state, laid.seat)


def taken_up(table: Table) -> Table:
    """The table where the awaited card was taken back unused, with all that fingers felt meanwhile."""
    attempt = replace(table.attempt, frames=table.attempt.frames[-1:])
    pile = table.pile.without(table.pile.cards[0])
    return replace(table, accepted=None, pile=pile, complaint=Complaint(), is_urged=False, attempt=attempt)


def _is_put_right(table: Table, laid: Laid) -> bool:
    """Whether a seat tells another card instead of the one that it has not used yet; fingers may feel meanwhile."""
    attempt = table.attempt
    is_used = bool(attempt.put_down) or (attempt.verdict.kind is not Kind.IDLE and bool(attempt.verdict.options))
    if table.accepted is None or not laid.seat or is_used:
        return False
    told, waiting = table.accepted, table.pile.cards
    # A reader can have seen the other card first, and not whose it is.
    is_the_next = bool(waiting) and all(
        (one.card, one.seat or laid.seat) == (laid.card, laid.seat) for one in waiting[1:]
    )
    return (told.seat or table.state.seat) == laid.seat and told.card != laid.card and is_the_next


def _is_unused(table: Table, passed_s: float) -> bool:
    """Whether nothing was moved for the awaited card, which was laid so long ago."""
    kind = table.attempt.verdict.kind
    is_untouched = kind is Kind.IDLE and len(table.attempt.frames) < 2
    is_untouched = is_untouched or (passed_s < SHORTEST_PLAY_S and kind is not Kind.COMPLETE)
    return table.accepted is not None and not table.is_closing and is_untouched


def _laid(table: Table, pile: Pile) -> Table:
    laid, attempt = replace(table, pile=pile), table.attempt
    if not laid.is_closing or len(pile.cards) <= len(table.pile.cards):
        return laid
    if attempt.verdict.kind is Kind.CHANGING:
        return replace(laid, complaint=replace(laid.complaint, named_at=None, excused_at=None))
    is_first = len(pile.cards) == 2 and table.accepted is not None
    is_unused = attempt.verdict.kind is Kind.IDLE and not attempt.put_down
    if is_first and is_unused and not attempt.fit.silent(attempt.stories):
        return replace(laid, attempt=replace(attempt, felt=attempt.felt + LAID_AHEAD))
    return laid
