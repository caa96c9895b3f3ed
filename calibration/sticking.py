"""Which sensors stick: go on answering although the piece has long been elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

SLID, LAID = 3, 2
"""So many others come and go meanwhile, where a piece slides, and where it is laid on single holes. Fewer may be other
sensors of the same hole."""


class Sticking:
    """Counts for each sensor that answers the others that have answered and fallen silent since."""

    def __init__(self) -> None:
        self._came: dict[int, set[int]] = {}
        self._went: dict[int, set[int]] = {}

    def edges(self, fresh: Iterable[int], gone: Iterable[int], most: int) -> list[int]:
        """These channels answered, those fell silent; those that stick, each told once. `most`: `SLID` or `LAID`."""
        for channel in gone:
            self.forget(channel)
            for other, came in self._came.items():
                if channel in came:
                    self._went[other].add(channel)
        for channel in fresh:
            for came in self._came.values():
                came.add(channel)
            self._came[channel], self._went[channel] = set(), set()
        found = [channel for channel, went in self._went.items() if len(went) >= most]
        for channel in found:
            self.forget(channel)
        return found

    def forget(self, channel: int) -> None:
        """It fell silent, or is known to stick."""
        self._came.pop(channel, None)
        self._went.pop(channel, None)
