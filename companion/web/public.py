"""What everybody may know: nothing reaches a page that the loudspeaker would not say to all.

Both ways out, events and state, pass a list of named keys. A key that is not named here stays inside, so a hand that
another room adds to a fact by mistake does not show. Source: T10.1, docs/events.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.inputs import PIT

EVENT_KEYS: dict[str, tuple[str, ...]] = {
    "board": ("connected", "source", "reason"),
    "setup": ("position", "standing", "notes"),
    "disturbed": ("differences",),
    "card": ("seat", "card", "by"),
    "lift": ("cell",),
    "place": ("cell",),
    "move": ("seat", "card", "action", "position", "certainty", "by", "moved", "undone", "against",
             "deed", "cards", "standing", "notes"),
    "question": ("text", "choices", "ply", "moved"),
    "answer": ("choice",),
    "violation": ("rule", "seat", "text", "cells"),
    "corrected": ("position", "standing", "notes"),
    "takeback": ("position", "standing", "notes"),
    "revised": ("ply", "position", "moves", "standing", "notes"),
    "turn": ("seat", "round", "deal", "by", "what", "held", "gives"),
    "speech": ("text", "language", "priority", "private", "spoken"),
    "won": ("seats", "draw"),
}

STATE_KEYS = (
    "game", "variant", "deck", "seats", "names", "colours", "cards", "position", "standing", "notes", "picture", "seat",
    "by", "card", "exchanges", "held", "awaits", "question", "phase", "connected", "deal", "round", "ply", "language",
    "voice", "utterances", "occupied", "winner", "draw", "finished", "ways_out", "games", "health",
)  # fmt: skip


def public_event(event: Mapping[str, Any]) -> dict[str, Any]:
    """The event as every page may see it; of a private utterance only that there was one."""
    kind = str(event.get("type", ""))
    kept = {key: event[key] for key in ("t", "n", "type") if key in event}
    kept |= {key: event[key] for key in EVENT_KEYS.get(kind, ()) if key in event}
    if kind == "speech" and event.get("private") is not None:
        kept["text"] = ""
    return kept


def public_state(state: Mapping[str, Any], table: Any = None) -> dict[str, Any]:
    """The state as every page may see it. `table` is what lies on a virtual table, None with a real board."""
    kept = {key: state[key] for key in STATE_KEYS if key in state}
    utterances = kept.get("utterances")
    if isinstance(utterances, (list, tuple)):
        kept["utterances"] = [u for u in utterances if not (isinstance(u, Mapping) and u.get("private") is not None)]
    kept["table"] = table if table is None else {**table, "cards": _open(table.get("cards", {}))}
    return kept


def _open(cards: Mapping[str, Any]) -> dict[str, Any]:
    """The cards that lie open to all: on the reader of a seat one may be face down, or shown to its player alone."""
    return {reader: card for reader, card in cards.items() if reader == PIT}
