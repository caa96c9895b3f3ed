"""The queue: what is said next. Pure: time is an argument, and what happens is a list of `Spoken`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.facts import Fact
from companion.speech.utterance import Priority, Utterance

HUSH_S = 0.8
"""Silence after a touch before what still waits is said: a hand over the board comes to rest in about this time."""
GATHER_S = 0.02
"""So long normal news waits for what belongs to the same moment: a card, its play and the next turn come together."""


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
    ply: int
    ready: float
    was_touched: bool = False


class SpeechQueue:
    """What waits to be said, in three classes, and the one thing that is being said.

    1. `offer` puts an utterance in its class. Of one slot only the newest waits. NOW cuts what is being said, unless
       that is NOW too; the cut one waits again at the head of its class.
    2. `expire` is told of every fact: what it makes untrue is dropped, or cut while it is being said.
    3. `finished` is told when the voice is through; `tick` starts the next one that is still true and not too old.
    4. `hush` (a touch) silences until the hand has come to rest; what was cut then comes again if it is still true,
       once, and no answer that was asked for. `cut` (a key) silences for good: normal news is dropped too.
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
        self._ply = 0

    @property
    def current(self) -> Utterance | None:
        """What is being said."""
        return self._current.utterance if self._current else None

    @property
    def waiting(self) -> tuple[Utterance, ...]:
        """What waits, in the order in which it would be said."""
        return tuple(one.utterance for priority in Priority for one in self._waiting[priority])

    def wake_time(self) -> float | None:
        """When `tick` has something to start although nothing happens; None if never."""
        heads = [lane[0].ready for lane in self._waiting.values() if lane]
        return max(self._quiet_until, min(heads)) if heads and self._current is None else None

    def offer(self, utterance: Utterance, t: float) -> list[Spoken]:
        """Takes an utterance in; answers with what happens at once."""
        if not utterance.is_asked and self._is_repeated(utterance):
            return []
        for lane in self._waiting.values():
            lane[:] = [one for one in lane if one.utterance.heap != utterance.heap]
        ready = t + self._gather_s if utterance.priority is Priority.NORMAL else t
        self._waiting[utterance.priority].append(_Waiting(utterance, t, self._ply, ready))
        out: list[Spoken] = []
        if utterance.is_asked:
            self._quiet_until = min(self._quiet_until, t)
        if self._current and self._gives_way(self._current.utterance, utterance):
            if self._current.utterance.heap != utterance.heap:
                self._put_back(self._current)
            out += self._end(Stage.CUT, t)
        return out + self.tick(t)

    def _is_repeated(self, utterance: Utterance) -> bool:
        ahead = [one.text for one in self.waiting if one.heap == utterance.heap]
        if self.current:
            ahead.append(self.current.text)
        return utterance.text in (ahead or [self._last_text_heard])

    @staticmethod
    def _gives_way(current: Utterance, other: Utterance) -> bool:
        if other.priority is not Priority.NOW:
            return False
        return current.priority is not Priority.NOW or (current.is_asked and current.heap == other.heap)

    def expire(self, kind: str, t: float) -> list[Spoken]:
        """Drops what a fact of this kind makes untrue."""
        if kind == "move":
            self._ply += 1
        for lane in self._waiting.values():
            lane[:] = [one for one in lane if self._is_true(one, kind)]
        if self._current and not self._is_true(self._current, kind):
            return self._end(Stage.CUT, t)
        return []

    def _is_true(self, one: _Waiting, kind: str) -> bool:
        utterance = one.utterance
        outlived = utterance.plies is not None and self._ply - one.ply > utterance.plies
        return kind not in utterance.ended_by and not outlived

    def finished(self, t: float) -> list[Spoken]:
        """The voice has said the present one to its end."""
        return (self._end(Stage.FINISHED, t) if self._current else []) + self.tick(t)

    def failed(self, t: float) -> list[Spoken]:
        """The voice could not say the present one."""
        return (self._end(Stage.CUT, t) if self._current else []) + self.tick(t)

    def hush(self, t: float) -> list[Spoken]:
        """Silence while a hand is on the board."""
        self._quiet_until = max(self._quiet_until, t + HUSH_S)
        if self._current is None:
            return []
        if not (self._current.utterance.is_asked or self._current.was_touched):
            self._put_back(replace(self._current, was_touched=True))
        return self._end(Stage.CUT, t)

    def cut(self, t: float) -> list[Spoken]:
        """Silence: a key was pressed, enough of this."""
        self._quiet_until = max(self._quiet_until, t + HUSH_S)
        self._waiting[Priority.NORMAL].clear()
        return self._end(Stage.CUT, t) if self._current else []

    def _put_back(self, one: _Waiting) -> None:
        """What was cut waits again, unless something newer of its slot waits already."""
        if all(other.heap != one.utterance.heap for other in self.waiting):
            self._waiting[one.utterance.priority].insert(0, one)

    def again(self, t: float) -> list[Spoken]:
        """Says the last thing once more."""
        if self._last is None:
            return []
        once_more = replace(self._last, is_asked=True, priority=Priority.NOW, ended_by=frozenset(), plies=None,
                            lasts_s=None, earcon=None, slot="asked")  # fmt: skip
        return self.offer(once_more, t)

    def tick(self, t: float) -> list[Spoken]:
        """Starts the next utterance if nothing is being said."""
        if self._current or t < self._quiet_until:
            return []
        for priority in Priority:
            lane = self._waiting[priority]
            while lane and lane[0].ready <= t:
                one = lane.pop(0)
                age_s = t - one.t
                if one.utterance.lasts_s is None or age_s <= one.utterance.lasts_s:
                    return self._start(one, t)
        return []

    def _start(self, one: _Waiting, t: float) -> list[Spoken]:
        self._current, self._last = one, one.utterance
        return [Spoken(one.utterance, Stage.STARTED, t)]

    def _end(self, stage: Stage, t: float) -> list[Spoken]:
        assert self._current is not None
        utterance, self._current = self._current.utterance, None
        self._last_text_heard = utterance.text if stage is Stage.FINISHED else ""
        return [Spoken(utterance, stage, t)]
