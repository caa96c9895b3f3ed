"""The table at this moment, for whoever comes in late: only what everybody may know."""

from __future__ import annotations

from typing import Any

from companion.facts import notes_data, standing_data
from companion.session import asking, news, policy
from companion.session.session import Session
from companion.session.table import Table
from engine.contract import HANDS, SWAP, State, TableGame


def snapshot(session: Session) -> dict[str, Any]:
    """The public state as plain values; without a game only whether the board is connected."""
    course, scene = session.course, session.scene
    base: dict[str, Any] = {"connected": scene.link.is_connected, "phase": "no-game"}
    if course is None:
        return base
    table, questions = course.table, course.questions
    game, state, layout = table.game, table.state, table.game.layout
    asked = news.asked(news.choices_of(questions[0].options), questions[0].accounts) if questions else None
    if (offer := course.offer) is not None:
        asked = news.asked(((offer.card, offer.action),), [asking.meant(game, state, offer.option)])
    return base | {
        "phase": "question" if asked else policy.phase(table),
        "game": game.name,
        "variant": table.settings.get("variant", ""),
        "deck": table.settings.get("deck", ""),
        "cards": list(game.cards),
        "seats": list(game.seats(state)),
        "position": state.position,
        "standing": standing_data(game.standing(state)),
        "notes": notes_data(asking.notes(game, state)),
        "held": asking.held(game, state),
        "picture": state.picture,
        "occupied": _hex(scene.rest.occupied, layout.size),
        "seat": state.seat,
        "by": asking.decider(game, state),
        "card": table.card,
        "exchanges": _exchanges(table),
        "awaits": _awaited(game, state),
        "question": asked,
        "deal": state.deal,
        "round": state.round,
        "ply": table.ply,
        "draw": state.draw if table.is_won else None,
        "winner": list(state.winner) if state.winner and table.is_won else None,
        "finished": list(state.winner) if state.winner and not table.is_won else None,
    }


def _exchanges(table: Table) -> bool:
    """Whether the card that lies there makes two pieces change places, whatever it is called."""
    options = table.attempt.fit.options[:1] if table.card else ()
    moved = [one for option in options for one in table.game.account(table.state, option).moved]
    return bool(moved) and moved[0].kind == SWAP


def _awaited(game: TableGame, state: State) -> dict[str, Any] | None:
    """What cards are laid for, whose and which they can be, and whether "done" is an answer; None where that is always
    the same."""
    awaited = game.awaits(state)
    if awaited is None or not (awaited.what or awaited.kind == HANDS):
        return None
    return {"kind": awaited.kind, "what": awaited.what, "seats": list(awaited.seats), "can_end": awaited.can_end,
            "cards": list(awaited.cards)}  # fmt: skip


def _hex(occupied: int | None, size: int) -> str | None:
    """The occupancy as the wire has it: the first index is the highest bit of the first digit."""
    if occupied is None:
        return None
    digits = -(-size // 4)
    bits = "".join("1" if occupied >> index & 1 else "0" for index in range(size)).ljust(digits * 4, "0")
    return f"{int(bits, 2):0{digits}X}"
