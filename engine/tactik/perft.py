"""Counts every way a deal can go on, ply by ply: the check that two generators agree.

A play is a card with one of its results; equal cards count once, a discard is one result of its card. Nothing is dealt
or given, and a game that is won ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Card, Seat
from engine.ring.pieces import Masks
from engine.tactik.hands import Hand, Hands
from engine.tactik.options import uses
from engine.tactik.position import Position
from engine.tactik.situation import winners
from engine.tactik.state import State, after
from engine.tactik.variants import Variant

Play = tuple[Card, Masks | None]
"""A card and the pieces after it; None for a discard."""


def open_state(variant: Variant, position: Position, seat: Seat, hands: Mapping[Seat, Sequence[Card]]) -> State:
    """The middle of a deal with all hands known; a player without cards is passed over."""
    held = Hands(variant.players, tuple([Hand(tuple(hands.get(player, ()))) for player in variant.players]))
    order = [seat]
    while not held.of(order[-1]).size and len(order) < len(variant.players):
        order.append(variant.next_player(order[-1]))
    won = winners(variant, position)
    is_over = not held.cards_left
    return State(variant, position, held, order[-1], seat, seat, 1, is_deal_over=is_over, winner=won)


def plays(state: State) -> Iterator[Play]:
    """Every play that the player to act has; discards only where no card can be used."""
    if state.is_over or state.is_deal_over:
        return
    situation, held = state.situation, tuple(dict.fromkeys(state.hand(state.seat).known))
    found = [(card, masks) for card in held for masks, _ in uses(situation, card)]
    yield from found or ((card, None) for card in held)


def perft(state: State, depth: int) -> list[int]:
    """The number of sequences of plays of each length from 1 to `depth`."""
    counts = [0] * depth
    if depth:
        _count(state, counts, 0)
    return counts


def _count(state: State, counts: list[int], level: int) -> None:
    for card, masks in plays(state):
        counts[level] += 1
        if level + 1 < len(counts):
            _count(after(state, card, masks), counts, level + 1)
