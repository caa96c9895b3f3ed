"""Millions of odd inputs against everything that is read: sentences, files, questions, sayings, the door of the page.

    python -m tests.bench.fuzz [SENTENCES [OTHERS [SEED [REQUESTS]]]]

What comes out is how many were tried, how long the slowest took, and what memory it cost. The first fault ends it,
with the input that it takes to see it again.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))

from page_door import Door
from targets import TARGETS, mutated

SENTENCES, OTHERS, REQUESTS = 100_000, 20_000, 1_000
OF_SENTENCES = ("wire", "sentence", "whole-sentence")
WEIGHTS = {
    "camera": 0.02, "gpio": 0.1, "log-row": 0.1, "saying": 0.01, "option": 0.02, "geometry": 0.05, "trace": 0.05,
    "profile": 0.1, "rules": 0.1,
}  # fmt: skip


def tried(name: str, count: int, seed: int) -> None:
    """So many inputs to one target."""
    target, seeds = TARGETS[name]
    rng = random.Random(f"{seed} {name}")
    slowest_s, began = 0.0, time.perf_counter()
    for number in range(count):
        data = mutated(rng.choice(seeds), rng)
        at = time.process_time()
        try:
            target(data)
        except Exception as error:
            told = f"{name}, seed {seed}, input {number}: {type(error).__name__}: {error}"
            raise SystemExit(f"{told}\n{repr(data)[:2000]}") from error
        slowest_s = max(slowest_s, time.process_time() - at)
    took_s = time.perf_counter() - began
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    told = f"{took_s:8.1f} s   slowest {slowest_s * 1000:7.1f} ms   peak {peak_mb} MB"
    print(f"{name:<16}{count:>10} inputs {told}", flush=True)


def main() -> None:
    """Tries them all."""
    numbers = [int(word) for word in sys.argv[1:]]
    sentences, others, seed, requests = [*numbers, *(SENTENCES, OTHERS, 1, REQUESTS)[len(numbers) :]]
    for name in OF_SENTENCES:
        tried(name, sentences // len(OF_SENTENCES), seed)
    rest = [name for name in TARGETS if name not in OF_SENTENCES]
    whole = sum(WEIGHTS.get(name, 1.0) for name in rest)
    for name in rest:
        tried(name, max(1, int(others * WEIGHTS.get(name, 1.0) / whole)), seed)
    at_the_door(requests, seed)


def at_the_door(count: int, seed: int) -> None:
    """So many requests, and as many WebSockets, to the real server."""
    door, began = Door(seed), time.perf_counter()
    for number in range(count):
        door.request()
        door.frames()
        if number % 100 == 0:
            door.answers()
    door.answers()
    door.close()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    took_s = time.perf_counter() - began
    print(f"{'door':<16}{door.tried:>10} requests and WebSockets {took_s:8.1f} s   peak {peak_mb} MB", flush=True)


if __name__ == "__main__":
    main()
