"""Without cards: what was played is inferred with all cards that a seat may hold.

Only what the board shows can be inferred. An exchange, or an opening onto an own piece, looks like fingers that feel
two pieces: such a card has to be told. Seats that laid a card and moved nothing are passed over as soon as a later
seat moves; their cards are taken to be discards.
"""

from __future__ import annotations

from typing import Any

from companion.reconcile.fit import Fit
from companion.reconcile.sensors import Sensors
from companion.reconcile.trail import Trail
from engine.contract import Game, Option


def visible_options(game: Game, state: Any, sensors: Sensors) -> tuple[Option, ...]:
    """All actions of the seat to act that change what the board shows, with any card that it may hold."""
    if state.winner:
        return ()
    before = sensors.shape(state.picture)
    cards = game.possible_cards(state, state.seat)
    options = (option for card in cards for option in game.options(state, card))
    return tuple(option for option in options if sensors.shape(option.picture) != before)


def passed_over(game: Game, state: Any, trail: Trail) -> list[Option]:
    """The discards of the seats that moved nothing, if after them the board shows an action; empty if not."""
    discards: list[Option] = []
    for _ in range(len(game.seats(state)) - 1):
        unused = _unused(game, state)
        if unused is None:
            return []
        discards.append(unused)
        state = game.play(state, unused)
        fit = Fit(trail.sensors, visible_options(game, state, trail.sensors), state.picture, None)
        if fit.complete(trail):
            return discards
    return []


def _unused(game: Game, state: Any) -> Option | None:
    """The discard of a card that the seat to act may hold, if it may discard at all."""
    unusable = (card for card in game.possible_cards(state, state.seat) if not game.options(state, card))
    found = next((c for c in unusable if game.explain_play(state, state.seat, c, "discard") is None), None)
    return None if found is None else game.discard(state, found)


def same_but_for_card(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """One option for each action: which card it was does not matter for the board."""
    found: dict[tuple[str, str], Option] = {}
    for option in options:
        found.setdefault((option.position, option.action), option)
    return tuple(found.values())
