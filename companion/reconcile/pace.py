"""How long a picture has to rest before it counts: as short as a seat's own rhythm allows.

A sliding or hopping piece rests on holes on its way to others. Each seat shows its rhythm with every hole that its
pieces pass; slow hands rest long on many of them. The hold is set by the kind of hands, well above what such hands
rest on a right hole on the way. Until enough is seen the longest hold applies; a rest on a right hole that was not
meant, longer than that kind allows, corrects it at once; a setting by the table overrides what was learnt.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.contract import Seat

HOLD_S: Mapping[str, float] = {"quick": 0.30, "normal": 0.50, "slow": 0.85}
"""Hold in seconds of each kind of hands: above the 0.25, 0.45 and 0.80 s that they rest on a right hole on the way."""
LEARNT_S: Mapping[str, float] = {"quick": 0.50, "slow": 0.85}
"""Hold in seconds where the kind was learnt, not set: one kind slower than it looks, since a wrong guess would settle
an action that was not meant."""
PASSING_S = 0.19
"""Nine of ten rests of quick hands on holes passed are shorter (measured over 280 simulated and recorded seats: quick
hands 0.13 to 0.20 s; but 0.23 s was seen of slow hands too, so nothing between quick and slow is told apart)."""
ENOUGH = 40
"""Holes passed before a kind is believed."""
LIMIT_S = 0.25
"""A longer rest on a right hole that was not meant is none of quick hands."""
UNKNOWN_S = 0.9
"""Hold while the pace of a seat is not known."""
KEPT = 400
"""Rests kept of one seat."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """What one seat has shown: rests on holes passed (ascending), and the longest on a right hole, in seconds."""

    passing_s: tuple[float, ...] = ()
    longest_s: float = 0.0

    def kind(self) -> str | None:
        """The kind of hands, None while too little is known."""
        count = len(self.passing_s)
        if count < ENOUGH:
            return None
        is_quick = self.passing_s[count * 9 // 10] <= PASSING_S and self.longest_s <= LIMIT_S
        return "quick" if is_quick else "slow"


@dataclass(frozen=True, slots=True)
class Pace:
    """The hold time of every seat, learnt or set."""

    rhythms: Mapping[Seat, Rhythm] = field(default_factory=dict)
    settings: Mapping[Seat, str] = field(default_factory=dict)

    def hold_s(self, seat: Seat) -> float:
        """Seconds a picture of this seat has to rest before it counts."""
        if seat in self.settings:
            return HOLD_S[self.settings[seat]]
        kind = self.rhythms.get(seat, Rhythm()).kind()
        return UNKNOWN_S if kind is None else LEARNT_S[kind]

    def passed(self, seat: Seat, rest_s: float) -> Pace:
        """The pace after a piece has rested on a hole that it then left again."""
        old = self.rhythms.get(seat, Rhythm())
        rests = list(old.passing_s)
        insort(rests, rest_s)
        # The extremes go first: what counts is where nine of ten lie.
        kept = rests[1:-1] if len(rests) > KEPT else rests
        return self._with(seat, replace(old, passing_s=tuple(kept)))

    def observed(self, seat: Seat, rest_s: float) -> Pace:
        """The pace after a rest on a picture that was a legal end but was not meant."""
        old = self.rhythms.get(seat, Rhythm())
        return self._with(seat, replace(old, longest_s=max(old.longest_s, rest_s)))

    def _with(self, seat: Seat, rhythm: Rhythm) -> Pace:
        return replace(self, rhythms={**self.rhythms, seat: rhythm})

    def set(self, seat: Seat, kind: str) -> Pace:
        """The pace with a kind of hands set for a seat; `auto` learns again. Raises: ValueError."""
        if kind == "auto":
            return replace(self, settings={s: k for s, k in self.settings.items() if s != seat})
        if kind not in HOLD_S:
            raise ValueError(f"pace {kind!r}: known are {', '.join(HOLD_S)} and auto")
        return replace(self, settings={**self.settings, seat: kind})
