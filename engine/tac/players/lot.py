"""The player who leaves everything to the lot: a usable card, then one of its results."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.tac.board.position import Position
from engine.tac.players.contract import Choice, Sight


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays by lot, within the rules."""

    name: str = "random"

    def swap(self, sight: Sight, lot: random.Random) -> Card:
        """Any card."""
        return sight.hand[int(lot.random() * len(sight.hand))]

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """A usable card by lot, then one of its results by lot; a discard by lot if none can be used."""
        draw = lot.random
        left = list(sight.hand)
        useless: list[Card] = []
        while left:
            card = left.pop(int(draw() * len(left)))
            if card not in useless:
                found = sight.uses(card)
                if found:
                    masks, action = found[int(draw() * len(found))]
                    return Choice(card, action, Position(sight.situation.position.seats, masks))
                useless.append(card)
        return Choice(sight.hand[int(draw() * len(sight.hand))])
