"""The cards on the pile that wait for their action, however they were told.

A card can be told by a reader, by voice, by phone and by camera; told twice by different ways it is still one card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.inputs import PIT, CardTag
from engine.contract import Card, Seat

TOLD_LATE_S = 3.0
"""So long after a card was laid its player tells it, though the next card lies there already."""
TOLD_AGAIN_S = 1.0
"""Once a card that was told ahead is used, a seat that tells it so soon has told it once more: nobody lays another one
of its kind as quickly, be it the first card of a new deal."""
BLINK_S = 1.0
"""A reader that loses a card finds it again within this time; a new one can come as quickly."""
FEWEST_UPON = 2
"""Fewer cards than this, laid upon a card, tell nothing of whose turn it is: one of two players may tell hers again."""
GONE = "-"


@dataclass(frozen=True, slots=True)
class Laid:
    """One card laid at `t`; `seat` is empty where the way it was told does not name one."""

    t: float
    card: Card
    seat: Seat
    by: str
    is_old: bool = False
    """Whether it lay there before a restart: a reader will tell it again."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The laid cards whose action is not settled yet, first the one of the seat to act."""

    cards: tuple[Laid, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """Reader to the tag that lies on it."""
    taken: Mapping[str, float] = field(default_factory=dict)
    """Reader to the time at which its card was taken away last."""
    last: Laid | None = None
    """The card whose action was settled last."""
    again_until: float = 0.0
    """Until when that one is told once more: where it was told ahead, before the action before it was settled."""
    has_gap: bool = False
    missed: frozenset[str] = frozenset()
    """Readers of which a sentence may have been lost since they told a tag."""
    is_told_again: bool = False
    """Whether the last telling was of a card that waits behind the first one: its player means to go on."""

    @property
    def first(self) -> Laid | None:
        """The card that was laid first of those that wait."""
        return self.cards[0] if self.cards else None

    @property
    def newest(self) -> Laid | None:
        """The card that was laid last, also where its action is settled."""
        return self.cards[-1] if self.cards else self.last

    def gap(self) -> Pile:
        """Sentences were lost: a tag seen again may be a new card."""
        return replace(self, has_gap=True, missed=frozenset(self.tags))

    def tag(self, value: CardTag) -> Pile:
        """The pile after a reader's sentence."""
        pile = replace(self, is_told_again=False, missed=self.missed - {value.reader})
        if value.tag == GONE:
            tags = {reader: tag for reader, tag in self.tags.items() if reader != value.reader}
            return replace(pile, tags=tags, taken={**self.taken, value.reader: value.t})
        is_same = self.tags.get(value.reader) == value.tag and not self.has_gap
        pile = replace(pile, tags={**self.tags, value.reader: value.tag}, has_gap=False)
        if is_same or value.card is None:
            return pile
        laid = Laid(value.t, value.card, "" if value.reader == PIT else value.reader, "tag")
        for index, told in enumerate(self.cards):
            if self._is_same_card(told, laid):
                return replace(pile, is_told_again=index > 0)
        if not self.cards and self.last and self._is_same_card(self.last, laid):
            return pile
        return pile._add(laid)

    def found_again(self, value: CardTag) -> Pile | None:
        """The pile if this tag is the newest card, which its reader has lost for a moment; None if it cannot be."""
        newest = self.newest
        gone_s = value.t - self.taken.get(value.reader, -BLINK_S)
        if newest is None or newest.by != "tag" or newest.card != value.card or gone_s > BLINK_S:
            return None
        return replace(self, tags={**self.tags, value.reader: value.tag}, is_told_again=False)

    def taken_for_new(self, value: CardTag) -> Pile | None:
        """The pile if a tag that is told again, though nobody took it away, is another card of its kind; else None."""
        if value.card is None or self.tags.get(value.reader) != value.tag:
            return None
        tags = {reader: tag for reader, tag in self.tags.items() if reader != value.reader}
        pile = replace(self, tags=tags, last=None).tag(value)
        return pile if len(pile.cards) > len(self.cards) else None

    def _is_same_card(self, told: Laid, now: Laid) -> bool:
        """A card said first and then seen by the reader: the same, unless the reader's card changed in between."""
        if told.seat and now.seat and told.seat != now.seat:
            return False
        taken = max(self.taken.values(), default=-1.0)
        return told.card == now.card and (told.is_old or told.by != now.by) and taken <= told.t

    def say(self, laid: Laid, seat_to_act: Seat, seats: int = 4) -> Pile:
        """The pile after a person told a card; the same where it is known already.

        seats: how many play. Once all others have laid a card upon it, a seat tells its next one.
        """
        pile, upon = replace(self, is_told_again=False), max(FEWEST_UPON, seats - 1)
        for index, told in enumerate(self.cards):
            if len(self.cards) - index > upon:
                continue
            seat = told.seat or (seat_to_act if index == 0 else "")
            if told.card == laid.card and seat in (laid.seat, ""):
                named = (*self.cards[:index], replace(told, seat=laid.seat), *self.cards[index + 1 :])
                return replace(pile, cards=named, is_told_again=index > 0)
        # Once the next card lies there, nobody tells the one before a second time by the same way.
        is_soon = self.last is not None and laid.t - self.last.t < TOLD_LATE_S and self.last.by != laid.by
        is_again = laid.t < self.again_until or laid.seat != seat_to_act
        if self.last and (is_soon or not self.cards) and _is_told_late(self.last, laid, is_again):
            return pile
        return pile._add(laid)

    def _add(self, laid: Laid) -> Pile:
        return replace(self, cards=(*self.cards, laid))

    def settled(self, seat: Seat, now: float = 0.0, before: float = 0.0) -> Pile:
        """The first card's action is settled `now`; `seat` is the one that laid it; `before`: when the last one was."""
        if not self.cards:
            return self
        last, until = self.cards[0], now + TOLD_AGAIN_S if self.cards[0].t < before else 0.0
        told = replace(self, last=replace(last, seat=seat), again_until=until)
        return replace(told, cards=self.cards[1:], is_told_again=False)

    def without(self, laid: Laid) -> Pile:
        """The pile without a card that was laid out of turn."""
        return replace(self, cards=tuple(card for card in self.cards if card is not laid))

    def cleared(self) -> Pile:
        """No card waits: an action was taken back, or a new game began."""
        return replace(self, cards=(), tags={}, is_told_again=False)


def _is_told_late(last: Laid, laid: Laid, is_again: bool) -> bool:
    """A card told again although its action was settled at once (a discard, a Fool). `is_again`: it can be no other."""
    is_same = last.card == laid.card and last.seat == laid.seat
    return is_same and (is_again or last.by != laid.by)
