"""A whole game between built-in players, written down as a record.

1. Deal, from a deck that is shuffled when the rules say so.
2. Every seat passes a card, where the variant has a swap.
3. The seats lay cards until all hands are empty; then the next deal, until a win stands.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.contract import Card, Seat
from engine.tac.board.position import Position
from engine.tac.course import flow
from engine.tac.course.course import Course
from engine.tac.course.state import State, begin, hand_size, is_shuffled
from engine.tac.hands import cards
from engine.tac.moves.actions import DISCARD
from engine.tac.moves.situation import Setup, Situation
from engine.tac.players.contract import Player, Sight
from engine.tac.players.open_hands import OpenHands
from engine.tac.record.notation import Deal, Event, Header, Play, Swap, write_event, write_header

_OPENING = frozenset(cards.OPENING)
MOST_PLIES = 50_000
"""A game that is not won by then is broken off."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was played. `winner` None: broken off."""

    header: Header
    events: tuple[Event, ...]
    winner: tuple[Seat, ...] | None
    plies: int

    def lines(self) -> list[str]:
        """The record, one event a line."""
        return [write_header(self.header), *map(write_event, self.events)]


def play_game(
    setup: Setup,
    players: Mapping[Seat, Player],
    lot: random.Random,
    dealer: Seat | None = None,
    board: Position | None = None,
    watch: Callable[[State, Event], None] | None = None,
) -> Match:
    """One game. `dealer` None: drawn by lot; `board`: where the pieces stand at first; `watch` is called with the
    state after each event."""
    dealer = dealer or lot.choice(setup.seating.seats)
    course = Course(_begun(setup, dealer, board))
    deck: list[Card] = []
    events: list[Event] = []
    declared: frozenset[Seat] = frozenset()

    def note(after: State, event: Event) -> None:
        events.append(event)
        if watch is not None:
            watch(after, event)

    while (course.winner is None or course.is_answerable) and course.ply < MOST_PLIES:
        if course.is_deal_over:
            state = course.state()
            hands = _dealt(state, deck, lot)
            declared = frozenset([seat for seat, hand in hands.items() if not _OPENING.isdisjoint(hand)])
            state = flow.dealt(state, hands)
            note(state, Deal(hands))
            if setup.seating.has_swap:
                given = _given(state, hands, players, declared, lot)
                state = flow.swapped(state, given)
                note(state, Swap(given))
            course = Course(state)
        seat, by = course.seat, course.by
        card, action, after = players[by or seat].play(_sight(course, declared), lot)
        if action is None or after is None:
            course.discard(card, _nothing)
        else:
            course.use(card, action, after)
        events.append(Play(seat, card, action or DISCARD, by))
        if watch is not None:
            watch(course.state(), events[-1])
    header = Header(setup.deck, setup.variant, dealer, str(board) if board else None, setup.rules.changes())
    return Match(header, tuple(events), course.winner, course.ply)


def _nothing(card: Card) -> None:
    """What a discarded card could have done: with open hands nobody asks."""


def _begun(setup: Setup, dealer: Seat, board: Position | None) -> State:
    """The table before the first deal; all hands will lie open to the one who runs the game."""
    seats = setup.seating.seats
    pairs = tuple((pair[0], pair[1]) for pair in setup.seating.pairs)
    return begin(setup, dealer, board)._replace(knowledge=OpenHands(seats, pairs, ((),) * len(seats)))


def _dealt(state: State, deck: list[Card], lot: random.Random) -> dict[Seat, tuple[Card, ...]]:
    """The next hands, taken from `deck`, which is filled again where all cards are shuffled."""
    number = state.deal + 1
    if is_shuffled(state.setup, number):
        whole = (card for card, many in cards.deck(state.setup.deck) for _ in range(many))
        deck[:] = sorted(whole, key=lambda _: lot.random())
    size = hand_size(state.setup, number)
    return {seat: tuple([deck.pop() for _ in range(size)]) for seat in state.board.seats}


def _given(
    state: State,
    hands: Mapping[Seat, tuple[Card, ...]],
    players: Mapping[Seat, Player],
    declared: frozenset[Seat],
    lot: random.Random,
) -> dict[Seat, Card]:
    """What each seat passes to its partner."""
    given = {}
    for seat in state.board.seats:
        if state.setup.seating.partner(seat) is not None:
            situation = Situation(state.setup, state.board, seat)
            sight = Sight(seat, situation, hands[seat], declared=declared, gone=state.knowledge.gone)
            given[seat] = players[seat].swap(sight, lot)
    return given


def _sight(course: Course, declared: frozenset[Seat]) -> Sight:
    knowledge, seat = course.knowledge, course.seat
    is_tac_only = course.is_sitting_out or course.winner is not None
    return Sight(
        course.by or seat, course.situation(), knowledge.hand(seat) or (), is_tac_only, declared, knowledge.gone
    )
