"""A game of the built-in players, made ready for hands: what was played, as the table sees it.

The players write a record; each play of it is looked up among what the game allows at that moment, with all hands
unknown, as at a real table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from companion.inputs import PIT
from companion.virtual.performance import Scene
from engine.contract import Doing, Either, Option, Performed, Picture, State, TableGame, TakesBack
from engine.registry import Commands, at_table, commands

FIRST = "first"


def rehearse(
    name: str, settings: Mapping[str, str], seed: int, found: Commands | None = None, players: str = ""
) -> tuple[dict[str, str], list[Scene]]:
    """One game with the settings to begin it with, and its scenes. `found`: the commands of the game by house rules.
    `players`: the kind of all players, by default the strongest.

    Raises: InvalidNotation for a game, variant or deck that there is not.
    """
    known = found or commands(name)
    game = at_table(name, known).at_table(settings)
    chosen = {key: value for key, value in settings.items() if key in game.settings.choices}
    game.begin(chosen)
    (played,) = known.simulate(1, seed, [players or known.PLAYERS[-1]], chosen)
    plays = [line for line in map(json.loads, played.lines) if "action" in line]
    if game.settings.can_first_be_chosen and plays:
        chosen[FIRST] = plays[0]["seat"]
    return chosen, list(_scenes(game, chosen, plays))


def _scenes(game: TableGame, settings: Mapping[str, str], plays: Iterable[Mapping[str, Any]]) -> Iterator[Scene]:
    state, number = game.begin(settings), 0
    has_readers = hasattr(game, "turned")
    for play in plays:
        for doing in _doings(game, state, play):
            number += 1
            state = _turned(game, state, doing.seat)
            option = _option(game, state, doing.card, doing.action)
            after = game.play(state, option)
            is_aside = option.action == game.aside(state, doing.card).action
            undone = _undone(game, state, doing.card) if not is_aside else None
            moved = game.account(state, option).moved
            reader = doing.seat if has_readers else PIT
            yield Scene(number, doing.seat, doing.card, option.action, state.picture, after.picture, undone, moved,
                        option.is_whole, reader, doing.is_said, is_aside, state)  # fmt: skip
            state = after


def _doings(game: TableGame, state: State, play: Mapping[str, Any]) -> tuple[Doing, ...]:
    """What a play of the record takes at the table."""
    if hasattr(game, "doings"):
        return cast(Performed[State], game).doings(state, play)
    return (Doing(play["seat"], play.get("card", ""), play["action"]),)


def _turned(game: TableGame, state: State, seat: str) -> State:
    """The state in which this seat acts, in a game in which more than one can be the next."""
    return cast(Either[State], game).turned(state, seat) or state if hasattr(game, "turned") else state


def _option(game: TableGame, state: State, card: str, action: str) -> Option:
    for option in game.options(state, card):
        if option.is_written(action):
            return option
    return game.aside(state, card)


def _undone(game: TableGame, state: State, card: str) -> Picture | None:
    """What a card takes back before it acts, in a game in which one can."""
    return cast(TakesBack[State], game).undone_by(state, card) if hasattr(game, "undone_by") else None
