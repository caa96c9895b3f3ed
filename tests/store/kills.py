"""A companion that writes its log as fast as it can, and is killed; then the power goes, too, with half a page written.

1. A process appends moments of facts and tells each as soon as `append` has returned: that is what people heard.
2. It is killed at a random moment. 3. What lies behind the last synced byte of the newest part is cut off somewhere, or
becomes garbage: no disk promises more. 4. The log is opened again, by the next process.
"""

import random
import subprocess
import sys
from pathlib import Path

from companion.store.log import Log, read_games

WRITER = """
import os, random, sys
from companion.facts import Fact
from companion.store.log import Log
path, seed, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lot = random.Random(seed)
log = Log(path, "now")
if first == 0:
    log.append([Fact("game", 0.0, {"game": "tac"})])
number = first
while True:
    count = lot.choice((1, 1, 2, 5))
    kinds = ("lift", "place", "move", "speech")
    numbers = range(number, number + count)
    log.append([Fact(lot.choice(kinds), 0.1 * n, {"n": n, "text": "x" * lot.randrange(900)}) for n in numbers])
    number += count
    os.write(1, b"%d %d\\n" % (number, os.path.getsize(path + "-wal")))
"""


class Evening:
    """One log, and all that was announced of it. `waits_s`: of these one is the time until each kill."""

    def __init__(self, path, seed, waits_s=(0.0, 0.001, 0.005, 0.02, 0.06)):
        self.path, self.lot, self.waits_s = Path(path), random.Random(seed), waits_s
        self.announced = self.kills = 0

    def cut(self):
        """Writes, kills, tears; then looks whether everything announced is there, once and in order."""
        words = [sys.executable, "-c", WRITER, str(self.path), str(self.lot.random())[2:8], str(self.announced)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, bufsize=0) as process:
            told = process.stdout.readline()
            timer_s = self.lot.choice(self.waits_s)
            _wait(timer_s)
            process.kill()
            rest = told + process.stdout.read()
        self.kills += 1
        number, synced = rest.rpartition(b"\n")[0].split(b"\n")[-1].split()
        self.tear(int(synced))
        return self.check(int(number))

    def tear(self, synced):
        """What the disk may make of what was written behind the last byte that was synced."""
        wal = Path(f"{self.path}-wal")
        size = wal.stat().st_size
        with wal.open("r+b") as file:
            if self.lot.random() < 0.5 and size > synced:
                file.truncate(self.lot.randrange(synced, size + 1))
            else:
                file.seek(max(synced, self.lot.randrange(synced, size + 1)))
                file.write(self.lot.randbytes(self.lot.randrange(1, 9000)))

    def check(self, announced):
        """How many facts are there. Whatever is announced is; whatever is there is whole, once, and in order."""
        with Log(self.path, "again") as log:
            found = [fact.data["n"] for fact in log.last_game()[1:]]
        assert found == list(range(len(found))), f"kill {self.kills}: facts are doubled or missing"
        assert len(found) >= announced, f"kill {self.kills}: {announced} were announced, {len(found)} are there"
        assert [fact.data["n"] for fact in read_games(self.path)[0][1:]] == found
        self.announced = len(found)
        return self.announced


def _wait(seconds):
    if seconds:
        subprocess.run(["sleep", str(seconds)], check=True)

