"""The plies of a reading, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.plain.contract import Inferable, Look, Moment
from engine.contract import Card, Option, Seat

COUNTED = 2
"""So many deals after hands that were miscounted, they count again."""


@dataclass(frozen=True, slots=True)
class Link:
    """One ply of a reading, and all before it. `depth` counts plies that changed the position, `key` is what they
    changed it to, one after the other."""

    before: Link | None
    depth: int
    key: int
    seat: Seat
    cards: tuple[tuple[Card, float], ...]
    option: Option
    moment: Moment
    ended_at: float
    is_visible: bool
    is_found: bool = False
    is_told: bool = False
    uncounted: int = 0
    """Before this deal it is not known how many cards are in the hands: the board was taken as it stands of late."""
    origin: Look = ()
    """How the board looked before it was taken as it stands, and the moment then."""
    was: Moment = None


def added(
    game: Inferable, link: Link | None, moment: Moment, after: Moment, option: Option,
    cards: tuple[tuple[Card, float], ...], t: float, is_found: bool = False, is_miscounted: bool = False,
) -> Link:  # fmt: skip
    """The plies with one more that changed the position, or was an exchange of alike pieces."""
    depth, key, uncounted = (0, 0, 0) if link is None else (link.depth, link.key, link.uncounted)
    is_changed = game.look(moment) != game.look(after)
    if is_changed:
        depth, key = depth + 1, hash((key, game.look(after)))
    origin, was = (game.look(moment), moment) if is_found else ((), None)
    uncounted = game.deal(after) + COUNTED if is_found or is_miscounted else uncounted
    return Link(
        link, depth, key, game.seat(moment), cards, option, after, t, is_changed, is_found,
        uncounted=uncounted, origin=origin, was=was,
    )  # fmt: skip


class Entry(NamedTuple):
    """One ply that is yet to be added, see `added`."""

    moment: Moment
    after: Moment
    option: Option
    cards: tuple[tuple[Card, float], ...]
    t: float
    is_found: bool = False
    is_miscounted: bool = False


def linked(game: Inferable, link: Link | None, entries: Iterable[Entry]) -> Link | None:
    """The plies with these after them."""
    for entry in entries:
        link = added(game, link, *entry)
    return link
