"""Going on where a game stood: the facts of the log, played again into a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.facts import Fact
from companion.session.session import Session
from engine.contract import Game, Option


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
    for number, fact in enumerate(facts, 1):
        try:
            _again(session, game, fact)
        except ValueError as error:
            raise CannotResume(f"fact {number} of the game ({fact.kind}) cannot be played again: {error}") from error
    session.is_set_up = False
    session.changed_by_hand()
    return True


def _again(session: Session, game: Game, fact: Fact) -> None:
    data = fact.data
    match fact.kind:
        case "move":
            _play(session, game, str(data["card"]), str(data["action"]))
        case "takeback":
            entry = session.history.pop()
            session.state = entry.before if entry else session.state
        case "hand":
            session.state = game.hand(session.state, str(data["seat"]), list(data["cards"]))
        case "ruling" if data["ruling"] in ("set", "play-on", "board"):
            session.state = game.set_position(session.state, str(data["position"]))
        case "stuck":
            session.link.distrust(frozenset(data["indices"]))


def _play(session: Session, game: Game, card: str, action: str) -> None:
    state = session.state
    discard = game.discard(state, card)
    option = discard if action == discard.action else _option(game, state, card, action)
    session.history.add(state, option)
    # A discard may have been a ruling of the table: the rules are not asked again.
    session.state = game.lay_aside(state, card) if option is discard else game.play(state, option)


def _option(game: Game, state: Any, card: str, action: str) -> Option:
    for option in game.options(state, card):
        if action in (option.action, *option.also):
            return option
    raise ValueError(f"{card} {action} is not possible here")
