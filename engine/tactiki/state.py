"""A game of TacTiki at one moment: the position, and the steps without progress so far."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Explanation
from engine.errors import IllegalAction
from engine.tactiki.board import SIZE, other
from engine.tactiki.clash import Clash
from engine.tactiki.explain import explain_action, read_action
from engine.tactiki.moves import (
    FULL_TURN,
    Action,
    Reincarnation,
    actions,
    after_reincarnation,
    after_step,
    fight,
    is_attack,
    is_stuck,
    settled,
)
from engine.tactiki.position import Position
from engine.tactiki.setup import Setup, placed

QUIET_STEPS = 200
"""So many steps sideways in a row, without a defeat and without a reincarnation, are a draw."""
NO_MOVE, NO_PROGRESS = "no-move", "no-progress"


class State(NamedTuple):
    """Frozen. `position` None: nothing is set up yet; `quiet`: steps in a row sideways that defeated nobody."""

    position: Position | None = None
    ply: int = 0
    quiet: int = 0

    @property
    def board(self) -> Position:
        """The position of a game that is set up."""
        assert self.position is not None, "the pieces are set up first"
        return self.position

    @property
    def seat(self) -> str | None:
        """The side to move; None before the pieces are set up."""
        return None if self.position is None else self.position.side

    @property
    def winner(self) -> str | None:
        """The side that has won."""
        return None if self.position is None else self.position.winner

    @property
    def draw(self) -> str | None:
        """Why the game is drawn; None if it is not. Source: K4.2."""
        if self.position is None or self.position.winner is not None:
            return None
        if is_stuck(self.position):
            return NO_MOVE
        return NO_PROGRESS if self.quiet >= QUIET_STEPS else None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.winner is not None or self.draw is not None

    def actions(self) -> list[Action]:
        """Every action of the side to move; none if the game is over."""
        if self.position is None or self.quiet >= QUIET_STEPS:
            return []
        return actions(self.position)

    def set_up(self, pieces: Setup) -> State:
        """The state once both sides have placed their pieces."""
        return self._replace(position=placed(pieces))

    def after(self, action: Action, fought: Clash | None = None) -> State:
        """The state after an allowed action. `fought`: what came of an attack, where that is told; otherwise its ranks
        have to be known."""
        position = self.board
        if isinstance(action, Reincarnation):
            return State(after_reincarnation(position, action), self.ply + 1)
        if fought is None and is_attack(position, action):
            fought = fight(position, action)
            assert fought is not None, "the ranks that decide are known"
        is_aside = action.origin // SIZE == action.target // SIZE
        quiet = self.quiet + 1 if is_aside and not (fought and fought.defeated) else 0
        following = after_step(position, action, fought)
        if quiet >= QUIET_STEPS and following.winner is None:
            following = following._replace(side=other(position.side), steps=FULL_TURN)
        return State(following, self.ply + 1, quiet)

    def wrong(self, seat: str, action: Action, shown: tuple[int, ...] | None = None) -> Explanation | Clash | None:
        """The rule that an action breaks; None, or what comes of the attack, if it is allowed."""
        return explain_action(self.position, self.draw, seat, action, shown)

    def play(self, seat: str, action: str, shown: tuple[int, ...] | None = None) -> State:
        """The state after an action. `shown`: the ranks shown in an attack, the attacker's first.

        Raises: InvalidNotation, IllegalAction."""
        meant = read_action(action)
        found = self.wrong(seat, meant, shown)
        if isinstance(found, Explanation):
            raise IllegalAction(found, str(self.position))
        return self.after(meant, found)

    def view(self, seat: str) -> State:
        """What a side may know: the own ranks, and those of the other that were shown. Source: K5."""
        return self if self.position is None else self._replace(position=self.position.view(seat))


def begin(position: Position | None = None) -> State:
    """The game before the pieces are set up, or from a position on."""
    return State(None if position is None else settled(position))
