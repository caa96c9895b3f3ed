"""How strong the built-in players of TAC-TIK are: each against each, sides changing from game to game.

    python -m tests.bench.tactik_players [GAMES] [VARIANT ...]

Prints one JSON object a pairing. With two players a side is one of them, in teams a team, with three players one of
each kind sits against two of the other in turn.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter

from engine.tactik.commands import simulate
from engine.tactik.variants import VARIANTS

GAMES = 400
PAIRS = (("sensible", "greedy"), ("sensible", "random"), ("greedy", "random"))


def pairing(variant: str, players: tuple[str, str], games: int) -> dict[str, object]:
    """Games won by each kind of player, and how long they took."""
    began = time.process_time()
    wins: Counter[str] = Counter()
    for finished in simulate(games, 1, players, {"variant": variant}):
        wins[finished.seating[finished.winner[0]] if finished.winner else "nobody"] += 1
    seconds = round(time.process_time() - began, 1)
    return {"variant": variant, "players": players, "games": games, "wins": dict(wins), "seconds": seconds}


def main() -> None:
    """Plays and prints."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for variant in sys.argv[2:] or VARIANTS:
        for players in PAIRS:
            print(json.dumps(pairing(variant, players, games)), flush=True)


if __name__ == "__main__":
    main()
