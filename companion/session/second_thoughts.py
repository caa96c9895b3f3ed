"""Second thoughts: hands that take an action back, or go on with a piece that was thought to have arrived.

The picture alone never takes anything back. It is asked, and only a clear answer does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.reconcile.fit import Fit
from companion.reconcile.trail import Trail
from companion.session.history import Settled
from engine.contract import Option

TAKEBACK = "takeback"
DEPTH = 8
"""So many actions back the board is compared."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the table is asked: take `count` actions back, or (count 0) read the last one as `instead`."""

    card: str
    action: str
    count: int = 0


def taken_back(actions: Sequence[Settled], fit: Fit, trail: Trail) -> Offer | None:
    """The offer, if the board shows the position before one of the last actions."""
    for count, entry in enumerate(reversed(actions[-DEPTH:]), 1):
        picture = entry.before.picture
        if picture != fit.before and fit.shows(picture, trail):
            return Offer(entry.option.card, TAKEBACK, count)
    return None


def gone_on(last: Settled | None, fit: Fit | None, trail: Trail | None) -> Offer | None:
    """The offer, if the last card's piece went on to another legal end. `fit`, `trail`: those of the last card."""
    if last is None or fit is None or trail is None or trail.is_broken:
        return None
    ends: Sequence[Option] = [option for option in fit.complete(trail) if option.position != last.option.position]
    return Offer(ends[0].card, ends[0].action) if len(ends) == 1 else None
