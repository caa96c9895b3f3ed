"""Which holes of the ring did not answer, when a piece came round too early: found by asking for holes in between.

A piece was slid once round the ring, beginning at hole 0, and `answers` sensors answered, in order; more holes than
that were passed, and hole 0 may be one that was silent. Each question halves a stretch in which something is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise


@dataclass
class RingSearch:
    """`holes` around the ring, `answers` of them heard. `known`: hole -> number of its answer; None: silent."""

    holes: int
    answers: int
    known: dict[int, int | None] = field(default_factory=dict)

    def question(self) -> int | None:
        """The hole to ask for next; None when all is known."""
        for (low, first), (high, last) in self._stretches():
            silent = sum(1 for hole, answer in self.known.items() if low < hole < high and answer is None)
            unsure = (high - low) - (last - first) - silent
            open_holes = [hole for hole in range(low + 1, high) if hole not in self.known]
            if unsure and len(open_holes) > unsure:
                return open_holes[len(open_holes) // 2]
        return None

    def answer(self, hole: int, number: int | None) -> bool:
        """What the asked hole answered: the number of an answer, or None. Whether that can be."""
        if number is not None:
            for (low, first), (high, last) in self._stretches():
                if low < hole < high and not (first < number < last and number - first <= hole - low
                                              and last - number <= high - hole):  # fmt: skip
                    return False
        self.known[hole] = number
        return True

    def solved(self) -> dict[int, int]:
        """The number of the answer of each hole that has one; for when `question` is None."""
        found = {hole: answer for hole, answer in self.known.items() if answer is not None}
        for (low, first), (high, last) in self._stretches():
            left = [hole for hole in range(low + 1, high) if hole not in self.known]
            answers = list(range(first + 1, last))
            if len(left) == len(answers):
                found.update(zip(left, answers, strict=True))
        return found

    def _stretches(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        heard = sorted((hole, answer) for hole, answer in self.known.items() if answer is not None)
        return list(pairwise([(-1, -1), *heard, (self.holes, self.answers)]))
