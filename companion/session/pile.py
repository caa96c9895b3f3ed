"""The cards on the pile that wait for their action, however they were told.

A card can be told by a reader, by voice, by phone and by camera; told twice by different ways it is still one card.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.inputs import CardTag
from engine.contract import Card, Seat

PIT = "pit"
GONE = "-"


@dataclass(frozen=True, slots=True)
class Laid:
    """One card laid at `t`; `seat` is empty where the way it was told does not name one."""

    t: float
    card: Card
    seat: Seat
    by: str


@dataclass
class Pile:
    """The laid cards whose action is not settled yet, first the one of the seat to act."""

    cards: list[Laid] = field(default_factory=list)
    _tags: dict[str, str] = field(default_factory=dict)
    _taken: dict[str, float] = field(default_factory=dict)
    _last: Laid | None = None
    _has_gap: bool = False
    is_told_again: bool = False
    """Whether the last telling was of a card that waits behind the awaited one: its player means to go on."""

    @property
    def first(self) -> Laid | None:
        """The card whose action is awaited."""
        return self.cards[0] if self.cards else None

    def gap(self) -> None:
        """Sentences were lost: a tag seen again may be a new card."""
        self._has_gap = True

    def tag(self, value: CardTag) -> Laid | None:
        """The card that a reader's sentence lays on the pile, None if it tells nothing new."""
        self.is_told_again = False
        if value.tag == GONE:
            self._tags.pop(value.reader, None)
            self._taken[value.reader] = value.t
            return None
        is_same = self._tags.get(value.reader) == value.tag and not self._has_gap
        self._tags[value.reader] = value.tag
        self._has_gap = False
        if is_same or value.card is None:
            return None
        laid = Laid(value.t, value.card, "" if value.reader == PIT else value.reader, "tag")
        for index, told in enumerate(self.cards):
            if self._is_same_card(told, laid):
                self.is_told_again = index > 0
                return None
        if not self.cards and self._last and self._is_same_card(self._last, replace(laid, seat=self._last.seat)):
            return None
        return self._add(laid)

    def _is_same_card(self, told: Laid, now: Laid) -> bool:
        """A card said first and then seen by the reader: the same, unless the reader's card changed in between."""
        taken = max(self._taken.values(), default=-1.0)
        return told.card == now.card and told.by != now.by and taken <= told.t

    def say(self, laid: Laid, seat_to_act: Seat) -> Laid | None:
        """The card that a person tells, None if it is known already."""
        self.is_told_again = False
        for index, told in enumerate(self.cards):
            seat = told.seat or (seat_to_act if index == 0 else "")
            if told.card == laid.card and seat in (laid.seat, ""):
                self.cards[index] = replace(told, seat=laid.seat)
                self.is_told_again = index > 0
                return None
        if not self.cards and self._last and self._is_told_late(self._last, laid, seat_to_act):
            return None
        return self._add(laid)

    @staticmethod
    def _is_told_late(last: Laid, laid: Laid, seat_to_act: Seat) -> bool:
        """A card told again although its action was settled at once (a discard, a Fool)."""
        is_same = last.card == laid.card and last.seat == laid.seat
        return is_same and (laid.seat != seat_to_act or last.by != laid.by)

    def _add(self, laid: Laid) -> Laid:
        self.cards.append(laid)
        return laid

    def settle(self, seat: Seat) -> None:
        """The first card's action is settled; `seat` is the one that laid it."""
        if self.cards:
            self._last = replace(self.cards.pop(0), seat=seat)

    def drop(self, laid: Laid) -> None:
        """Takes a card off again: it was laid out of turn, or taken back."""
        self.cards = [card for card in self.cards if card is not laid]

    def clear(self) -> None:
        """Takes all waiting cards off: an action was taken back, or a new game began."""
        self.cards.clear()
        self._tags.clear()
