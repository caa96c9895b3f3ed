"""Strokes in an order that nobody expects: detours, undo and move mixed, steps to and fro that are really made."""

from __future__ import annotations

from random import Random

from companion.virtual.gestures import GestureError, Manner, Stroke, displacements, plan, run, walk
from engine.contract import Layout
from tests.people.play import Ply
from tests.people.quirks import Quirks


def strokes(layout: Layout, ply: Ply, quirks: Quirks, manner: Manner, rng: Random) -> tuple[Stroke, ...] | None:
    """The strokes of an action in an unusual order; None where the usual one will do."""
    if ply.option.picture == ply.before or "~" in ply.option.action:
        return None
    found = None
    if rng.random() < quirks.walks:
        found = walk(layout, ply.before, ply.moved) if ply.card == "7" else None
    elif rng.random() < quirks.muddles:
        found = _muddled(layout, ply, rng)
    elif rng.random() < quirks.strays:
        found = _strayed(layout, ply, manner, rng)
    if found is None:
        return None
    try:
        shown = run(layout, ply.before, found)
    except GestureError:
        return None
    return found if shown == ply.option.picture else None


def _muddled(layout: Layout, ply: Ply, rng: Random) -> tuple[Stroke, ...]:
    """All pieces that change their place, in any order, one by one or with several in the hand."""
    moved = list(displacements(layout, ply.before, ply.option.picture))
    rng.shuffle(moved)
    captured = rng.choice(("before", "while", "then", "after"))
    return plan(layout, ply.before, moved, Manner("carry", 1, captured, rng.random() < 0.5))  # type: ignore[arg-type]


def _strayed(layout: Layout, ply: Ply, manner: Manner, rng: Random) -> tuple[Stroke, ...] | None:
    """A carried piece is put down on one or two other free holes before it comes to its own."""
    plain = plan(layout, ply.before, displacements(layout, ply.before, ply.option.picture, ply.moved),
                 Manner("carry", captured=manner.captured))  # fmt: skip
    places = [k for k, stroke in enumerate(plain) if stroke.kind == "place" and stroke.role == "own"]
    used = {stroke.cell for stroke in plain}
    free = [cell for cell, mark in zip(layout.holes, ply.before, strict=False) if mark == "." and cell not in used]
    if not places or len(free) < 3:
        return None
    at, found = rng.choice(places), list(plain)
    owner = plain[at].owner
    for cell in rng.sample(free, rng.choice((1, 1, 2))):
        found[at:at] = [Stroke("place", cell, owner, "way"), Stroke("lift", cell, owner, "way")]
    return tuple(found)
