"""What the wiring wizard knows: the channel of each place, what is wrong with which, and what is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from calibration.answers import Answers
from calibration.flicker import Flicker, shared
from calibration.questions import ring_of
from calibration.resting import Resting
from calibration.ring_search import RingSearch
from calibration.ring_slide import RingSlide
from calibration.sticking import Sticking
from calibration.wizard import BaseWizard, Said, say
from engine.contract import Layout

NO_PLACE = -1


class WiringMap(BaseWizard):
    """`places`: the channel of each place; `skipped`: those that were passed over; `doubles`: channels that answered
    where another one lies, and where.

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
        self._sticking = Sticking()
        self._changed: set[int] = set(known.get("changed", ()))
        self._slide = RingSlide(known.get("unclear", ()))
        heard = {int(place): channels for place, channels in known.get("heard", {}).items()}
        self._answers = Answers(heard)
        numbers = {*self.places, *self.places.values(), *self.skipped, *self.doubles, *self.doubles.values(),
                   *self._flicker.noisy, *self._changed, *self._slide.unclear, *heard,
                   *chain(*heard.values())}  # fmt: skip
        if not all(isinstance(number, int) and 0 <= number < layout.size for number in numbers):
            raise ValueError(f"a number that {layout.name} does not have")
        self._on: int | None = None
        self._is_empty = self._is_reviewing = False
        self._search: RingSearch | None = None
        self._turned_at = -9.0
        """When it was asked for another hole than hands expect."""
        self._resting = Resting()
        self._is_closed = bool(known.get("is_closed", False))
        self._last: int | None = None
        self._learnt_at = self._left_at = 0.0
        self._doubtful: dict[int, int] = {}
        self._conflict: tuple[int, int] | None = None
        """The place that was wanted, and the one that answered."""
        self._is_contradicted = False
        """Whether a place was passed over at which the sensor of another one had answered."""
        self._sure: set[int] = set()
        """Holes at which a piece rested alone, or that were asked for again for another reason."""
        self._asked_again: set[int] = set()
        """Places that were asked for once more at the end."""
        self._uncertain: set[int] = set()
        """Places without a sensor of their own at which that of another answers, and those others."""
        self._wanted: int | None = None
        self._second: set[int] = set()
        self._second_at = 0.0
        """Channels that answered while the last place was still on, and since when."""
        self._asked_at, self._is_helped = 0.0, False

    def fault(self, t: float, code: str, channel: int | None) -> Said:
        """The board itself says that a sensor is not to be trusted, or works again."""
        if channel is None:
            return [say("wiring_bus")] if code == "bus" else []
        if code in ("stuck-on", "stuck-off"):
            self._stuck.add(channel)
        elif code == "clear":
            self._stuck.discard(channel)
        return []

    @property
    def without(self) -> tuple[int, ...]:
        """Places whose sensor is silent or cannot be trusted."""
        owners = self._owners
        bad = {owners[channel] for channel in self._flicker.noisy | self._stuck if channel in owners}
        bad |= shared(owners, self.doubles) | self._uncertain
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
                "unclear": sorted(self._slide.unclear),
                "heard": self._answers.told()}  # fmt: skip

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
        return self._is_gone_round and not self._is_closed and 0 in self.places

    @property
    def _is_gone_round(self) -> bool:
        """Whether each hole of the ring was learnt or passed over."""
        return self._ring > 0 and set(range(self._ring)) <= set(self.places) | self.skipped

    @property
    def _is_round(self) -> bool:
        """Whether, where the piece is back at hole 0, it went round the ring over holes of which some were silent."""
        slid = [place for place in range(self._ring) if place in self.places]
        return slid == list(range(len(slid))) and self._ring * 3 // 4 <= len(slid) < self._ring

    def _cell(self, place: int) -> str:
        return self.layout.cell(place)

    def _known(self, channels: Sequence[int]) -> list[int]:
        """The places of those channels that were learnt."""
        owners = self._owners
        return [owners[channel] for channel in channels if channel in owners]

    def _is_on(self, place: int) -> bool:
        channel = self.places.get(place)
        is_known = channel is not None and channel not in self._flicker.noisy and self._on is not None
        return is_known and bool((self._on or 0) >> (channel or 0) & 1)

    def _without_stuck(self, channel: int) -> int | None:
        """Leaves a sensor out that sticks, as if it had never answered: the place that it had, if any. What a slide
        counted behind it lies one hole nearer; what was passed over because of it is asked for again."""
        self._stuck.add(channel)
        self.doubles.pop(channel, None)
        self._answers.drop(channel)
        place = self._owners.get(channel)
        if place is None:
            return None
        del self.places[place]
        self.doubles = {other: at for other, at in self.doubles.items() if at != place}
        if self._is_sliding and place < self._ring:
            self.places = {at - (place < at < self._ring): other for at, other in self.places.items()}
            self.doubles = {other: at - (place < at < self._ring) for other, at in self.doubles.items()}
            self._slide.drop(place)
            if self._wanted is not None and place < self._wanted <= self._ring:
                self._wanted -= 1
            self._last, self._second = None, set()
        elif self._search is not None:
            self._search.drop(channel)
        else:
            self.skipped = {other for other in self.skipped if other < place} | {place}
        return place

    def _settle(self) -> bool:
        """Makes the map agree with all that single holes answered. Whether places have to be asked for once more, as
        others speak against them: a piece may have been laid on a wrong one, or only slid over."""
        places, uncertain = self._answers.settled(self.places, self._flicker.noisy | self._stuck)
        changed = {place for place, channel in self.places.items() if places.get(place) != channel}
        doubted = (uncertain | (changed - set(self._answers.heard))) - self._asked_again
        self._asked_again |= doubted
        self._answers.doubt(doubted)
        self.places = {place: channel for place, channel in self.places.items() if place not in doubted}
        self.skipped -= doubted
        if not doubted:
            self.skipped = (self.skipped | set(self.places)) - set(places)
            self.places, self._uncertain = places, uncertain
        self.doubles = {other: at for other, at in self.doubles.items()
                        if self.places.get(at) != other and at not in doubted}  # fmt: skip
        return bool(doubted)

    def _note(self, place: int, unknown: Sequence[int]) -> None:
        """How clear it is that these sensors lie beneath a hole of the ring."""
        before = self.places.get(place - 1)
        if before is not None and any(self._slide.answered_together(before, channel) for channel in unknown):
            self._slide.unclear |= {place - 1, place}
        elif len(unknown) > 1 or self._slide.answered_before(place, unknown, self.doubles):
            self._slide.unclear.add(place)
        if self._is_contradicted:  # single holes are followed: what is learnt now need not lie behind what was
            self._slide.unclear.add(place)
        self._slide.learnt(place)

    def _others_at(self, place: int) -> list[int]:
        """Sensors that answered where that of this place did, and do not answer now."""
        return [other for other, at in self.doubles.items() if at == place and not (self._on or 0) >> other & 1]

    def _place_named(self, word: str) -> int | None:
        names = (word, word.zfill(2), word[:1].upper() + word[1:])
        return next((self.layout.holes.index(name) for name in names if name in self.layout.holes), None)


def bits(mask: int) -> list[int]:
    """The channels that are set in a picture."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]
