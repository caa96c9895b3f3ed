"""What the commands that open a table share: the games, and a session wired to them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.reconcile.pace import Pace
from companion.session.session import Session
from engine.contract import Game
from engine.tac.game import TacGame
from engine.tac.rules import Rules


def new_session(rules: Rules | None = None, referee: str = "kind", pace: Pace | None = None) -> Session:
    """A session that knows all games, with these house rules."""
    chosen = rules or Rules.default()

    def tac(settings: Mapping[str, str]) -> Game:
        return TacGame(settings.get("deck", "basic"), chosen)

    return Session({"tac": tac}, referee, chosen.changes(), pace)
