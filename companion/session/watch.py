"""The watch over the board: what the sensors show now, and how it relates to the position.

It owns the trail and its comparison with the legal options; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.inputs import OccupancyFrame
from companion.reconcile.fit import Fit
from companion.reconcile.sensors import Sensors
from companion.reconcile.trail import Trail
from companion.reconcile.verdict import Kind, Verdict, judge
from engine.contract import Cell, Layout, Option, Picture

GAP_LINES = 3
"""So many lost sentences can hide an exchange of two pieces that leaves the board as it was."""

CONFIRM_S = 0.9
"""A board tells its picture every second; a frame this much later than the change confirms it."""

FLICKER_S = 0.4
"""A piece that is back after less than this was not really away: a weak magnet, a nudge."""

CALM_S = 0.3
"""After a flicker a picture counts no sooner than this."""

Touches = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""Cells lifted from, and cells placed on."""


class Watch:
    """What one board shows, against one picture and the options of one card."""

    def __init__(self, layout: Layout, picture: Picture, mask: int | None, stuck: frozenset[int]) -> None:
        self.layout = layout
        self.mask = mask
        self.stuck = stuck
        self.occupied: int | None = None
        self.last_change = self.last_frame = 0.0
        self.steady_since = 0.0
        """Since when the board shows this picture, flicker aside."""
        self._left: tuple[int, float, float] | None = None
        """The picture before this one, since when it was steady, and when it was left."""
        self.home_last: Cell | None = None
        """The heap into which the last change put a piece, if it was nothing else."""
        self.rests: list[tuple[float, tuple[Option, ...]]] = []
        """Rests in seconds on pictures that would have been the end of these options."""
        self.passing_s: list[float] = []
        """Rests in seconds of pieces on holes that they left again, since the trail began."""
        self._placed_on: Cell | None = None
        self.verdict = Verdict(Kind.IDLE)
        self._has_lost = False
        self.has_gap = False
        """Whether something can have happened since the card was opened that nobody saw."""
        self._frames: tuple[int, ...] = ()
        self._cards: tuple[tuple[Option, ...], Picture | None] = ((), None)
        self.restart(picture)

    @property
    def sensors(self) -> Sensors:
        """The places that can be believed at the moment."""
        mask = (1 << self.layout.size) - 1 if self.mask is None else self.mask
        for index in self.stuck:
            mask &= ~(1 << index)
        return Sensors(self.layout, mask)

    @property
    def is_confirmed(self) -> bool:
        """Whether the board has told the present picture again: between two frames a line can be lost."""
        return self.last_frame - self.last_change >= CONFIRM_S

    @property
    def is_idle(self) -> bool:
        """Whether the board shows what it held before, or what a TAC brings back."""
        return self.verdict.kind is Kind.IDLE

    @property
    def needs_trail(self) -> bool:
        """Whether the awaited card has options that only the trail can tell."""
        return any(o.picture in (self.fit.before, self.fit.undone) for o in self.fit.options) or self.fit.can_exchange

    @property
    def is_complete(self) -> bool:
        """Whether the board shows the end of a legal action."""
        return self.verdict.kind is Kind.COMPLETE

    @property
    def is_open(self) -> bool:
        """Whether the board shows the end of a legal action, or half of one that a missing sensor hides."""
        return self.verdict.kind is Kind.OPEN

    @property
    def is_changing(self) -> bool:
        """Whether the board shows anything else: on its way, or wrong."""
        return self.verdict.kind is Kind.CHANGING

    @property
    def is_final(self) -> bool:
        """Whether no piece can be on its way any more: a captured one was put home last, and nothing else fits."""
        ends = self.verdict.options
        if self.home_last is None or not self.fit.sends_home(self.home_last, ends):
            return False
        return not self.fit.can_go_on(self.trail, ends)

    def restart(self, picture: Picture, frames: Sequence[int] = ()) -> None:
        """A new trail from `picture`, through `frames` (occupancies), up to what the board shows now."""
        self.picture = picture
        self.has_gap = self._has_lost = False
        self._frames = tuple(frames)
        self.trail = Trail(self.sensors, picture)
        self._follow_frames()
        self.rests, self.passing_s, self._placed_on = [], [], None
        self.await_action((), None)

    def await_action(self, options: Sequence[Option], undone: Picture | None) -> None:
        """From now on the board is compared with these options; `undone` is what a TAC would bring back."""
        self._cards = (tuple(options), undone)
        self.fit = Fit(self.trail.sensors, options, self.picture, undone)
        if self.fit.can_exchange:
            if self._frames:
                # The frames came before it was known that this card exchanges: they are read again.
                self.trail = Trail(self.sensors, self.picture)
            self.trail.expect_exchange(self.fit.exchanged_holes)
            self._follow_frames()
        self.rests = []
        self.look()

    def _follow_frames(self) -> None:
        for occupied in self._frames:
            self.trail.follow(occupied)
        if self.occupied is not None:
            self.trail.follow(self.occupied)

    @property
    def is_replayed(self) -> bool:
        """Whether the trail began with frames that came before its card was opened."""
        return bool(self._frames)

    @property
    def can_mend(self) -> bool:
        """Whether a broken trail can begin anew: the board shows the picture before the card, and what is seen from
        now on would be the whole action. (With a TAC, the gap may have hidden the undo.)"""
        is_whole = self.fit.undone is None or not self.needs_trail
        return is_whole and self.fit.shows(self.picture, self.trail)

    def mend(self) -> None:
        """After a gap the trail begins anew at the picture before the card; that there was a gap is remembered."""
        has_gap, cards = self.needs_trail, self._cards
        self.restart(self.picture)
        self.await_action(*cards)
        self.has_gap, self._has_lost = has_gap, True

    def look(self) -> None:
        """Judges the board as it is."""
        if self.occupied is not None:
            self.verdict = judge(self.fit, self.trail)

    def frame(self, frame: OccupancyFrame) -> Touches | None:
        """Takes a frame; None if it shows nothing new."""
        if frame.lost:
            self._bear_gap(frame)
        is_first, rest_s = self.occupied is None, frame.t - self.last_change
        was = self.verdict if self.is_complete else None
        before = self.occupied
        self.occupied, self.last_frame = frame.occupied, frame.t
        lifted, placed = self.trail.follow(frame.occupied)
        if not (lifted or placed or is_first):
            return None
        if self._placed_on is not None and lifted == (self._placed_on,):
            self.passing_s.append(rest_s)
        self._placed_on = placed[0] if len(placed) == 1 and placed[0] in self.layout.holes else None
        if was is not None:
            self.rests.append((rest_s, was.options))
        self._rest_anew(before, frame)
        went_home = len(placed) == 1 and not lifted and placed[0] in self.layout.heaps
        self.home_last = placed[0] if went_home else None
        self.look()
        return lifted, placed

    def rested_at(self, rest_s: float) -> float:
        """When the present picture will have rested so long, flicker aside."""
        return max(self.steady_since + rest_s, self.last_change + min(rest_s, CALM_S))

    def rest_from(self, t: float) -> None:
        """Whatever the board shows has not been seen to rest before `t`."""
        self.last_change, self.steady_since = max(self.last_change, t), max(self.steady_since, t)
        self._left = None

    def _rest_anew(self, before: int | None, frame: OccupancyFrame) -> None:
        """The picture has changed; one that lacked a piece for a moment only has not really been away."""
        left = self._left
        is_back = left is not None and left[0] == frame.occupied and frame.t - left[2] <= FLICKER_S
        is_flicker = is_back and before is not None and before & ~frame.occupied == 0
        self._left = None if before is None else (before, self.steady_since, frame.t)
        self.last_change = frame.t
        self.steady_since = left[1] if is_flicker and left else frame.t

    def _bear_gap(self, frame: OccupancyFrame) -> None:
        """Lost sentences can hide what only the trail would tell: then only occupancy counts.

        One or two of them hide little where no piece was loose and the picture is still the same: the trail goes on,
        but that nothing was seen proves nothing any more.
        """
        self._has_lost = True
        self.has_gap = self.has_gap or self.needs_trail
        is_changed = any(self.trail.changes(frame.occupied))
        if frame.lost >= GAP_LINES or self.trail.loose > 0 or (is_changed and self.needs_trail):
            self.trail.break_off()

    def doubts_trail(self) -> bool:
        """Whether the trail is given up: sentences were lost, and without it the board shows a legal action."""
        if not self._has_lost or self.trail.is_broken or not self.fit.possible(self.trail):
            return False
        self.trail.break_off()
        self.look()
        return True

    def believe(self, mask: int | None, stuck: frozenset[int]) -> bool:
        """Which places have a sensor (`mask`), and which of them are stuck; True if that is news.

        What can be seen has changed, so the trail starts anew; a broken one stays broken.
        """
        if (mask, stuck) == (self.mask, self.stuck):
            return False
        self.mask, self.stuck = mask, stuck
        was_broken = self.trail.is_broken
        cards = self._cards
        self.restart(self.picture)
        if was_broken:
            self.trail.break_off()
        self.await_action(*cards)
        # What the old trail told is gone with it.
        self.has_gap = self.needs_trail
        return True
