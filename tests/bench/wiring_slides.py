"""Wiring by ear, slid once round the ring over faulty boards: maps that are wrong, places not learnt, extra questions.

    python -m tests.bench.wiring_slides [FIRST-SEED [BOARDS [FAULTS]]]

On every second board a second sensor answers now and then only. With FAULTS `stuck` up to two sensors answer always,
and up to two from the first piece on; `touching`: two to six answer elsewhere, too, now and then; `dead`: three to ten
answer never; `slips`: one of 33 times the piece is laid beside the hole that is asked for. Questions are counted beyond
houses and yards.
"""

import statistics
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "calibration"))

from sliding_hands import STYLES, tried

ASKED_ANYHOW = 32
FAULTS = {"stuck": {"stuck": (0, 2), "sticking": (0, 2)}, "touching": {"doubles": (2, 6), "timid": 1.0},
          "dead": {"dead": (3, 10)}, "slips": {"slips": 0.03}}  # fmt: skip


def main(first=40_000, boards=60, **faults):
    """Prints a line for each kind of hand."""
    for style in STYLES:
        hands = [tried(seed, style, **{"timid": 0.5 * (seed % 2), **faults}) for seed in range(first, first + boards)]
        wrong = [seed for seed, each in enumerate(hands, first) if each.wrong()]
        extra = [each.questions - ASKED_ANYHOW for each in hands]
        lacking = sum(len(each.lacking()) for each in hands)
        print(f"{style:<15} {boards} boards, {len(wrong)} wrong {wrong}, {lacking} of {96 * boards} places not learnt, "
              f"extra questions: median {statistics.median(extra):.0f}, most {max(extra)}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), **(FAULTS[sys.argv[3]] if sys.argv[3:] else {}))
