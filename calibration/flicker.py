"""Which sensors flicker: change to and fro faster than any hand; and which holes that concerns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Set

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


def faults(owners: Mapping[int, int], silent: Set[int], doubles: Mapping[int, int], noisy: Set[int], stuck: Set[int],
           uncertain: Set[int]) -> list[tuple[str, Set[int]]]:  # fmt: skip
    """What is wrong with which holes, each kind with the key of its sentence.

    owners: the hole of each channel that was learnt; silent: holes that were passed over; doubles: the hole at which a
    second channel answered; uncertain: holes that share a sensor. What flickered always was never learnt, and lies
    beneath a hole that was passed over: `wiring_noisy_among` names those where it cannot be told which of them.
    """
    told = {owners[channel] for channel in noisy | stuck if channel in owners}
    double = set(doubles.values()) | shared(owners, doubles) | uncertain
    unplaced = len(noisy - set(owners) - set(doubles))
    among: Set[int] = set()
    if unplaced >= len(silent):
        told, silent = told | silent, set()
    elif unplaced:
        silent, among = set(), silent
    return [("wiring_without", silent), ("wiring_noisy", told), ("wiring_noisy_among", among),
            ("wiring_doubles", double)]  # fmt: skip


def shared(owners: Mapping[int, int], doubles: Mapping[int, int]) -> set[int]:
    """Holes whose sensor answers at another one that has none of its own: it may lie beneath either, and a piece on one
    of them would be told on the other."""
    known = set(owners.values())
    return {owners[channel] for channel, place in doubles.items() if channel in owners and place not in known}
