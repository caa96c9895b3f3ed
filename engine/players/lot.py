"""The player who leaves everything to the lot: a usable card, then one of its results."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Card
from engine.players.contract import Choice, Sight, drawn
from engine.tac.position import Position


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays by lot, within the rules."""

    name: str = "random"

    def swap(self, sight: Sight, lot: random.Random) -> Card:
        """Any card."""
        return lot.choice(sight.hand)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """A usable card by lot, then one of its results by lot; a discard by lot if none can be used."""
        useless: set[Card] = set()
        for card in drawn(sight.hand, lot):
            if card not in useless:
                found = sight.uses(card)
                if found:
                    masks, action = lot.choice(found)
                    return Choice(card, action, Position(sight.situation.position.seats, masks))
                useless.add(card)
        return Choice(lot.choice(sight.hand))
