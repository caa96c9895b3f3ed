"""A game in progress told again from its beginning: for a listener that comes in late."""

from __future__ import annotations

from companion.facts import Fact
from companion.session import news
from companion.session.history import History
from companion.session.session import Session


def retold(session: Session) -> list[Fact]:
    """The game, where it began, and every action that stands; nothing without a game.

    A log may be older than what facts tell today: these are made anew.
    """
    table, now = session.table, session.now
    if table is None:
        return []
    game, history = table.game, table.history
    facts = [news.game(now, game.name, table.settings, session.house_rules, game.layout)]
    stands = history.actions[0].before if history.actions else table.state
    facts.append(news.setup(now, game, stands))
    for count, entry in enumerate(history.actions, 1):
        if entry.before.position != stands.position:
            facts.append(news.setup(now, game, entry.before))
        facts.append(news.move(now, game, History(history.actions[:count])))
        stands = entry.after
    if table.state.position != stands.position:
        facts.append(news.setup(now, game, table.state))
    return [*facts, news.turn(now, game, table.state)]
