"""What a seat may do with TAC's cards where nobody tells them: each result once, with the cards that lead to it.

Costs are in nats: minus the logarithm of a chance, worked out by counting the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

from engine.contract import Card
from engine.tac.board.holes import HOUSE_SIZE, HOUSES, OWNERS, RING_SIZE, START, ring_number
from engine.tac.board.position import HOUSE_BITS, RING_BITS
from engine.tac.hands.cards import DEVIL as DEVIL_CARD
from engine.tac.hands.cards import FOOL, TAC, TRICKSTER
from engine.tac.moves import masters
from engine.tac.moves import options as rules
from engine.tac.moves.actions import EXCHANGED, SKIP
from engine.tac.moves.situation import Setup, movers
from engine.tac.moves.steps import Masks, has_yard
from engine.tac.unseen.moment import (
    Look,
    Moment,
    Taken,
    holes_of,
    kinds_of,
    look_of,
    situation_at,
    usable_kinds,
)

TAKEN_BACK = 0.2
"""How often a TAC for an 8 makes the next seat sit out."""


class Use(NamedTuple):
    """One result that a seat could reach now: how the board looks then, and what may have done it.

    `cards`: each card with its cost; `cost`: of the result, whichever card it was.
    """

    look: Look
    cards: tuple[tuple[Card, float], ...]
    action: str
    cost: float
    masks: Masks
    taken: Taken
    cells: int = 0
    """Holes whose pieces must have been lifted, where the board does not show it."""
    yards: int = 0
    """Yards (bits in the order of the layout) from which a piece must have been lifted, where it does not show it."""
    long_cost: float = inf
    """The cost of the cards with which it may have been made step by step: a 7 with several pieces, a TAC that took
    back first."""
    route: int = -1
    """Holes in which pieces may have rested on their way."""
    is_half: bool = False
    """Whether a TAC has only taken back so far, and its own use is yet to come."""


Found = tuple[Card, Masks, str]


@lru_cache(maxsize=512)
def _results(setup: Setup, masks: Masks, seat: int) -> tuple[tuple[Found, ...], Mapping[Card, int]]:
    """Every result of a seat with each card that moves pieces, and how many each card has."""
    situation = situation_at(setup, masks, seat)
    found: list[Found] = []
    counts: dict[Card, int] = {}
    for card, _ in kinds_of(setup.deck):
        if card not in (TAC, TRICKSTER, FOOL, DEVIL_CARD):
            several = [(card, after, text) for after, text in rules.uses(situation, card)
                       if after != masks or "-" in text]  # fmt: skip
            counts[card] = len(several)
            found += several
    return tuple(found), counts


def masks_after(setup: Setup, masks: Masks, seat: int, card: Card) -> Iterator[Masks]:
    """All pieces after every result of a seat with this card."""
    return (after for each, after, _ in _results(setup, masks, seat)[0] if each == card)


@lru_cache(maxsize=512)
def index_of(setup: Setup, masks: Masks, seat: int, sensed: int) -> Mapping[int, tuple[Found, ...]]:
    """Every result of a seat with each card that moves pieces, by the sensed holes that it fills."""
    seats = setup.seating.seats
    found: dict[int, list[Found]] = {}
    for each in _results(setup, masks, seat)[0]:
        found.setdefault(holes_of(seats, each[1]) & sensed, []).append(each)
    return {bits: tuple(several) for bits, several in found.items()}


@lru_cache(maxsize=256)
def exchanges_of(setup: Setup, masks: Masks, seat: int) -> tuple[tuple[Found, int], ...]:
    """Every exchange with the two holes that it needs; alike pieces too."""
    situation = situation_at(setup, masks, seat)
    if not masters.can_exchange(situation):
        return ()
    found = []
    for after, text in masters.exchanges(situation):
        one, other = text.split(EXCHANGED)
        found.append(((TRICKSTER, after, text), 1 << ring_number(one) | 1 << ring_number(other)))
    return tuple(found)


def undone(moment: Moment, holes: int, sensed: int) -> list[Use]:
    """A TAC that takes an 8 back and makes the next seat sit out with it: the board is as it was before the 8."""
    seats = moment.setup.seating.seats
    found: list[Use] = []
    if sum(moment.sizes) < 2 or moment.is_won:
        return found
    for card, before in moment.previous:
        if card != "8" or before == moment.masks or holes_of(seats, before) & sensed != holes:
            continue
        if masters.has_own_on_ring(situation_at(moment.setup, before, moment.seat)):
            cost = -log(max(_card_chance(moment, TAC) * TAKEN_BACK, 1e-9))
            taken = frozenset({("8", moment.masks)})
            found.append(Use(look_of(seats, before), ((TAC, cost),), SKIP, cost, before, taken))
    return found


def taken_back(moment: Moment, lifted: int) -> list[Use]:
    """What a TAC may have taken back so far with the pieces `lifted`: an exchange."""
    seats = moment.setup.seating.seats
    look = look_of(seats, moment.masks)
    found: list[Use] = []
    for card, before in moment.previous:
        was = look_of(seats, before)
        changed = 0
        for old, new in zip(was, look, strict=True):
            changed |= old ^ new
        if card == TRICKSTER and changed and not changed & ~lifted:
            cost = -log(max(_card_chance(moment, TAC), 1e-9))
            taken = frozenset({(card, before)})
            found.append(Use(was, ((TAC, cost),), "", cost, before, taken, changed, long_cost=cost, is_half=True))
    return found


def may_have_moved(moment: Moment, masks: Masks, changed: int, sensed: int) -> bool:
    """Whether a piece that the seat to act may move was touched, or something stands newly where it may bring one."""
    return bool(reach(moment.setup, masks, moment.seat) & (changed | ~sensed))


def may_fill(moment: Moment, masks: Masks, holes: int, sensed: int) -> bool:
    """Whether the seat to act may have filled these sensed holes: each with a piece of its own that left another one,
    and one with a piece that came onto the board."""
    base = holes_of(moment.setup.seating.seats, masks)
    came = (base & ~holes | ~sensed) & reach(moment.setup, masks, moment.seat)
    return (holes & ~base).bit_count() <= came.bit_count() + 1


@lru_cache(maxsize=4096)
def reach(setup: Setup, masks: Masks, seat: int) -> int:
    """The pieces that a seat may move with some card, and the starts of their owners, as bits."""
    seats = setup.seating.seats
    places = set(in_one_seven(setup, masks, seat))
    if setup.deck == "master":
        situation = situation_at(setup, masks, seat)
        meant = masters.angel_seats(situation)
        places.update(meant)
        if not any(has_yard(masks[place]) for place in meant):
            partner = setup.seating.partner(situation.next_seat)
            places.update(() if partner is None else (seats.index(partner),))
    own = tuple(mask if place in places else 0 for place, mask in enumerate(masks))
    return holes_of(seats, own) | sum(1 << START[seats[place]] for place in places)


@lru_cache(maxsize=4096)
def in_one_seven(setup: Setup, masks: Masks, seat: int) -> frozenset[int]:
    """Places whose pieces a seat may move, with those of a partner that a 7 goes on with once the own ones are home."""
    found: set[int] = set()
    while places := movers(setup.seating, masks, setup.seating.seats[seat]):
        found.update(places)
        if any(has_yard(masks[place]) for place in places):
            break
        masks = tuple(HOUSE_BITS if place in places else mask for place, mask in enumerate(masks))
    return frozenset(found)


def _use_chance(moment: Moment, card: Card, laid: Card, before: Masks) -> float:
    """The chance that the card is laid, used as `card`, and that of all its uses from these pieces it is just one."""
    chance = 1.0 if moment.taking is not None else _card_chance(moment, laid)
    return chance / max(1, _count(moment.setup, before, moment.seat, card))


def use_of(moment: Moment, several: list[tuple[Found, Card, Masks]]) -> Use:
    """One result with every card that may have led there."""
    setup = moment.setup
    cards: dict[Card, float] = {}
    taken = set()
    slow = 0.0
    for (card, _, text), laid, before in several:
        chance = _use_chance(moment, card, laid, before)
        cards[laid] = cards.get(laid, 0.0) + chance
        slow += chance if laid == TAC or (card == "7" and "," in text) else 0.0
        taken.add((card, moment.taking or moment.masks))
    total = sum(cards.values())
    priced = tuple(sorted(((card, -log(max(chance, 1e-9))) for card, chance in cards.items()), key=lambda p: p[1]))
    masks = several[0][0][1]
    action = min(each[2] for each, laid, _ in several if laid == priced[0][0])
    look = look_of(setup.seating.seats, masks)
    cells = yards = 0
    if look == look_of(setup.seating.seats, moment.masks) and "y-" in action:
        cells, yards = 1 << START[action[0]], 1 << OWNERS.index(action[0])
    long_cost = -log(slow) if slow > 0 else inf
    cost, is_undoing = -log(max(total, 1e-9)), any(before != moment.masks for _, _, before in several)
    # What is taken back goes its own way.
    route = -1 if is_undoing else _route(look_of(setup.seating.seats, moment.masks), look, action)
    return Use(look, priced, action, cost, masks, frozenset(taken), cells, yards, long_cost, route)


def exchange_of(moment: Moment, several: Iterable[Found], laid: Card, before: Masks) -> list[Use]:
    """Each of these exchanges as `use_of` has it, made with the card laid from these pieces: all of them cost the
    same."""
    chance = _use_chance(moment, TRICKSTER, laid, before)
    cost = -log(max(chance, 1e-9))
    long_cost = (-log(chance) if chance > 0 else inf) if laid == TAC else inf
    cards, route = ((laid, cost),), -1 if before != moment.masks else 0
    taken = frozenset({(TRICKSTER, moment.taking or moment.masks)})
    seats = moment.setup.seating.seats
    return [
        Use(look_of(seats, masks), cards, text, cost, masks, taken, long_cost=long_cost, route=route)
        for _, masks, text in several
    ]  # fmt: skip


def _route(old: Look, look: Look, action: str) -> int:
    """The holes between origin and target of the one piece that moved, none where two were exchanged; all holes where
    it is not one on the board."""
    if EXCHANGED in action:
        return 0
    come = [new & ~was for was, new in zip(old, look, strict=True)]
    gone = [was & ~new for was, new, here in zip(old, look, come, strict=True) if here]
    if len(gone) != 1 or gone[0].bit_count() != 1 or sum(come).bit_count() != 1 or "x" in action:
        return -1
    origin, target = gone[0].bit_length() - 1, sum(come).bit_length() - 1
    house = 0
    if target >= RING_SIZE:
        number = (target - RING_SIZE) // HOUSE_SIZE
        house = HOUSES[number]
        target = START[OWNERS[number]]
    if origin >= RING_SIZE:
        return house
    steps = (target - origin) % RING_SIZE
    if steps > RING_SIZE // 2:
        origin, steps = target, RING_SIZE - steps
    bits = (1 << steps + 1) - 1 << origin
    return (bits | bits >> RING_SIZE) & RING_BITS | house


def _count(setup: Setup, masks: Masks, seat: int, card: Card) -> int:
    if card == TRICKSTER:
        return len(exchanges_of(setup, masks, seat))
    return _results(setup, masks, seat)[1].get(card, 1)


def _card_chance(moment: Moment, card: Card) -> float:
    """The chance that the seat to act lays this card: its share of all that it may hold and could use."""
    kinds, lacking = kinds_of(moment.setup.deck), moment.lacks[moment.seat]
    usable = usable_kinds(moment.setup, moment.masks, moment.seat)
    whole, own = 0.0, 0.1
    for number, (kind, count) in enumerate(kinds):
        is_usable = usable >> number & 1 if kind != TAC else bool(moment.previous)
        if is_usable and not lacking >> number & 1:
            whole += count
            if kind == card:
                own = count
    return own / max(1.0, whole + 0.1)
