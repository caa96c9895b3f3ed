"""Which sensors flicker: change to and fro faster than any hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

EDGES = 10
WITHIN_S = 2.0


class Flicker:
    """Counts the changes of each channel over the last two seconds. `noisy`: channels that were too many, ever."""

    def __init__(self, noisy: Iterable[int] = ()) -> None:
        self.noisy: set[int] = set(noisy)
        self._edges: dict[int, deque[float]] = {}

    def edges(self, t: float, channels: Iterable[int]) -> list[int]:
        """These channels changed; those that are found to flicker by that."""
        found = []
        for channel in channels:
            times = self._edges.setdefault(channel, deque(maxlen=EDGES))
            times.append(t)
            if channel not in self.noisy and len(times) == EDGES and t - times[0] <= WITHIN_S:
                self.noisy.add(channel)
                found.append(channel)
        return found

    def forget(self, channel: int) -> None:
        """Gives a sensor that was mended another chance."""
        self.noisy.discard(channel)
        self._edges.pop(channel, None)
