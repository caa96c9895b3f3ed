"""Wiring by ear: a piece with a magnet goes from hole to hole, and which sensor answers is learnt.

Flow of control
1. The board is emptied; a sensor that goes on answering is left out.
2. One place after the other is asked for, ring, houses, yards. The answer brings the next question, so one may also
   slide the piece round the ring without waiting.
3. A place that stays silent is passed over with `next`; `back` takes the last answer back; a place that is named is
   asked again. The ring ends where it began: if that comes too early, or answers were not clear, single holes are
   asked for until each is known. A hole that was only slid over is asked for again if its sensor answers elsewhere.
4. At the end all that is wrong is named; `done` saves. `progress` is what a later start goes on from.
The four places of a yard may answer in any order: their marbles are not told apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.flicker import WITHIN_S, faults
from calibration.questions import question
from calibration.ring_result import found_by, likeliest, search_of
from calibration.ring_slide import STRIDE, RingSlide
from calibration.sticking import LAID, SLID
from calibration.wiring_map import NO_PLACE, WiringMap, bits
from calibration.wizard import Said, Say, brief, meaning, say

SILENT_S = 15.0
"""After this time without an answer the wizard helps."""
OVERLAP_S = 0.6
"""So long a rolling piece may close two sensors; longer, and the second answers too."""
HEARD_S = 1.5
"""So long a hand goes on that has not heard yet that it is asked for another hole than the next."""
AGAIN_S = 1.0
"""A piece that comes back to the last hole after so long was meant for another; sooner, it was only put straight."""


class WiringWizard(WiringMap):
    """Learns `places`: the channel of each place of a board, with a ring or without."""

    # --- what it observes

    def begin(self) -> Said:
        """The first words: the board is to be empty."""
        if self.places:
            return [say("wiring_resumed", n=len(self.places)), say("wiring_empty")]
        return [say("wiring_begin"), *[say("wiring_way")] * (self._ring > 0), say("wiring_empty")]

    def frame(self, t: float, occupied: int) -> Said:
        """A picture by channels came."""
        before, self._on = self._on, occupied
        edges = 0 if before is None else before ^ occupied
        self._changed |= set(bits(edges))
        found = [self._flickers(t, channel) for channel in self._flicker.edges(t, bits(edges))]
        if self._is_empty:
            most = SLID if self._is_sliding else LAID
            for channel in self._sticking.edges(bits(edges & occupied), bits(edges & ~occupied), most):
                found += self._sticks(t, channel)
        usable = ~sum(1 << channel for channel in self._flicker.noisy | self._stuck)
        if not self._is_empty:
            return found + (self._emptied(t) if not occupied & usable else [])
        self._resting.frame(t, frozenset(bits(occupied)) - self._stuck)
        fresh, gone = bits(edges & occupied & usable), bits(edges & ~occupied & usable)
        if self._last is not None and self.places.get(self._last) in gone:
            self._left_at = t
        found += self._strayed(t, edges)
        if not self._is_sliding:
            return found
        self._slide.edges(t, bits(edges & occupied), bits(edges & ~occupied), self._owners)
        if self._second and gone:
            found += self._second_left(t, gone)
        if fresh:
            found += self._fresh(t, fresh)
        return found

    def key(self, t: float, word: str) -> Said:
        """A typed word, or a button: `next`, `back`, `done`, or the name of a place."""
        word = meaning(word)
        if not self._is_empty:
            return self._emptied(t, is_forced=True) if word in ("next", "done") else [say("wiring_empty")]
        place = self._place_named(word)
        if self._search is not None:
            return self._search_key(t, word)
        if place is not None:
            return self._again(t, place)
        if self._is_reviewing and word == "done":
            self.is_done = True
            return [say("wiring_saved", n=len(self.places))]
        if word == "back":
            return self._back(t)
        if word in ("next", "done") and not self._is_reviewing:
            return self._skip(t)
        return [say("unknown_key", word=word)]

    def tick(self, t: float) -> Said:
        """Time has come to `t`."""
        said: Said = []
        if self._second and t >= self._second_at + OVERLAP_S:
            second, self._second = self._second, set()
            if self._last is not None:
                self.doubles.update(dict.fromkeys(second, self._last))
                said.append(say("wiring_double", cell=self._cell(self._last)))
        if self._is_empty and self._resting.due is not None and t >= self._resting.due:
            said += self._rested(t, self._resting.take(t))
        if self._is_waiting and t >= self._asked_at + SILENT_S:
            self._is_helped = True
            said.append(say("wiring_silent", cell=self._cell(self._asked)))
        return said

    def next_deadline(self) -> float | None:
        """When `tick` should come."""
        times = [self._second_at + OVERLAP_S] if self._second else []
        if self._is_empty and self._resting.due is not None:
            times.append(self._resting.due)
        if self._is_waiting:
            times.append(self._asked_at + SILENT_S)
        return min(times, default=None)

    def _flickers(self, t: float, channel: int) -> Say:
        """What is said of a sensor that was just found to flicker: its hole, where that is known."""
        place = self._owners.get(channel)
        if self._is_sliding:
            self._slide.unclear |= {each for each in (place, self._last) if each is not None and each < self._ring}
        if place is None:
            return say("wiring_flicker")
        if place == self._last and t <= self._learnt_at + WITHIN_S:
            self._doubtful[channel] = place
        return say("wiring_noisy", cells=[self._cell(place)])

    def _strayed(self, t: float, edges: int) -> Said:
        """A sensor that flickered when it was learnt does so without the piece too: it may lie anywhere, and what was
        learnt since may be a hole too far."""
        stray = [c for c, place in self._doubtful.items() if edges >> c & 1 and self._last not in (None, place)]
        if not stray or t <= self._learnt_at + OVERLAP_S:
            return []
        order = list(self.places)
        for place in order[min(order.index(self._doubtful.pop(channel)) for channel in stray) :]:
            del self.places[place]
            self._answers.heard.pop(place, None)
        self._is_reviewing, self._last = False, None
        self._slide.forget()
        return [say("wiring_flicker"), *self._ask(t, is_first=True)]

    def _sticks(self, t: float, channel: int) -> Said:
        """A sensor goes on answering although the piece is elsewhere."""
        place = self._without_stuck(channel)
        found = [say("wiring_stuck", n=1) if place is None else say("wiring_sticks", cell=self._cell(place))]
        if self._is_reviewing or self._is_sliding:
            return found
        self._turned_at = t
        return found + (self._ask(t, is_first=True) if self._search is None else self._search_ask(t))

    # --- how it goes on

    def _emptied(self, t: float, is_forced: bool = False) -> Said:
        left = set(bits(self._on or 0)) if is_forced else set()
        self._is_empty = True
        self._stuck |= left
        return [say("wiring_stuck", n=len(left))] * bool(left) + self._ask(t, is_first=True)

    def _ask(self, t: float, is_first: bool = False) -> Said:
        """The next question: the first place that is not known."""
        self._asked_at, self._is_helped, self._second = t, False, set()
        if not self._is_sliding:
            self._resting.ask()
        if self._is_closing:
            return [say("wiring_close")]
        if self._is_gone_round and not self._is_closed:  # hole 0 has no sensor to close the ring with
            return self._closed(t)
        open_places = [p for p in range(self.layout.size) if p not in self.places and p not in self.skipped]
        if not open_places:
            return self._review(t)
        self._wanted = open_places[0]
        return [question(self.layout, self._wanted, is_first)]

    def _fresh(self, t: float, fresh: Sequence[int]) -> Said:
        """Sensors that answered just now, while a piece may be on its way round the ring."""
        # While the last sensor is still on, another may be the next hole already, or its neighbour answering too.
        if self._last is not None and self._is_on(self._last) and self._last not in self._known(fresh):
            self._second_at = self._second_at if self._second else t
            self._second |= set(fresh)
            self._slide.beside(fresh, self._last, self.places[self._last])
            return []
        return self._answered(t, fresh)

    def _rested(self, t: float, channels: Sequence[int]) -> Said:
        """A piece rests where these sensors answer."""
        if t < self._turned_at + HEARD_S:
            self._resting.ask()
            return []
        if self._search is not None:
            return self._search_answer(t, channels)
        # What flickers is no answer, unless it was taken for one of two at another hole.
        doubted = {self.places.get(place) for place in self.doubles.values()}
        steady = [channel for channel in channels if channel not in self._flicker.noisy or channel in doubted]
        if not steady:
            return []
        if self._is_reviewing:
            return [brief("wiring_is", cell=self._cell(place)) for place in self._known(steady)[:1]]
        if self._is_sliding:
            return self._early(t, steady)
        # One that flickers may be the sensor of this hole, where all the others answer elsewhere too.
        is_own = all(channel in self.doubles for channel in steady)
        return self._answered(t, channels if is_own else steady)

    def _early(self, t: float, channels: Sequence[int]) -> Said:
        """The piece rests on hole 0 again: if that is too early, holes were silent on the way."""
        if self.places.get(0) not in channels:
            return []
        is_alone = len(channels) == 1 and not self._slide.is_shared(0, self.doubles)  # one may lie elsewhere
        if not self._is_round or self.skipped or not is_alone:
            self._slide.came_back(self._wanted or 0)
            return []
        return [say("wiring_early", n=self._ring - (self._wanted or 0)), *self._search_begin(t)]

    def _answered(self, t: float, fresh: Sequence[int]) -> Said:
        """Where the piece is now these sensors answer."""
        known, unknown = self._known(fresh), [channel for channel in fresh if channel not in self._owners]
        # Sensors that always answer together cannot be told apart, here as little as there.
        bridged = [c for c in unknown if self.places.get(self.doubles.get(c, NO_PLACE)) in fresh]
        if bridged and self._asked not in known:
            return [say("wiring_double", cell=self._cell(self._asked))]
        if not self._is_sliding and (unknown or self._asked in known):
            self._answers.rest(self._asked, fresh)
        doubted = self._doubt(known, is_alone=not unknown)
        if self._asked in known:
            return self._known_again(t, self._asked)
        if unknown:  # those of doubted holes may lie here as well
            return self._learn(t, [channel for channel in fresh if channel not in self._owners])
        if doubted:
            return [say("wiring_doubt", cell=self._cell(doubted[0])), *self._ask(t, is_first=True)]
        return self._known_again(t, next((place for place in known if self._others_at(place)), known[0]))

    def _doubt(self, known: Sequence[int], is_alone: bool) -> list[int]:
        """Holes that were only slid over, and whose sensor answers at another one too: they are asked for again."""
        if self._is_sliding:
            return []
        doubted = [place for place in known if place != self._asked and place < self._ring and place not in self._sure]
        for place in doubted:
            channel = self.places.pop(place)
            if is_alone:
                self.doubles[channel] = self._asked
                self._answers.rest(self._asked, [channel])
        self._sure |= set(doubted)  # once is enough
        return doubted

    def _second_left(self, t: float, gone: Sequence[int]) -> Said:
        """The piece left the last hole while a second sensor was on: then it is on the next hole."""
        self._second -= set(gone)
        if self._last is None or self.places.get(self._last) not in gone or not self._second:
            return []
        second, self._second = sorted(self._second), set()
        here = [c for c in second if self._slide.answered_together(c, self.places[self._last])]
        if here:
            self.doubles.update({c: self._last for c in here if c not in self._owners})
            second = [c for c in second if c not in here]
        return self._answered(t, second) if second else []

    def _learn(self, t: float, unknown: Sequence[int]) -> Said:
        if self._is_closing or self._wanted is None:
            self._slide.has_too_many = True
            return [say("wiring_open")]
        channel, place = likeliest(unknown, self.doubles)[0], self._wanted
        if self._is_sliding and place < self._ring:
            self._note(place, unknown)
        said: Said = []
        if len(unknown) > 1:
            self.doubles.update({other: place for other in unknown if other != channel})
            said.append(say("wiring_double", cell=self._cell(place)))
        self.doubles.pop(channel, None)
        if not self._is_sliding and len(unknown) == 1:
            self._sure.add(place)
        self.places[place], self._last, self._learnt_at = channel, place, t
        return said + self._ask(t)

    def _known_again(self, t: float, place: int) -> Said:
        if self._is_closing and place == 0:
            return self._closed(t)
        self._slide.heard(place)
        others = self._others_at(place)  # two sensors had answered there, and now only one does: that one is here
        is_near = self._wanted is not None and (not self._is_sliding or self._wanted - place <= STRIDE)
        if others and is_near and not self._is_closing:
            return self._swapped(t, place, others[0])
        if place == self._last and t < self._left_at + AGAIN_S:
            return []
        wanted = self._wanted or 0
        if not self._is_sliding and self._conflict == (wanted, place):
            self.doubles[self.places[place]] = wanted
            self._answers.rest(wanted, [self.places[place]])
            return [say("wiring_doubt", cell=self._cell(place))]
        self._conflict = (wanted, place)
        return [brief("wiring_known", cell=self._cell(place), wanted=self._cell(self._asked))]

    def _swapped(self, t: float, place: int, other: int) -> Said:
        """The sensor that was taken for that of a place is the one that is wanted; the other one lies there."""
        channel = self.places[place]
        self.places[place] = other
        self._slide.unclear.add(place)
        del self.doubles[other]
        return self._learn(t, [channel])

    # --- when the ring closed too early, or answers were not clear

    def _closed(self, t: float) -> Said:
        """The piece came back to hole 0 when it was to."""
        unclear = self._slide.unclear & set(self.places)
        # Who passes over many holes at which nothing answers follows the voice, on a board that is not finished.
        is_slid = self._is_contradicted or sum(p < self._ring for p in self.skipped) <= self._ring // 4
        if is_slid and (unclear or self._slide.has_too_many or self._is_contradicted):
            return [say("wiring_check"), *self._search_begin(t)]
        is_at_0 = self._is_closing
        self._is_closed = True
        return [say("wiring_round")] * is_at_0 + self._ask(t)

    def _not_closed(self, t: float) -> Said:
        """Hole 0 is silent now: then what was counted as hole 0 lies elsewhere, unless there is one for each hole."""
        return [say("wiring_check"), *self._search_begin(t, silent=0)] if self._is_round else self._closed(t)

    def _search_begin(self, t: float, silent: int | None = None) -> Said:
        self._search = search_of(self._ring, self.places, self._slide, self.skipped)
        if silent is not None:
            self._search.answer(silent, ())
        self._last, self._doubtful, self._second, self._turned_at = None, {}, set(), t
        return self._search_ask(t)

    def _search_ask(self, t: float) -> Said:
        assert self._search is not None
        self._asked_at, self._is_helped = t, False
        self._resting.ask()
        hole = self._search.question()
        if hole is not None:
            return [brief("wiring_search", cell=self._cell(hole))]
        self._sure = self._search.sure()
        self.places, self.doubles, joined = found_by(self._search, self._ring, self.places, self.doubles)
        self.skipped = joined | {place for place in self.skipped if place >= self._ring}
        self._search, self._is_closed, self._slide = None, True, RingSlide()
        # They are asked for once more: what was slid over too fast answers now.
        silent = [self._cell(p) for p in range(self._ring) if p not in self.places and p not in self.skipped]
        found = say("wiring_found", cells=silent) if silent else say("wiring_round")
        return [found] * (2 * len(silent) < self._ring) + self._ask(t, is_first=True)  # else nothing is believed

    def _search_answer(self, t: float, fresh: Sequence[int]) -> Said:
        assert self._search is not None
        hole = self._search.question()
        if hole is None:
            return []
        if not self._search.answer(hole, fresh):
            return [say("wiring_not_there", cell=self._cell(hole))]
        self._answers.rest(hole, fresh)
        return [say("wiring_double", cell=self._cell(hole))] * (len(fresh) > 1) + self._search_ask(t)

    def _search_key(self, t: float, word: str) -> Said:
        assert self._search is not None
        hole = self._search.question()
        if word == "next" and hole is not None:
            self._search.answer(hole, ())
            return self._search_ask(t)
        if word == "back":
            self._search = None
            return self._ask(t, is_first=True)
        return [brief("wiring_search", cell=self._cell(self._asked))]

    # --- passing over, taking back, correcting

    def _skip(self, t: float) -> Said:
        if self._is_closing:
            return self._not_closed(t)
        if self._wanted is not None:
            if self._conflict is not None and self._conflict[0] == self._wanted:
                self._is_contradicted = True
                self._slide.contradict(self.places)
            self.skipped.add(self._wanted)
            self._last = None
            self._slide.forget()
        return self._ask(t)

    def _back(self, t: float) -> Said:
        done = [place for place in set(self.places) | self.skipped if self._wanted is None or place < self._wanted]
        if self._is_reviewing or not done:
            done = sorted(set(self.places) | self.skipped)
        return self._again(t, max(done)) if done else self._ask(t, is_first=True)

    def _again(self, t: float, place: int) -> Said:
        """Asks for one place anew; whatever was known of it is forgotten."""
        channel = self.places.pop(place, None)
        self._answers.heard.pop(place, None)
        if channel is not None:
            self._flicker.forget(channel)
            self._doubtful.pop(channel, None)
        self.skipped.discard(place)
        self._slide.forget(place)
        self._is_reviewing, self._last = False, None
        return self._ask(t, is_first=True)

    def _review(self, t: float) -> Said:
        if self._settle():
            return [say("wiring_check"), *self._ask(t, is_first=True)]
        self._is_reviewing, self._wanted = True, None
        found = faults(self._owners, self.skipped, self.doubles, self._flicker.noisy, self._stuck,
                       self._uncertain)  # fmt: skip
        said = [say(key, cells=[self._cell(place) for place in sorted(places)]) for key, places in found if places]
        return [say("wiring_all", n=len(self.places)), *said, say("wiring_review")]
