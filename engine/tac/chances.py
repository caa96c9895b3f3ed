"""TAC without its cards: what a seat may do with any card that it could hold, and how likely that is.

A `Moment` is a game whose cards nobody told: pieces, turn, sizes of hands, and what each seat is known not to hold.
Costs are in nats: minus the logarithm of a chance, worked out by counting the pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import log
from typing import NamedTuple

from engine.contract import Card, Layout, Option
from engine.tac import masters
from engine.tac import options as rules
from engine.tac.actions import DEVIL, PASS_HANDS, SKIP
from engine.tac.board import HOUSE_SIZE, LAYOUT, OWNERS, RING_SIZE, START, ring_number
from engine.tac.cards import DEVIL as DEVIL_CARD
from engine.tac.cards import FOOL, TAC, TRICKSTER
from engine.tac.knowledge import Knowledge
from engine.tac.moment import (
    Look,
    Moment,
    Silent,
    Taken,
    advanced,
    holes_of,
    kinds_of,
    look_of,
    places_of,
    silent,
    situation_at,
    usable_kinds,
)
from engine.tac.position import FRESH, HOUSE_BITS, PIECES, RING_BITS, Position, fields
from engine.tac.situation import Previous, Setup, movers
from engine.tac.state import State, forgotten, hand_size, public, winners
from engine.tac.steps import Masks

SEVEN = 7
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

    @property
    def is_long(self) -> bool:
        """Whether it may have been made step by step: a 7, or what a TAC took back first."""
        return any(card in ("7", TAC) for card, _ in self.cards)


Found = tuple[Card, Masks, str]


class Index(NamedTuple):
    """Every result of one seat: by the sensed holes that it fills, and how many each card has."""

    by_holes: Mapping[int, tuple[Found, ...]]
    counts: Mapping[Card, int]


@lru_cache(maxsize=1024)
def _index(setup: Setup, masks: Masks, seat: int, sensed: int) -> Index:
    situation, seats = situation_at(setup, masks, seat), setup.seating.seats
    found: dict[int, list[Found]] = {}
    counts: dict[Card, int] = {}
    for card, _ in kinds_of(setup.deck):
        if card in (TAC, TRICKSTER, FOOL, DEVIL_CARD):
            continue
        number = 0
        for after, text in rules.uses(situation, card):
            if after != masks or "-" in text:
                found.setdefault(holes_of(seats, after) & sensed, []).append((card, after, text))
                number += 1
        counts[card] = number
    return Index({bits: tuple(several) for bits, several in found.items()}, counts)


@lru_cache(maxsize=256)
def _exchanges(setup: Setup, masks: Masks, seat: int) -> tuple[tuple[Found, int], ...]:
    """Every exchange with the two holes that it needs; alike pieces too."""
    situation = situation_at(setup, masks, seat)
    if not masters.can_exchange(situation):
        return ()
    found = []
    for after, text in masters.exchanges(situation):
        one, other = text.split("~")
        found.append(((TRICKSTER, after, text), 1 << ring_number(one) | 1 << ring_number(other)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Chances:
    """TAC for a table without cards."""

    layout: Layout = LAYOUT

    def moment(self, state: State) -> Moment:
        """The moment of a game in progress; what is known of its cards is left aside."""
        seats = state.setup.seating.seats
        previous = state.previous
        taken: Taken = frozenset()
        if previous is not None and previous.used:
            taken = frozenset({(previous.card, previous.before.masks)})
        return Moment(
            state.setup, state.board.masks, seats.index(state.seat), seats.index(state.first), state.deal,
            tuple(state.size(seat) for seat in seats), (0,) * len(seats), taken, state.is_sitting_out,
            state.winner is not None,
        )  # fmt: skip

    def look(self, moment: Moment) -> Look:
        """The holes that each owner's pieces fill."""
        return look_of(moment.setup.seating.seats, moment.masks)

    def board(self, moment: Moment) -> Masks:
        """All pieces, fresh or not."""
        return moment.masks

    def pieces(self, moment: Moment) -> tuple[int, ...]:
        """How many pieces each owner of the layout has in this game."""
        return tuple(PIECES if owner in moment.setup.seating.seats else 0 for owner in OWNERS)

    def seat(self, moment: Moment) -> str:
        """The seat to act."""
        return moment.setup.seating.seats[moment.seat]

    def deal(self, moment: Moment) -> int:
        """Number of the deal."""
        return moment.deal

    def same(self, moment: Moment) -> Moment:
        """The moment without what only refines chances: moments with the same rest may count as one."""
        return moment._replace(lacks=())

    def position(self, moment: Moment) -> str:
        """The position in its text form."""
        return str(Position(moment.setup.seating.seats, moment.masks))

    def silent(self, moment: Moment) -> tuple[Silent, ...]:
        """What the seat to act may do without moving a piece."""
        return () if moment.is_won else silent(moment)

    def uses(self, moment: Moment, holes: int, changed: int, sensed: int) -> tuple[Use, ...]:
        """What the seat to act may have done so that just these sensed holes are filled; `changed`: holes whose piece
        was touched or whose filling is another one than before."""
        found: dict[Masks, list[tuple[Found, Card, Masks]]] = {}
        if not (moment.is_won or moment.is_sitting_out) and _may_have_moved(moment, moment.masks, changed, sensed):
            for each in _index(moment.setup, moment.masks, moment.seat, sensed).by_holes.get(holes, ()):
                found.setdefault(each[1], []).append((each, each[0], moment.masks))
        for card, before in moment.previous:
            if card != TRICKSTER:
                for each in _index(moment.setup, before, moment.seat, sensed).by_holes.get(holes, ()):
                    if each[0] == card:
                        found.setdefault(each[1], []).append((each, TAC, before))
        uses = [_use(moment, several) for several in found.values()]
        return (*uses, *_undone(moment, holes, sensed))

    def exchanges(self, moment: Moment, lifted: int) -> tuple[Use, ...]:
        """Every exchange of two pieces of the ring, among those `lifted`, that the seat to act may have made."""
        if moment.is_won:
            return ()
        sources = [] if moment.is_sitting_out else [(TRICKSTER, moment.masks)]
        sources += [(TAC, before) for card, before in moment.previous if card == TRICKSTER]
        found: list[Use] = []
        for laid, before in sources:
            undone = holes_of(moment.setup.seating.seats, before) ^ holes_of(moment.setup.seating.seats, moment.masks)
            for each, cells in _exchanges(moment.setup, before, moment.seat):
                if not cells & ~(lifted | undone):
                    use = _use(moment, [(each, laid, before)])
                    found.append(use._replace(cells=cells if each[1] == before else 0))
        return tuple(found)

    def after(self, moment: Moment, use: Use) -> Moment:
        """The moment after a use."""
        seats = moment.setup.seating.seats
        won = winners(moment.setup, Position(seats, use.masks)) is not None
        after = advanced(moment._replace(masks=use.masks, is_sitting_out=False, is_won=won), use.taken)
        return after._replace(is_sitting_out=use.action == SKIP)

    def standing(self, moment: Moment, look: Look) -> tuple[Moment, ...]:
        """The moments with the pieces as they stand, whoever is to act; none where they cannot stand so."""
        seats = moment.setup.seating.seats
        masks = []
        for seat, old in zip(seats, moment.masks, strict=True):
            place = OWNERS.index(seat)
            bits = look[place]
            house = bits >> RING_SIZE + HOUSE_SIZE * place & 15
            if bits & ~(RING_BITS | 15 << RING_SIZE + HOUSE_SIZE * place) or bits.bit_count() > PIECES:
                return ()
            fresh = old & FRESH if bits & 1 << START[seat] else 0
            masks.append(bits & RING_BITS | house << RING_SIZE | fresh)
        base = moment._replace(masks=tuple(masks), previous=frozenset(), is_sitting_out=False, is_won=False)
        return tuple(base._replace(seat=n) for n in range(len(seats)) if base.sizes[n])

    def is_halfway(self, moment: Moment, look: Look, card: Card | None = None) -> bool:
        """Whether pieces standing so may be the middle of a 7, or of a TAC that has taken back and not played yet."""
        if card not in (None, "7", TAC):
            return False
        if any(look == look_of(moment.setup.seating.seats, before) for _, before in moment.previous):
            return True
        old = self.look(moment)
        return any(new & ~was for was, new in zip(old, look, strict=True)) and 0 < _seven_left(old, look) < SEVEN

    def part(self, moment: Moment, look: Look) -> tuple[str, int, int, int] | None:
        """The one piece that has gone some steps of what may be a 7: its seat, from where, to where, how many."""
        old = self.look(moment)
        moved = [place for place, (was, new) in enumerate(zip(old, look, strict=True)) if new & ~was]
        if len(moved) != 1:
            return None
        place = moved[0]
        gone, come = fields(old[place] & ~look[place]), fields(look[place] & ~old[place])
        left = _seven_left(old, look)
        if len(gone) != 1 or len(come) != 1 or not 0 < left < SEVEN:
            return None
        return OWNERS[place], gone[0], come[0], SEVEN - left

    def option(self, moment: Moment, use: Use) -> Option:
        """A use as the table knows it, with its likeliest card."""
        position = Position(moment.setup.seating.seats, use.masks)
        return Option(min(use.cards, key=lambda pair: pair[1])[0], use.action, str(position), position.picture())

    def mark(self, moment: Moment, action: str) -> Option:
        """A play that moves no piece as the table knows it, with a card that allows it."""
        position = Position(moment.setup.seating.seats, moment.masks)
        card = {SKIP: "8", DEVIL: DEVIL_CARD, PASS_HANDS: FOOL}.get(action) or self._unusable(moment)
        return Option(card, action, str(position), position.picture(), gesture=False)

    def _unusable(self, moment: Moment) -> Card:
        usable = 0 if moment.is_sitting_out else usable_kinds(moment.setup, moment.masks, moment.seat)
        kinds = kinds_of(moment.setup.deck)
        lacking = moment.lacks[moment.seat]
        for number, (card, _) in enumerate(kinds):
            if not (usable | lacking) >> number & 1 and card != TAC:
                return card
        return TAC

    def state(self, moment: Moment) -> State:
        """The game at this moment with all hands unknown."""
        setup = moment.setup
        seats = setup.seating.seats
        pairs = tuple((pair[0], pair[1]) for pair in setup.seating.pairs)
        size = hand_size(setup, max(1, moment.deal))
        knowledge = Knowledge.begin(seats, dict(kinds_of(setup.deck)), pairs).dealt(size, None, True)
        board = Position(seats, moment.masks)
        state = State(
            setup, board, knowledge, seats[moment.seat], setup.seating.previous_seat(seats[moment.first]),
            seats[moment.first], None, moment.deal, 1 + max(0, size - max(moment.sizes)), 0, is_deal_over=False,
            is_sitting_out=moment.is_sitting_out, winner=winners(setup, board),
        )  # fmt: skip
        for seat, count in zip(seats, moment.sizes, strict=True):
            if count != size:
                state = state._replace(knowledge=forgotten(public(state), seat, count))
        if moment.previous:
            card, before = min(moment.previous)
            state = state._replace(previous=Previous(card, True, Position(seats, before), moment.is_won))
        return state._replace(is_answerable=moment.is_won)


def _undone(moment: Moment, holes: int, sensed: int) -> list[Use]:
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


def _seven_left(old: Look, look: Look) -> int:
    """The steps of a 7 that are left when one seat's pieces have gone on from one look to the other; 0 if none."""
    moved = [place for place, (was, new) in enumerate(zip(old, look, strict=True)) if new & ~was]
    if len(moved) != 1:
        return 0
    place = moved[0]
    gone, come = fields(old[place] & ~look[place]), fields(look[place] & ~old[place])
    if len(come) > len(gone) or len(gone) > PIECES:
        return 0
    made = min(
        sum(_steps(place, origin, target) for origin, target in zip(several, come, strict=True))
        for several in permutations(gone, len(come))
    )
    return max(0, SEVEN - made)


def _steps(place: int, origin: int, target: int) -> int:
    """Steps of a 7 from one hole to another (wire order) for the pieces of an owner."""
    house = RING_SIZE + HOUSE_SIZE * place
    if origin >= RING_SIZE:
        return abs(target - origin) if target >= RING_SIZE else SEVEN
    if target >= RING_SIZE:
        return (START[OWNERS[place]] - origin) % RING_SIZE + target - house + 1
    return (target - origin) % RING_SIZE


def _may_have_moved(moment: Moment, masks: Masks, changed: int, sensed: int) -> bool:
    """Whether a piece that the seat may move was touched, or something stands newly on its start field."""
    if moment.setup.deck != "basic":
        return True
    seats = moment.setup.seating.seats
    changed |= ~sensed
    for place in movers(moment.setup.seating, masks, seats[moment.seat]):
        own = masks[place]
        bits = own & RING_BITS | (own & HOUSE_BITS) << places_of(seats)[place]
        if (bits | 1 << START[seats[place]]) & changed:
            return True
    return False


def _use(moment: Moment, several: list[tuple[Found, Card, Masks]]) -> Use:
    """One result with every card that may have led there."""
    setup = moment.setup
    cards: dict[Card, float] = {}
    taken = set()
    for (card, _, _), laid, before in several:
        chance = _card_chance(moment, laid) / max(1, _count(setup, before, moment.seat, card))
        cards[laid] = cards.get(laid, 0.0) + chance
        taken.add((card, moment.masks))
    total = sum(cards.values())
    priced = tuple(sorted(((card, -log(max(chance, 1e-9))) for card, chance in cards.items()), key=lambda p: p[1]))
    masks = several[0][0][1]
    action = min(each[2] for each, laid, _ in several if laid == priced[0][0])
    look = look_of(setup.seating.seats, masks)
    cells = yards = 0
    if look == look_of(setup.seating.seats, moment.masks) and "y-" in action:
        cells, yards = 1 << START[action[0]], 1 << OWNERS.index(action[0])
    return Use(look, priced, action, -log(max(total, 1e-9)), masks, frozenset(taken), cells, yards)


def _count(setup: Setup, masks: Masks, seat: int, card: Card) -> int:
    if card == TRICKSTER:
        return len(_exchanges(setup, masks, seat))
    return _index(setup, masks, seat, -1).counts.get(card, 1)


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
