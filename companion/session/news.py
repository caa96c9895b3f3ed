"""Facts that the session tells: the only place that knows their keys. Texts are put in where they go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.facts import Fact, moved_data, notes_data, standing_data
from companion.session import asking
from companion.session.history import History
from engine.contract import Account, Cell, Displacement, Explanation, Layout, Option, State, TableGame

OF_HANDS = frozenset({"usable", "lowest"})
"""Facts of a broken rule that come out of a hand; an `example` beside them is one of these cards too."""
BESIDES = frozenset({
    "moved", "undone", "returned", "against", "deed", "cards", "named", "for_all", "hidden", "standing", "notes",
})  # fmt: skip
"""Keys that follow from the others and from what was before."""
FACE_DOWN = "face-down"
"""A card that nobody else may know yet."""


def game(t: float, name: str, settings: Mapping[str, str], rules: Mapping[str, str], layout: Layout) -> Fact:
    """A game begins, on a board with these places. For the log and the voice."""
    return Fact("game", t, {"game": name, "settings": dict(settings), "rules": dict(rules), **places(layout)})


def places(layout: Layout) -> dict[str, list[str]]:
    """The places of a board, and whose its heaps are."""
    return {"cells": list(layout.holes), "heaps": list(layout.heaps), "owners": list(layout.owners)}


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


def setup(t: float, game: TableGame, state: State) -> Fact:
    """The board shows the position."""
    return Fact("setup", t, stands(game, state))


def stands(game: TableGame, state: State) -> dict[str, Any]:
    """The position, all its pieces, and what cells tell besides."""
    found = asking.notes(game, state)
    noted = {"notes": notes_data(found)} if found else {}
    return {"position": state.position, "standing": standing_data(game.standing(state)), **noted}


def turn(t: float, game: TableGame, state: State) -> Fact:
    """Whose turn it is; `finished`: who has won unless this seat can answer (T8.2). In games that
    wait for more than one thing also for what, and how many cards each seat holds. `gives`: in the first round of a
    deal, whether everybody has passed a card on before; `by`: who decides in its stead."""
    finished = {"finished": list(state.winner)} if state.winner else {}
    what = asking.what(game, state)
    held = asking.held(game, state)
    awaited = ({"what": what} if what else {}) | ({"held": held} if held else {})
    by = {"by": by} if (by := asking.decider(game, state)) else {}
    gives = {"gives": True} if state.round == 1 and asking.receiver(game, state, state.seat) is not None else {}
    return Fact("turn", t, {"seat": state.seat, "round": state.round, "deal": state.deal,
                            **finished, **awaited, **by, **gives})  # fmt: skip


def move(t: float, game: TableGame, history: History) -> Fact:
    """The last action of the history is settled."""
    return Fact("move", t, {**history.told(-1), **_done(game, history, -1), **stands(game, history.actions[-1].after)})


def _done(game: TableGame, history: History, number: int) -> dict[str, Any]:
    """What an action of the history did: pieces moved, whose action it took back, whom it is aimed at."""
    entry = history.actions[number]
    account = game.account(entry.before, entry.option)
    done: dict[str, Any] = {"moved": moved_data(account.moved)}
    if by := asking.decider(game, entry.before):
        done["by"] = by
    if account.base is not None:
        undone = history.made_on(number, account.base)
        done["undone"] = undone and undone.before.seat
        if undone is not None and (captured := game.account(undone.before, undone.option).captured):
            done["returned"] = [one.owner for one in captured]
    if account.against is not None:
        done["against"] = account.against
    if account.named:
        done["named"] = account.named
    if account.is_for_all:
        done["for_all"] = True
    if account.deed:
        done |= {"deed": account.deed, "cards": list(account.cards)}
        awaited = game.awaits(entry.before)
        if awaited is not None and awaited.is_private:
            done["hidden"] = {"card": None, "action": account.deed}
    return done


def asked(choices: Sequence[tuple[str, str]], accounts: Sequence[Account]) -> dict[str, Any]:
    """The choices of a question, and beside each what it would have done."""
    said = [{"card": name, "action": action} for name, action in choices]
    return {"choices": said, "moved": [moved_data(account.moved) for account in accounts]}


def question(t: float, choices: Sequence[tuple[str, str]], accounts: Sequence[Account], ply: int) -> Fact:
    """The table is asked which action ply `ply` was; `choices` are (card, action)."""
    return Fact("question", t, {**asked(choices, accounts), "ply": ply})


def again(t: float, choices: Sequence[tuple[str, str]], accounts: Sequence[Account]) -> Fact:
    """An open question is told once more. For the voice alone."""
    return Fact("again", t, asked(choices, accounts))


def answer(t: float, name: str, action: str, ply: int) -> Fact:
    """The question about ply `ply` was answered, by word or by what followed."""
    return Fact("answer", t, {"choice": {"card": name, "action": action}, "ply": ply})


def violation(t: float, broken: Explanation, seat: str, moved: Sequence[Displacement], referee: str) -> Fact:
    """A rule was broken; `moved` are the pieces that have to go back. What it tells of a hand stays inside."""
    facts = dict(broken.facts)
    is_of_hand = not OF_HANDS.isdisjoint(facts)
    shown = {key: value for key, value in facts.items() if key not in OF_HANDS | {"example"}}
    return Fact(
        "violation",
        t,
        {
            "rule": broken.rule,
            "seat": broken.facts.get("seat", seat),
            "cells": list(broken.cells),
            "key": broken.key,
            "facts": facts,
            "repair": [[one.owner, one.origin, one.target] for one in moved],
            "referee": referee,
            **({"hidden": {"facts": shown}} if is_of_hand else {}),
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


def corrected(t: float, game: TableGame, state: State) -> Fact:
    """The board is right again."""
    return Fact("corrected", t, stands(game, state))


def takeback(t: float, game: TableGame, state: State) -> Fact:
    """The last action was taken back; it is as it was in this state."""
    return Fact("takeback", t, stands(game, state))


def revised(t: float, game: TableGame, state: State, history: History, stays: int) -> Fact:
    """The companion was mistaken: after the first `stays` actions those of this history stand."""
    numbers = range(stays, len(history.actions))
    moves = [{**history.told(number), **_done(game, history, number)} for number in numbers]
    return Fact("revised", t, {"ply": stays + 1, **stands(game, state), "moves": moves})


def ruling(t: float, text: str, position: str) -> Fact:
    """The table decided. For the log alone."""
    return Fact("ruling", t, {"ruling": text, "position": position})


def taken_over(t: float, game: TableGame, state: State) -> tuple[Fact, Fact]:
    """Play goes on with the board as it stands, which is taken to be this state."""
    return ruling(t, "play-on", state.position), setup(t, game, state)


def pace(t: float, seat: str, kind: str) -> Fact:
    """Somebody said how quick the hands of a seat are. For the log alone."""
    return Fact("pace", t, {"seat": seat, "kind": kind})


def hand(t: float, seat: str, cards: Sequence[str]) -> Fact:
    """A hand was told. For the log alone."""
    return Fact("hand", t, {"seat": seat, "cards": list(cards)})


def won(t: float, state: State) -> Fact:
    """The win stands; nobody has won where the game is drawn."""
    drawn = {"draw": state.draw} if state.draw else {}
    return Fact("won", t, {"seats": list(state.winner or ()), **drawn})


def core(fact: Fact) -> Mapping[str, Any]:
    """What a fact tells, without what only puts it more fully: the same action told of other pieces is the same."""
    return {key: value for key, value in fact.data.items() if key not in BESIDES}


def choices_of(options: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    """Options as the choices of a question."""
    return tuple((option.card, option.action) for option in options)
