"""Counts every way a deal can go on, ply by ply: the check that two generators agree.

A play is a card with one of its results; equal cards count once, a discard is one result of its card. Nothing is
dealt or swapped, and a game that is won ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Card, Seat
from engine.tac.board.position import Position
from engine.tac.course.flow import after_discard, after_use, must_lay_tac
from engine.tac.course.state import State, seats_from, winners
from engine.tac.hands.cards import TAC, deck
from engine.tac.hands.knowledge import Group, Knowledge, Rest
from engine.tac.moves.options import count, results
from engine.tac.moves.situation import Setup

Hands = Mapping[Seat, Sequence[Card]]
Play = tuple[Card, tuple[Position, str] | None]
"""A card and its result; None for a discard."""


def open_state(setup: Setup, position: Position, seat: Seat, hands: Hands) -> State:
    """The middle of a deal with all hands known and no card played before; an empty-handed seat is passed over."""
    seats = position.seats
    rests = [Rest(tuple(hands.get(holder, ())), 0) for holder in seats]
    knowledge = Knowledge(
        seats,
        deck(setup.deck),
        holding=tuple(range(len(seats))),
        groups=tuple(Group((number,), ((rest,),)) for number, rest in enumerate(rests)),
        places=tuple((number, 0) for number in range(len(seats))),
    )
    acting = next((other for other in seats_from(setup, seat) if hands.get(other)), None)
    won = winners(setup, position)
    return State(
        setup, position, knowledge, seat=acting or seat, dealer=seats[seats.index(seat) - 1], first=seat, deal=1,
        is_deal_over=acting is None, winner=won,
    )  # fmt: skip


def plays(state: State) -> Iterator[Play]:
    """Every play that the rules allow the seat to act. Source: T3.3, T3.4, T4.4a, T8.2."""
    if state.is_over or state.is_deal_over:
        return
    is_any_used = False
    for card in _usable(state):
        for result in results(state.situation, card):
            is_any_used = True
            yield card, result
    if _may_discard(state, is_any_used):
        yield from ((card, None) for card in _held(state))


def plays_count(state: State) -> int:
    """The number of plays."""
    if state.is_over or state.is_deal_over:
        return 0
    used = sum(count(state.situation, card) for card in _usable(state))
    return used + (len(_held(state)) if _may_discard(state, used > 0) else 0)


def after(state: State, play: Play) -> State:
    """The state after a play."""
    card, result = play
    return after_discard(state, card) if result is None else after_use(state, card, result[1], result[0])


def perft(state: State, depth: int) -> list[int]:
    """The number of sequences of plays of each length from 1 to `depth`."""
    counts = [0] * depth
    if depth:
        _add(state, counts, 0)
    return counts


def _add(state: State, counts: list[int], level: int) -> None:
    if level == len(counts) - 1:
        counts[level] += plays_count(state)
        return
    for play in plays(state):
        counts[level] += 1
        _add(after(state, play), counts, level + 1)


def _held(state: State) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(state.hand(state.seat) or ()))


def _usable(state: State) -> tuple[Card, ...]:
    """The cards that may be used at all: only TAC where the seat sits out or answers a win."""
    return tuple(card for card in _held(state) if card == TAC or not must_lay_tac(state))


def _may_discard(state: State, is_any_used: bool) -> bool:
    return state.is_sitting_out or (not is_any_used and state.winner is None)
