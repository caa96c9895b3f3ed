"""Whose pieces a camera sees, where one hangs above a board whose cards nobody tells: what no hole can show.

A camera lags behind, does not know every piece, and may be mistaken: what it sees makes readings dearer, and no more.
"""

from __future__ import annotations

from companion.plain import costs
from companion.plain.contract import Look
from companion.plain.reading import Reading
from companion.plain.story import View
from engine.contract import Layout

SEEN_S = 1.6
"""After so long a rest a camera has seen how the board looks now."""
MOST = 3
"""So many pieces that look otherwise count; more of them tell of the light rather than of the game."""


def seen_by(layout: Layout, owners: str) -> Look:
    """The holes in which each owner's pieces are seen. owners: one character a hole, as in `Identities`."""
    return tuple(
        sum(1 << hole for hole, seen in enumerate(owners) if seen == owner) for owner in layout.owners
    )  # fmt: skip


def dearer(reading: Reading, seen: Look, now: View) -> Reading:
    """The reading when the board rests and these pieces are seen: dearer for each that cannot stand there."""
    against = sum(
        (bits & now.holes & ~may).bit_count() for bits, may in zip(seen, reading.story.may, strict=True)
    )  # fmt: skip
    return reading._replace(cost=reading.cost + costs.COLOUR * min(against, MOST)) if against else reading
