"""How fast built-in players play, and how well: `python tests/bench/simulate_speed.py [GAMES]`.

Prints one JSON object a line; measures processor time of this process, one core.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))

from greedy_player import GreedyPlayer

from engine.tac.moves.situation import Setup
from engine.tac.players.contract import Choice, Player, Sight
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.players.sensible import SensiblePlayer


class Timed:
    """A player with a stopwatch."""

    def __init__(self, inner: Player) -> None:
        self.name, self.inner = inner.name, inner
        self.times_ms: list[float] = []

    def swap(self, sight: Sight, lot: random.Random) -> str:
        return self.inner.swap(sight, lot)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        began = time.process_time()
        choice = self.inner.play(sight, lot)
        self.times_ms.append((time.process_time() - began) * 1000)
        return choice


def speed(player: Player, setup: Setup, games: int) -> dict[str, object]:
    """Games and plays a second, and how long games are."""
    players = dict.fromkeys(setup.seating.seats, player)
    began = time.process_time()
    plies = [play_game(setup, players, random.Random(number)).plies for number in range(games)]
    seconds = time.process_time() - began
    return {
        "what": "speed", "player": player.name, "variant": setup.variant, "deck": setup.deck, "games": games,
        "games_per_second": round(games / seconds, 1), "plays_per_second": round(sum(plies) / seconds),
        "median_plies": statistics.median(plies),
    }  # fmt: skip


def strength(player: Player, other: Player, setup: Setup, games: int) -> dict[str, object]:
    """Games won; every deal is played twice, with sides changed."""
    timed, wins = Timed(player), 0
    for number in range(games):
        one, two = (timed, other) if number % 2 else (other, timed)
        players = {seat: one if seat in setup.seating.teams[0] else two for seat in setup.seating.seats}
        winner = play_game(setup, players, random.Random(f"{number // 2}")).winner
        wins += winner is not None and players[winner[0]] is timed
    times = sorted(timed.times_ms)
    return {
        "what": "strength", "player": player.name, "against": other.name, "deck": setup.deck, "games": games,
        "won": wins, "median_ms": round(statistics.median(times), 2),
        "ms_99_of_100": round(times[len(times) * 99 // 100], 2), "most_ms": round(times[-1], 2),
    }  # fmt: skip


def figures(games: int) -> Iterator[dict[str, object]]:
    """All figures."""
    basic, master = Setup("teams", "basic"), Setup("teams", "master")
    yield speed(RandomPlayer(), basic, games // 4)
    yield speed(RandomPlayer(), master, games // 4)
    yield speed(SensiblePlayer(), basic, games // 4)
    yield strength(SensiblePlayer(), RandomPlayer(), basic, games)
    yield strength(SensiblePlayer(), GreedyPlayer(), basic, games)
    yield strength(SensiblePlayer(), GreedyPlayer(), master, games)


if __name__ == "__main__":
    for line in figures(int(sys.argv[1]) if len(sys.argv) > 1 else 400):
        print(json.dumps(line), flush=True)
