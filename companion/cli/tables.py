"""What the commands that open a table share: the games, and a session wired to them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.session.session import Session
from companion.session.words import Words
from engine.contract import Game


def _tac(settings: Mapping[str, str]) -> Game:
    from engine.tac.game import TacGame

    return TacGame(settings.get("deck", "basic"))


GAMES = {"tac": _tac}


def new_session(words: Words, referee: str = "kind") -> Session:
    """A session that knows all games."""
    return Session(GAMES, words, referee)
