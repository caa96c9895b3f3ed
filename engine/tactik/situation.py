"""All that decides what a card can do: how the game is played, where the pieces stand, and who lays the card."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Seat
from engine.ring.board import HOUSE_FULL
from engine.tactik.position import Position, is_home
from engine.tactik.variants import Team, Variant


class Situation(NamedTuple):
    """The moment at which a player lays a card."""

    variant: Variant
    position: Position
    player: Seat

    @property
    def movers(self) -> tuple[int, ...]:
        """Indices of the colours whose pieces are "own" now; none once the game is won. Source: I2.3, I3.2."""
        variant, masks = self.variant, self.position.masks
        if winners(variant, self.position) is not None:
            return ()
        own = variant.places[self.player]
        if len(own) > 1 or not is_home(variant.board, masks[own[0]]):
            return own
        partner = variant.partner(self.player)
        return () if partner is None else variant.places[partner]


def winners(variant: Variant, position: Position) -> Team | None:
    """The colours that have all their pieces home together, None if the game goes on. Source: I5.1."""
    size = variant.board.size
    full = [
        seat for seat, mask in zip(position.seats, position.masks, strict=True)
        if mask >> size & HOUSE_FULL == HOUSE_FULL
    ]  # fmt: skip
    if not full:
        return None
    return next((team for team in variant.teams if set(team) <= set(full)), None)
