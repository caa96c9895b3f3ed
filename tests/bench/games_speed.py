"""How fast the smaller games are, and how well they are played: `python -m tests.bench.games_speed [GAMES] [GAME,...]`.

Prints one JSON object a figure; processor time of this process, on one core. GAMES: games for each pair of players
(20; 0: none). Legal sets are asked for as `tastkreis legal` does: the position read from a text, every result as one.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.registry import Commands, Finished, commands
from engine.tactix.moves import perft
from engine.tactix.position import FULL, Position, start

GAMES = ("tactix", "tacocat", "tactiki")
RANDOM_GAMES = 40
QUESTIONS = 2000
Figure = dict[str, Any]


def timed_s(work: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def questions(name: str, game: Commands) -> list[dict[str, Any]]:
    """Moments of whole games by lot, as questions to `legal`."""
    found = []
    for finished in game.simulate(RANDOM_GAMES, 1, ("random",), {}):
        positions = [step["position"] for step in game.replay(finished.lines) if "position" in step]
        plays = [json.loads(line) for line in finished.lines[1:]]
        seats = [play["seat"] for play in plays if "seat" in play]
        for position, seat in zip(positions, seats[1:], strict=False):
            question = {"game": name, "position": position}
            if "variant" in game.KEYS:
                question["variant"] = game.SETTINGS["variant"][0]
            if "seat" in game.KEYS:
                question["seat"] = seat
            found.append(question)
    lot = random.Random(1)
    return lot.sample(found, min(QUESTIONS, len(found)))


def legal_sets(name: str, game: Commands) -> Figure:
    """Times of one legal set each."""
    asked = questions(name, game)
    sizes = [len(game.legal(question)) for question in asked]
    times = sorted(timed_s(partial(game.legal, question)) * 1000 for question in asked)
    return {
        "figure": "legal sets", "game": name, "asked": len(asked), "results_median": statistics.median(sizes),
        "median_ms": round(statistics.median(times), 3), "p99_ms": round(times[len(times) * 99 // 100], 3),
        "worst_ms": round(times[-1], 3),
    }  # fmt: skip


def whole_games(name: str, game: Commands) -> Figure:
    """Games a second of two players by lot, records written."""
    played: list[Finished] = []
    seconds = timed_s(lambda: played.extend(game.simulate(RANDOM_GAMES, 1, ("random",), {})))
    plies = sum(finished.plies for finished in played)
    return {
        "figure": "whole games", "game": name, "games_per_second": round(len(played) / seconds, 1),
        "plays_per_second": round(plies / seconds),
    }  # fmt: skip


def perft_speed() -> Iterator[Figure]:
    """Positions a second that perft counts in TACTIX."""
    crowded = Position.parse("e1=wK c2=w45 d3=w62 b4=b31 e4=w53 g4=b54 d5=b62 f5=w36 c6=b26 e9=bK w", FULL)
    for what, position, depth in (("start", start(), 4), ("in the middle of a game", crowded, 4)):
        counts: list[int] = []
        seconds = timed_s(partial(_add_perft, counts, position, depth))
        yield {
            "figure": "perft", "game": "tactix", "position": what, "counts": counts,
            "nodes_per_second": round(sum(counts) / seconds),
        }  # fmt: skip


def _add_perft(counts: list[int], position: Position, depth: int) -> None:
    counts += perft(position, FULL, depth)


def strength(name: str, game: Commands, player: str, other: str, games: int) -> Figure:
    """Games won; every game the sides change."""
    played: list[Finished] = []
    seconds = timed_s(lambda: played.extend(game.simulate(games, 7, (player, other), {})))
    won = [finished.seating[finished.winner[0]] for finished in played if finished.winner]
    plies = sum(finished.plies for finished in played)
    return {
        "figure": "strength", "game": name, "player": player, "against": other, "games": games,
        "won": won.count(player), "lost": won.count(other), "drawn": games - len(won),
        "ms_per_play_of_both": round(seconds * 1000 / plies, 2),
    }  # fmt: skip


def figures(games: int, names: list[str]) -> Iterator[Figure]:
    """All figures."""
    for name in names:
        game = commands(name)
        yield legal_sets(name, game)
        yield whole_games(name, game)
        if name == "tactix":
            yield from perft_speed()
    for name in names if games else ():
        game = commands(name)
        for player, other in (("sensible", "random"), ("sensible", "greedy"), ("greedy", "random")):
            yield strength(name, game, player, other, games)


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    chosen = sys.argv[2].split(",") if len(sys.argv) > 2 else list(GAMES)
    for line in figures(many, chosen):
        print(json.dumps(line), flush=True)
