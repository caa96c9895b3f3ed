"""Thinking ahead in Tacocat: deal the hidden cards again and again as they could lie, play each round to its end.

1. `worlds`: a hand of the opponent and a deck, dealt by lot from the cards that this player has not seen.
2. Every action is tried in a few worlds; the better half is tried in more of them, until one is left.

Source: determinisation, as in Ginsberg, GIB (2001); halving, as in Karnin et al., Almost optimal exploration (2013).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.tacocat import rollout
from engine.tacocat.actions import Action
from engine.tacocat.box import other
from engine.tacocat.position import EXCHANGE, UNKNOWN
from engine.tacocat.state import State


class World(NamedTuple):
    """How the hidden cards could lie: the opponent's hand, its card face down in a duel, and the deck."""

    hand: list[int]
    laid: int | None
    deck: list[int]


def unseen(sight: State, seat: str) -> list[int]:
    """Every card that is neither in this player's hand nor gone."""
    left = Counter(sight.box.deck())
    left.subtract(sight.position.hand(seat).known)
    left.subtract(sight.gone)
    return sorted(left.elements())


def dealt(cards: Sequence[int], size: int, is_laid: bool, lot: random.Random) -> World:
    """One way in which these unseen cards could lie."""
    row = list(cards)
    lot.shuffle(row)
    laid = row.pop() if is_laid else None
    return World(sorted(row[:size]), laid, row[size:])


def best(sight: State, seat: str, found: Sequence[Action], lot: random.Random, budget: int) -> Action:
    """The action that wins the most imagined rounds; `budget` of them are played in all."""
    cards = unseen(sight, seat)
    position = sight.position
    size = position.hand(other(seat)).size
    is_laid = UNKNOWN in position.waits.cards
    left = [(0.0, number) for number in range(len(found))]
    while len(left) > 1:
        rounds = max(4, budget // (len(left) * max(1, len(found).bit_length())))
        deals = [dealt(cards, size, is_laid, lot) for _ in range(rounds)]
        left = [
            (points + sum(imagined(sight, seat, found[number], world, lot) for world in deals), number)
            for points, number in left
        ]
        left = sorted(left, reverse=True)[: (len(left) + 1) // 2]
    return found[left[0][1]]


def imagined(sight: State, seat: str, action: Action, world: World, lot: random.Random) -> float:
    """How a round ends for a player that does this, if the cards lie so."""
    mine = list(sight.position.hand(seat).known)
    theirs, deck = list(world.hand), list(world.deck)
    for card in action.cards:
        mine.remove(card)
    waits = sight.position.waits
    match action.kind:
        case "attack":
            holds = rollout.thought_answer(theirs, list(action.cards))
            return rollout.finish([mine, theirs], 1 if holds else 0, lot)
        case "answer":
            return rollout.finish([mine, theirs], 1 if any(action.lows) else 0, lot)
        case "duel":
            return rollout.dueled([mine, theirs], (action.cards[0], world.laid), lot)
        case "exchange":
            mine = sorted(mine + [deck.pop() for _ in action.cards])
            if waits.most is None:
                most = len(theirs) if waits.seat != seat else len(action.cards)
                rollout.exchanged(theirs, most, deck, lot)
            return rollout.dueled([mine, theirs], (None, None), lot)
    return rollout.VOID


def candidates(found: Sequence[Action]) -> Sequence[Action]:
    """The actions worth a thought: of exchanges only those of neighbouring cards of the hand."""
    if found[0].kind != EXCHANGE:
        return found
    hand = max((action.cards for action in found), key=len)
    rows = {hand[start:end] for start in range(len(hand)) for end in range(start, len(hand) + 1)}
    return [action for action in found if action.cards in rows]
