"""Which holes a piece that slides or hops may show in one after the other."""

from __future__ import annotations

from engine.tac.board.holes import HOUSE_SIZE, HOUSES, OWNERS, RING_SIZE, START

REACH = 3
"""Fields from one hole to the next in which such a piece is seen, at most: a hop of two, or some slid over too fast."""


def _near(hole: int) -> int:
    """The holes within reach of this one, forward or backward (Source: T4.4), as bits in wire order."""
    if hole < RING_SIZE:
        ring = sum(1 << (hole + step) % RING_SIZE for step in range(-REACH, REACH + 1) if step)
        owned = zip(OWNERS, HOUSES, strict=True)
        return ring | sum(house for owner, house in owned if (START[owner] - hole) % RING_SIZE < REACH)
    number = (hole - RING_SIZE) // HOUSE_SIZE
    before = sum(1 << (START[OWNERS[number]] - step) % RING_SIZE for step in range(REACH))
    return before | HOUSES[number] & ~(1 << hole)


NEAR = tuple(_near(hole) for hole in range(RING_SIZE + HOUSE_SIZE * len(OWNERS)))
"""For each hole in wire order the holes from which a piece that slides or hops may have come there, as bits."""
