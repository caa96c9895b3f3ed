"""How well, how fast and with how much memory the companion follows people's hands.

    python -m tests.bench.reconcile [--seeds 0:3] [--profiles normal,rough] [--variant teams] [--deck basic]
                                    [--cases FOLDER] [--write FOLDER] [--limit N] [--memory N] [-v]

Plays simulated evenings (and, with `--cases`, recorded ones) through `tastkreis run`, in this process, and compares
what it tells with what is true. Exit status 0 only where nothing is wrong. With `--write` the evenings are kept.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.people.checks import frames
from tests.people.evening import evening, save
from tests.people.habits import PROFILES
from tests.people.judge import Findings, judge, quantile

Truth = list[dict[str, Any]]


def run_trace(path: Path) -> tuple[list[dict[str, Any]], float]:
    """The events of a trace and the seconds of processor time that they took. Raises: RuntimeError."""
    from companion.cli import main

    with tempfile.TemporaryDirectory(prefix="evening-") as folder:
        events = Path(folder) / "events.jsonl"
        began = time.process_time()
        status = main(
            ["run", "--board", f"trace:{path}", "--events", str(events), "--no-http", "--speech", "none"]
        )
        spent = time.process_time() - began
        if status:
            raise RuntimeError(f"{path.name}: exit status {status}")
        return [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()], spent


def made(args: argparse.Namespace, folder: Path) -> Iterator[tuple[Path, Truth]]:
    """Simulated evenings, written to a folder."""
    low, _, high = args.seeds.partition(":")
    for profile in args.profiles.split(",") if args.profiles else PROFILES:
        for seed in range(int(low), int(high or int(low) + 1)):
            trace, truth = evening(seed, profile, args.variant, args.deck, args.limit)
            yield Path(save(str(folder), trace, truth)), truth


def recorded(folder: str) -> Iterator[tuple[Path, Truth]]:
    """Evenings that lie in a folder beside their truth."""
    for path in sorted(Path(folder).glob("*.trace")):
        lines = path.with_name(path.stem + ".truth.jsonl").read_text(encoding="utf-8").splitlines()
        yield path, [json.loads(line) for line in lines if line.strip()]


def report(name: str, found: Findings, seconds: float, pictures: int, is_verbose: bool) -> None:
    """One line for one evening, and its first faults."""
    kinds = Counter(kind for kind, _ in found.faults)
    counts = found.counts
    print(
        f"{'ok ' if not kinds else 'BAD'} {name:40} {counts['right']:4}/{counts['actions']:<4} settled  "
        f"{1000 * seconds / max(1, pictures):6.3f} ms/picture  {dict(kinds) if kinds else ''}",
        flush=True,
    )
    for kind, text in found.faults if is_verbose else found.faults[:3]:
        print(f"      {kind}: {text[:180]}")


def totals(found: Findings, seconds: float, pictures: int) -> None:
    """The figures of all evenings together."""
    counts, kinds = found.counts, Counter(kind for kind, _ in found.faults)
    print(f"\nactions settled right   {counts['right']} of {counts['actions']}, silent errors {kinds['wrong']}")
    print(f"questions               {counts['questions']} asked, {counts['questions bound']} are the fewest possible")
    named = f"{counts['named']} of {counts['to be named']} named"
    print(f"mistakes                {named}, false {kinds['false violation']}")
    print(
        f"delay of a move         median {quantile(found.held, 0.5):.2f} s, p95 {quantile(found.held, 0.95):.2f} s, "
        f"longest {quantile(found.held, 1):.2f} s, before the hand was off {counts['early']}"
    )
    print(f"processor               {1000 * seconds / max(1, pictures):.3f} ms a picture, {pictures} pictures")
    for kind, number in kinds.most_common():
        print(f"  {number:5}  {kind}")


def memory(games: int) -> None:
    """How much the process has grown after so many evenings, one after the other."""
    with tempfile.TemporaryDirectory(prefix="evenings-") as folder:
        trace, truth = evening(0, "normal", limit=80)
        path = Path(save(folder, trace, truth))
        sizes = []
        for _ in range(games):
            run_trace(path)
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    print(f"memory                  {sizes[0]} MB after one evening, {sizes[-1]} MB after {games}")


def main(argv: list[str] | None = None) -> int:
    """Runs the evenings and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0:1", help="range of seeds, such as 0:10")
    parser.add_argument("--profiles", default="", help="names, joined by commas (default: all)")
    parser.add_argument("--variant", default="teams")
    parser.add_argument("--deck", default="basic")
    parser.add_argument("--limit", type=int, default=600, help="actions at most")
    parser.add_argument("--cases", help="folder of recorded evenings instead of simulated ones")
    parser.add_argument("--write", help="keep the simulated evenings in this folder; nothing is played")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="how memory grows over N evenings")
    parser.add_argument("-v", "--verbose", action="store_true", help="every fault")
    args = parser.parse_args(argv)
    if args.memory:
        memory(args.memory)
        return 0
    if args.write:
        for path, truth in made(args, Path(args.write)):
            print(f"{path}: {truth[0]['actions']} actions, {truth[0]['mistakes']} mistakes")
        return 0
    whole, seconds, pictures = Findings(), 0.0, 0
    with tempfile.TemporaryDirectory(prefix="evenings-") as folder:
        for path, truth in recorded(args.cases) if args.cases else made(args, Path(folder)):
            events, spent = run_trace(path)
            found = judge(truth, events)
            number = len(frames(path.read_bytes()))
            report(path.stem, found, spent, number, args.verbose)
            whole.add(found)
            seconds, pictures = seconds + spent, pictures + number
    totals(whole, seconds, pictures)
    return 1 if whole.faults else 0


if __name__ == "__main__":
    sys.exit(main())
