"""The table at this moment, for whoever comes in late: only what everybody may know."""

from __future__ import annotations

from typing import Any

from companion.session import policy
from companion.session.news import choices_of
from companion.session.session import Session


def snapshot(session: Session) -> dict[str, Any]:
    """The public state as plain values; without a game only whether the board is connected."""
    table, readings, scene = session.table, session.readings, session.scene
    base: dict[str, Any] = {"connected": scene.link.is_connected, "phase": "no-game"}
    if table is None or readings is None:
        return base
    questions = readings.questions
    choices = choices_of(questions[0].options) if questions else ()
    if table.offer is not None:
        choices = ((table.offer.card, table.offer.action),)
    state, layout = table.state, table.game.layout
    return base | {
        "phase": "question" if choices else policy.phase(table),
        "game": table.game.name,
        "variant": table.settings.get("variant", ""),
        "deck": table.settings.get("deck", ""),
        "cards": list(table.game.cards),
        "seats": list(table.game.seats(state)),
        "position": state.position,
        "picture": state.picture,
        "occupied": _hex(scene.rest.occupied, layout.size),
        "seat": state.seat,
        "by": state.by,
        "card": table.card,
        "question": {"choices": [{"card": card, "action": action} for card, action in choices]} if choices else None,
        "deal": state.deal,
        "round": state.round,
        "ply": state.ply,
        "winner": list(state.winner) if state.winner else None,
    }


def _hex(occupied: int | None, size: int) -> str | None:
    """The occupancy as the wire has it: the first index is the highest bit of the first digit."""
    if occupied is None:
        return None
    digits = -(-size // 4)
    bits = "".join("1" if occupied >> index & 1 else "0" for index in range(size)).ljust(digits * 4, "0")
    return f"{int(bits, 2):0{digits}X}"
