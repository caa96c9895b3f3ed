"""Which holes of the ring did not answer, when a piece came round too early: found by asking for holes in between.

A piece was slid once round the ring and `answers` sensors answered, in order, the first of them at hole 0; more holes
than that were passed. Each question halves a stretch in which something is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise


@dataclass
class RingSearch:
    """`holes` around the ring, `answers` of them heard. What is known: hole -> number of the answer, None: silent."""

    holes: int
    answers: int
    known: dict[int, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known.setdefault(0, 0)

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
        found: dict[int, int] = {}
        for (low, first), (high, last) in self._stretches():
            found[low] = first
            left = [hole for hole in range(low + 1, high) if hole not in self.known]
            answers = list(range(first + 1, last))
            if len(left) == len(answers):
                found.update(zip(left, answers, strict=True))
        return found

    def _stretches(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        ends = sorted((hole, answer) for hole, answer in self.known.items() if answer is not None)
        ends.append((self.holes, self.answers))
        return list(pairwise(ends))
