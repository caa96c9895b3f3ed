"""What the costs of a table without cards should be, measured from evenings of simulated people.

    python -m tests.bench.plain_costs [--evenings N] [--seed S] [--habits A,B]

1. Gaps between two actions: mean and shape with no, one, two plays without trace between, and with a new deal; how
   much of a pace such a play takes (`SILENT_SHARE`), and what each gap costs by `costs.gap` when the paces are learnt.
2. Rests in the middle of an action, by what the board shows (`costs.Rest`): quantiles, and what each costs.
3. Touches that no action needs, and two pieces felt at once, in nats for each action (`TOUCH`, `PAIR`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import mean, pvariance
from typing import Any

from companion.inputs import OccupancyFrame
from companion.plain import costs
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import read_trace
from engine.tac.board.holes import LAYOUT
from tests.bench.plain import HABITS, VARIANTS, simulated
from tests.people.evening import evening, save
from tests.people.inferred import without_cards

Row = dict[str, Any]
HOLES = len(LAYOUT.holes)
Frames = list[tuple[float, int]]


def frames_of(path: Path) -> Frames:
    """The pictures of a trace, each when it came."""
    found: Frames = []
    for each in read_trace(path, SentenceReader(LAYOUT, {})):
        if isinstance(each, OccupancyFrame) and (not found or found[-1][1] != each.occupied):
            found.append((each.t, each.occupied))
    return found


def has_hands(row: Row) -> bool:
    """Whether anything was touched for this action."""
    return bool(row["changes"]) or row["t_first"] > row["t_card"] + 1e-6


def gaps(rows: Sequence[Row]) -> Iterator[tuple[float, tuple[str, ...], str, bool]]:
    """Between two actions with hands: seconds, who played without trace meanwhile, who acted, and whether cards were
    dealt."""
    last: float | None = None
    silent: list[str] = []
    is_dealt, before = False, 0.0
    for row in rows:
        is_dealt |= row["t_card"] - before > 7.5
        if not has_hands(row):
            silent.append(row["seat"])
        else:
            if last is not None:
                yield row["t_first"] - last, tuple(silent), row["seat"], is_dealt
            last, silent, is_dealt = max(row["t_quiet"], row["t_done"]), [], False
        before = row["t_quiet"]


def rests(rows: Sequence[Row], frames: Frames) -> Iterator[tuple[costs.Rest, float]]:
    """The rests in the middle of actions."""
    at = 0
    for row in filter(has_hands, rows):
        while at < len(frames) and frames[at][0] < row["t_first"] - 0.001:
            at += 1
        base = frames[at - 1][1] if at else 0
        during = [frame for frame in frames[at : at + 80] if frame[0] <= row["t_done"] + 0.06]
        is_parts = row["card"] == "tac" or (row["card"] == "7" and "," in row["action"])
        for (t, occupied), (later, _) in pairwise(during):
            is_moved = bool(occupied & ~base & (1 << HOLES) - 1)
            if not is_moved or occupied.bit_count() < base.bit_count():
                yield costs.Rest.HAND, later - t
            else:
                yield costs.Rest.PARTS if is_parts else costs.Rest.PLAIN, later - t


def touches(rows: Sequence[Row], frames: Frames) -> tuple[int, int]:
    """Holes emptied that no action needed, and how often two were empty at once."""
    needed: set[int] = set()
    idle = pairs = 0
    number, lifted = 0, 0
    acts = [row for row in rows if has_hands(row)]
    for (_, old), (t, new) in pairwise(frames):
        while number < len(acts) and acts[number]["t_next"] < t:
            number += 1
        if number < len(acts):
            needed = {LAYOUT.holes.index(cell) for cell in _cells(acts[number]["action"])}
        gone = [place for place in range(HOLES) if (old & ~new) >> place & 1]
        unneeded = [place for place in gone if place not in needed and not _is_way(acts, number, t)]
        idle += len(unneeded)
        lifted = lifted & ~new | sum(1 << place for place in unneeded)
        pairs += bool(unneeded) and lifted.bit_count() > 1
    return idle, pairs


def _is_way(acts: Sequence[Row], number: int, t: float) -> bool:
    """Whether a piece was on its way then: hops and slides empty holes, too."""
    return number < len(acts) and acts[number]["t_first"] <= t <= acts[number]["t_done"] + 0.06


def _cells(action: str) -> list[str]:
    return [cell for part in action.split(",") for cell in part.replace("~", "-").replace("x", "-").split("-")
            if cell in LAYOUT.holes]  # fmt: skip


def shape(values: Sequence[float]) -> str:
    """Mean and shape (mean squared by variance) of a set of times."""
    if len(values) < 3:
        return "-"
    return f"{len(values):5} mean {mean(values):5.2f} s shape {mean(values) ** 2 / max(1e-9, pvariance(values)):5.1f}"


def main(argv: list[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--habits", default=",".join(HABITS))
    args = parser.parse_args(argv)
    waits: dict[tuple[str, int, bool], list[float]] = defaultdict(list)
    rested: dict[costs.Rest, list[float]] = defaultdict(list)
    spent: dict[bool, list[float]] = defaultdict(list)
    idle = pairs = actions = 0
    for seed, habit, variant, deck in simulated(args.evenings, args.seed, args.habits.split(","), list(VARIANTS)):
        with tempfile.TemporaryDirectory(prefix="evening-") as folder:
            trace, truth = evening(seed, habit, variant, deck)
            frames = frames_of(Path(save(folder, without_cards(trace), truth)))
        rows = [row for row in truth[1:] if "expect" in row]
        paces = costs.any_paces(len(LAYOUT.owners))
        for seconds, silent, seat, is_dealt in gaps(rows):
            waits[habit, len(silent), is_dealt].append(seconds)
            places = tuple(LAYOUT.owners.index(each) for each in silent)
            between = costs.Gap(seconds, places, LAYOUT.owners.index(seat), int(is_dealt))
            spent[is_dealt].append(costs.gap(between, paces))
            paces = costs.learnt(between, paces)
        for kind, seconds in rests(rows, frames):
            rested[kind].append(seconds)
        found = touches(rows, frames)
        idle, pairs, actions = idle + found[0], pairs + found[1], actions + len(rows)
    report(waits, rested, spent)
    print(f"touches that no action needs: {idle / actions:.3f} an action, {-log(max(idle, 1) / actions):.1f} nats; "
          f"two at once {pairs / actions:.4f}, {-log(max(pairs, 1) / actions):.1f} nats")  # fmt: skip
    return 0


def report(
    waits: dict[tuple[str, int, bool], list[float]], rested: dict[costs.Rest, list[float]],
    spent: dict[bool, list[float]],
) -> None:
    """The gaps and the rests."""
    shares = []
    for habit, silent, is_dealt in sorted(waits):
        if silent > 3:
            continue
        print(f"{habit:10} gaps with {silent} silent{', new deal' if is_dealt else '          '}: "
              f"{shape(waits[habit, silent, is_dealt])}")  # fmt: skip
        none, one = waits.get((habit, 0, False), []), waits.get((habit, 1, False), [])
        if silent == 1 and not is_dealt and len(none) > 20 and len(one) > 20:
            shares.append((mean(one) - mean(none)) / mean(none))
    if shares:
        print(f"a play without trace takes {mean(shares):.2f} of a pace (SILENT_SHARE {costs.SILENT_SHARE})")
    for is_dealt, values in sorted(spent.items()):
        print(f"a gap{' with a new deal' if is_dealt else ''} costs {mean(values):.2f} nats on average")
    for kind, times in sorted(rested.items()):
        times.sort()
        marks = " ".join(f"{q:g}: {times[min(len(times) - 1, int(q * len(times)))]:.2f}" for q in (0.1, 0.5, 0.9, 0.99))
        usual = costs.any_paces(len(LAYOUT.owners))._replace(common_s=3.5)
        price = mean(costs.within(each, kind, usual) for each in times)
        print(f"rests {kind.name:6} {len(times):6}, quantiles {marks} s; {price:.2f} nats on average at a usual pace")


if __name__ == "__main__":
    sys.exit(main())
