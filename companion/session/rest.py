"""How long the board has shown its picture: what rests counts, what moves on does not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.inputs import OccupancyFrame

CONFIRM_S = 0.9
"""A board tells its picture every second; a frame this much later than the change confirms it."""
FLICKER_S = 0.4
"""A piece that is back after less than this was not really away: a weak magnet, a nudge."""
LONG_REST_S = 6.0
"""An end that may be half an action, because no sensor sees the other half, counts after this rest."""
MOST_HIDDEN_S = 10.0
"""Whatever still covers the board after this time is no hand."""
CALM_S = 0.3
"""After a flicker a picture counts no sooner than this."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The picture of one board, and since when it shows it. Times in seconds."""

    occupied: int | None = None
    last_change: float = 0.0
    last_frame: float = 0.0
    hidden: int = 0
    """Places that a hand covers."""
    hidden_since: float = 0.0
    steady_since: float = 0.0
    """Since when the board shows this picture, flicker aside."""
    seen_since: float = 0.0
    """Since when the board has been there without a break."""
    damaged_at: float = -1.0
    """When a sentence arrived last of which nothing could be read."""
    left: tuple[int, float, float] | None = None
    """The picture before this one, since when it was steady, and when it was left."""

    def after(self, frame: OccupancyFrame, is_changed: bool) -> Rest:
        """The rest after a frame; `is_changed`: a place that is sensed has changed."""
        # Who uncovers more than half of what was covered is a hand that moves on.
        is_moved = 2 * (self.hidden & ~frame.hidden).bit_count() > self.hidden.bit_count()
        since = self.hidden_since if self.hidden and not is_moved else frame.t
        seen = replace(
            self, occupied=frame.occupied, last_frame=frame.t, hidden=frame.hidden, hidden_since=since
        )
        if not is_changed:
            return seen
        before, left = self.occupied, self.left
        is_back = left is not None and left[0] == frame.occupied and frame.t - left[2] <= FLICKER_S
        is_flicker = is_back and before is not None and before & ~frame.occupied == 0
        return replace(
            seen,
            left=None if before is None else (before, self.steady_since, frame.t),
            last_change=frame.t,
            steady_since=left[1] if is_flicker and left else frame.t,
        )

    def anew(self, t: float) -> Rest:
        """Whatever the board shows has not been seen to rest before `t`."""
        last, steady = max(self.last_change, t), max(self.steady_since, t)
        return replace(self, last_change=last, steady_since=steady, seen_since=t, left=None)

    def under_hand(self, now: float) -> int:
        """The places that a hand covers."""
        return self.hidden if now < self.hidden_since + MOST_HIDDEN_S else 0

    @property
    def is_seen(self) -> bool:
        """Whether the board has told its picture since it came, or came back."""
        return self.last_frame >= self.last_change

    @property
    def is_confirmed(self) -> bool:
        """Whether the board has told the present picture again: between two frames a line can be lost."""
        return self.last_frame - self.last_change >= CONFIRM_S

    @property
    def is_damaged(self) -> bool:
        """Whether the board may have told another picture since, in a sentence that nobody could read."""
        return self.damaged_at > self.last_frame

    def rested_at(self, rest_s: float) -> float:
        """When the present picture will have rested so long, flicker aside."""
        return max(self.steady_since + rest_s, self.last_change + min(rest_s, CALM_S))
