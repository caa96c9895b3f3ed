"""Wiring by ear: a piece with a magnet goes from hole to hole, and which sensor answers is learnt.

Flow of control
1. The board is emptied; a sensor that goes on answering is left out.
2. One place after the other is asked for, ring, houses, yards. The answer brings the next question, so one may also
   slide the piece round the ring without waiting.
3. A place that stays silent is passed over with `next`; `back` takes the last answer back; a place that is named is
   asked again. The ring ends where it began: if that comes too early, or answers were not clear, single holes are
   asked for until each is known. A sensor that answers where another place is wanted is asked for at both again.
4. At the end all that is wrong is named; `done` saves. `progress` is what a later start goes on from.
The four places of a yard may answer in any order: their marbles are not told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.flicker import WITHIN_S, Flicker, faults
from calibration.questions import question, ring_of
from calibration.resting import Resting
from calibration.ring_search import RingSearch
from calibration.ring_slide import RingSlide
from calibration.wizard import BaseWizard, Said, Say, brief, meaning, say
from engine.contract import Layout

NO_PLACE = -1
SILENT_S = 15.0
"""After this time without an answer the wizard helps."""
OVERLAP_S = 0.6
"""So long a rolling piece may close two sensors; longer, and the second answers too."""
AGAIN_S = 1.0
"""A piece that comes back to the last hole after so long was meant for another; sooner, it was only put straight."""


class WiringWizard(BaseWizard):
    """Learns `places`: the channel of each place of a board, with a ring or without.

    Raises: ValueError for a `progress` that cannot be read.
    """

    def __init__(self, layout: Layout, progress: Mapping[str, Any] | None = None) -> None:
        self.layout = layout
        self._ring = ring_of(layout)
        known = progress or {}
        self.places: dict[int, int] = {int(place): channel for place, channel in known.get("places", {}).items()}
        self.skipped: set[int] = set(known.get("skipped", ()))
        self.doubles: dict[int, int] = {int(c): place for c, place in known.get("doubles", {}).items()}
        self._flicker = Flicker(known.get("noisy", ()))
        self._stuck: set[int] = set()
        self._changed: set[int] = set(known.get("changed", ()))
        self._slide = RingSlide(known.get("unclear", ()))
        numbers = {*self._slide.unclear, *self.places, *self.places.values(), *self.skipped, *self.doubles, *self.doubles.values(),
                   *self._flicker.noisy, *self._changed}  # fmt: skip
        if not all(isinstance(number, int) and 0 <= number < layout.size for number in numbers):
            raise ValueError(f"a number that {layout.name} does not have")
        self._on: int | None = None
        self._is_empty = self._is_reviewing = False
        self._search: RingSearch | None = None
        self._resting = Resting()
        self._is_closed = bool(known.get("is_closed", False))
        self._last: int | None = None
        self._learnt_at = self._left_at = 0.0
        self._doubtful: dict[int, int] = {}
        self._conflict: tuple[int, int] | None = None
        self._settled: set[tuple[int, int]] = set()
        """The place that was wanted and the one that answered; and those that were asked for again for that."""
        self._wanted: int | None = None
        self._second: set[int] = set()
        self._second_at = 0.0
        """Channels that answered while the last place was still on, and since when."""
        self._asked_at, self._is_helped = 0.0, False

    # --- what it knows

    @property
    def without(self) -> tuple[int, ...]:
        """Places whose sensor is silent or cannot be trusted."""
        owners = self._owners
        bad = {owners[channel] for channel in self._flicker.noisy | self._stuck if channel in owners}
        return tuple(sorted(bad | (set(range(self.layout.size)) - set(self.places))))

    @property
    def channels(self) -> tuple[int, ...]:
        """The place of each channel, -1 for none: what the profile keeps."""
        owners = self._owners
        return tuple(owners.get(channel, NO_PLACE) for channel in range(self.layout.size))

    @property
    def _owners(self) -> dict[int, int]:
        """The place of each channel that was learnt."""
        return {channel: place for place, channel in self.places.items()}

    @property
    def never_changed(self) -> tuple[int, ...]:
        """Channels that did not change once."""
        return tuple(channel for channel in range(self.layout.size) if channel not in self._changed)

    def progress(self) -> Mapping[str, Any]:
        """All that was learnt, for a later start."""
        return {"places": {str(place): channel for place, channel in sorted(self.places.items())},
                "skipped": sorted(self.skipped), "noisy": sorted(self._flicker.noisy),
                "doubles": {str(channel): place for channel, place in sorted(self.doubles.items())},
                "changed": sorted(self._changed), "is_closed": self._is_closed,
                "unclear": sorted(self._slide.unclear)}  # fmt: skip

    # --- what it observes

    def begin(self) -> Said:
        """The first words: the board is to be empty."""
        return [say("wiring_resumed", n=len(self.places)) if self.places else say("wiring_begin"), say("wiring_empty")]

    def frame(self, t: float, occupied: int) -> Said:
        """A picture by channels came."""
        before, self._on = self._on, occupied
        edges = 0 if before is None else before ^ occupied
        self._changed |= set(_bits(edges))
        found = [self._flickers(t, channel) for channel in self._flicker.edges(t, _bits(edges))]
        # What flickers is no answer, unless a single hole is asked for to which it may belong.
        noisy = self._flicker.noisy - set(self._owners) if self._search is not None else self._flicker.noisy
        usable = ~sum(1 << channel for channel in noisy | self._stuck)
        if not self._is_empty:
            return found + (self._emptied(t) if not occupied & usable else [])
        self._resting.frame(t, frozenset(_bits(occupied & usable)))
        if self._search is not None:
            return found
        fresh, gone = _bits(edges & occupied & usable), _bits(edges & ~occupied & usable)
        if self._is_empty:
            self._slide.edges(t, fresh, gone, self._owners)
        if self._last is not None and self.places.get(self._last) in gone:
            self._left_at = t
        found += self._strayed(t, edges)
        if self._second and gone:
            found += self._second_left(t, gone)
        if fresh:
            found += self._fresh(t, fresh)
        return found

    def fault(self, t: float, code: str, channel: int | None) -> Said:
        """The board itself says that a sensor is not to be trusted, or works again."""
        if channel is None:
            return [say("wiring_bus")] if code == "bus" else []
        if code in ("stuck-on", "stuck-off"):
            self._stuck.add(channel)
        elif code == "clear":
            self._stuck.discard(channel)
        return []

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
        if self._search is not None and self._resting.due is not None and t >= self._resting.due:
            said += self._search_answer(t, self._resting.take(t))
        if self._is_waiting and t >= self._asked_at + SILENT_S:
            self._is_helped = True
            said.append(say("wiring_silent", cell=self._cell(self._asked)))
        return said

    def next_deadline(self) -> float | None:
        """When `tick` should come."""
        times = [self._second_at + OVERLAP_S] if self._second else []
        if self._search is not None and self._resting.due is not None:
            times.append(self._resting.due)
        if self._is_waiting:
            times.append(self._asked_at + SILENT_S)
        return min(times, default=None)

    def _flickers(self, t: float, channel: int) -> Say:
        """What is said of a sensor that was just found to flicker: its hole, where that is known."""
        place = self._owners.get(channel)
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
        self._is_reviewing, self._last = False, None
        self._slide.forget()
        return [say("wiring_flicker"), *self._ask(t, is_first=True)]

    # --- how it goes on

    @property
    def _is_waiting(self) -> bool:
        return self._is_empty and not self._is_helped and not self._is_reviewing

    @property
    def _is_sliding(self) -> bool:
        """Whether a piece may be on its way round the ring."""
        return self._is_empty and self._search is None and not self._is_closed and self._ring > 0

    @property
    def _asked(self) -> int:
        """The place that is asked for."""
        if self._search is not None:
            return self._search.question() or 0
        return 0 if self._is_closing else self._wanted or 0

    @property
    def _is_closing(self) -> bool:
        """Whether the whole ring was gone through and the piece is to come back to hole 0."""
        done = set(self.places) | self.skipped
        is_open = self._ring > 0 and not self._is_closed and 0 in self.places
        return is_open and all(place in done for place in range(self._ring))

    def _cell(self, place: int) -> str:
        return self.layout.cell(place)

    def _emptied(self, t: float, is_forced: bool = False) -> Said:
        left = set(_bits(self._on or 0)) if is_forced else set()
        self._is_empty = True
        self._stuck |= left
        return [say("wiring_stuck", n=len(left))] * bool(left) + self._ask(t, is_first=True)

    def _ask(self, t: float, is_first: bool = False) -> Said:
        """The next question: the first place that is not known."""
        self._asked_at, self._is_helped, self._second = t, False, set()
        if self._is_closing:
            return [say("wiring_close")]
        open_places = [p for p in range(self.layout.size) if p not in self.places and p not in self.skipped]
        if not open_places:
            return self._review()
        self._wanted = open_places[0]
        return [question(self.layout, self._wanted, is_first)]

    def _fresh(self, t: float, fresh: Sequence[int]) -> Said:
        """Sensors that answered just now."""
        known = self._known(fresh)
        if self._is_reviewing:
            return [brief("wiring_is", cell=self._cell(place)) for place in known[:1]]
        # While the last sensor is still on, another may be the next hole already, or its neighbour answering too.
        if self._last is not None and self._is_on(self._last) and self._last not in known:
            self._second_at = self._second_at if self._second else t
            self._second |= set(fresh)
            return []
        return self._answered(t, fresh)

    def _answered(self, t: float, fresh: Sequence[int]) -> Said:
        """Where the piece is now these sensors answer."""
        known, unknown = self._known(fresh), [channel for channel in fresh if channel not in self._owners]
        # Sensors that always answer together cannot be told apart, here as little as there.
        bridged = [c for c in unknown if self.places.get(self.doubles.get(c, NO_PLACE)) in fresh]
        if bridged and self._asked not in known:
            return [say("wiring_double", cell=self._cell(self._asked))]
        if not unknown or self._asked in known:
            return self._known_again(t, self._asked if self._asked in known else known[0])
        return self._learn(t, unknown)

    def _known(self, channels: Sequence[int]) -> list[int]:
        """The places of those channels that were learnt."""
        owners = self._owners
        return [owners[channel] for channel in channels if channel in owners]

    def _is_on(self, place: int) -> bool:
        channel = self.places.get(place)
        is_known = channel is not None and channel not in self._flicker.noisy and self._on is not None
        return is_known and bool((self._on or 0) >> (channel or 0) & 1)

    def _second_left(self, t: float, gone: Sequence[int]) -> Said:
        """The piece left the last hole while a second sensor was on: then it is on the next hole."""
        self._second -= set(gone)
        if self._last is None or self.places.get(self._last) not in gone or not self._second:
            return []
        second, self._second = sorted(self._second), set()
        here = [c for c in second if self._slide.answered_together(c, self.places[self._last])]
        if here:
            self._slide.unclear.add(self._last)
            self.doubles.update({c: self._last for c in here if c not in self._owners})
            second = [c for c in second if c not in here]
        return self._answered(t, second) if second else []

    def _learn(self, t: float, unknown: Sequence[int]) -> Said:
        if self._is_closing or self._wanted is None:
            self._slide.has_too_many = True
            return [say("wiring_open")]
        channel, place = min(unknown), self._wanted
        if self._is_sliding and place < self._ring:
            self._note(place, unknown)
        said: Said = []
        if len(unknown) > 1:
            self.doubles.update({other: place for other in unknown if other != channel})
            said.append(say("wiring_double", cell=self._cell(place)))
        self.doubles.pop(channel, None)
        self.places[place], self._last, self._learnt_at = channel, place, t
        return said + self._ask(t)

    def _note(self, place: int, unknown: Sequence[int]) -> None:
        """How clear it is that these sensors lie beneath a hole of the ring."""
        before = self.places.get(place - 1)
        if before is not None and any(self._slide.answered_together(before, channel) for channel in unknown):
            self._slide.unclear |= {place - 1, place}
        elif len(unknown) > 1:
            self._slide.unclear.add(place)
        self._slide.learnt(place)

    def _known_again(self, t: float, place: int) -> Said:
        if self._is_closing and place == 0:
            return self._closed(t)
        self._slide.heard(place)
        # Two sensors had answered there, and now only one does: that one is here.
        others = [other for other, at in self.doubles.items() if at == place and not (self._on or 0) >> other & 1]
        if others and self._wanted is not None and not self._is_closing:
            return self._swapped(t, place, others[0])
        if place == self._last and t < self._left_at + AGAIN_S:
            return []
        wanted = self._wanted or 0
        if place == 0 and not self._is_closed and self._ring * 3 // 4 <= wanted < self._ring:
            heard = [p for p in range(self._ring) if p in self.places]
            if heard == list(range(len(heard))) and not self.skipped:
                return [say("wiring_early", n=self._ring - len(heard)), *self._search_begin(t)]
        if self._is_closed or wanted >= self._ring:
            return self._contradicted(t, wanted, place)
        return [brief("wiring_known", cell=self._cell(place), wanted=self._cell(self._asked))]

    def _contradicted(self, t: float, wanted: int, place: int) -> Said:
        """The sensor of a place answers at another that is wanted: by mistake once; twice, and both are asked for."""
        if (wanted, place) in self._settled:
            self.doubles[self.places[place]] = wanted
            return [say("wiring_double", cell=self._cell(wanted))]
        if self._conflict == (wanted, place):
            self._settled.add((wanted, place))
            return [say("wiring_doubt", cell=self._cell(place)), *self._again(t, place)]
        self._conflict = (wanted, place)
        return [brief("wiring_known", cell=self._cell(place), wanted=self._cell(wanted))]

    def _swapped(self, t: float, place: int, other: int) -> Said:
        """The sensor that was taken for that of a place is the one that is wanted; the other one lies there."""
        channel = self.places[place]
        self.places[place] = other
        del self.doubles[other]
        self.doubles[channel] = place
        return self._learn(t, [channel])

    # --- when the ring closed too early, or answers were not clear

    def _closed(self, t: float) -> Said:
        """The piece came back to hole 0 when it was to."""
        unclear = self._slide.unclear & set(self.places)
        if unclear or self._slide.has_too_many:
            return [say("wiring_check", n=max(1, len(unclear))), *self._search_begin(t)]
        self._is_closed = True
        return [say("wiring_round"), *self._ask(t)]

    def _search_begin(self, t: float) -> Said:
        slid = [place for place in range(self._ring) if place in self.places]
        # More answers than holes, and each of them clear: then none of them is to be believed.
        clear = [p for p in slid if p not in self._slide.unclear] if self._slide.unclear or not self._slide.has_too_many \
            else []  # fmt: skip
        unclear = [sum(other < place for other in clear) for place in slid if place not in clear]
        silent: dict[int, int | None] = dict.fromkeys(p for p in self.skipped if p < self._ring)
        self._search = RingSearch(self._ring, [self.places[place] for place in clear], unclear, silent)
        self._last, self._doubtful, self._second = None, {}, set()
        self._resting = Resting()
        return self._search_ask(t)

    def _search_ask(self, t: float) -> Said:
        assert self._search is not None
        self._asked_at, self._is_helped = t, False
        self._resting.ask()
        hole = self._search.question()
        if hole is not None:
            return [brief("wiring_search", cell=self._cell(hole))]
        said = self._search_ends(self._search)
        # They are asked for once more: what was slid over too fast answers now.
        silent = [self._cell(p) for p in range(self._ring) if p not in self.places and p not in self.skipped]
        return [*said, say("wiring_found", cells=silent) if silent else say("wiring_round"),
                *self._ask(t, is_first=True)]  # fmt: skip

    def _search_ends(self, search: RingSearch) -> Said:
        """What was found counts, and what answered alone; what was slid over and is not sure is forgotten."""
        solved, slid = search.solved(), self.places
        hole_of = {channel: hole for hole, channel in solved.items()}
        self.places = solved | {place: channel for place, channel in slid.items() if place >= self._ring}
        self.doubles = {c: hole_of.get(slid.get(place, NO_PLACE), place if place >= self._ring else NO_PLACE)
                        for c, place in self.doubles.items()}  # fmt: skip
        self.doubles = {c: place for c, place in self.doubles.items() if place != NO_PLACE}
        self._search, self._is_closed, self._last = None, True, None
        self._slide = RingSlide()
        said: Said = []
        open_holes = {hole: set(channels) for hole, channels in search.answered.items() if hole not in self.places}
        while open_holes := {hole: channels - set(self._owners) for hole, channels in open_holes.items()}:
            hole = min(open_holes, key=lambda each: (len(open_holes[each]), each))
            if mine := sorted(open_holes.pop(hole)):
                self.places[hole] = mine[0]
                self.doubles.pop(mine[0], None)
                self.doubles.update(dict.fromkeys(mine[1:], hole))
                said += [say("wiring_double", cell=self._cell(hole))] * (len(mine) > 1)
        return said

    def _search_answer(self, t: float, fresh: Sequence[int]) -> Said:
        assert self._search is not None
        hole = self._search.question()
        if hole is None or not fresh:
            return []
        if not self._search.answer(hole, fresh):
            return [say("wiring_not_there", cell=self._cell(hole))]
        return self._search_ask(t)

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
            self._is_closed = True
        elif self._wanted is not None:
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
        if channel is not None:
            self._flicker.forget(channel)
            self._doubtful.pop(channel, None)
        self.skipped.discard(place)
        self._slide.forget(place)
        self._is_reviewing, self._last = False, None
        return self._ask(t, is_first=True)

    def _place_named(self, word: str) -> int | None:
        names = (word, word.zfill(2), word[:1].upper() + word[1:])
        return next((self.layout.holes.index(name) for name in names if name in self.layout.holes), None)

    def _review(self) -> Said:
        self._is_reviewing, self._wanted = True, None
        found = faults(self._owners, self.skipped, self.doubles, self._flicker.noisy, self._stuck)
        said = [say(key, cells=[self._cell(place) for place in sorted(places)]) for key, places in found if places]
        return [say("wiring_all", n=len(self.places)), *said, say("wiring_review")]


def _bits(mask: int) -> list[int]:
    """The channels that are set in a picture."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]
