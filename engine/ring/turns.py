"""Turns that a table has counted otherwise than the companion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Seat


def recounted(order: Sequence[Seat], seat: Seat, sizes: Mapping[Seat, int]) -> dict[Seat, int]:
    """The hands that have another size where `seat` is to act instead of the first of `order`, and how many cards each.

    The seats between have laid cards that nobody told; the seat just before has laid none, though one was told.
    """
    skipped = order[: order.index(seat)]
    if len(skipped) == len(order) - 1 > 1:
        return {seat: sizes[seat] + 1}
    return {other: max(0, sizes[other] - 1) for other in skipped}
