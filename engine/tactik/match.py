"""A whole game between built-in players, written down as a record.

1. Deal, from a deck that is shuffled when all cards lie.
2. Each player gives a card, where the variant has that.
3. The players lay cards until all hands are empty; then the next deal, until somebody has won.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.contract import Card, Seat
from engine.tactik.actions import DISCARD
from engine.tactik.cards import DECK
from engine.tactik.players.contract import Player, Sight
from engine.tactik.position import Position
from engine.tactik.record import Deal, Event, Header, Play, Swap, write_event, write_header
from engine.tactik.situation import Situation
from engine.tactik.state import State, after, begin, dealt, given, is_shuffled
from engine.tactik.variants import Team, Variant

MOST_PLIES = 50_000
"""A game that is not won by then is broken off."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was played. `winner` None: broken off."""

    header: Header
    events: tuple[Event, ...]
    winner: Team | None
    plies: int

    def lines(self) -> list[str]:
        """The record, one event a line."""
        return [write_header(self.header), *map(write_event, self.events)]


def play_game(
    variant: Variant,
    players: Mapping[Seat, Player],
    lot: random.Random,
    dealer: Seat | None = None,
    board: Position | None = None,
    watch: Callable[[State, Event], None] | None = None,
) -> Match:
    """One game. `dealer` None: drawn by lot; `board`: where the pieces stand at first; `watch` is called with the
    state after each event."""
    dealer = dealer or lot.choice(variant.players)
    state, deck, events = begin(variant, dealer, board), list[Card](), list[Event]()

    def note(now: State, event: Event) -> State:
        events.append(event)
        if watch is not None:
            watch(now, event)
        return now

    while state.winner is None and state.ply < MOST_PLIES:
        if state.is_deal_over:
            hands = _hands(state, deck, lot)
            state = note(dealt(state, hands), Deal(hands))
        if state.is_giving_due:
            cards = {player: players[player].give(_sight(state, player), lot) for player in variant.players}
            state = note(given(state, cards), Swap(cards))
        seat = state.seat
        choice = players[seat].play(_sight(state, seat), lot)
        state = note(after(state, choice.card, choice.masks), Play(seat, choice.card, choice.action or DISCARD))
    return Match(Header(variant, dealer, board), tuple(events), state.winner, state.ply)


def _sight(state: State, player: Seat) -> Sight:
    return Sight(Situation(state.variant, state.board, player), state.hand(player).known)


def _hands(state: State, deck: list[Card], lot: random.Random) -> dict[Seat, tuple[Card, ...]]:
    """The next hands, taken from `deck`, which is filled again where all cards are shuffled."""
    if is_shuffled(state.variant, state.deal + 1):
        deck[:] = sorted(DECK, key=lambda _: lot.random())
    size = state.variant.hand_size
    return {player: tuple([deck.pop() for _ in range(size)]) for player in state.variant.players}
