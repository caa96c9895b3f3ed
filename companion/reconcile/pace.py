"""How long a picture has to rest before it counts: as short as a seat's own rhythm allows.

A sliding or hopping piece rests on right holes on its way to others. How long, each seat shows itself: every rest on
a picture that would have been a legal end, and was not meant, is an observation. Until enough of them are seen the
slowest hold applies; a setting by the table overrides what was learnt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.contract import Seat

HOLD_S: Mapping[str, float] = {"quick": 0.30, "normal": 0.50, "slow": 0.85}
"""Hold in seconds of each kind of hands; each a little above the longest rest of such hands on the way."""
LIMIT_S: Mapping[str, float] = {"quick": 0.22, "normal": 0.40}
"""Longest rest on the way that still counts as this kind of hands."""
UNKNOWN_S = 0.9
"""Hold while the pace of a seat is not known."""
ENOUGH = 16
"""Rests on the way after which a pace is believed: slower hands would have shown themselves with 99.9 %."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """What one seat has shown: number of rests on the way, and the longest in seconds."""

    count: int = 0
    longest_s: float = 0.0

    def kind(self) -> str | None:
        """The kind of hands, None while too little is known."""
        if self.count < ENOUGH:
            return None
        return next((kind for kind, limit in LIMIT_S.items() if self.longest_s <= limit), "slow")


@dataclass(frozen=True, slots=True)
class Pace:
    """The hold time of every seat, learnt or set."""

    rhythms: Mapping[Seat, Rhythm] = field(default_factory=dict)
    settings: Mapping[Seat, str] = field(default_factory=dict)

    def hold_s(self, seat: Seat) -> float:
        """Seconds a picture of this seat has to rest before it counts."""
        kind = self.settings.get(seat) or self.rhythms.get(seat, Rhythm()).kind()
        return UNKNOWN_S if kind is None else HOLD_S[kind]

    def observed(self, seat: Seat, rest_s: float) -> Pace:
        """The pace after a rest on a picture that was a legal end but was not meant."""
        old = self.rhythms.get(seat, Rhythm())
        new = Rhythm(old.count + 1, max(old.longest_s, rest_s))
        return replace(self, rhythms={**self.rhythms, seat: new})

    def set(self, seat: Seat, kind: str) -> Pace:
        """The pace with a kind of hands set for a seat; `auto` learns again. Raises: ValueError."""
        if kind == "auto":
            return replace(self, settings={s: k for s, k in self.settings.items() if s != seat})
        if kind not in HOLD_S:
            raise ValueError(f"pace {kind!r}: known are {', '.join(HOLD_S)} and auto")
        return replace(self, settings={**self.settings, seat: kind})
