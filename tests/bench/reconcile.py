"""How well, how fast and with how much memory the companion follows people's hands.

    python -m tests.bench.reconcile [--evenings N] [--seed S] [--habits A,B|strict|loose|all] [--variant V] [--deck D]
                                    [--cards told|inferred] [--cases FOLDER] [--jobs 1|2] [--memory N] [--keep DIR] [-v]

Plays simulated evenings (or, with `--cases`, recorded ones) through `tastkreis run --board trace:FILE` and compares
the events that come out with what is true: one line for each habit. With `--cards inferred` every card is taken out
first, and what is then known of the positions is shown, with the curve of the certainty. Exit status 0 only where
nothing is wrong. The columns: evenings, those without any fault, actions, settled right, settled wrong, `revised`,
needless questions, mistakes named of those that had to be, false violations, "the board is wrong" though nobody had
done anything, evenings lost at their end, seconds from the last touch to the move (median, 95 of 100), processor.
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
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.people import write
from tests.people.checks import frames
from tests.people.evening import evening, save
from tests.people.inferred import Knowledge, judge_inferred, without_cards
from tests.people.judge import Findings, judge, quantile

Truth = list[dict[str, Any]]
Case = tuple[int, str, str, str, int] | str
"""A simulated evening (seed, habit, variant, deck, limit), or the path of a recorded one."""


@dataclass(slots=True)
class Timed:
    """Seconds of processor time of each picture that the session took."""

    spent: list[float] = field(default_factory=list)

    def watch(self) -> None:
        """Measures every picture from now on, in this process."""
        from companion.inputs import OccupancyFrame
        from companion.session.session import Session

        taken = Session.take
        if hasattr(taken, "is_timed"):
            return

        def take(session: Any, value: Any) -> Any:
            if not isinstance(value, OccupancyFrame):
                return taken(session, value)
            began = time.process_time()
            try:
                return taken(session, value)
            finally:
                TIMED.spent.append(time.process_time() - began)

        take.is_timed = True  # type: ignore[attr-defined]
        Session.take = take  # type: ignore[method-assign]


TIMED = Timed()
SHARES = (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0))


@dataclass(slots=True)
class Row:
    """What came of the evenings of one habit."""

    evenings: int = 0
    clean: int = 0
    lost: int = 0
    accused: int = 0
    found: Findings = field(default_factory=Findings)
    known: Knowledge = field(default_factory=Knowledge)
    seconds: float = 0.0
    pictures: int = 0
    spent: list[float] = field(default_factory=list)
    loose_calls: int = 0
    """Needless interventions of evenings that are judged loosely: there the table may have to be asked."""

    def add(self, other: Row) -> None:
        """Takes in another row."""
        self.evenings += other.evenings
        self.clean += other.clean
        self.lost += other.lost
        self.accused += other.accused
        self.found.add(other.found)
        self.known.add(other.known)
        self.seconds += other.seconds
        self.pictures += other.pictures
        self.spent += other.spent
        self.loose_calls += other.loose_calls


def run_trace(path: Path, cards: str = "told") -> tuple[list[dict[str, Any]], float]:
    """The events of a trace and the seconds of processor time that they took. Raises: RuntimeError."""
    from companion.cli import main

    with tempfile.TemporaryDirectory(prefix="evening-") as folder:
        events = Path(folder) / "events.jsonl"
        began = time.process_time()
        status = main(
            ["run", "--board", f"trace:{path}", "--cards", cards, "--events", str(events), "--no-http",
             "--speech", "none"]
        )  # fmt: skip
        spent = time.process_time() - began
        if status:
            raise RuntimeError(f"{path.name}: exit status {status}")
        return [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()], spent


def read_truth(path: Path) -> Truth:
    """The truth that lies beside a trace."""
    lines = path.with_name(path.stem + ".truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def play(job: tuple[Case, str, str | None]) -> tuple[str, str, Row]:
    """One evening: its habit, its name, what came of it."""
    case, cards, keep = job
    TIMED.watch()
    TIMED.spent.clear()
    with tempfile.TemporaryDirectory(prefix="evenings-") as folder:
        if isinstance(case, str):
            path, truth = Path(case), read_truth(Path(case))
        else:
            trace, truth = evening(*case)
            path = Path(save(folder, trace, truth))
        if cards == "inferred":
            bare = Path(folder) / path.name
            bare.write_bytes(without_cards(path.read_bytes()))
            path = bare
        row = Row(evenings=1)
        try:
            events, row.seconds = run_trace(path, cards)
        except Exception as error:  # a crash is a fault of this evening, not the end of the bench
            events = []
            row.found.fault("crash", f"{type(error).__name__}: {error}")
        row.pictures = len(frames(path.read_bytes()))
    row.spent = [*TIMED.spent]
    if keep:
        lines = "".join(json.dumps(event) + "\n" for event in events)
        (Path(keep) / f"{path.stem}.events.jsonl").write_text(lines, encoding="utf-8")
    _compare(row, truth, events, cards)
    return truth[0]["profile"], path.stem, row


def _compare(row: Row, truth: Truth, events: list[dict[str, Any]], cards: str) -> None:
    """Fills in what is right and wrong."""
    if cards == "inferred":
        row.known = judge_inferred(truth, events)
        counts = row.known.counts
        row.lost, row.accused = counts["lost"], counts["violation"]
        row.clean = not (row.found.faults or row.lost or row.accused or counts["wrong"])
        return
    row.found.add(judge(truth, events))
    row.lost = row.found.counts["lost"]
    row.clean = not row.found.faults
    row.loose_calls = interventions(row.found) if truth[0].get("loose") else 0


def interventions(found: Findings) -> int:
    """How often the companion spoke up though nothing was wrong."""
    violations = sum(kind == "false violation" for kind, _ in found.faults)
    return found.counts["calls"] + found.counts["needless"] + violations


def told_table(rows: dict[str, Row]) -> Iterator[str]:
    """One line a habit."""
    yield (
        f"{'habit':16} {'even.':>5} {'clean':>5} {'actions':>8} {'settled':>8} {'wrong':>5} {'revis.':>6} {'ask+':>4} "
        f"{'named':>11} {'false':>5} {'calls':>5} {'lost':>4} {'delay':>5} {'p95':>5} {'ms/pic':>7}"
    )
    for name, row in rows.items():
        counts, kinds = row.found.counts, Counter(kind for kind, _ in row.found.faults)
        held = row.found.held
        yield (
            f"{name:16} {row.evenings:5} {row.clean:5} {counts['actions']:8} {counts['right']:8} {kinds['wrong']:5} "
            f"{counts['revised']:6} {counts['needless']:4} {counts['named']:5}/{counts['to be named']:<5} "
            f"{kinds['false violation']:5} {counts['calls']:5} {row.lost:4} {quantile(held, 0.5):5.2f} "
            f"{quantile(held, 0.95):5.2f} {1000 * row.seconds / max(1, row.pictures):7.3f}"
        )


def inferred_table(rows: dict[str, Row]) -> Iterator[str]:
    """One line a habit, for tables without cards."""
    yield (f"{'habit':16} {'even.':>5} {'moves':>6} {'known':>8} {'exch.':>6} {'known':>8} {'wrong':>6} {'accused':>7} "
           f"{'calls':>6} {'asked':>6} {'revis.':>6} {'lost':>4} {'ms/pic':>7}")  # fmt: skip
    for name, row in rows.items():
        c = row.known.counts
        moves, swaps = (100 * c[f"known {kind}"] / max(1, c[f"all {kind}"]) for kind in ("move", "exchange"))
        yield (
            f"{name:16} {row.evenings:5} {c['all move']:6} {moves:7.2f}% {c['all exchange']:6} {swaps:7.2f}% "
            f"{c['wrong']:6} {c['violation']:7} {c['disturbed']:6} {c['question']:6} {c['revised']:6} {row.lost:4} "
            f"{1000 * row.seconds / max(1, row.pictures):7.3f}"
        )


def totals(whole: Row, cards: str) -> Iterator[str]:
    """The figures of all evenings together, in words."""
    counts, kinds = whole.found.counts, Counter(kind for kind, _ in whole.found.faults)
    if cards == "inferred":
        c = whole.known.counts
        every, known = (c[f"{word} move"] + c[f"{word} exchange"] for word in ("all", "known"))
        moves, both = 100 * c["known move"] / max(1, c["all move"]), 100 * known / max(1, every)
        yield f"{whole.evenings} evenings; moves known {moves:.2f} %, with exchanges {both:.2f} %"
        yield f"wrong {100 * c['wrong'] / max(1, every):.2f} %, accused {c['violation']}, lost {whole.lost}"
        yield "certainty told, moves, right:"
        yield from whole.known.curve.lines()
    else:
        share = 100 * counts["right"] / max(1, counts["actions"])
        yield f"{whole.clean} of {whole.evenings} evenings without fault"
        yield f"settled right {counts['right']} of {counts['actions']} ({share:.3f} %), wrong {kinds['wrong']}"
        calls = interventions(whole.found)
        strict = calls - whole.loose_calls
        yield f"needless interventions: {calls}, {strict} of them where one answer alone was right"
        yield f"settled before the hand was off: {counts['early']}"
    for kind, number in kinds.most_common():
        yield f"  {number:5}  {kind}"
    yield f"{whole.pictures} pictures, {1000 * whole.seconds / max(1, whole.pictures):.3f} ms each with all around it"
    quarters = ", ".join(f"{name} {1000 * quantile(whole.spent, share):.2f} ms" for name, share in SHARES)
    yield f"the session alone, each picture: {quarters}"


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


def results(jobs: list[tuple[Case, str, str | None]], workers: int) -> Iterator[tuple[str, str, Row]]:
    """What came of each evening, in order."""
    if workers == 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, jobs)


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    write.configure(parser, evenings=len(write.chosen("strict")))
    parser.add_argument("--cards", choices=["told", "inferred"], default="told")
    parser.add_argument("--cases", help="folder of recorded evenings instead of simulated ones")
    parser.add_argument("--jobs", type=int, choices=[1, 2], default=1, help="how many processes")
    parser.add_argument("--keep", help="folder for the events of each evening")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="how memory grows over N evenings")
    parser.add_argument("-v", "--verbose", action="store_true", help="every fault, not the first two of an evening")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Runs the evenings and prints the figures."""
    args = parsed(argv)
    if args.memory:
        memory(args.memory)
        return 0
    args.plain = args.plain or args.cards == "inferred"
    found: list[Case] = []
    try:
        found += sorted(map(str, Path(args.cases).glob("*.trace"))) if args.cases else write.cases(args)
    except ValueError as error:
        print(f"tests.bench.reconcile: {error}", file=sys.stderr)
        return 2
    if args.keep:
        Path(args.keep).mkdir(parents=True, exist_ok=True)
    rows: dict[str, Row] = {}
    for habit, name, row in results([(case, args.cards, args.keep) for case in found], args.jobs):
        rows.setdefault(habit, Row()).add(row)
        if not row.clean:
            print(f"BAD {name}: {dict(Counter(kind for kind, _ in row.found.faults) or +row.known.counts)}", flush=True)
        faults = [*row.found.faults, *(("wrong position", text) for text in row.known.wrong)]
        for kind, text in faults if args.verbose else row.found.faults[:2]:
            print(f"      {kind}: {text[:180]}")
    whole = Row()
    for row in rows.values():
        whole.add(row)
    table = inferred_table if args.cards == "inferred" else told_table
    print("\n" + "\n".join([*table({**rows, "all": whole}), "", *totals(whole, args.cards)]))
    return 0 if whole.clean == whole.evenings else 1


if __name__ == "__main__":
    sys.exit(main())
