"""Playing on can tell what was open: what the next seat does is possible after one reading of the board only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.reconcile.fit import Fit
from companion.reconcile.sensors import Sensors
from companion.reconcile.trail import Trail
from engine.contract import Card, Game, Option


@dataclass(frozen=True, slots=True)
class Sequel:
    """What came after an open action: the next card, and the frames (occupancies) since the picture was open."""

    game: Game
    state: Any
    sensors: Sensors
    card: Card
    frames: tuple[int, ...]

    def _after(self, option: Option) -> tuple[Fit, Trail]:
        """The board against the next card, if the open action was `option`."""
        state = self.game.play(self.state, option)
        trail = Trail(self.sensors, state.picture)
        options = self.game.options(state, self.card)
        fit = Fit(trail.sensors, options, state.picture, self.game.undone_by(state, self.card))
        if fit.can_exchange:
            trail.expect_exchange(fit.exchanged_holes)
        for occupied in self.frames:
            trail.follow(occupied)
        return fit, trail

    def is_complete(self, option: Option) -> bool:
        """Whether the board shows an action of the next card then."""
        fit, trail = self._after(option)
        return bool(fit.complete(trail)) and not fit.is_at_rest(trail)

    def is_possible(self, option: Option) -> bool:
        """Whether nothing that the board shows speaks against it."""
        fit, trail = self._after(option)
        return fit.is_at_rest(trail) or bool(fit.complete(trail)) or fit.is_on_its_way(trail)

    def proven(self, options: Sequence[Option]) -> Option | None:
        """The one option after which the board shows an action, if it speaks against all others."""
        ends = [option for option in options if self.is_complete(option)]
        if len(ends) != 1 or any(self.is_possible(option) for option in options if option is not ends[0]):
            return None
        return ends[0]


MOST_PAIRS = 60
"""So many options of a card are looked at together with all that the next card could do after them."""


def first_of_two(sequel: Sequel, options: Sequence[Option], trail: Trail) -> Option | None:
    """The action before the next card's, if the board shows the end of both and only this one can have been first.

    Hands can be quicker than the line: two actions between two frames. `trail` goes back to before the first of them.
    """
    if trail.is_broken or len(options) > MOST_PAIRS:
        return None
    found = [option for option in options if _shows_next(sequel, option, trail)]
    return found[0] if len(found) == 1 else None


def _shows_next(sequel: Sequel, option: Option, trail: Trail) -> bool:
    state = sequel.game.play(sequel.state, option)
    fit = Fit(trail.sensors, sequel.game.options(state, sequel.card), option.picture, None)
    return any(fit.shows(after.picture, trail) for after in fit.options if after.picture != option.picture)
