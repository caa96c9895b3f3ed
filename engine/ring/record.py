"""Lines of a record that all games with hands of cards share: a deal, what was given away after it, a note."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.contract import Card, Explanation, Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: the hand of each seat, None where nobody knows it."""

    hands: Mapping[Seat, tuple[Card, ...] | None]


@dataclass(frozen=True, slots=True)
class Swap:
    """What each seat gave away after the deal, None where nobody knows it."""

    given: Mapping[Seat, Card | None]


@dataclass(frozen=True, slots=True)
class Note:
    """Free text without effect."""

    text: str


@dataclass(frozen=True, slots=True)
class Violated:
    """A line that breaks a rule. `ply` is that of the play, or of the next one where it is no play."""

    ply: int
    explanation: Explanation


def json_line(value: Mapping[str, Any]) -> str:
    """A line of a record, without line end."""
    return json.dumps(value, ensure_ascii=False)


def write_line(event: Deal | Swap | Note) -> str:
    """A line that is no play, without line end."""
    match event:
        case Deal(hands):
            return json_line({"deal": {seat: None if hand is None else list(hand) for seat, hand in hands.items()}})
        case Swap(given):
            return json_line({"swap": dict(given)})
        case Note(text):
            return json_line({"note": text})
