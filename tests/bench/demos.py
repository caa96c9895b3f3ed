"""Does the demonstration play to its end, whatever is dealt? Whole games on the virtual clock.

    python -m tests.bench.demos [--game NAME,...] [--seeds 200] [--first 1] [--speed 1] [--jobs 1|2] [--only VARIANT]

That many games of each variant, with deck (of TAC) and pace drawn by lot; everything else as `make demo` has it. One
line for each variant, each deck and each pace: how many games came to their end (won or drawn), seconds at the table,
seconds of the processor. Each game counts in all its lines. Exit status 0 only where all games came to their end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.sensing.said import PACES
from engine.registry import GAMES, USUAL, settings_of
from tests.people.play import PARTNERS

DECKS = ("basic", "master")
VARIANTS = tuple(sorted(PARTNERS))


class Game(NamedTuple):
    """One game, and how it is played."""

    seed: int
    lines: tuple[str, ...]
    """The lines of the table in which it counts."""
    words: tuple[str, ...]
    """Options of `demo`."""


def games_of(game: str, seeds: int, first: int, only: str) -> Iterator[Game]:
    """All games of one kind to be played."""
    for variant in VARIANTS if game == USUAL else settings_of(game).layouts:
        for seed in range(first, first + seeds) if only in ("", variant) else ():
            lot = Random(f"{game}-{variant}-{seed}")
            pace, deck = lot.choice(PACES), lot.choice(DECKS)
            words = ("--game", game, "--pace", pace, *(("--variant", variant) if variant else ()))
            if game == USUAL:
                yield Game(seed, (variant, deck, pace), (*words, "--deck", deck))
            else:
                yield Game(seed, (f"{game} {variant}".strip(),), words)


def play(game: Game, speed: float) -> tuple[Game, str, float, float]:
    """Plays one: why it did not come to its end (empty: it did), seconds of the processor, seconds at the table."""
    from companion.cli import main

    out, began = io.StringIO(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder, "events.jsonl")
        words = ["demo", "--clock", "fast", "--speech", "none", "--events", str(events), "--seed", str(game.seed)]
        words += [*game.words, "--speed", str(speed)]
        with contextlib.redirect_stderr(out):
            status = main(words)
        lines = [*out.getvalue().splitlines(), *(events.read_text("utf-8").splitlines() if events.exists() else ())]
    end = next((float(line.split('"t": ')[1].split(",")[0]) for line in reversed(lines) if '"t": ' in line), 0.0)
    trouble = "" if status == 0 else next((line for line in lines if "not understood" in line), f"status {status}")
    if not trouble and not any('"type": "won"' in line for line in lines[-40:]):
        trouble = "nobody won"
    return game, trouble, time.process_time() - began, end


def main(argv: list[str] | None = None) -> int:
    """Plays all games and prints one line for each variant, deck and pace."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=USUAL, help=f"of {', '.join(GAMES)}: one, or several with commas between")
    parser.add_argument("--seeds", type=int, default=10, help="games of each variant (default: 10)")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--speed", type=float, default=1.0, help="how fast the hands are")
    parser.add_argument("--jobs", type=int, choices=[1, 2], default=1, help="how many processes")
    parser.add_argument("--only", default="", help="one variant")
    args = parser.parse_args(argv)
    chosen = [each for name in args.game.split(",") for each in games_of(name, args.seeds, args.first, args.only)]
    found: dict[str, list[tuple[str, float, float]]] = {}
    with ProcessPoolExecutor(args.jobs) as pool:
        for game, trouble, spent, end in pool.map(partial(play, speed=args.speed), chosen):
            for line in game.lines:
                found.setdefault(line, []).append((trouble, spent, end))
            if trouble:
                print(f"BAD seed {game.seed} {' '.join(game.words)}: {trouble}", flush=True)
    print(f"{'':16} {'games':>6} {'to the end':>10} {'at the table':>13} {'processor':>10}")
    for name, rows in found.items():
        ended = sum(not trouble for trouble, _, _ in rows)
        table, spent = sum(end for _, _, end in rows) / len(rows), sum(each for _, each, _ in rows) / len(rows)
        print(f"{name:16} {len(rows):6} {ended:10} {table:11.0f} s {spent:8.2f} s")
    return 1 if any(trouble for rows in found.values() for trouble, _, _ in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
