"""Going on where a game stood: the facts of the log, carried out again on a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.facts import Fact
from companion.session import asking
from companion.session.history import Settled
from companion.session.pile import Laid, Pile
from companion.session.session import Session
from companion.session.spent import REFUSED, is_about_play
from companion.session.table import Table
from engine.contract import HANDS, Option


class CannotResume(ValueError):
    """A log whose game cannot be played again; the text says at which fact."""


def resume(session: Session, facts: Sequence[Fact]) -> bool:
    """Puts the session where the logged game stood; False if the log holds no game, or one that is over.

    Raises: CannotResume.
    """
    if not facts or any(fact.kind == "won" for fact in facts):
        return False
    settings = dict(facts[0].data["settings"])
    name = str(facts[0].data["game"])
    if name not in session.games:
        raise CannotResume(f"the log holds a game that is not known here: {name!r}")
    try:
        game = session.games[name](settings)
        session.open(game, game.begin(settings), settings)
    except ValueError as error:
        raise CannotResume(f"the logged game cannot be set up: {error}") from error
    table, laid = session.table, None
    assert table is not None
    for number, fact in enumerate(facts, 1):
        try:
            table = _again(session, table, fact, is_ruled=number > 1 and _is_ruling(facts[number - 2]))
            session.colours = session.colours.played(table)
            laid = _laid(fact, laid)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CannotResume(f"fact {number} of the game ({fact.kind}) cannot be played again: {error}") from error
    if laid is not None:
        table = replace(table, pile=Pile((laid,)), is_resumed=True)
    session.go_on(replace(table, is_continued=any(fact.kind == "setup" for fact in facts)))
    session.spent = session.spent.after(facts)
    return True


def _laid(fact: Fact, laid: Laid | None) -> Laid | None:
    """The card that lies there and was not played after this fact."""
    if fact.kind == "card" and fact.data["by"] != "inferred":
        return Laid(0.0, str(fact.data["card"]), str(fact.data["seat"]), str(fact.data["by"]), True)
    is_over = _is_ruling(fact) or fact.kind in ("move", "takeback", "revised")
    is_refused = fact.kind == "violation" and fact.data.get("key") in REFUSED
    return None if is_over or is_refused else laid


def _is_ruling(fact: Fact) -> bool:
    """Whether the table decided what was played."""
    return fact.kind == "ruling" and is_about_play(fact)


def _again(session: Session, table: Table, fact: Fact, is_ruled: bool) -> Table:
    data = fact.data
    match fact.kind:
        case "move":
            return _played(table, data, is_ruled)
        case "takeback":
            return _back(table, 1)
        case "revised":
            table = _back(table, table.ply - int(data["ply"]) + 1)
            for move in data["moves"]:
                table = _played(table, move)
            return table
        case "pace":
            return replace(table, pace=table.pace.set(str(data["seat"]), str(data["kind"])))
        case "hand":
            hands = asking.hands_of(table.game)
            if hands is not None:
                return replace(table, state=hands.hand(table.state, str(data["seat"]), list(data["cards"])))
        case "ruling" if data["ruling"] in ("set", "play-on", "board"):
            return replace(table, state=table.game.set_position(table.state, str(data["position"])))
        case "ruling" if str(data["ruling"]).startswith("stands "):
            _, cell, seat = str(data["ruling"]).split(" ")
            session.colours = session.colours.said(table.game.layout.holes.index(cell), seat, table)
        case "stuck":
            session.distrust(_places(table, data["indices"]))
    return table


def _places(table: Table, indices: Sequence[Any]) -> frozenset[int]:
    """Places of the board. Raises: ValueError for what is none: a huge number would cost all memory."""
    if not all(isinstance(index, int) and 0 <= index < table.game.layout.size for index in indices):
        raise ValueError("the board has no such place")
    return frozenset(indices)


def _back(table: Table, count: int) -> Table:
    if not 0 < count <= table.ply:
        return table
    before = table.history.actions[table.ply - count].before
    return replace(table, state=before, history=table.history.without(count))


def _played(table: Table, move: Mapping[str, Any], is_ruled: bool = False) -> Table:
    """The table after a logged action; `is_ruled`: the table let it be, so that it proves nothing."""
    game, action = table.game, str(move["action"])
    state = asking.turned(game, table.state, str(move["seat"]))
    state = asking.with_turn(game, state, str(move["seat"]))
    table = replace(table, state=state)
    card = str(move["card"] or _any_card(table, action))
    aside = game.aside(state, card)
    option = aside if action == aside.action else _option(table, card, action)
    certainty = float(move.get("certainty", 1.0))
    is_aside = option is aside and (is_ruled or not move["card"] or certainty < 1.0)
    after = game.lay_aside(state, card) if is_aside else game.play(state, option)
    entry = Settled(state, after, option, certainty)
    return replace(table, state=after, history=table.history.add(entry))


def _any_card(table: Table, action: str) -> str:
    """A card that can have been used so, where nobody told it."""
    game, state = table.game, table.state
    awaited = game.awaits(state)
    if awaited is not None and (awaited.can_end or awaited.kind == HANDS):
        return ""
    hands = asking.hands_of(game)
    cards = (hands.possible_cards(state, state.seat) if hands else ()) or game.cards
    if not cards:
        return ""
    fits = (card for card in cards if any(o.is_written(action) for o in game.options(state, card)))
    unused = (card for card in cards if not game.options(state, card))
    return next(fits, "") or next(unused, cards[0])


def _option(table: Table, card: str, action: str) -> Option:
    for option in table.game.options(table.state, card):
        if option.is_written(action):
            return option
    raise ValueError(f"{card} {action} is not possible here")
