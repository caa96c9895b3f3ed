"""The queue: what is said next. Pure: time is an argument, and what happens is a list of `Spoken`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.facts import Fact
from companion.speech.utterance import Priority, Utterance

HUSH_S = 0.8
"""Silence after a touch before what still waits is said: a hand over the board comes to rest in about this time."""
GATHER_S = 0.02
"""So long normal news waits for what belongs to the same moment: a card, its play and the next turn come together."""
HANDS_S = 2.5
"""So long news waits at the most for hands to rest: who hops from hole to hole touches the board all the time."""
QUICK_S = 6.0
"""A table whose plays come faster than this plays quickly: every touch belongs to a play, and silences none."""
HURRY_S = 2.5
"""At a table that is quicker than this a card or a turn is told with its play, and alone only when no play comes."""
DEAL_S = 4.0
"""So much more time there is at least where cards are dealt: nobody plays meanwhile."""
TAIL_S = 1.8
"""So long it waits for the play: nothing is told more than two seconds late."""
TOGETHER_S = 0.5
"""Plays that are settled at one moment, such as a seat's sitting out and what it discards, are one to the pace."""
PACE_PLAYS = 3
"""How many intervals between plays the pace is taken from."""

Compose = Callable[[Sequence[Utterance], float], Utterance]
"""Puts news of plays together into one utterance that takes about so many seconds at the most."""


class Stage(StrEnum):
    """What became of an utterance; the values are those of the `speech` event."""

    STARTED = "started"
    FINISHED = "finished"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Spoken:
    """An utterance that was started, finished or cut at a time. The voice follows: start it, or be silent."""

    utterance: Utterance
    stage: Stage
    t: float

    def fact(self) -> Fact:
        """The `speech` event of it."""
        one = self.utterance
        return Fact("speech", self.t, {"text": one.text, "language": one.language, "priority": str(one.priority),
                                       "private": one.private, "spoken": str(self.stage)})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Waiting:
    utterance: Utterance
    t: float
    ready: float
    was_touched: bool = False
    parts: tuple[Utterance, ...] = ()
    """The news that were put together into it, as far as they are still true."""


def joined(news: Sequence[Utterance], budget_s: float) -> Utterance:
    """All news in its first form, one sentence after the other."""
    return replace(news[-1], text=" ".join(one.text for one in news))


class SpeechQueue:
    """What waits to be said, in three classes, and the one thing that is being said.

    1. `offer` puts an utterance in its class. Of one slot only the newest waits. NOW cuts what is being said, unless
       that is NOW too; the cut one waits again at the head of its class. What is asked for cuts whatever is said.
    2. `expire` is told of every fact: what it makes untrue is dropped, or cut while it is being said.
    3. `finished` is told when the voice is through; `tick` starts the next one that is still true and not too old.
       News of plays that has come meanwhile is put together (`compose_with`) into one utterance, as long as the pace
       of the table allows: nothing of it is dropped.
    4. `hush` (a touch) silences until the hand has come to rest; what was cut then comes again if it is still true,
       once, and no answer that was asked for. At a quick table a touch silences answers only, and nowhere the same news
       twice. `cut` (a key) silences for good: normal news is dropped too.
    5. A text is not said twice in a row unasked, unless it was cut the first time. `again` asks.

    Not safe for threads: one owner.
    """

    def __init__(self, gather_s: float = GATHER_S) -> None:
        self._gather_s = gather_s
        self._waiting: dict[Priority, list[_Waiting]] = {priority: [] for priority in Priority}
        self._current: _Waiting | None = None
        self._last: Utterance | None = None
        self._last_text_heard = ""
        self._quiet_until = float("-inf")
        self._plays: tuple[float, ...] = ()
        """When the last plays were settled; at first when play could begin."""
        self._compose: Compose = joined

    def compose_with(self, compose: Compose) -> None:
        """How news of plays is put together from now on."""
        self._compose = compose

    @property
    def current(self) -> Utterance | None:
        """What is being said."""
        return self._current.utterance if self._current else None

    @property
    def waiting(self) -> tuple[Utterance, ...]:
        """What waits, in the order in which it would be said."""
        return tuple(one.utterance for priority in Priority for one in self._waiting[priority])

    @property
    def pace_s(self) -> float:
        """Seconds from one play to the next, of late; endless where that is not known."""
        if len(self._plays) < 2:
            return float("inf")
        return (self._plays[-1] - self._plays[0]) / (len(self._plays) - 1)

    def wake_time(self) -> float | None:
        """When `tick` has something to start although nothing happens; None if never."""
        if self._current is not None:
            return None
        heads = [max(lane[0].ready, self._quiet_for(lane[0])) for lane in self._waiting.values() if lane]
        return min(heads, default=None)

    def _quiet_for(self, one: _Waiting) -> float:
        """Until when this has to wait for hands to rest; news does not wait for hands that never do."""
        if self._is_beyond_touch(one) and not one.was_touched:
            return float("-inf")
        is_news = one.utterance.is_play or one.utterance.is_must
        return min(self._quiet_until, one.ready + HANDS_S) if is_news else self._quiet_until

    def _is_beyond_touch(self, one: _Waiting) -> bool:
        """Whether no touch silences it: news at a quick table, and what a touch has silenced already."""
        utterance = one.utterance
        is_news = utterance.is_play or utterance.is_must or utterance.priority is not Priority.NORMAL
        is_again = one.was_touched and utterance.is_play
        return is_news and not utterance.is_asked and (self.pace_s < QUICK_S or is_again)

    def offer(self, utterance: Utterance, t: float) -> list[Spoken]:
        """Takes an utterance in; answers with what happens at once."""
        if not utterance.is_asked and self._is_repeated(utterance):
            return []
        if utterance.is_after_plays:
            return self._offer_after_plays(utterance, t)
        return self._take(utterance, t)

    def _offer_after_plays(self, utterance: Utterance, t: float) -> list[Spoken]:
        """What was played and has not been heard yet, then this, as one."""
        lane = self._waiting[Priority.NORMAL]
        now = self._current.parts if self._current and self._current.utterance.is_play else ()
        plays = [one for one in (*now, *(waiting.utterance for waiting in lane)) if one.ply]
        lane[:] = [waiting for waiting in lane if not waiting.utterance.ply]
        if not plays:
            return self._take(utterance, t)
        if now:
            assert self._current is not None
            self._current = replace(self._current, parts=())
        told = self._compose(plays, self.pace_s)
        return self._take(replace(utterance, text=f"{told.text} {utterance.text}"), t)

    def _take(self, utterance: Utterance, t: float) -> list[Spoken]:
        for lane in self._waiting.values():
            lane[:] = [one for one in lane if one.utterance.heap != utterance.heap]
        ready = t + (self._gather_s if utterance.priority is Priority.NORMAL else 0.0) + utterance.delay_s
        is_tail = utterance.is_play and not utterance.ply and not utterance.is_must
        if is_tail and self.pace_s < HURRY_S:
            if not utterance.forms[-1]:
                return []  # at such a pace nobody misses what can be left out beside a play
            ready = max(ready, t + TAIL_S)
        out: list[Spoken] = []
        if utterance.is_asked:
            self._quiet_until = min(self._quiet_until, t)
        if self._current and self._gives_way(self._current.utterance, utterance):
            if not _replaces(utterance, self._current.utterance):
                self._put_back(self._current)
            out += self._end(Stage.CUT, t)
        lane = self._waiting[utterance.priority]
        lane.insert(0 if utterance.is_asked else len(lane), _Waiting(utterance, t, ready))
        return out + self.tick(t)

    def _is_repeated(self, utterance: Utterance) -> bool:
        if utterance.is_play or utterance.is_anew:
            return False
        ahead = [one.text for one in self.waiting if one.heap == utterance.heap]
        if self.current:
            ahead.append(self.current.text)
        return utterance.text in (ahead or [self._last_text_heard])

    @staticmethod
    def _gives_way(current: Utterance, other: Utterance) -> bool:
        if other.priority is not Priority.NOW:
            return False
        return other.is_asked or current.priority is not Priority.NOW

    def expire(self, kind: str, t: float, since: int | None = None) -> list[Spoken]:
        """Drops what a fact of this kind makes untrue; `since`: the plays from this number on do not stand any more."""
        if kind == "move":
            if not self._plays or t - self._plays[-1] >= TOGETHER_S:
                self._plays = (*self._plays[-PACE_PLAYS:], t)
        elif kind == "setup" and not self._plays:
            self._plays = (t,)
        for lane in self._waiting.values():
            lane[:] = [one for one in lane if _is_true(one.utterance, kind, since)]
        return self._expire_current(kind, t, since) if self._current else []

    def _expire_current(self, kind: str, t: float, since: int | None) -> list[Spoken]:
        """What is being said goes on while all plays that it tells of stand; a turn that is over does not cut it."""
        assert self._current is not None
        if kind == "lift" and self._current.utterance.is_play:
            return []  # whether a touch silences it is for `hush` to say
        told = self._current.parts or (self._current.utterance,)
        still = tuple(one for one in told if _is_true(one, kind, since))
        plays = [one for one in told if one.ply] or told
        if all(one in still for one in plays):
            self._current = replace(self._current, parts=still if self._current.parts else ())
            return []
        if self._current.parts:
            self._put_back(replace(self._current, parts=still))
        return self._end(Stage.CUT, t)

    def finished(self, t: float) -> list[Spoken]:
        """The voice has said the present one to its end."""
        return (self._end(Stage.FINISHED, t) if self._current else []) + self.tick(t)

    def failed(self, t: float) -> list[Spoken]:
        """The voice could not say the present one."""
        return (self._end(Stage.CUT, t) if self._current else []) + self.tick(t)

    def hush(self, t: float) -> list[Spoken]:
        """Silence while a hand is on the board."""
        self._quiet_until = max(self._quiet_until, t + HUSH_S)
        if self._current is None or self._is_beyond_touch(self._current):
            return []
        one = self._current.utterance
        if not one.is_asked and (one.is_play or one.is_must or not self._current.was_touched):
            self._put_back(replace(self._current, was_touched=True, ready=t))
        return self._end(Stage.CUT, t)

    def cut(self, t: float) -> list[Spoken]:
        """Silence: a key was pressed, enough of this."""
        self._quiet_until = max(self._quiet_until, t + HUSH_S)
        self._waiting[Priority.NORMAL].clear()
        return self._end(Stage.CUT, t) if self._current else []

    def _put_back(self, one: _Waiting) -> None:
        """What was cut waits again, unless something newer of its slot waits already; what was put together apart."""
        is_whole = not one.utterance.is_play
        heaps = {other.heap for other in self.waiting}
        again = (one.utterance,) if is_whole else one.parts
        lane = self._waiting[one.utterance.priority]
        lane[:0] = [replace(one, utterance=each, parts=()) for each in again if each.heap not in heaps]

    def again(self, t: float) -> list[Spoken]:
        """Says the last thing once more."""
        if self._last is None:
            return []
        once_more = replace(self._last, is_asked=True, priority=Priority.NOW, ended_by=frozenset(), lasts_s=None,
                            earcon=None, slot="asked", forms=(), is_sound_only=False)  # fmt: skip
        return self.offer(once_more, t)

    def tick(self, t: float) -> list[Spoken]:
        """Starts the next utterance if nothing is being said."""
        if self._current:
            return []
        for priority in Priority:
            lane = self._waiting[priority]
            while lane and lane[0].ready <= t and self._quiet_for(lane[0]) <= t:
                one = lane.pop(0)
                if one.utterance.lasts_s is not None and t - one.t > one.utterance.lasts_s:
                    continue
                return self._start(self._with_what_came(one, t) if one.utterance.is_play else one, t)
        return []

    def _with_what_came(self, one: _Waiting, t: float) -> _Waiting:
        """One piece of news of the play, put together with all that has come since, as far as what belongs to that is
        there too; a play and the next turn can be told a few milliseconds apart."""
        lane = self._waiting[Priority.NORMAL]
        until = max(t - self._gather_s, one.t + self._gather_s / 2)
        others = [other for other in lane if other.utterance.is_play and other.t <= until
                  and not other.utterance.delay_s]  # fmt: skip
        lane[:] = [other for other in lane if other not in others]
        news = [each.utterance for each in (one, *others)
                if each.utterance.lasts_s is None or t - each.t <= each.utterance.lasts_s]  # fmt: skip
        was_touched = any(each.was_touched for each in (one, *others))
        left_s = max(self.pace_s / 2, self.pace_s - max(0.0, t - one.t - self._gather_s))
        if self.pace_s >= HURRY_S and any(each.is_new_deal for each in news):
            left_s += DEAL_S
        return replace(one, utterance=self._compose(news, left_s), parts=tuple(news), was_touched=was_touched)

    def _start(self, one: _Waiting, t: float) -> list[Spoken]:
        self._current, self._last = one, one.utterance
        return [Spoken(one.utterance, Stage.STARTED, t)]

    def _end(self, stage: Stage, t: float) -> list[Spoken]:
        assert self._current is not None
        utterance, self._current = self._current.utterance, None
        self._last_text_heard = utterance.text if stage is Stage.FINISHED else ""
        return [Spoken(utterance, stage, t)]


def _replaces(new: Utterance, old: Utterance) -> bool:
    """Whether nobody wants to hear the old one any more: an answer, once something else is asked."""
    return new.heap == old.heap or new.text == old.text or (new.is_asked and old.is_asked)


def _is_true(utterance: Utterance, kind: str, since: int | None) -> bool:
    """Whether it is still so after a fact of this kind."""
    is_undone = since is not None and 0 < since <= utterance.ply
    return kind not in utterance.ended_by and not is_undone
