"""The protocol of incidents: what the log holds of each broken rule, with its evidence and how it was ruled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.facts import Fact

OPENING = frozenset({"violation", "disturbed"})
RULINGS = {
    "corrected": "the board was put right",
    "takeback": "the last action was taken back",
    "ruling": "overruled by the table",
    "won": "the game ended",
    "move": "play went on",
}
"""Facts that end an incident, and what they mean."""
BEFORE = 3
"""Plays before an incident that its replay tells."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One broken rule or disturbance: when, by whom, the evidence, and the ruling.

    `trail` are the touches since the play before (seconds, `lift` or `place`, cell); `first` and `last` the range of
    facts of the game that a replay tells.
    """

    t: float
    ply: int
    rule: str
    seat: str
    text: str
    cells: tuple[str, ...]
    position: str
    trail: tuple[tuple[float, str, str], ...]
    ruling: str
    ruled_at: float | None
    first: int
    last: int

    def as_json(self) -> dict[str, Any]:
        """The incident as plain values."""
        return {
            "t": self.t, "ply": self.ply, "rule": self.rule or None, "seat": self.seat or None, "text": self.text,
            "cells": list(self.cells), "position": self.position, "trail": [list(touch) for touch in self.trail],
            "ruling": self.ruling, "ruled_at": self.ruled_at,
        }  # fmt: skip


def incidents_of(facts: Sequence[Fact]) -> list[Incident]:
    """All incidents of one game, in order. Further news of an open incident belong to it."""
    out: list[Incident] = []
    is_open = False
    for index, fact in enumerate(facts):
        if fact.kind in OPENING and not is_open:
            out.append(_incident(facts, index))
            is_open = True
        elif fact.kind in RULINGS:
            is_open = False
    return out


def _incident(facts: Sequence[Fact], index: int) -> Incident:
    fact = facts[index]
    moves = [i for i in range(index) if facts[i].kind == "move"]
    start = moves[-1] + 1 if moves else 0
    trail = tuple(
        (f.t, f.kind, str(f.data["cell"])) for f in facts[start:index] if f.kind in ("lift", "place")
    )  # fmt: skip
    end = next((i for i in range(index + 1, len(facts)) if facts[i].kind in RULINGS), None)
    cells = fact.data.get("cells") or [d["cell"] for d in fact.data.get("differences", [])]
    return Incident(
        t=fact.t,
        ply=len(moves),
        rule=str(fact.data.get("rule", "")),
        seat=str(fact.data.get("seat", "")),
        text=str(fact.data.get("text", "")) or "the board does not agree with the position",
        cells=tuple(cells),
        position=_position(facts, index),
        trail=trail,
        ruling=RULINGS[facts[end].kind] if end is not None else "open",
        ruled_at=facts[end].t if end is not None else None,
        first=moves[-BEFORE] if len(moves) >= BEFORE else 0,
        last=len(facts) - 1 if end is None else end,
    )


def _position(facts: Sequence[Fact], index: int) -> str:
    """The position that counted when the incident came up."""
    known = (f.data["position"] for f in reversed(facts[:index]) if f.kind in ("move", "takeback", "setup"))
    return str(next(known, ""))
