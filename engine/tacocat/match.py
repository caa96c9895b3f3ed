"""A whole game of Tacocat between built-in players: deals, what each player sees and does, until somebody wins."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.tacocat.box import SEATS, Box
from engine.tacocat.players import Player
from engine.tacocat.position import EXCHANGE, SHOW
from engine.tacocat.replay import Deal, Event, Play
from engine.tacocat.state import State, begin

MOST_PLIES = 20_000
"""A game that is not won by then is broken off."""


def play_game(players: Mapping[str, Player], lot: random.Random, box: Box | None = None) -> tuple[State, list[Event]]:
    """One game: how it ended, and what happened."""
    state, events = begin(box=box), list[Event]()
    deck: list[int] = []
    while state.winner is None and state.ply < MOST_PLIES:
        if state.is_deal_due:
            deck = state.box.deck()
            lot.shuffle(deck)
            size = state.box.hand_size(state.position.token)
            hands = {seat: tuple([deck.pop() for _ in range(size)]) for seat in SEATS}
            state = state.deal(hands)
            events.append(Deal(hands))
            continue
        play = _next(state, players, deck, lot)
        state = state.after(*play)
        events.append(play)
    return state, events


def _next(state: State, players: Mapping[str, Player], deck: list[int], lot: random.Random) -> Play:
    """What the round waits for; where it waits for both, one of them by lot is first."""
    seats = state.seats()
    seat = seats[0] if len(seats) == 1 or state.position.waits.kind == SHOW else lot.choice(seats)
    found = state.actions(seat)
    action = found[0] if len(found) == 1 else players[seat].choose(state.view(seat), seat, found, lot)
    if action.kind != EXCHANGE:
        return Play(seat, action)
    return Play(seat, action, tuple([deck.pop() for _ in action.cards]))
