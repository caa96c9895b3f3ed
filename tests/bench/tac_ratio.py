"""Whether TAC is as fast as before other games joined it: `python -m tests.bench.tac_ratio [COMMIT [REPEATS]]`.

Takes the engine of an earlier commit out of the repository and lets both play the same games by lot, in turn, each in
a process of its own; of each game the shortest time counts. Prints one JSON object a variant: games a second of both,
and the ratio, new to old. Where there is no such commit it says so, and that is all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple

BEFORE = "9b9752bc"
"""The last commit with one game."""
REPEATS, GAMES = 4, 4
TABLES = (("teams", "basic"), ("teams", "master"), ("solo", "master"), ("duel", "basic"))
ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import json, random, sys, time
try:
    from engine.tac.players.match import play_game
    from engine.tac.players.lot import RandomPlayer
    from engine.tac.moves.situation import Setup
except ImportError:
    from engine.players.match import play_game
    from engine.players.lot import RandomPlayer
    from engine.tac.situation import Setup
setup = Setup(*sys.argv[1:])
players = dict.fromkeys(setup.seating.seats, RandomPlayer())
for line in sys.stdin:
    began = time.process_time()
    plies = play_game(setup, players, random.Random(int(line))).plies
    print(json.dumps([time.process_time() - began, plies]), flush=True)
"""


class Engine(NamedTuple):
    """A process with one version of the engine."""

    asked: IO[str]
    told: IO[str]
    process: subprocess.Popen[str]

    @classmethod
    def of(cls, folder: Path, variant: str, deck: str) -> Engine:
        """The engine in a folder, ready to play."""
        words = [sys.executable, "-c", CHILD, variant, deck]
        process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stdout is not None
        return cls(process.stdin, process.stdout, process)

    def played(self, number: int) -> tuple[float, int]:
        """Seconds and plies of a game."""
        self.asked.write(f"{number}\n")
        self.asked.flush()
        seconds, plies = json.loads(self.told.readline())
        return seconds, plies

    def close(self) -> None:
        """Ends the process."""
        self.asked.close()
        self.process.wait()
        self.told.close()


def earlier(commit: str, folder: Path) -> bool:
    """Puts the engine of a commit into a folder; whether there is one."""
    done = subprocess.run(["git", "archive", commit, "engine"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(done.stdout)) as found:
        found.extractall(folder, filter="data")
    return True


def compared(old: Path, variant: str, deck: str, repeats: int, games: int = GAMES) -> dict[str, object]:
    """Both engines with the same games."""
    engines = [Engine.of(old, variant, deck), Engine.of(ROOT, variant, deck)]
    best: list[dict[int, float]] = [{}, {}]
    plies: list[dict[int, int]] = [{}, {}]
    for number in [*range(games)] * repeats:
        for side, engine in enumerate(engines):
            seconds, plies[side][number] = engine.played(number)
            best[side][number] = min(seconds, best[side].get(number, seconds))
    for engine in engines:
        engine.close()
    before, now = (games / sum(times.values()) for times in best)
    return {
        "variant": variant, "deck": deck, "old_games_per_second": round(before, 1),
        "new_games_per_second": round(now, 1), "ratio": round(now / before, 3), "same_games": plies[0] == plies[1],
    }  # fmt: skip


def main() -> None:
    """All tables."""
    commit = sys.argv[1] if len(sys.argv) > 1 else BEFORE
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else REPEATS
    with tempfile.TemporaryDirectory() as folder:
        if not earlier(commit, Path(folder)):
            print(json.dumps({"commit": commit, "found": False}))
            return
        for variant, deck in TABLES:
            print(json.dumps(compared(Path(folder), variant, deck, repeats)), flush=True)


if __name__ == "__main__":
    main()
