"""TAC without its cards: what a seat may do with any card that it could hold, and how likely that is.

A `Moment` is a game whose cards nobody told: pieces, turn, sizes of hands, and what each seat is known not to hold.
Costs are in nats: minus the logarithm of a chance, worked out by counting the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.contract import Card, Displacement, Explanation, Layout, Option
from engine.tac.board.holes import HOUSE_SIZE, LAYOUT, OWNERS, RING_SIZE, START
from engine.tac.board.position import FRESH, PIECES, RING_BITS, Position, fields
from engine.tac.course.state import State, forgotten, hand_size, public, winners
from engine.tac.explain.seen import explain_seen, moved_cells
from engine.tac.hands.cards import DEVIL as DEVIL_CARD
from engine.tac.hands.cards import FOOL, TAC, TRICKSTER
from engine.tac.hands.knowledge import Knowledge
from engine.tac.moves.actions import DEVIL, DISCARD, EXCHANGED, PASS_HANDS, SKIP
from engine.tac.moves.situation import Previous, movers
from engine.tac.moves.steps import Masks
from engine.tac.unseen import sevens
from engine.tac.unseen.moment import (
    Look,
    Moment,
    Silent,
    Taken,
    advanced,
    dealt,
    holes_of,
    kinds_of,
    look_of,
    silent,
    usable_kinds,
)
from engine.tac.unseen.nearby import NEAR
from engine.tac.unseen.uses import (
    Found,
    Use,
    exchange_of,
    exchanges_of,
    index_of,
    may_fill,
    may_have_moved,
    reach,
    taken_back,
    undone,
    use_of,
)

MOST_JUDGED = 6
"""Where more pieces are displaced it was no single action, whose rule could be named."""

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

    def own(self, moment: Moment) -> int:
        """The holes with the pieces that the seat to act may move."""
        seating = moment.setup.seating
        places = movers(seating, moment.masks, seating.seats[moment.seat])
        return holes_of(seating.seats, tuple(mask if n in places else 0 for n, mask in enumerate(moment.masks)))

    def reach(self, moment: Moment) -> int:
        """The holes with all pieces that the seat to act may move with some card, and the starts of their owners."""
        return reach(moment.setup, moment.masks, moment.seat)

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
        return () if moment.is_won or moment.taking is not None else silent(moment)

    def uses(self, moment: Moment, holes: int, changed: int, sensed: int) -> tuple[Use, ...]:
        """What the seat to act may have done so that just these sensed holes are filled; `changed`: holes whose piece
        was touched or whose filling is another one than before."""
        if moment.taking is not None:
            return ()
        found: dict[Masks, list[tuple[Found, Card, Masks]]] = {}
        is_acting = not (moment.is_won or moment.is_sitting_out)
        if is_acting and may_have_moved(moment, moment.masks, changed, sensed):
            for each in _filling(moment, moment.masks, holes, sensed):
                found.setdefault(each[1], []).append((each, each[0], moment.masks))
        for card, before in moment.previous:
            back = changed | holes_of(moment.setup.seating.seats, before) ^ holes
            if card != TRICKSTER and may_have_moved(moment, before, back, sensed):
                for each in _filling(moment, before, holes, sensed):
                    if each[0] == card:
                        found.setdefault(each[1], []).append((each, TAC, before))
        uses = [use_of(moment, several) for several in found.values()]
        return (*uses, *undone(moment, holes, sensed))

    def begun(self, moment: Moment, emptied: int, filled: int, sensed: int) -> tuple[Use, ...]:
        """What the seat to act may have done that emptied only these sensed holes, and filled only those."""
        if moment.taking is not None or moment.is_won or moment.is_sitting_out:
            return ()
        seats = moment.setup.seating.seats
        base = holes_of(seats, moment.masks) & sensed
        found: dict[Masks, list[tuple[Found, Card, Masks]]] = {}
        sources = [(None, moment.masks), *((card, before) for card, before in moment.previous if card != TRICKSTER)]
        for taken, before in sources:
            back = emptied | filled | holes_of(seats, before) ^ base
            if not may_have_moved(moment, before, back, sensed):
                continue
            for holes, several in index_of(moment.setup, before, moment.seat, sensed).items():
                if not (base & ~holes & ~emptied or holes & ~base & ~filled):
                    for each in several:
                        if taken in (None, each[0]):
                            found.setdefault(each[1], []).append((each, TAC if taken else each[0], before))
        return tuple(use_of(moment, several) for several in found.values())

    def exchanges(self, moment: Moment, lifted: int) -> tuple[Use, ...]:
        """Every exchange of two pieces of the ring, among those `lifted`, that the seat to act may have made; also
        that its TAC has only taken one back so far."""
        if moment.is_won:
            return ()
        seats = moment.setup.seating.seats
        sources = [] if moment.is_sitting_out or moment.taking is not None else [(TRICKSTER, moment.masks)]
        sources += [(TAC, before) for card, before in moment.previous if card == TRICKSTER]
        found = [] if moment.taking is not None else taken_back(moment, lifted)
        for laid, before in sources:
            changed = holes_of(seats, before) ^ holes_of(seats, moment.masks)
            every, may_lift = exchanges_of(moment.setup, before, moment.seat), lifted | changed
            pairs = [pair for pair in every if not pair[1] & ~may_lift]
            uses = exchange_of(moment, (each for each, _ in pairs), laid, before) if pairs else []
            found += [
                use._replace(cells=cells) if each[1] == before else use
                for use, (each, cells) in zip(uses, pairs, strict=True)
            ]  # fmt: skip
        return tuple(found)

    def after(self, moment: Moment, use: Use) -> Moment:
        """The moment after a use."""
        seats = moment.setup.seating.seats
        if use.is_half:
            return moment._replace(masks=use.masks, taking=moment.masks)
        won = winners(moment.setup, Position(seats, use.masks)) is not None
        on = moment._replace(masks=use.masks, is_sitting_out=False, is_won=won, taking=None)
        after = advanced(on, use.taken)
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

    def dealt(self, moment: Moment) -> tuple[Moment, ...]:
        """The moments with the same pieces when new hands have just been dealt, whoever begins."""
        return tuple(dealt(moment, first) for first in range(len(moment.sizes)))

    def is_halfway(self, moment: Moment, look: Look, card: Card | None = None) -> bool:
        """Whether pieces standing so may be the middle of a 7, or of a TAC that has taken back and not played yet."""
        if card not in (None, "7", TAC):
            return False
        if look in self.origins(moment)[1:]:
            return True
        begun = [moment.masks, *(before for used, before in moment.previous if used == "7")]
        return any(sevens.is_part(moment, before, look) for before in begun)

    def is_left_out(self, moment: Moment, look: Look) -> bool:
        """Whether a 7 has made all its steps, and pieces that it passed still stand on the board. Source: T3.7."""
        begun = [moment.masks, *(before for used, before in moment.previous if used == "7")]
        return any(sevens.is_left_out(moment, before, look) for before in begun)

    def origins(self, moment: Moment) -> Sequence[Look]:
        """How the board looks, and how it does after a TAC has taken back what the last card did."""
        return [self.look(moment), *(look_of(moment.setup.seating.seats, before) for _, before in moment.previous)]

    def is_taken_back(self, moment: Moment, holes: int, sensed: int) -> bool:
        """Whether the sensed holes are on the way back to what was filled before the last card was used."""
        seats = moment.setup.seating.seats
        base = holes_of(seats, moment.masks)
        changed = (holes ^ base) & sensed
        return any(not changed & ~(holes_of(seats, before) ^ base) for _, before in moment.previous)

    def near(self, hole: int) -> int:
        """The holes from which a piece that slides or hops may have come to this one."""
        return NEAR[hole]

    def is_told_alone(self, card: Card) -> bool:
        """Whether a table may tell this card and no other: exchanged pieces fill the same holes."""
        return card == TRICKSTER

    def part(self, moment: Moment, look: Look) -> tuple[str, int, int, int] | None:
        """The one piece that has gone some steps of what may be a 7: its seat, from where, to where, how many."""
        old = self.look(moment)
        moved = [place for place, (was, new) in enumerate(zip(old, look, strict=True)) if new & ~was]
        if len(moved) != 1:
            return None
        place = moved[0]
        gone, come = fields(old[place] & ~look[place]), fields(look[place] & ~old[place])
        made = sevens.made(old, look)
        if len(gone) != 1 or len(come) != 1 or not 0 < made < sevens.STEPS:
            return None
        return OWNERS[place], gone[0], come[0], made

    def broken(self, moment: Moment, moved: Sequence[Displacement]) -> Explanation:
        """The rule that these displaced pieces break with every card, whichever seat it was that acted; or that it was
        another seat's turn. Source: T2.8."""
        if len(moved) > MOST_JUDGED:
            return Explanation("T3.2", "no-card", {"seat": self.seat(moment)}, moved_cells(moved))
        seat = _legal_for(moment, self.look(moment), moved)
        if seat is not None and seat != self.seat(moment):
            return Explanation("T2.8", "out-of-turn", {"seat": seat, "expected": self.seat(moment)}, moved_cells(moved))
        states = []
        for _ in moment.sizes:
            if not moment.is_sitting_out and moment.taking is None:
                states.append(self.state(moment))
            discards = [play.after for play in self.silent(moment) if play.action == DISCARD]
            if not discards:
                break
            moment = discards[0]
        return explain_seen(states or [self.state(moment)], moved)

    def option(self, moment: Moment, use: Use) -> Option:
        """A use as the table knows it, with its likeliest card."""
        return _option(moment.setup.seating.seats, use.masks, use.cards[0][0], use.action, True)

    def is_exchange(self, option: Option) -> bool:
        """Whether it exchanges two pieces."""
        return EXCHANGED in option.action

    def aside(self, moment: Moment) -> Option:
        """A card laid without effect as the table knows it."""
        return self.mark(moment, DISCARD)

    def mark(self, moment: Moment, action: str) -> Option:
        """A play that moves no piece as the table knows it, with a card that allows it."""
        card = {SKIP: "8", DEVIL: DEVIL_CARD, PASS_HANDS: FOOL}.get(action) or _unusable(moment)
        return _option(moment.setup.seating.seats, moment.masks, card, action, False)

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


def _filling(moment: Moment, masks: Masks, holes: int, sensed: int) -> tuple[Found, ...]:
    """What the seat to act can do with these pieces so that just these sensed holes are filled."""
    if not may_fill(moment, masks, holes, sensed):
        return ()
    return index_of(moment.setup, masks, moment.seat, sensed).get(holes, ())


@lru_cache(maxsize=1024)
def _option(seats: tuple[str, ...], masks: Masks, card: Card, action: str, is_gesture: bool) -> Option:
    position = Position(seats, masks)
    return Option(card, action, str(position), position.picture(), gesture=is_gesture)


def _unusable(moment: Moment) -> Card:
    """A card that the seat to act could not use, and may hold."""
    usable = 0 if moment.is_sitting_out else usable_kinds(moment.setup, moment.masks, moment.seat)
    lacking = moment.lacks[moment.seat]
    for number, (card, _) in enumerate(kinds_of(moment.setup.deck)):
        if not (usable | lacking) >> number & 1 and card != TAC:
            return card
    return TAC


def _legal_for(moment: Moment, look: Look, moved: Sequence[Displacement]) -> str | None:
    """The seat that could have displaced these pieces so with some card, if it were its turn; else None."""
    after = list(look)
    for one in moved:
        for cell in (one.origin, one.target):
            if cell in LAYOUT.holes:
                after[OWNERS.index(one.owner)] ^= 1 << LAYOUT.holes.index(cell)
    holes = 0
    for bits in after:
        holes |= bits
    seats = moment.setup.seating.seats
    for place, seat in enumerate(seats):
        found = index_of(moment.setup, moment.masks, place, -1).get(holes, ())
        if any(look_of(seats, each[1]) == tuple(after) for each in found):
            return seat
    return None
