"""How well a table is understood whose cards nobody tells.

    python -m tests.bench.plain [--cases DIR | --evenings N [--strangers] [--seed S] [--habits A,B] [--variants A,B]]
                                [--only GLOB] [--jobs N] [--ring] [-v] [--curve]

Plays recorded evenings without their cards through `companion.plain` alone and compares the positions that it would
tell with what is true; with `--evenings` those of simulated people, each with another habit, variant and deck, and
then the figures by habit and by variant; with `--strangers` those of other people (`tests.plain.strangers`), by whom
no cost was ever measured; the habit `drawn` is another one each evening, by lot. `--ring`: as on a board without
sensors in the yards. `--curve`: how often plies told with some certainty were right.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import json
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.inputs import Fault, Hello, OccupancyFrame, Said
from companion.plain.belief import Belief
from companion.plain.plain import Plain, begin
from companion.reconcile.sensors import Sensors
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import read_trace
from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances
from tests.people.evening import evening, save
from tests.people.inferred import is_between, single, without_cards
from tests.people.inferred import plain as unmarked
from tests.plain.stranger_habits import STRANGERS, drawn
from tests.plain.strangers import stranger

HABITS = ("clean", "quick", "normal", "slow", "slider", "hopper", "explorer", "clumsy", "said", "thinker")
VARIANTS = (
    "teams", "duel", "three-free", "team-of-four", "duel-teams", "two-against-one", "three-double", "solo",
)  # fmt: skip


@dataclass
class Run:
    """What was told in one evening."""

    start: str = ""
    stands: list[str] = field(default_factory=list)
    said: list[tuple[float, str, float]] = field(default_factory=list)
    """Time, position and certainty of everything told."""
    revised: int = 0
    accused: int = 0
    astray: int = 0
    """How often the board was told as not right, and nobody accused."""
    questions: int = 0
    spent: list[float] = field(default_factory=list)
    most: int = 0
    log: list[str] = field(default_factory=list)


def play(path: Path, is_ring: bool = False) -> Run:
    """Plays one trace."""
    game, run = TacGame(), Run()
    plain: Plain | None = None
    sensors = Sensors.all_of(game.layout)
    state: Any = None
    was = Belief()
    for each in read_trace(path, SentenceReader(game.layout, {})):
        began = time.process_time()
        if isinstance(each, Hello):
            mask = each.mask & (1 << len(game.layout.holes)) - 1 if is_ring else each.mask
            sensors = Sensors(game.layout, mask)
            plain = None if plain is None else plain.with_sensors(sensors)
        elif isinstance(each, Fault) and each.index is not None and each.code.startswith("stuck"):
            sensors = sensors.without(each.index)
            plain = None if plain is None else plain.with_sensors(sensors)
        elif isinstance(each, Said) and each.text.startswith("game "):
            words = each.text.split()
            game = TacGame(words[2])
            state = game.begin({"variant": words[3], "deck": words[2], **dict(w.split("=") for w in words[4:])})
            plain = begin(Chances(), state, sensors, each.t)
            run.start = state.position
        elif isinstance(each, Said) and each.text == "done" and plain is not None:
            plain = plain.pressed(each.t)
        elif isinstance(each, OccupancyFrame) and plain is not None:
            while (due := plain.next_deadline()) is not None and due < each.t:
                at = time.process_time()
                plain = plain.at(due)
                run.spent.append(time.process_time() - at)
                note(run, was, plain, due)
                was, began = plain.belief, time.process_time()
            plain = plain.after(each)
        if plain is None:
            continue
        run.spent.append(time.process_time() - began)
        run.most = max(run.most, len(plain.readings))
        note(run, was, plain, plain.t)
        was = plain.belief
    run.stands = [ply.position for ply in was.plies]
    return run


def note(run: Run, was: Belief, plain: Plain, t: float) -> None:
    """What became known between two moments."""
    now, told, plies = plain.belief, was.plies, plain.belief.plies
    if now.is_named and not was.is_named:
        run.accused += now.broken is not None
        run.astray += now.broken is None
        run.log.append(f"{t:9.3f} {'wrong' if now.broken else 'astray'}: {now.wrong}")
    if now.question is not None and now.question != was.question:
        run.questions += 1
        run.log.append(f"{t:9.3f} asked of ply {now.question.ply}: {', '.join(sorted(now.question.actions))}")
    if plies is told:
        return
    same = 0
    while same < min(len(plies), len(told)) and plies[same] == told[same]:
        same += 1
    if same < len(told):
        run.revised += 1
        run.log.append(f"{t:9.3f} revised from ply {same + 1} ({len(told) - same} plies)")
        if not plies or len(plies) == same:
            run.said.append((t, plies[-1].position if plies else run.start, 1.0))
    for number, ply in enumerate(plies[same:], same):
        if same == len(told) or number == len(plies) - 1:
            run.said.append((t, ply.position, ply.certainty))
        run.log.append(
            f"{t:9.3f} {ply.seat} {ply.card or '-':9} {ply.option.action:24} {ply.certainty:.3f} {ply.position}"
            + (" FOUND" if ply.is_found else "")
        )


def judge(truth: list[dict[str, Any]], run: Run) -> tuple[Counter[str], list[str]]:
    """Figures of one evening, and what was wrong."""
    want, kinds, acts = [], [], []
    for a in truth:
        if "expect" in a:
            position = unmarked(a["position"])
            if (want and want[-1] != position) or (not want and position != unmarked(truth[0]["start"])):
                want.append(position)
                kinds.append("exchange" if "~" in a["action"] else "move")
                acts.append(a)
    stands = single(run.stands)
    said = single([position for _, position, _ in run.said])
    fig: Counter[str] = Counter()
    known: set[int] = set()
    for i, _, n in difflib.SequenceMatcher(None, want, stands, autojunk=False).get_matching_blocks():
        known.update(range(i, i + n))
    at: dict[int, int] = {}
    for i, j, n in difflib.SequenceMatcher(None, want, said, autojunk=False).get_matching_blocks():
        at.update((j + k, i + k) for k in range(n))
    notes = []
    for i, kind in enumerate(kinds):
        fig["all " + kind] += 1
        fig["known " + kind] += i in known
        if i not in known:
            a = acts[i]
            notes.append(f"missed {a['t_done']:9.3f} n={a['n']} {a['seat']} {a['card']} {a['action']} {a['position']}")
    last, line = -1, [truth[0]["start"], *want]
    for j, position in enumerate(said):
        if j in at:
            last = at[j]
            continue
        near = range(max(0, last + 1), min(len(want), last + 4))
        if not any(is_between(position, line[i], line[i + 1]) for i in near):
            fig["wrong"] += 1
            when = next(t for t, p, _ in run.said if unmarked(p) == position)
            notes.append(f"wrong  {when:9.3f} {position}")
    fig["astray"] = run.astray
    fig["accused"], fig["revised"], fig["questions"] = run.accused, run.revised, run.questions
    fig["lost"] = int(not said or said[-1] not in want[-2:])
    fig["silent"] = sum(a["action"] in ("discard", "skip", "devil", "pass-hands") for a in truth if "expect" in a)
    right = set(want)
    for _, position, certainty in run.said:
        step = min(int(certainty * 200), 199)
        fig[f"curve {step:03d}"] += 1
        fig[f"right {step:03d}"] += unmarked(position) in right
    return fig, sorted(notes, key=lambda text: float(text.split()[1]))


Outcome = tuple[Path, Counter[str], list[str], list[float], int, list[str]]


Simulated = tuple[int, str, str, str]
"""Seed, habit, variant and deck of an evening."""


def simulated(count: int, seed: int, habits: list[str], variants: list[str]) -> list[Simulated]:
    """So many evenings: every habit with every variant in turn, the decks alternating."""
    return [
        (seed + n, habits[n % len(habits)], variants[(n // len(habits) + n) % len(variants)],
         ("basic", "master")[n // len(habits) % 2])
        for n in range(count)
    ]  # fmt: skip


def one(job: tuple[Path | Simulated, bool]) -> Outcome:
    """Plays and judges one evening."""
    what, is_ring = job
    if isinstance(what, Path):
        return _played(what, is_ring)
    with tempfile.TemporaryDirectory(prefix="evening-") as folder:
        seed, habit, *kind = what
        who = drawn(seed) if habit == "drawn" else habit
        is_other = habit == "drawn" or habit in STRANGERS
        trace, truth = stranger(seed, who, *kind) if is_other else evening(*what)
        return _played(Path(save(folder, without_cards(trace), truth)), is_ring)


def _played(path: Path, is_ring: bool) -> Outcome:
    lines = path.with_name(path.stem + ".truth.jsonl").read_text(encoding="utf-8").splitlines()
    run = play(path, is_ring)
    fig, notes = judge([json.loads(line) for line in lines], run)
    return path, fig, notes, run.spent, run.most, run.log


def quantile(values: list[float], share: float) -> float:
    """A quantile of sorted values."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def main(argv: list[str] | None = None) -> int:
    """Plays the evenings and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", default="../shared/data/traces-plain")
    parser.add_argument("--only", default="*")
    parser.add_argument("--evenings", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strangers", action="store_true", help="other people")
    parser.add_argument("--habits", default="")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ring", action="store_true")
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("-v", "--verbose", action="count", default=0)
    args = parser.parse_args(argv)
    found = [path for path in sorted(Path(args.cases).glob("*.trace")) if fnmatch.fnmatch(path.name, args.only + "*")]
    paths: list[Path | Simulated] = list(found)
    if args.evenings:
        habits = args.habits.split(",") if args.habits else [*(STRANGERS if args.strangers else HABITS)]
        paths = list(simulated(args.evenings, args.seed, habits, args.variants.split(",")))
    total: Counter[str] = Counter()
    groups: dict[str, Counter[str]] = {}
    spent: list[float] = []
    most = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for path, fig, notes, times, readings, log in pool.map(one, [(path, args.ring) for path in paths]):
            total += fig
            _, habit, rest = path.stem.replace("drawn-", "drawn ").split("-", 2)
            habit = habit.split(" ")[0]
            for group in (habit, rest):
                groups[group] = groups.get(group, Counter()) + fig + Counter(evenings=1)
            spent += times
            most = max(most, readings)
            every, known = fig["all move"] + fig["all exchange"], fig["known move"] + fig["known exchange"]
            times.sort()
            print(
                f"{path.stem:36} known {known}/{every}, exchanges {fig['known exchange']}/{fig['all exchange']}, wrong "
                f"{fig['wrong']}, accused {fig['accused']}, questions {fig['questions']}, revised {fig['revised']}"
                f"{', LOST' if fig['lost'] else ''}; p50 {1000 * quantile(times, 0.5):.2f} p99 "
                f"{1000 * quantile(times, 0.99):.1f} max {1000 * times[-1]:.0f} ms, {readings} readings",
                flush=True,
            )
            for text in (notes if args.verbose else ()):
                print("      ", text[:170])
            for text in (log if args.verbose > 1 else ()):
                print("   ", text)
    if args.evenings:
        by_group(groups)
    report(total, spent, most, len(paths), args.curve)
    return 0


def by_group(groups: dict[str, Counter[str]]) -> None:
    """The figures of each habit and of each variant."""
    print()
    for name, fig in groups.items():
        every, known = fig["all move"] + fig["all exchange"], fig["known move"] + fig["known exchange"]
        print(
            f"{name:24} {fig['evenings']:3} evenings, known {100 * known / max(1, every):6.2f} %, exchanges "
            f"{fig['known exchange']}/{fig['all exchange']}, wrong {100 * fig['wrong'] / max(1, every):5.2f} %, "
            f"accused {fig['accused']}, lost {fig['lost']}"
        )


def report(total: Counter[str], spent: list[float], most: int, evenings: int, is_curve: bool) -> None:
    """The figures of all evenings."""
    every = total["all move"] + total["all exchange"]
    known = total["known move"] + total["known exchange"]
    spent.sort()
    print(
        f"\n{evenings} evenings; moves known {total['known move']} of {total['all move']} "
        f"({100 * total['known move'] / max(1, total['all move']):.2f} %), with exchanges "
        f"{100 * known / max(1, every):.2f} %; wrong {total['wrong']} ({100 * total['wrong'] / max(1, every):.2f} %), "
        f"accused {total['accused']}, astray {total['astray']}, "
        f"questions {total['questions']}, revised {total['revised']}, lost {total['lost']}"
    )
    print(
        f"processor per input: median {1000 * quantile(spent, 0.5):.2f} ms, p99 {1000 * quantile(spent, 0.99):.1f} ms, "
        f"most {1000 * spent[-1]:.0f} ms; readings at most {most}"
    )
    if is_curve:
        for step in range(200):
            if total[f"curve {step:03d}"]:
                count = total[f"curve {step:03d}"]
                right = 100 * total[f"right {step:03d}"] / count
                print(f"  told with {step / 200:.3f}: {count:6}, right {right:.1f} %")


if __name__ == "__main__":
    sys.exit(main())
