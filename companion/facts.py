"""Facts: what happened at the table, already true. One `Fact` is one line of `--events`, one row of the log.

The kinds and their keys are those of the events page (docs/events.md). `t` is in seconds since the start. How pieces
stand and how they went is written as plain values here, and read back, so that nobody has to take texts apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Captured, Moved, Note, Piece

KINDS = (
    "board", "setup", "disturbed", "card", "lift", "place", "move", "question", "answer", "violation", "corrected",
    "takeback", "revised", "turn", "speech", "won",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened. `extra` holds what listeners in this process need beyond the event's keys."""

    kind: str
    t: float
    data: Mapping[str, Any]

    def event(self, number: int) -> dict[str, Any]:
        """The event as the outside sees it; `number` counts from 1 without gaps."""
        return {"t": round(self.t, 3), "n": number, "type": self.kind, **seen(self.data)}


def seen(data: Mapping[str, Any]) -> dict[str, Any]:
    """What others see: `hidden` tells it in place of what lies face down, or stands in a hand."""
    if "hidden" not in data and "moves" not in data:
        return dict(data)
    shown = {key: value for key, value in data.items() if key != "hidden"} | data.get("hidden", {})
    return {**shown, "moves": [seen(move) for move in data["moves"]]} if "moves" in data else shown


def _filled(**values: Any) -> dict[str, Any]:
    """Only what has something to tell."""
    return {key: value for key, value in values.items() if value not in (None, "", 0, (), [])}


def moved_data(moved: Iterable[Moved]) -> list[dict[str, Any]]:
    """How pieces went, as plain values (`moved` of the events page)."""
    return [
        _filled(
            owner=one.owner, origin=one.origin, target=one.target, kind=one.kind, steps=one.steps, home=one.home,
            over=list(one.over), via=list(one.via), face=one.face,
            captured=[
                _filled(owner=c.owner, cell=c.cell, target=c.target, home=c.home, face=c.face) for c in one.captured
            ],
        )
        for one in moved
    ]  # fmt: skip


def moved_of(data: Sequence[Mapping[str, Any]]) -> tuple[Moved, ...]:
    """How pieces went, out of plain values."""
    return tuple(
        Moved(
            one.get("owner", ""), one.get("origin", ""), one.get("target", ""), one.get("kind", ""),
            one.get("steps", 0), one.get("home"), tuple(one.get("over", ())),
            tuple(
                Captured(c.get("owner", ""), c.get("cell", ""), c.get("target", ""), c.get("home"), c.get("face", ""))
                for c in one.get("captured", ())
            ),
            tuple(one.get("via", ())), one.get("face", ""),
        )
        for one in data
    )  # fmt: skip


def standing_data(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """How pieces stand, as plain values (`standing` of the events page)."""
    return [
        _filled(
            cell=one.cell, owner=one.owner, place=one.place, home=one.home, marks=list(one.marks),
            ahead=[list(pair) for pair in one.ahead], face=one.face, height=one.height,
        )
        for one in pieces
    ]  # fmt: skip


def standing_of(data: Sequence[Mapping[str, Any]]) -> tuple[Piece, ...]:
    """How pieces stand, out of plain values."""
    return tuple(
        Piece(
            one["cell"], one.get("owner", ""), one.get("place", ""), one.get("home"), tuple(one.get("marks", ())),
            tuple((steps, seat) for steps, seat in one.get("ahead", ())), one.get("face", ""), one.get("height", 0),
        )
        for one in data
    )  # fmt: skip


def notes_data(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """What cells tell besides their pieces, as plain values (`notes` of the events page)."""
    return [_filled(cell=one.cell, what=one.what, number=one.number, seats=list(one.seats)) for one in notes]


def notes_of(data: Sequence[Mapping[str, Any]]) -> tuple[Note, ...]:
    """What cells tell besides their pieces, out of plain values."""
    return tuple(Note(one["cell"], one["what"], one.get("number", 0), tuple(one.get("seats", ()))) for one in data)


Shape = type | tuple[type, ...] | Mapping[str, "Shape"]
"""What a value has to be; a mapping: a list of objects with these keys."""
_MOVE: Mapping[str, Shape] = {"seat": str, "card": (str, type(None)), "action": str, "position": str}
SHAPES: Mapping[str, Mapping[str, Shape]] = {
    "game": {"game": str, "settings": dict, "rules": (dict, type(None))},
    "board": {"connected": bool},
    "setup": {"position": str},
    "card": {"seat": str, "card": str, "by": str},
    "move": _MOVE,
    "question": {"choices": {"card": str, "action": str}},
    "takeback": {"position": str},
    "revised": {"ply": int, "position": str, "moves": _MOVE},
    "corrected": {"position": str},
    "disturbed": {"differences": {"cell": str}},
    "lift": {"cell": str},
    "place": {"cell": str},
    "turn": {"seat": str},
    "won": {"seats": list},
    "hand": {"seat": str, "cards": list},
    "given": {"seat": str, "card": str, "deal": int},
    "ruling": {"ruling": str},
    "stuck": {"indices": list},
    "pace": {"seat": str, "kind": str},
    "language": {"language": str},
    "tag": {"reader": str, "tag": str, "card": str},
}
"""What a restarted companion reads of a fact of each kind. Other kinds, and more keys, are passed over."""


def check(fact: Fact) -> None:
    """Sees to it that a fact out of a file has what a companion reads of it. Raises: ValueError."""
    _check(f"a fact {fact.kind!r}", fact.data, SHAPES.get(fact.kind, {}))


def _check(what: str, data: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    for key, shape in shapes.items():
        value = data.get(key)
        if not isinstance(shape, Mapping):
            if not isinstance(value, shape) or (isinstance(value, bool) and shape is not bool):
                raise ValueError(f"{what} whose {key!r} is {value!r:.40}")
            continue
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise ValueError(f"{what} whose {key!r} is {value!r:.40}")
        for each in value:
            _check(what, each, shape)


Listener = Callable[[Fact, int], None]
"""Called with each fact and its number, after it is in the log."""
