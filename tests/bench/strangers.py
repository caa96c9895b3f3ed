"""How well other people are followed who say their cards: habits by which nothing in the session was ever measured.

    python -m tests.bench.strangers [--evenings N] [--seed S] [--habits A,B] [--cards prompt|early|late|mixed]
                                    [--sensors full|ring|gaps] [-v]

Plays evenings of `tests.plain.strangers` with their cards through `tastkreis run` and compares the positions that stand
at the end with what is true. One line for each habit: evenings, actions, right, wrong and open ones, questions, broken
rules that were named (only `misses` breaks any), corrections of what was told (`revised`). The habit `drawn` is another
one each evening, by lot. `--cards`: when they are told. `--sensors`: none in the yards, or one to three holes without.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

from tests.bench.reconcile import run_trace
from tests.people.evening import save
from tests.people.judge import Told
from tests.people.night import FULL
from tests.plain.stranger_habits import STRANGERS, Said, drawn
from tests.plain.strangers import stranger

KINDS = (
    ("teams", "basic"), ("three-free", "master"), ("duel-teams", "basic"), ("teams", "master"),
    ("three-double", "master"), ("solo", "basic"), ("duel", "master"), ("two-against-one", "basic"),
)  # fmt: skip
HOLES = 80
TOLD = {"violation": "named", "question": "questions", "revised": "revised"}
COLUMNS = ("evenings", "actions", "right", "wrong", "open", *TOLD.values())


def working(seed: int, sensors: str) -> int:
    """The sensors that work, as bits."""
    if sensors == "ring":
        return FULL & (1 << HOLES) - 1
    rng = Random(f"gaps-{seed}")
    gaps = [rng.randrange(HOLES) for _ in range(rng.choice((1, 1, 2, 3)))] if sensors == "gaps" else []
    return FULL & ~sum(1 << hole for hole in {*gaps})


def evening(
    seed: int, habit: str, variant: str, deck: str, limit: int = 600, cards: Said = "prompt", sensors: str = "full"
) -> Counter[str]:
    """What came of one evening: counts of actions, right, wrong, open, named, questions, revised."""
    who = drawn(seed) if habit == "drawn" else habit
    trace, truth = stranger(seed, who, variant, deck, limit, cards, working(seed, sensors))
    with tempfile.TemporaryDirectory(prefix="strangers-") as folder:
        events, _ = run_trace(Path(save(folder, trace, truth)))
    told = [move["position"] for move in Told.of(events).stands]
    true = [row["position"] for row in truth[1:]]
    right = sum(one == other for one, other in zip(told, true, strict=False))
    counts = Counter(actions=len(true), right=right, wrong=len(told) - right, open=len(true) - len(told))
    counts.update(TOLD[event["type"]] for event in events if event["type"] in TOLD)
    return counts


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=len(STRANGERS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--habits", default=",".join(STRANGERS))
    parser.add_argument("--cards", choices=("prompt", "early", "late", "mixed"), default="prompt")
    parser.add_argument("--sensors", choices=("full", "ring", "gaps"), default="full")
    parser.add_argument("-v", "--verbose", action="store_true", help="one line for each evening")
    args = parser.parse_args()
    habits, rows = args.habits.split(","), defaultdict[str, Counter[str]](Counter)
    for number in range(args.evenings):
        habit, seed = habits[number % len(habits)], args.seed + number
        found = evening(seed, habit, *KINDS[seed % len(KINDS)], cards=args.cards, sensors=args.sensors)
        if args.verbose:
            print(seed, habit, *KINDS[seed % len(KINDS)], dict(found), flush=True)
        for name in (habit, "all"):
            rows[name].update(found + Counter(evenings=1))
    print(f"{'habit':13}" + "".join(f"{name:>10}" for name in COLUMNS))
    for name, row in sorted(rows.items(), key=lambda pair: pair[0] == "all"):
        print(f"{name:13}" + "".join(f"{row[key]:10}" for key in COLUMNS))


if __name__ == "__main__":
    main()
