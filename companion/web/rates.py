"""How much one address may ask: in short bursts as much as a browser does, in the long run no more than a hand can."""

from __future__ import annotations

from collections import OrderedDict

PER_S = 60.0
BURST = 400.0
"""A page asks for some twenty files when it is loaded."""
MOST_KNOWN = 1024
"""Addresses remembered; who was not heard for longest is forgotten first."""


class Rates:
    """A bucket of requests for each address: it holds `BURST`, and is filled again by `PER_S` each second."""

    def __init__(self, per_s: float = PER_S, burst: float = BURST) -> None:
        self._per_s, self._burst = per_s, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def is_allowed(self, address: str, now_s: float) -> bool:
        """Whether one more request may be answered; it is taken off then."""
        left, at_s = self._buckets.pop(address, (self._burst, now_s))
        left = min(self._burst, left + (now_s - at_s) * self._per_s)
        self._buckets[address] = (max(0.0, left - 1.0), now_s)
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return left >= 1.0
