"""Do people who hear the companion get out of every trouble? Whole evenings in a closed loop.

    python -m tests.bench.closed_loop [--evenings N] [--seed S] [--ears A,B] [--habits A,B] [--variant V] [--deck D]
                                      [--ruling fitting|board|play-on] [--limit N] [--jobs 1|2] [-v]

One line for each kind of ears: evenings, those that came to their end, plies; troubles where the table was guilty, and
where nobody could tell or a sensor had failed; needless interventions, troubles at a table that had done nothing;
how many of all were over within two sentences, the most sentences, seconds until play went on (median, 95 of 100). Exit
status 0 only where no evening was lost and every trouble was over within two sentences.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from tests.people import listeners
from tests.people.habits import PROFILES
from tests.people.judge import quantile
from tests.people.listeners import EARS, Ears, Trouble
from tests.people.play import PARTNERS
from tests.people.write import drawn

HABITS = ("normal", "slow", "quick", "slider", "hopper", "clumsy", "thinker", "stray", "snatcher", "ring", "dawdler")
ENOUGH = 2
Case = tuple[int, Ears, str, str, str, int, str]


@dataclass(slots=True)
class Row:
    """What came of the evenings of one kind of ears."""

    evenings: int = 0
    ended: int = 0
    plies: int = 0
    troubles: list[Trouble] = field(default_factory=list)

    def add(self, other: Row) -> None:
        """Takes in another row."""
        self.evenings += other.evenings
        self.ended += other.ended
        self.plies += other.plies
        self.troubles += other.troubles


def play(case: Case) -> tuple[Case, Row, str]:
    """One evening, and where it ended if it was lost."""
    seed, ears, habit, variant, deck, limit, ruling = case
    try:
        found = listeners.play(seed, ears, habit, variant, deck, limit, ruling)
    except Exception as error:  # a crash is the fault of this evening, not the end of the bench
        return case, Row(1), f"{type(error).__name__}: {error}"
    troubles = [*found.ledger.closed, *([found.ledger.open] if found.ledger.open else [])]
    # What is still open when the evening is broken off at its limit, people had no time to answer.
    is_open = found.ledger.open is not None and found.plies < limit
    row = Row(1, int(not found.is_stuck and not is_open), found.plies, troubles)
    if row.ended:
        return case, row, ""
    last = troubles[-1] if troubles else None
    return case, row, f"ply {found.plies + 1}, {last.kind} at {last.t:.1f} s: {last.texts[0]}" if last else "lost"


def cases(args: argparse.Namespace) -> Iterator[Case]:
    """The evenings that are played; ears and habits take turns."""
    ears: list[Ears] = [one for one in EARS if one in args.ears.split(",")] if args.ears else list(EARS)
    habits = args.habits.split(",") if args.habits else list(HABITS)
    for number in range(args.evenings):
        variant, deck = drawn(number, args.seed, args.variant, args.deck)
        habit = habits[number // len(ears) % len(habits)]
        yield 1000 * args.seed + number, ears[number % len(ears)], habit, variant, deck, args.limit, args.ruling


def table(rows: dict[str, Row]) -> Iterator[str]:
    """One line for each kind of ears."""
    yield (
        f"{'ears':10} {'even.':>5} {'ended':>5} {'plies':>7} {'guilty':>6} {'bound':>5} {'needless':>8} "
        f"{'within 2':>8} {'of':>5} {'most':>4} {'median':>7} {'p95':>7}"
    )
    for name, row in rows.items():
        causes = Counter(trouble.cause for trouble in row.troubles)
        good = sum(trouble.sentences <= ENOUGH for trouble in row.troubles)
        took = [trouble.took_s for trouble in row.troubles]
        yield (
            f"{name:10} {row.evenings:5} {row.ended:5} {row.plies:7} {causes['guilty']:6} {causes['bound']:5} "
            f"{causes['innocent']:8} {good:8} {len(row.troubles):5} "
            f"{max((trouble.sentences for trouble in row.troubles), default=0):4} "
            f"{quantile(took, 0.5):5.1f} s {quantile(took, 0.95):5.1f} s"
        )


def main(argv: list[str] | None = None) -> int:
    """Plays the evenings and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=44)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ears", default="", help=", ".join(EARS))
    parser.add_argument("--habits", default="", help=", ".join(PROFILES))
    parser.add_argument(
        "--ruling", choices=["fitting", "board", "play-on"], default="fitting", help="what innocent people say"
    )
    parser.add_argument("--variant", default="", choices=["", *sorted(PARTNERS)])
    parser.add_argument("--deck", default="", choices=["", "basic", "master"])
    parser.add_argument("--limit", type=int, default=160, help="plies of an evening at most")
    parser.add_argument("--jobs", type=int, choices=[1, 2], default=1, help="how many processes")
    parser.add_argument("-v", "--verbose", action="store_true", help="every trouble of an innocent table")
    args = parser.parse_args(argv)
    unknown = {*args.habits.split(","), *args.ears.split(",")} - {*PROFILES, *EARS, ""}
    if unknown:
        print(f"tests.bench.closed_loop: unknown: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    rows: dict[str, Row] = {}
    with ProcessPoolExecutor(args.jobs) as pool:
        for case, row, trouble in pool.map(play, cases(args)):
            rows.setdefault(case[1], Row()).add(row)
            if trouble:
                print(f"BAD seed {' '.join(map(str, case[:5]))}: {trouble[:200]}", flush=True)
            for one in row.troubles if args.verbose else ():
                if one.cause == "innocent":
                    print(f"      {' '.join(map(str, case[:5]))} {one.t:.1f} s {one.kind}: {one.texts[0][:150]}")
    whole = Row()
    for row in rows.values():
        whole.add(row)
    print("\n" + "\n".join(table({**rows, "all": whole})))
    long = sum(trouble.sentences > ENOUGH for trouble in whole.troubles)
    needless = sum(trouble.cause == "innocent" for trouble in whole.troubles)
    print(f"\n{whole.ended} of {whole.evenings} evenings came to their end; {long} troubles took more than {ENOUGH} "
          f"sentences; {needless} needless interventions")  # fmt: skip
    return 0 if whole.ended == whole.evenings and not long else 1


if __name__ == "__main__":
    sys.exit(main())
