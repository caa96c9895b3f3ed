"""A game at one moment: the board, what is known of the hands, whose turn it is, and what a TAC would refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.contract import Card, Picture, Seat
from engine.tac.board.position import HOUSE_BITS, Position
from engine.tac.hands import cards
from engine.tac.hands.hands import Hands
from engine.tac.hands.knowledge import Group, Knowledge, Rest
from engine.tac.moves.situation import Previous, Setup, Situation

DEALS_A_DECK = 5
HAND_SIZE = 5
MASTER_HAND_SIZE = 6


class State(NamedTuple):
    """The whole game at one moment; frozen. `board` is the position as a value, `position` its text.

    `previous` is what a TAC would take over now. `beneath` is what it would refer to once a discarded Fool has been
    taken over (T6.3). `first` began the deal.
    """

    setup: Setup
    board: Position
    knowledge: Hands
    seat: Seat
    dealer: Seat
    first: Seat
    by: Seat | None = None
    deal: int = 0
    round: int = 1
    ply: int = 0
    previous: Previous | None = None
    beneath: Previous | None = None
    is_deal_over: bool = True
    is_sitting_out: bool = False
    """Whether the seat to act has to sit out. Source: T4.4a."""
    is_after_fool: bool = False
    """Whether the seat to act still has to lay the card that belongs to its Fool. Source: T6.2."""
    is_tac_barred: bool = False
    """Whether the card before was the TAC that answered the winning move. Source: T5.8."""
    winner: tuple[Seat, ...] | None = None
    is_answerable: bool = False

    @property
    def position(self) -> str:
        """The position in its text form."""
        return str(self.board)

    @property
    def picture(self) -> Picture:
        """What a board would show of it."""
        return self.board.picture()

    @property
    def undone(self) -> Picture | None:
        """What the board would show with the card before taken back by a TAC; None if a TAC takes nothing back."""
        if self.previous is None or not self.previous.used:
            return None
        return self.previous.before.picture()

    @property
    def draw(self) -> None:
        """Somebody always wins."""
        return

    @property
    def is_over(self) -> bool:
        """Whether the win stands. Source: T8."""
        return self.winner is not None and not self.is_answerable

    @property
    def is_win_pending(self) -> bool:
        """Whether it is certain that the next seat has to answer the winning move."""
        return self.is_answerable and self.hand(self.seat) is not None

    @property
    def cards_left(self) -> int:
        """Number of cards in all hands."""
        return self.knowledge.cards_left

    def size(self, seat: Seat) -> int:
        """Number of cards that a seat holds."""
        return self.knowledge.size(seat)

    def hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """The cards of a seat, None if they are not all known."""
        return self.knowledge.hand(seat)

    @property
    def next_seat(self) -> Seat:
        """The seat that 8, Angel and Devil mean and that answers a win. Source: T10.3."""
        return next_seat_of(self.setup, self.knowledge, self.seat)

    @property
    def situation(self) -> Situation:
        """All that decides what a card of the seat to act can do now."""
        return situation_of(self.setup, self.board, self.knowledge, self.seat, self.previous)


def next_seat_of(setup: Setup, knowledge: Hands, seat: Seat) -> Seat:
    """The seat that 8, Angel and Devil of `seat` mean and that answers its win. Source: T10.3."""
    neighbour = setup.seating.next_seat(seat)
    if setup.rules.next_seat == "left-neighbour":
        return neighbour
    others = (other for other in seats_from(setup, neighbour) if other != seat and knowledge.size(other) > 0)
    return next(others, neighbour)


def situation_of(
    setup: Setup, board: Position, knowledge: Hands, seat: Seat, previous: Previous | None
) -> Situation:
    """All that decides what a card of `seat` can do now."""
    if setup.rules.next_seat == "left-neighbour":
        following, follower = setup.seating.next_seat(seat), None
    else:
        following = follower = next_seat_of(setup, knowledge, seat)
    is_empty = knowledge.size(following) == 0
    return Situation(setup, board, seat, knowledge.cards_left <= 1, is_empty, previous, follower)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: the state with only the hands in it that this seat has seen."""

    state: State
    hand: tuple[Card, ...] | None


def seats_from(setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """All seats clockwise, beginning with `seat`."""
    seats = setup.seating.seats
    at = seats.index(seat)
    return seats[at:] + seats[:at]


def deck_size(setup: Setup) -> int:
    """Number of cards of the deck in use."""
    return sum(number for _, number in cards.deck(setup.deck))


def deals_a_deck(setup: Setup) -> int:
    """How many deals there are until all cards are shuffled again. Source: T2.3, T2.5, T10.3."""
    if setup.seating.has_fourth_hand:
        return DEALS_A_DECK
    if setup.rules.few_seats_deck == "fresh-each-deal":
        return 1
    return deck_size(setup) // (HAND_SIZE * len(setup.seating.seats))


def is_shuffled(setup: Setup, deal: int) -> bool:
    """Whether all cards are shuffled before this deal (numbered from 1)."""
    return (deal - 1) % deals_a_deck(setup) == 0


def hand_size(setup: Setup, deal: int) -> int:
    """Cards that each seat gets in this deal (numbered from 1). Source: T2.3, T2.4, T10.3."""
    is_master_round = setup.deck == "master" and setup.seating.has_master_round and deal % DEALS_A_DECK == 0
    return MASTER_HAND_SIZE if is_master_round else HAND_SIZE


def begin(setup: Setup, dealer: Seat, board: Position | None = None) -> State:
    """The table before the first deal; all pieces in their yards unless `board` says otherwise."""
    seating = setup.seating
    pairs = tuple((pair[0], pair[1]) for pair in seating.pairs)
    knowledge = Knowledge.begin(seating.seats, dict(cards.deck(setup.deck)), pairs)
    first = seating.next_seat(dealer)
    start = board or Position.start(seating.seats)
    return State(
        setup, start, knowledge, seat=first, dealer=dealer, first=first, winner=winners(setup, start)
    )


def winners(setup: Setup, board: Position) -> tuple[Seat, ...] | None:
    """The seats that have all their pieces home together. Source: T8.1, T9."""
    masks = board.masks
    for mask in masks:
        if mask & HOUSE_BITS == HOUSE_BITS:
            return next((team for team in setup.seating.teams if all(map(board.is_home, team))), None)
    return None


def forgotten(knowledge: Knowledge, seat: Seat, size: int) -> Knowledge:
    """The knowledge without what was known of the hand of `seat`: it holds `size` cards that nobody knows."""
    packet = knowledge.holding[knowledge.seats.index(seat)]

    def without(group: Group) -> Group:
        if packet not in group.members:
            return group
        at = group.members.index(packet)
        worlds = ((*world[:at], Rest((), size), *world[at + 1 :]) for world in group.worlds)
        return Group(group.members, tuple(dict.fromkeys(worlds)))

    pending = tuple(entry for entry in knowledge.pending if entry.packet != packet)
    return replace(knowledge, groups=tuple(map(without, knowledge.groups)), pending=pending, proofs=())


def public(state: State) -> Knowledge:
    """What everybody can know of the hands. Raises: TypeError where they all lie open."""
    if not isinstance(state.knowledge, Knowledge):
        raise TypeError("the hands of this game lie open")
    return state.knowledge


def unclaimed(state: State) -> State:
    """The state in which no earlier discard can be proven wrong any more: it is not certain what was played."""
    if not isinstance(state.knowledge, Knowledge):
        return state
    return state._replace(knowledge=replace(state.knowledge, pending=(), proofs=()))


def seen_by(state: State, seats: Sequence[Seat]) -> State:
    """The state with the hands of all other seats unknown."""
    knowledge = public(state)
    for seat in state.board.seats:
        if seat not in seats and knowledge.holding:
            knowledge = forgotten(knowledge, seat, knowledge.size(seat))
    return state._replace(knowledge=replace(knowledge, pending=(), proofs=()))


def view(state: State, seat: Seat) -> View:
    """What `seat` may know: its own hands, and under a Devil of its own the hand that it chooses from."""
    seating = state.setup.seating
    person = next(people for people in seating.people if seat in people)
    shown = (*person, state.seat) if state.by in person else person
    return View(seen_by(state, shown), state.hand(seat))
