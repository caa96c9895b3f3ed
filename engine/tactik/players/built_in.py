"""The built-in players by their names."""

from __future__ import annotations

from collections.abc import Mapping

from engine.tactik.players.contract import Player
from engine.tactik.players.greedy import GreedyPlayer
from engine.tactik.players.lot import RandomPlayer
from engine.tactik.players.sensible import SensiblePlayer

BUILT_IN: Mapping[str, Player] = {
    player.name: player for player in (RandomPlayer(), GreedyPlayer(), SensiblePlayer())
}
