"""The table at this moment, for whoever comes in late: only what everybody may know."""

from __future__ import annotations

from typing import Any

from companion.session.session import Session
from companion.session.words import choices_of


def snapshot(session: Session) -> dict[str, Any]:
    """The public state as plain values; without a game only whether the board is connected."""
    base: dict[str, Any] = {"connected": session.link.is_connected, "phase": _phase(session)}
    if session.game is None or session.watch is None:
        return base
    state = session.state
    choices = choices_of(session.asking.choices) or session.thoughts.choices()
    question = {"text": session.asking.text, "choices": choices} if choices else None
    return base | {
        "game": session.game.name,
        "variant": session.settings.get("variant", ""),
        "deck": session.settings.get("deck", ""),
        "cards": list(session.game.cards),
        "seats": list(session.game.seats(state)),
        "position": state.position,
        "picture": state.picture,
        "occupied": _hex(session.watch.occupied, session.game.layout.size),
        "seat": state.seat,
        "by": state.by,
        "card": session.turns.card,
        "question": question,
        "deal": state.deal,
        "round": state.round,
        "ply": state.ply,
        "winner": list(state.winner) if state.winner else None,
    }


def _phase(session: Session) -> str:
    if session.game is None:
        return "no-game"
    if session.is_won:
        return "won"
    if not session.is_set_up:
        return "setup"
    if session.asking.choices or session.thoughts.offer:
        return "question"
    return "wrong" if session.referee.complaint else "play"


def _hex(occupied: int | None, size: int) -> str | None:
    """The occupancy as the wire has it: the first index is the highest bit of the first digit."""
    if occupied is None:
        return None
    digits = -(-size // 4)
    bits = "".join("1" if occupied >> index & 1 else "0" for index in range(size)).ljust(digits * 4, "0")
    return f"{int(bits, 2):0{digits}X}"
