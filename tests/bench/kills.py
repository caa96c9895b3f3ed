"""Kills: a log that is written under load, killed at random moments, and torn as a power cut tears a disk.

    python -m tests.bench.kills [KILLS [SEED [WHOLE]]]

Then the whole program (`tastkreis run`, while hands play over its page), `WHOLE` times. Tells how often it was killed,
how many facts were announced, and that all of them are there; the first loss ends it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

from kills import Evening

from tests.e2e.whole_kills import Evening as WholeEvening

KILLS, WHOLE = 60, 12
WAITS_S = (0.0, 0.001, 0.005, 0.02, 0.06, 0.4, 1.0)
"""Long enough that SQLite moves what was written into the main file now and then: kills hit that, too."""
EACH = 25
"""Kills of one log before a new one is begun."""


def main() -> None:
    """Kills, and looks."""
    numbers = [int(word) for word in sys.argv[1:]]
    kills, seed, whole = [*numbers, *(KILLS, 1, WHOLE)[len(numbers) :]]
    facts, done, began = 0, 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        while done < kills:
            evening = Evening(Path(folder) / f"{done}.db", seed + done, WAITS_S)
            for _ in range(min(EACH, kills - done)):
                evening.cut()
                done += 1
            facts += evening.announced
    print(f"log: {done} kills, {facts} facts, none lost, none twice, {time.perf_counter() - began:.0f} s", flush=True)
    kill_whole(whole, seed)


def kill_whole(kills: int, seed: int) -> None:
    """Kills the whole program so often, and plays on."""
    done = announced = laid = 0
    began = time.perf_counter()
    while done < kills:
        with tempfile.TemporaryDirectory() as folder:
            evening = WholeEvening(Path(folder), seed + done)
            for _ in range(min(EACH, kills - done)):
                evening.cut()
                done += 1
            evening.play_on()
        announced, laid = announced + evening.announced, laid + evening.laid
        print(f"program: {done} kills, {announced} events announced, {laid} times a card lay there; none lost, none "
              f"twice, played on; {time.perf_counter() - began:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
