"""A measuring stick for players: looks one card ahead with the simplest weights that make sense."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.ring.pieces import fields
from engine.tac.board.holes import RING_SIZE, START
from engine.tac.board.position import HOUSE_BITS, RING_BITS, Position
from engine.tac.players.contract import Choice, Sight

HOME, NEAR, IN_PLAY, STEP = 1000.0, 100.0, 10.0, 1.0


def side_points(position: Position, side: tuple[str, ...]) -> float:
    """Pieces at home, near home, in play and their way, of one side."""
    points = 0.0
    for seat in side:
        mask, start = position.mask(seat), START[seat]
        house = mask & HOUSE_BITS
        points += HOME * house.bit_count() + sum(STEP * (spot - RING_SIZE) for spot in fields(house))
        for field in fields(mask & RING_BITS):
            points += IN_PLAY + STEP * ((field - start) % RING_SIZE)
            points += NEAR if 1 <= (start - field) % RING_SIZE <= 12 else 0.0
    return points


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """The result with the most points for its side, less those of the others."""

    name: str = "greedy"

    def swap(self, sight: Sight, lot: random.Random) -> str:
        """An opening card if it has two, else any."""
        openers = [card for card in sight.hand if card in ("1", "13")]
        return openers[0] if len(openers) > 1 else lot.choice(sight.hand)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The best result of all usable cards; any card if none can be used."""
        seats = sight.situation.position.seats
        side = sight.situation.setup.seating.team(sight.player)
        others = tuple(seat for seat in seats if seat not in side)
        best: tuple[float, Choice] | None = None
        for card in dict.fromkeys(sight.hand):
            if not sight.can_use(card):
                continue
            for position, action in sight.results(card):
                points = side_points(position, side) - side_points(position, others)
                if best is None or points > best[0]:
                    best = (points, Choice(card, action, position))
        return best[1] if best else Choice(lot.choice(sight.hand))
