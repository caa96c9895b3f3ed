"""The player who takes what it sees: pieces home or nearer home, opponents captured; no thought of later."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.ring.pieces import Masks, fields
from engine.tactik.options import uses
from engine.tactik.players.contract import Choice, Sight
from engine.tactik.situation import Situation

HOME, IN_PLAY = 100.0, 10.0
"""Points for a piece in its base and for one on the ring; a step forward on the ring is one point."""


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Plays the card that leaves the best board at once."""

    name: str = "greedy"

    def give(self, sight: Sight, lot: random.Random) -> Card:
        """Any card that does not start a piece, if it has one."""
        return min(sight.hand, key=lambda card: (card in ("1", "10"), lot.random()))

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The result with most points; any card is thrown if none can be used."""
        best: tuple[float, float, Choice] | None = None
        for card in dict.fromkeys(sight.hand):
            for masks, action in uses(sight.situation, card):
                entry = (points(sight.situation, masks), lot.random(), Choice(card, action, masks))
                if best is None or entry[:2] > best[:2]:
                    best = entry
        return Choice(lot.choice(sight.hand)) if best is None else best[2]


def points(situation: Situation, masks: Masks) -> float:
    """What the pieces of the own side are worth, less those of the others on average."""
    variant, position, player = situation
    team = variant.team(player)
    board, total = position.board, 0.0
    for seat, mask in zip(position.seats, masks, strict=True):
        worth = HOME * (mask & board.house_bits).bit_count()
        for field in fields(mask & board.ring_bits):
            worth += IN_PLAY + board.past_start(seat, field)
        total += worth if seat in team else -worth * len(team) / (len(masks) - len(team))
    return total
