"""A game of TACTIX at one moment: the position, what has been seen before, and how the game stands."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalAction
from engine.tactix.explain import explain_move
from engine.tactix.moves import Move, after, moves
from engine.tactix.position import FULL, Position, start

REPETITIONS = 3
"""A position that stands so often is a draw."""
QUIET_PLIES = 100
"""So many moves (fifty of each side) without a capture are a draw."""
REPETITION, FIFTY, NO_MOVE = "repetition", "fifty", "no-move"


class State(NamedTuple):
    """Frozen. `seen`: every position since the last capture, this one included; `quiet`: moves since then."""

    position: Position
    variant: str = FULL
    ply: int = 0
    quiet: int = 0
    seen: tuple[Position, ...] = ()

    @property
    def seat(self) -> str:
        """The side that is to move; of a game that is over, the one that would be."""
        return self.position.side

    @property
    def winner(self) -> str | None:
        """The side that has won."""
        return self.position.winner

    @property
    def draw(self) -> str | None:
        """Why the game is drawn, the first reason that is true; None if it is not. Source: X3.2."""
        return self._counted or (None if self.winner is not None or moves(self.position) else NO_MOVE)

    @property
    def _counted(self) -> str | None:
        """Why the game is drawn by what was seen before, if it is."""
        if self.position.winner is not None:
            return None
        if self.seen.count(self.position) >= REPETITIONS:
            return REPETITION
        return FIFTY if self.quiet >= QUIET_PLIES else None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.winner is not None or self.draw is not None

    def moves(self) -> list[Move]:
        """Every legal move; none if the game is over."""
        return [] if self._counted else moves(self.position)

    def after(self, move: Move) -> State:
        """The state after a legal move."""
        position = after(self.position, move, self.variant)
        is_quiet = not move.captured
        seen = (*self.seen, position) if is_quiet else (position,)
        return State(position, self.variant, self.ply + 1, self.quiet + 1 if is_quiet else 0, seen)

    def play(self, seat: str, action: str) -> State:
        """The state after this seat made an action, written in any correct way.

        Raises: InvalidNotation, IllegalAction."""
        found = explain_move(self.position, self.variant, seat, action, self.draw)
        if not isinstance(found, Move):
            raise IllegalAction(found, str(self.position))
        return self.after(found)

    def view(self, seat: str) -> State:
        """What a seat may know: everything lies open."""
        return self


def begin(variant: str = FULL, position: Position | None = None) -> State:
    """The game before its first move. Source: X1, X3.2 (the first position counts)."""
    position = position or start()
    return State(position, variant, seen=(position,))
