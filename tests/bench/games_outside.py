"""The smaller games judged from outside: `python -m tests.bench.games_outside [GAMES] [SEED] [GAME,...]`.

Plays whole games by the slow engines of tests/engine alone, which share nothing with the fast ones, and keeps its own
count of hands, repetitions, quiet moves and hidden ranks. Then the commands have to say the same: `legal` at every
moment, `replay` of each record, of the same record with cards or ranks hidden, and of one in which a line is wrong.
Of other moments `perft` is counted, and texts of positions and actions are spoiled: what can be read is read, no more.
Prints one JSON object a game: how much was compared, and the first disagreements. Exit 1 if there are any.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

import outside_notation
import outside_tacocat
import outside_tactik
import outside_tactiki
import outside_tactix
from outside import Case, disagreement

SOURCES = {"tactik": outside_tactik, "tactix": outside_tactix, "tacocat": outside_tacocat, "tactiki": outside_tactiki}
SHOWN = 5


def all_cases(name: str, seed: str) -> Iterator[Case]:
    """Of one game: everything about it, and what is written down of it."""
    yield from SOURCES[name].cases(Random(seed))
    yield from outside_notation.written(name, Random(f"{seed}/written"))


def judged(name: str, games: int, seed: int) -> dict[str, Any]:
    """The figures of one game."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(games):
        for case in all_cases(name, f"{seed}/{name}/{number}"):
            counts[case.kind] += 1
            found = disagreement(name, case)
            if found is not None:
                wrong.append(f"game {number} {case.kind} {case.why}: {found}")
    return {"game": name, "games": games, **counts, "disagree": len(wrong), "first": wrong[:SHOWN]}


def main() -> int:
    """All games."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    names = sys.argv[3].split(",") if len(sys.argv) > 3 else list(SOURCES)
    total = 0
    for name in names:
        figures = judged(name, games, seed)
        total += figures["disagree"]
        print(json.dumps(figures), flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
