"""Texts in facts: what the session decides has no language; it gets its words here, on the way out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.facts import Fact
from companion.session.complaint import MOST_TOLD
from companion.session.session import Session
from companion.speech.table import NO_BOARD, Board, board_of
from companion.speech.wording import Wording
from engine.contract import Displacement, Explanation, State, TableGame


def worded(facts: Iterable[Fact], wording: Wording, game: TableGame | None = None,
           state: State | None = None) -> list[Fact]:  # fmt: skip
    """The facts, with the `text` of those that have one in the language of the table; `game` tells how far it is round
    its board, `state` how the pieces should stand."""
    return [_worded(fact, wording, game, state) for fact in facts]


def worded_at(session: Session, facts: Iterable[Fact], wording: Wording) -> list[Fact]:
    """The facts of a session, with their texts."""
    table = session.table
    return worded(facts, wording, session.game, None if table is None else table.state)


def _board(game: TableGame | None, state: State | None) -> Board:
    if game is None:
        return NO_BOARD
    pieces = game.standing(state) if state is not None else ()
    return board_of(game.layout.holes, game.layout.heaps, game.layout.owners, pieces)


def worded_state(state: Mapping[str, Any], wording: Wording) -> dict[str, Any]:
    """The public state, with the text of the open question."""
    question = state.get("question")
    if not question:
        return dict(state)
    return {**state, "question": {"text": wording.question(question), **question}}


def _worded(fact: Fact, wording: Wording, game: TableGame | None, state: State | None) -> Fact:
    if fact.kind == "violation":
        repair = [Displacement(owner, origin, target) for owner, origin, target in fact.data["repair"]]
        text = wording.explanation(_explanation(fact), repair, _board(game, state))
    elif fact.kind in ("question", "again"):
        text = wording.question(fact.data)
    else:
        return fact
    return replace(fact, data={**fact.data, "text": text})


def _explanation(fact: Fact) -> Explanation:
    data = fact.data
    return Explanation(data["rule"], data["key"], data["facts"], tuple(data["cells"]))


def ways_out(session: Session) -> list[str]:
    """What the table was just offered to say about a wrong board, or a colour that a camera may take for another."""
    told = session.table.complaint.told if session.table else 0
    board = ["overrule board"] if told > MOST_TOLD else []
    return board + [f"overrule {words}" for words in session.colours.offered(session.table)]
