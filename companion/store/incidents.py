"""The protocol of incidents: what the log holds of each broken rule, with its evidence and how it was ruled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.facts import Fact

OPENING = frozenset({"violation", "disturbed"})
RULINGS = {
    "corrected": "the board was put right",
    "takeback": "the last action was taken back",
    "play-on": "overruled by the table: play went on",
    "board": "overruled by the table: the board was right",
    "set": "overruled by the table: the position was set",
    "won": "the game ended",
    "move": "play went on",
    "setup": "play went on from what stood there",
    "revised": "the companion was mistaken",
    "told": "told, nothing to put right",
    "open": "open",
}
"""How an incident ends, and what that means."""
PROOFS = frozenset({"shown-later"})
"""Keys of rules that were broken earlier and are only told: nothing on the board is wrong, and play goes on."""
BEFORE = 3
"""Plays before an incident that its replay tells."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One broken rule or disturbance: when, by whom, the evidence, and the ruling.

    `trail` are the touches since the board was last as it should be (seconds, `lift` or `place`, cell); `first` and
    `last` the range of facts of the game that a replay tells.
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
    """A key of `RULINGS`."""
    ruled_at: float | None
    first: int
    last: int
    broken: Mapping[str, Any] = field(default_factory=dict)
    """What the fact tells of the broken rule: `key`, `facts`, `repair`; or of the board: `differences`."""

    def as_json(self) -> dict[str, Any]:
        """The incident as plain values."""
        return {
            "t": self.t, "ply": self.ply, "rule": self.rule or None, "seat": self.seat or None, "text": self.text,
            "cells": list(self.cells), "position": self.position, "trail": [list(touch) for touch in self.trail],
            "ruling": RULINGS[self.ruling], "ruled_at": self.ruled_at,
        }  # fmt: skip


def incidents_of(facts: Sequence[Fact]) -> list[Incident]:
    """All incidents of one game, in order. Further news of an open incident belong to it; what is only told is one of
    its own, and is over at once."""
    out: list[Incident] = []
    is_open = False
    for index, fact in enumerate(facts):
        is_told = fact.kind in OPENING and fact.data.get("key") in PROOFS
        if fact.kind in OPENING and (is_told or not is_open):
            out.append(_incident(facts, index, is_told))
            is_open = is_open or not is_told
        elif _ruling(fact):
            is_open = False
    return out


def _ruling(fact: Fact) -> str:
    """How this fact ends an incident, a key of `RULINGS`; empty if it does not."""
    kind = str(fact.data.get("ruling", "")) if fact.kind == "ruling" else fact.kind
    return kind if kind in RULINGS else ""


def _incident(facts: Sequence[Fact], index: int, is_told: bool) -> Incident:
    fact = facts[index]
    moves = [i for i in range(index) if facts[i].kind == "move"]
    start = max((i + 1 for i in range(index) if _ruling(facts[i])), default=0)
    trail = tuple(
        (f.t, f.kind, str(f.data["cell"])) for f in facts[start:index] if f.kind in ("lift", "place")
    )  # fmt: skip
    ends = [i for i in range(index + 1, len(facts)) if _ruling(facts[i])]
    end = index if is_told else ends[0] if ends else None
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
        ruling="told" if is_told else "open" if end is None else _ruling(facts[end]),
        ruled_at=None if end is None else facts[end].t,
        first=moves[-BEFORE] if len(moves) >= BEFORE else 0,
        last=len(facts) - 1 if end is None else end,
        broken=fact.data,
    )


def _position(facts: Sequence[Fact], index: int) -> str:
    """The position that counted when the incident came up."""
    known = (f.data["position"] for f in reversed(facts[:index]) if f.kind in ("move", "takeback", "setup"))
    return str(next(known, ""))
