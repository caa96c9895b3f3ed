"""A whole game of TacTiki between built-in players: the setup, what each player sees and does, until it ends."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.tactiki.board import SIDES
from engine.tactiki.moves import fight
from engine.tactiki.players import Player
from engine.tactiki.replay import Play
from engine.tactiki.setup import Setup
from engine.tactiki.state import State, begin

MOST_PLIES = 20_000
"""A game that is not over by then is broken off."""


def play_game(players: Mapping[str, Player], lot: random.Random) -> tuple[State, Setup, list[Play]]:
    """One game: how it ended, the setup, and what was played."""
    setup: Setup = {side: players[side].place(side, lot) for side in SIDES}
    state, plays = begin().set_up(setup), list[Play]()
    while (found := state.actions()) and state.ply < MOST_PLIES:
        seat = state.board.side
        action = found[0] if len(found) == 1 else players[seat].choose(state.view(seat), found, lot)
        fought = fight(state.board, action)
        plays.append(Play(seat, action, fought and fought.ranks))
        state = state.after(action, fought)
    return state, setup, plays
