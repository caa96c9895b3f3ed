"""Fuzzing that looks which lines of the program an input reaches, and goes on from those that reach new ones.

    python -m tests.bench.fuzz_guided [SECONDS [TARGET...]]

Needs atheris, which is no package of this project: `pip install atheris`. Each target runs in a process of its own,
since the first fault ends it; the input is printed then. Exit status 1 if there was one.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 5
FOLDER = Path(__file__).parents[1] / "fuzz"
CHILD = """
import sys
import atheris
sys.path.insert(0, sys.argv[1])
with atheris.instrument_imports(include=["calibration", "companion", "engine", "firmware", "hardware"]):
    from targets import TARGETS
target, seeds = TARGETS[sys.argv[2]]
for number, seed in enumerate(seeds):
    open(f"{sys.argv[4]}/{number}", "wb").write(seed)
atheris.Setup([sys.argv[0], f"-max_total_time={sys.argv[3]}", "-print_final_stats=1", sys.argv[4]], target)
atheris.Fuzz()
"""


def tried(name: str, seconds: int) -> bool:
    """Whether a target held for so long."""
    with tempfile.TemporaryDirectory() as corpus:
        words = [sys.executable, "-c", CHILD, str(FOLDER), name, str(seconds), corpus]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, cwd=corpus)
    figures = dict(line.removeprefix("stat::").split(":", 1) for line in done.stderr.splitlines() if "stat::" in line)
    count = figures.get("number_of_executed_units", "?").strip()
    print(f"{name:<16}{count:>10} inputs in {seconds} s   {'held' if done.returncode == 0 else 'FAULT'}", flush=True)
    if done.returncode:
        print(done.stdout[-3000:] + done.stderr[-1000:])
    return done.returncode == 0


def main() -> int:
    """Tries the targets that are named, or all."""
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: nothing was tried")
        return 0
    sys.path.insert(0, str(FOLDER))
    from targets import TARGETS

    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    held = [tried(name, seconds) for name in sys.argv[2:] or TARGETS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
