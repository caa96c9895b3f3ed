"""A round of Tacocat played to its end in the head, by rules of thumb, with both hands open to the one who imagines it.

Hands are lists of ranks, ascending; the two players are 0 and 1.
"""

from __future__ import annotations

import random
from bisect import bisect_left, insort

from engine.tacocat.options import attacks

WON, VOID, LOST = 1.0, 0.5, 0.0
Hands = list[list[int]]
OFTEN = 0.5
"""How often a set or a row is thought of before a single card."""


def finish(hands: Hands, attacker: int, lot: random.Random) -> float:
    """How a round ends for player 0 once this player is to attack. The hands are used up."""
    while True:
        mine, theirs = hands[attacker], hands[1 - attacker]
        if len(mine) <= 1 or len(theirs) <= 1:
            return shown(hands)
        attack = thought_attack(mine, lot)
        for card in attack:
            mine.remove(card)
        if thought_answer(theirs, attack):
            attacker = 1 - attacker


def shown(hands: Hands) -> float:
    """Who wins with the lower last card."""
    mine, theirs = (hand[0] if hand else 0 for hand in hands)
    return WON if mine < theirs else LOST if mine > theirs else VOID


def thought_attack(mine: list[int], lot: random.Random) -> list[int]:
    """An attack that keeps the lowest card: a set or a row now and then, else one of the highest cards."""
    if len(mine) > 2 and lot.random() < OFTEN:
        rows = [attack for attack in attacks(tuple(mine)) if len(attack) > 1 and attack[0] != mine[0]]
        if rows:
            return list(rows[int(lot.random() * len(rows))])
    back = int(lot.random() * lot.random() * (len(mine) - 1))
    return [mine[-1 - back]]


def thought_answer(theirs: list[int], attack: list[int]) -> bool:
    """Answers each card with the lowest one that holds, where none does with the lowest of all; whether all were held.

    The cards are taken from the hand."""
    missing = 0
    for against in sorted(attack, reverse=True):
        at = bisect_left(theirs, against)
        if at < len(theirs):
            del theirs[at]
        else:
            missing += 1
    del theirs[:missing]
    return missing == 0


def dueled(hands: Hands, laid: tuple[int | None, int | None], lot: random.Random) -> float:
    """How a round ends for player 0 that stands before a duel. `laid`: the cards that were laid already."""
    mine, theirs = (_high_card(hand, lot) if card is None else card for hand, card in zip(hands, laid, strict=True))
    if mine == theirs:
        return VOID if len(hands[0]) <= 1 else dueled(hands, (None, None), lot)
    return finish(hands, 0 if mine > theirs else 1, lot)


def _high_card(hand: list[int], lot: random.Random) -> int:
    """Takes one of the three highest cards of a hand."""
    return hand.pop(-1 - int(lot.random() * min(3, len(hand))))


def exchanged(hand: list[int], most: int, deck: list[int], lot: random.Random) -> int:
    """Exchanges middle cards of a hand for the last cards of a deck; how many. Keeps a low one and the high ones."""
    worse = [card for card in hand[1:] if 3 <= card <= 6][: min(most, len(deck))]
    for card in worse:
        hand.remove(card)
    for _ in worse:
        insort(hand, deck.pop())
    return len(worse)
