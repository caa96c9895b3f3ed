"""A game of TACTIX as the table keeps it: what everybody sees of it, and what the contract asks."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Picture, Seat
from engine.tactix import table
from engine.tactix.state import State


class Seen(NamedTuple):
    """Frozen. `game` is the game itself; `skipped` counts turns that the table let pass: the record knows none."""

    game: State
    skipped: int = 0

    @property
    def position(self) -> str:
        """The position in its text form."""
        return str(self.game.position)

    @property
    def picture(self) -> Picture:
        """What a board would show of it."""
        return table.picture(self.game.position)

    @property
    def seat(self) -> Seat:
        """The side to move."""
        return self.game.seat

    @property
    def deal(self) -> int:
        """There are no cards."""
        return 0

    @property
    def round(self) -> int:
        """Number of the move, from 1; white and black share it."""
        return self.ply // 2 + 1

    @property
    def ply(self) -> int:
        """Number of moves so far."""
        return self.game.ply + self.skipped

    @property
    def winner(self) -> tuple[Seat, ...] | None:
        """The side that has won."""
        return None if self.game.winner is None else (self.game.winner,)

    @property
    def draw(self) -> str | None:
        """Why the game is drawn."""
        return self.game.draw
