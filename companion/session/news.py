"""Facts that the session tells: the only place that knows their keys. Texts are put in where they go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.facts import Fact
from companion.session.history import Settled
from engine.contract import Cell, Displacement, Explanation, Option


def game(t: float, name: str, settings: Mapping[str, str], rules: Mapping[str, str]) -> Fact:
    """A game begins. For the log alone."""
    return Fact("game", t, {"game": name, "settings": dict(settings), "rules": dict(rules)})


def board(t: float, is_connected: bool, source: str, reason: str) -> Fact:
    """The board came or went."""
    return Fact("board", t, {"connected": is_connected, "source": source, "reason": reason})


def stuck(t: float, indices: Sequence[int]) -> Fact:
    """Which sensors are not believed. For the log alone."""
    return Fact("stuck", t, {"indices": list(indices)})


def unseen(t: float, cells: Sequence[Cell]) -> Fact:
    """What the board cannot see. For the log and the voice."""
    return Fact("unseen", t, {"cells": list(cells)})


def touch(t: float, kind: str, cell: Cell) -> Fact:
    """A piece was lifted from a cell, or placed on it (`kind`: `lift`, `place`)."""
    return Fact(kind, t, {"cell": cell})


def card(t: float, seat: str, name: str, by: str) -> Fact:
    """A card was laid."""
    return Fact("card", t, {"seat": seat, "card": name, "by": by})


def setup(t: float, position: str) -> Fact:
    """The board shows the position."""
    return Fact("setup", t, {"position": position})


def turn(t: float, state: Any) -> Fact:
    """Whose turn it is."""
    return Fact("turn", t, {"seat": state.seat, "round": state.round, "deal": state.deal})


def move(t: float, settled: Settled) -> Fact:
    """An action is settled."""
    return Fact("move", t, dict(settled.told()))


def question(t: float, choices: Sequence[tuple[str, str]], ply: int) -> Fact:
    """The table is asked which action ply `ply` was; `choices` are (card, action)."""
    said = [{"card": name, "action": action} for name, action in choices]
    return Fact("question", t, {"choices": said, "ply": ply})


def again(t: float, choices: Sequence[tuple[str, str]]) -> Fact:
    """An open question is told once more. For the voice alone."""
    return Fact("again", t, {"choices": [{"card": name, "action": action} for name, action in choices]})


def answer(t: float, name: str, action: str, ply: int) -> Fact:
    """The question about ply `ply` was answered, by word or by what followed."""
    return Fact("answer", t, {"choice": {"card": name, "action": action}, "ply": ply})


def violation(t: float, broken: Explanation, seat: str, moved: Sequence[Displacement], referee: str) -> Fact:
    """A rule was broken; `moved` are the pieces that have to go back."""
    return Fact(
        "violation",
        t,
        {
            "rule": broken.rule,
            "seat": broken.facts.get("seat", seat),
            "cells": list(broken.cells),
            "key": broken.key,
            "facts": dict(broken.facts),
            "repair": [[one.owner, one.origin, one.target] for one in moved],
            "referee": referee,
        },
    )


def disturbed(t: float, differences: Sequence[Mapping[str, str | None]]) -> Fact:
    """The board does not agree with the position."""
    return Fact("disturbed", t, {"differences": [dict(one) for one in differences]})


def ways_out(t: float) -> Fact:
    """The board was told to be wrong often enough: the two ways out, once. For the voice alone."""
    return Fact("ways-out", t, {})


def part(t: float, seat: str, name: str, left: int) -> Fact:
    """A card is used in part, and so many steps are left. For the voice alone."""
    return Fact("part", t, {"seat": seat, "card": name, "left": left})


def gone_on(t: float, seat: str, fields: int) -> Fact:
    """Without cards: a piece of a seat has surely gone so many fields, and may go on. For the voice alone."""
    return Fact("gone-on", t, {"seat": seat, "fields": fields})


def corrected(t: float, position: str) -> Fact:
    """The board is right again."""
    return Fact("corrected", t, {"position": position})


def takeback(t: float, position: str) -> Fact:
    """The last action was taken back."""
    return Fact("takeback", t, {"position": position})


def revised(t: float, ply: int, position: str, settled: Sequence[Settled]) -> Fact:
    """The companion was mistaken: from ply `ply` on these actions stand."""
    moves = [dict(one.told()) for one in settled]
    return Fact("revised", t, {"ply": ply, "position": position, "moves": moves})


def ruling(t: float, text: str, position: str) -> Fact:
    """The table decided. For the log alone."""
    return Fact("ruling", t, {"ruling": text, "position": position})


def pace(t: float, seat: str, kind: str) -> Fact:
    """Somebody said how quick the hands of a seat are. For the log alone."""
    return Fact("pace", t, {"seat": seat, "kind": kind})


def hand(t: float, seat: str, cards: Sequence[str]) -> Fact:
    """A hand was told. For the log alone."""
    return Fact("hand", t, {"seat": seat, "cards": list(cards)})


def won(t: float, seats: Sequence[str]) -> Fact:
    """The win stands."""
    return Fact("won", t, {"seats": list(seats)})


def choices_of(options: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    """Options as the choices of a question."""
    return tuple((option.card, option.action) for option in options)
