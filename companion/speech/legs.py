"""Legs: the steps of a spread card, piece by piece. Who moves one piece to and fro hears it told once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.contract import Moved

HOME, INSIDE = "home", "inside"
COUNTED = ("forward", "back", HOME, "back-home", INSIDE)
"""Ways that are told by their length and where they lead."""


def legs(moved: Sequence[Moved]) -> tuple[Moved, ...]:
    """The ways of a play with all steps of one piece in one, in the order in which the pieces were first moved."""
    found: list[Moved] = []
    for one in moved:
        last = next((i for i, leg in enumerate(found) if _goes_on(leg, one)), None)
        if last is None:
            found.append(one)
        else:
            found[last] = _together(found[last], one)
    return tuple(found)


def _goes_on(leg: Moved, one: Moved) -> bool:
    is_same = leg.owner == one.owner and leg.target == one.origin
    return is_same and leg.kind in COUNTED and one.kind in COUNTED


def _together(leg: Moved, one: Moved) -> Moved:
    kind = leg.kind if leg.kind == HOME and one.kind == INSIDE else one.kind
    return replace(leg, target=one.target, kind=kind, steps=leg.steps + one.steps, home=one.home,
                   over=(*leg.over, leg.target, *one.over), captured=(*leg.captured, *one.captured))  # fmt: skip
