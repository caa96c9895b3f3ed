"""The player who leaves everything to the lot: a usable card, then one of its results."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.tactik.options import uses
from engine.tactik.players.contract import Choice, Sight


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays by lot, within the rules."""

    name: str = "random"

    def give(self, sight: Sight, lot: random.Random) -> Card:
        """Any card."""
        return lot.choice(sight.hand)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """A usable card by lot, then one of its results by lot; any card is thrown if none can be used."""
        left = list(sight.hand)
        useless: list[Card] = []
        while left:
            card = left.pop(int(lot.random() * len(left)))
            if card not in useless:
                found = uses(sight.situation, card)
                if found:
                    masks, action = found[int(lot.random() * len(found))]
                    return Choice(card, action, masks)
                useless.append(card)
        return Choice(lot.choice(sight.hand))
