"""What the commands that open a table share: the games, and a session wired to them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.session.session import Session
from companion.session.words import Words
from engine.contract import Game
from engine.tac.game import TacGame
from engine.tac.rules import Rules


def new_session(words: Words, rules: Rules | None = None, referee: str = "kind") -> Session:
    """A session that knows all games, with these house rules."""
    chosen = rules or Rules.default()

    def tac(settings: Mapping[str, str]) -> Game:
        return TacGame(settings.get("deck", "basic"), chosen)

    return Session({"tac": tac}, words, referee, chosen.changes())
