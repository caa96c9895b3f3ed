"""Boards of TAC-TIK for properties: crowded ones, near home ones, with pieux, some nearly won."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine.tactik.position import Position
from engine.tactik.situation import Situation
from engine.tactik.variants import VARIANTS, Variant


def board(lot: random.Random, variant: Variant) -> Position:
    """Any legal position: pieces near each other or near home as often as far away."""
    ring, size = variant.board, variant.board.size
    centre = lot.randrange(size)
    free = list(range(size))
    lot.shuffle(free)
    masks = []
    for seat in variant.seats:
        house = lot.choice([0, 0, 0, 1, 2, 4, 8, 9, 10, 12, 6, 5, 14, 7, 15])
        mask, left = house << size, 4 - house.bit_count()
        for _ in range(lot.randint(0, left)):
            start = ring.start[seat]
            near = lot.choice([start, (start - lot.randint(0, 9)) % size, (centre + lot.randint(0, 12)) % size])
            field = near if near in free and lot.random() < 0.7 else free[-1]
            free.remove(field)
            mask |= 1 << field | (ring.mark if field == start and lot.random() < 0.6 else 0)
        masks.append(mask)
    return Position(ring, variant.seats, tuple(masks))


def situation(seed: int, name: str) -> Situation:
    """A moment of a variant, drawn by lot."""
    lot, variant = random.Random(seed), VARIANTS[name]
    return Situation(variant, board(lot, variant), lot.choice(variant.players))


def situations() -> st.SearchStrategy[Situation]:
    """Moments of every variant."""
    return st.builds(situation, st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)))


def moment(variant: str, position: str, player: str) -> Situation:
    """The moment that is written like this."""
    kind = VARIANTS[variant]
    return Situation(kind, Position.parse(position, kind.board, kind.seats), player)
