"""Kills: a log that is written under load, killed at random moments, and torn as a power cut tears a disk.

    python -m tests.bench.kills [KILLS [SEED]]

Tells how often it was killed, how many facts were announced, and that all of them are there; the first loss ends it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

from kills import Evening

KILLS = 60
EACH = 25
"""Kills of one log before a new one is begun."""


def main() -> None:
    """Kills, and looks."""
    numbers = [int(word) for word in sys.argv[1:]]
    kills, seed = [*numbers, *(KILLS, 1)[len(numbers) :]]
    facts, done, began = 0, 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        while done < kills:
            evening = Evening(Path(folder) / f"{done}.db", seed + done)
            for _ in range(min(EACH, kills - done)):
                evening.cut()
                done += 1
            facts += evening.announced
    print(f"{done} kills, {facts} facts, none lost, none twice, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
