"""How clear the answers of a slide round the ring were: which of them are to be asked for once more, alone.

Sensors that answer and fall silent together may be two of one hole, or two holes that were passed in a moment; a sensor
that is new where the piece had gone back was passed over before, and what came after it stands a hole too early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TOGETHER_S = 0.08
"""Sensors of one hole answer within this; no hand slides from hole to hole in less."""
STRIDE = 3
"""Holes that a piece may pass unheard when it is slid back."""


class RingSlide:
    """Watches a slide. `unclear`: holes, as they were counted, whose answer was not clear."""

    def __init__(self, unclear: Iterable[int] = ()) -> None:
        self.unclear = set(unclear)
        self.has_too_many = False
        """Whether more sensors answered than the ring has holes."""
        self._came_back: int | None = None
        """The hole that was wanted when the piece was last back at hole 0 too early."""
        self._on_at: dict[int, float] = {}
        self._off_at: dict[int, float] = {}
        self._beside: dict[int, int] = {}
        """Channels that answered together with that of a hole, and which hole that was."""
        self._newest: int | None = None
        self._heard: int | None = None
        self._far: int | None = None
        """The hole far from the last one that answered meanwhile."""

    def edges(self, t: float, fresh: Iterable[int], gone: Iterable[int], owners: Mapping[int, int]) -> None:
        """These channels answered, those fell silent. owners: the hole of each channel that was learnt."""
        self._on_at.update(dict.fromkeys(fresh, t))
        gone = set(gone)
        self._off_at.update(dict.fromkeys(gone, t))
        for channel in gone & set(owners):
            place = owners[channel]
            before = next((other for other, owner in owners.items() if owner == place - 1), None)
            if before is not None and self._left_together(before, channel):
                self.unclear |= {place - 1, place}

    def answered_together(self, one: int, other: int) -> bool:
        """Whether two channels answered so soon after each other that they may lie beneath one hole."""
        return abs(self._on_at.get(one, 0.0) - self._on_at.get(other, -9.0)) < TOGETHER_S

    def beside(self, fresh: Iterable[int], place: int, channel: int) -> None:
        """These channels answered while that of a place did."""
        together = [each for each in fresh if self.answered_together(each, channel)]
        self._beside.update(dict.fromkeys(together, place))
        self.unclear |= {place} if together else set()

    def answered_before(self, place: int, channels: Iterable[int], doubles: Mapping[int, int]) -> bool:
        """Whether one of these answered at a hole far away, too: then it may lie there as well."""
        known = {**doubles, **self._beside}
        return any(abs(place - known.get(channel, place)) > STRIDE for channel in channels)

    def is_shared(self, place: int, doubles: Mapping[int, int]) -> bool:
        """Whether more than one channel answered there."""
        return place in doubles.values() or place in self._beside.values()

    def heard(self, place: int) -> None:
        """A place that was learnt before answered again. One that lies far away does so without the piece, unless one
        beside it follows: then the piece was put there, and what was learnt between may have been passed before."""
        if self._heard is not None:
            first, last = sorted((place, self._heard))
            if last - first > STRIDE:
                if self._far is None or not 0 < abs(place - self._far) <= STRIDE:
                    self._far = place
                    return
                self.unclear |= set(range(first, last + 1)) | {self._far}
                last = first
            if last - first > 1:  # one between them was passed unheard, or does not lie between them
                self.unclear |= set(range(first, last + 1))
        self._heard, self._far = place, None

    def learnt(self, place: int) -> None:
        """A place was learnt."""
        if self._heard is not None and self._heard != self._newest:
            self.unclear |= set(range(self._heard + 1, place + 1))
        self._heard, self._newest, self._far = place, place, None

    def forget(self, place: int | None = None) -> None:
        """A place is asked for anew, or another is: what comes next need not lie behind what was."""
        if place is not None:
            self.unclear.discard(place)
        self._heard = self._newest = self._far = None

    def came_back(self, wanted: int) -> None:
        """The piece is back at hole 0 while this one is wanted: so many are lacking that nothing is searched yet."""
        self._came_back = wanted

    def contradict(self, holes: Iterable[int]) -> None:
        """A hole was passed over at which another's sensor had answered. What was learnt since the piece was back at
        hole 0 came from single holes, and need not lie behind what was slid over."""
        if self._came_back is not None:
            self.unclear |= {hole for hole in holes if hole >= self._came_back}

    def drop(self, place: int) -> None:
        """A place turned out to be none: those behind it lie one hole nearer."""
        self.unclear = {other - (other > place) for other in self.unclear if other != place}
        self.forget()

    def _left_together(self, before: int, channel: int) -> bool:
        on, off = self._on_at.get(channel, 0.0), self._off_at[channel]
        left = self._off_at.get(before, -9.0)
        return on <= left and off - left < TOGETHER_S
