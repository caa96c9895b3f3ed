"""Which hole of the ring each answer of a slide belongs to: found by asking for single holes in between.

A piece was slid once round the ring, beginning at the first hole that answered. `order` holds the channels that
answered clearly, one after the other; more holes than that were passed. Silent ones, those that were slid over too fast
and those whose answer was not clear are lacking, and hole 0 may be one of them. Each question halves a stretch in which
something is lacking, or asks at once where an answer was not clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass
class RingSearch:
    """`holes` around the ring. unclear: for each answer that was not clear, how many clear ones came before it.
    known: the channel of a hole that was asked for; None: it is none of `order`. answered: what holes answered that did
    not tell which of the order they are."""

    holes: int
    order: list[int]
    unclear: list[int] = field(default_factory=list)
    known: dict[int, int | None] = field(default_factory=dict)
    answered: dict[int, list[int]] = field(default_factory=dict)
    _refused: tuple[int, list[int]] | None = None

    def question(self) -> int | None:
        """The hole to ask for next; None when all is known."""
        for (low, first), (high, last) in self._stretches():
            inside = [hole for hole in range(low + 1, high) if hole not in self.known]
            silent = high - low - 1 - len(inside)
            lacking = (high - low) - (last - first) - silent
            open_holes = [hole for hole in inside if hole not in self.answered]
            if lacking > 0 and len(inside) > lacking and open_holes:
                hints = sorted(before for before in self.unclear if first < before <= last)
                # Each of them is one hole, if no other is lacking: then it is known which.
                guessed = [low + before - first + earlier for earlier, before in enumerate(hints)]
                likely = [hole for hole in guessed if hole in open_holes] if len(hints) == lacking + silent else []
                return likely[0] if likely else open_holes[len(open_holes) // 2]
        return None

    def answer(self, hole: int, channels: Sequence[int]) -> bool:
        """What the asked hole answered, nothing if it was silent. Whether that can be; told twice it is believed."""
        numbers = [self.order.index(channel) for channel in channels if channel in self.order]
        fitting = [number for number in numbers if self._fits(hole, number)]
        if not numbers:
            self.known[hole] = None
            self.answered[hole] = list(channels)
        elif len(numbers) < len(channels) or len(fitting) > 1:  # one of them is its own: others will tell which
            self.answered[hole] = list(channels)
            self._doubt(hole, channels)
        elif fitting:
            self.known[hole] = self.order[fitting[0]]
        elif self._refused == (hole, numbers):
            for channel in channels:
                self._drop(channel)
            self.known[hole] = None
            self.answered[hole] = list(channels)
        else:
            self._refused = (hole, numbers)
            return False
        return True

    def drop(self, channel: int) -> None:
        """Leaves out a sensor that is not to be trusted any more."""
        if channel in self.order:
            self._drop(channel)
        self.answered = {hole: [c for c in channels if c != channel] for hole, channels in self.answered.items()}

    def solved(self) -> dict[int, int]:
        """The channel of each hole that has one in `order`; for when `question` is None."""
        found = {hole: channel for hole, channel in self.known.items() if channel is not None}
        for (low, first), (high, last) in self._stretches():
            left = [hole for hole in range(low + 1, high) if hole not in self.known]
            channels = self.order[first + 1 : last]
            if len(left) == len(channels):
                found.update(zip(left, channels, strict=True))
        return found

    def sure(self) -> set[int]:
        """The holes that answered with one sensor alone."""
        alone = {hole for hole, channels in self.answered.items() if len(channels) == 1}
        return alone | {hole for hole, channel in self.known.items() if channel is not None}

    def _fits(self, hole: int, number: int) -> bool:
        for (low, first), (high, last) in self._stretches():
            if low < hole < high:
                return first < number < last and number - first <= hole - low and last - number <= high - hole
        return False

    def _doubt(self, hole: int, channels: Sequence[int]) -> None:
        """What answered at two holes, or where the order does not have it, and at none alone, lies beneath either."""
        for channel in set(channels) & set(self.order) - set(self.known.values()):
            holes = sum(channel in others for others in self.answered.values())
            if holes > 1 or not self._fits(hole, self.order.index(channel)):
                self._drop(channel)

    def _drop(self, channel: int) -> None:
        """Takes a channel out of the order, in which it stood at the wrong place."""
        number = self.order.index(channel)
        del self.order[number]
        self.unclear = [*(before - (before > number) for before in self.unclear), number]
        self.known = {hole: None if known == channel else known for hole, known in self.known.items()}

    def _stretches(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        heard = [(hole, self.order.index(known)) for hole, known in sorted(self.known.items()) if known is not None]
        return list(pairwise([(-1, -1), *heard, (self.holes, len(self.order))]))
