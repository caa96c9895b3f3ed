"""A game for TAC whose cards nobody told, at one moment: how it goes on, and what seats do without moving a piece.

Costs are in nats: minus the logarithm of a chance, worked out by counting the pack.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, log
from typing import NamedTuple

from engine.contract import Card
from engine.tac.board.holes import HOUSE_SIZE, OWNERS
from engine.tac.board.position import HOUSE_BITS, RING_BITS, Position
from engine.tac.course.state import hand_size
from engine.tac.hands import cards as decks
from engine.tac.hands.cards import FOOL, TAC
from engine.tac.moves import options as rules
from engine.tac.moves.actions import DISCARD, PASS_HANDS, SKIP
from engine.tac.moves.situation import Setup, Situation, movers
from engine.tac.moves.steps import Masks

Look = tuple[int, ...]
"""The holes that the pieces of each owner of the layout fill, as bits in wire order."""
Taken = frozenset[tuple[Card, Masks]]
"""What a TAC may take over: a card, and the pieces before it was used."""

SKIP_SHARE = 0.15
"""How often somebody who could move, and holds an 8, makes the next seat sit out instead."""
MARK_CHANCE = 0.015
"""Chance that a seat lays its Fool, or its Devil, now, where the deck has one."""
UNSEEN_CHANCE = 0.006
"""Chance that a seat that could move leaves no trace all the same: alike pieces exchanged too fast, a mistake."""
MOST_SILENT_TAC = 0.5
"""How often a TAC that could take over something unknown is taken to be usable."""


class Moment(NamedTuple):
    """A game at one moment, its cards unknown. `seat`, `first` are indices into the seats of the variant.

    `lacks`: for each seat the kinds (bits in the order of the deck) that its hand is known not to hold in this deal.
    """

    setup: Setup
    masks: Masks
    seat: int
    first: int
    deal: int
    sizes: tuple[int, ...]
    lacks: tuple[int, ...]
    previous: Taken = frozenset()
    is_sitting_out: bool = False
    is_won: bool = False
    taking: Masks | None = None
    """All pieces before the seat to act took an exchange back with its TAC, if it has yet to make its own."""


class Silent(NamedTuple):
    """A play that moves no piece: its action, its cost, and the moment after it."""

    action: str
    cost: float
    after: Moment


@lru_cache(maxsize=8192)
def look_of(seats: tuple[str, ...], masks: Masks) -> Look:
    """The holes that each owner's pieces fill."""
    found = [0] * len(OWNERS)
    for seat, mask in zip(seats, masks, strict=True):
        place = OWNERS.index(seat)
        found[place] = mask & RING_BITS | (mask & HOUSE_BITS) << HOUSE_SIZE * place
    return tuple(found)


def holes_of(seats: tuple[str, ...], masks: Masks) -> int:
    """The holes that are filled, as bits in wire order."""
    bits = 0
    for place, mask in zip(places_of(seats), masks, strict=True):
        bits |= mask & RING_BITS | (mask & HOUSE_BITS) << place
    return bits


@lru_cache(maxsize=16)
def places_of(seats: tuple[str, ...]) -> tuple[int, ...]:
    """How far the house of each seat lies behind that of the first owner, in wire order."""
    return tuple(HOUSE_SIZE * OWNERS.index(seat) for seat in seats)


@lru_cache(maxsize=16)
def kinds_of(deck: str) -> tuple[tuple[Card, int], ...]:
    """The cards of a deck and how many there are of each."""
    return decks.deck(deck)


def situation_at(setup: Setup, masks: Masks, seat: int) -> Situation:
    """The moment at which this seat lays a card, nothing before it being known."""
    seats = setup.seating.seats
    return Situation(setup, Position(seats, masks), seats[seat])


@lru_cache(maxsize=4096)
def usable_kinds(setup: Setup, masks: Masks, seat: int) -> int:
    """The kinds that could be used, as bits in the order of the deck; TAC left aside."""
    situation = situation_at(setup, masks, seat)
    bits = 0
    for number, (card, _) in enumerate(kinds_of(setup.deck)):
        if card != TAC and rules.can_use(situation, card):
            bits |= 1 << number
    return bits


def _none_of(pack: int, good: int, hand: int) -> float:
    """The chance that none of `good` cards of a pack is in a hand."""
    return comb(pack - good, hand) / comb(pack, hand) if pack >= hand else 0.0


@lru_cache(maxsize=4096)
def silent(moment: Moment) -> tuple[Silent, ...]:
    """What the seat to act may do without moving a piece: an unusable card laid aside, an 8."""
    if moment.is_sitting_out:
        return (Silent(DISCARD, 0.05, advanced(moment._replace(is_sitting_out=False), frozenset())),)
    setup, seat = moment.setup, moment.seat
    kinds, lacking = kinds_of(setup.deck), moment.lacks[seat]
    usable = usable_kinds(setup, moment.masks, seat)
    pack = sum(count for n, (_, count) in enumerate(kinds) if not lacking >> n & 1)
    good = sum(count for n, (_, count) in enumerate(kinds) if usable >> n & 1 and not lacking >> n & 1)
    if moment.previous:
        good += round(MOST_SILENT_TAC * dict(kinds).get(TAC, 0))
    hand = moment.sizes[seat]
    nothing = _none_of(pack, good, hand)
    lacks = (*moment.lacks[:seat], lacking | usable, *moment.lacks[seat + 1 :])
    chance = nothing + UNSEEN_CHANCE + (MARK_CHANCE if setup.deck == "master" else 0.0)
    known = moment._replace(lacks=lacks if nothing > UNSEEN_CHANCE else moment.lacks)
    found = [Silent(DISCARD, -log(min(1.0, chance)), advanced(known, frozenset()))]
    skip = next(n for n, (card, _) in enumerate(kinds) if card == "8")
    if setup.deck == "master" and sum(moment.sizes) > 1 and hand > 1:
        passed = _passed(moment)
        if passed is not None:
            found.append(Silent(PASS_HANDS, -log(MARK_CHANCE), passed))
    following = (seat + 1) % len(moment.sizes)
    has_ring = any(
        moment.masks[place] & RING_BITS for place in movers(setup.seating, moment.masks, setup.seating.seats[seat])
    )
    if has_ring and moment.sizes[following] and not lacking >> skip & 1 and sum(moment.sizes) > 1:
        holds = 1 - _none_of(pack, kinds[skip][1], hand)
        if holds > 0:
            after = advanced(moment, frozenset({("8", moment.masks)}))
            found.append(Silent(SKIP, -log(SKIP_SHARE * holds), after._replace(is_sitting_out=True)))
    return tuple(found)


def _passed(moment: Moment) -> Moment | None:
    """The moment after a Fool: every hand is one seat to the right, and the same seat plays on from the hand that it
    received; None if it cannot be a Fool. Source: T6.2, T6.3."""
    seat, count = moment.seat, len(moment.sizes)
    fool = 1 << next(n for n, (card, _) in enumerate(kinds_of(moment.setup.deck)) if card == FOOL)
    sizes = (*moment.sizes[:seat], moment.sizes[seat] - 1, *moment.sizes[seat + 1 :])
    passed = tuple(sizes[(place + 1) % count] for place in range(count))
    if moment.lacks[seat] & fool or not passed[seat]:
        return None
    lacks = tuple(moment.lacks[(place + 1) % count] | fool for place in range(count))
    return moment._replace(sizes=passed, lacks=lacks)


def advanced(moment: Moment, taken: Taken) -> Moment:
    """The moment after the seat to act laid a card: the next seat that holds one, or the next deal. Source: T2.8."""
    seat, count = moment.seat, len(moment.sizes)
    sizes = (*moment.sizes[:seat], max(0, moment.sizes[seat] - 1), *moment.sizes[seat + 1 :])
    for step in range(1, count + 1):
        following = (seat + step) % count
        if sizes[following]:
            return moment._replace(seat=following, sizes=sizes, previous=taken)
    if moment.is_won:
        return moment._replace(seat=(seat + 1) % count, sizes=sizes, previous=taken)
    return dealt(moment, (moment.first + 1) % count)


def dealt(moment: Moment, first: int) -> Moment:
    """The moment with the same pieces when new hands have just been dealt and seat `first` begins."""
    deal, count = moment.deal + 1, len(moment.sizes)
    hands = (hand_size(moment.setup, deal),) * count
    return moment._replace(
        seat=first, first=first, deal=deal, sizes=hands, lacks=(0,) * count,
        previous=frozenset(), is_sitting_out=False, taking=None,
    )  # fmt: skip
