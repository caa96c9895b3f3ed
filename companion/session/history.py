"""What was settled so far, so that it can be taken back, and corrected without losing what came after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Game, Option

OTHER = "other"
"""What people say where a question had two choices: no, the other."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One settled action: the state before it, and the other actions that the board allowed (for "no, the other")."""

    before: Any
    option: Option
    others: tuple[Option, ...] = ()


class CannotCorrect(ValueError):
    """A correction that does not fit: no such choice was open, or a later action is not legal after it."""


def _chosen(others: tuple[Option, ...], action: str) -> Option | None:
    if action == OTHER:
        return others[0] if len(others) == 1 else None
    return next((option for option in others if action == option.action or action in option.also), None)


class History:
    """The settled actions of a game, in order; undo is going back to a state that was kept."""

    def __init__(self) -> None:
        self.actions: list[Settled] = []

    def add(self, before: Any, option: Option, others: tuple[Option, ...] = ()) -> None:
        """Appends an action; `others` are the further choices of the question that it answered."""
        self.actions.append(Settled(before, option, tuple(o for o in others if o != option)))

    def add_others(self, index: int, others: tuple[Option, ...]) -> None:
        """Action `index` could also have been one of these."""
        entry = self.actions[index]
        self.actions[index] = replace(entry, others=tuple(option for option in others if option != entry.option))

    def pop(self) -> Settled | None:
        """Removes the last action and returns it, None at the beginning of the game."""
        return self.actions.pop() if self.actions else None

    def corrected(self, game: Game, action: str) -> tuple[int, list[tuple[Any, Option]]]:
        """How the game went if the last question had been answered with `action` (`other`: the one other choice).

        Returns the number of actions to take back, and the (state after, option) of each action from there on.
        Raises: CannotCorrect.
        """
        for index in range(len(self.actions) - 1, -1, -1):
            entry = self.actions[index]
            other = _chosen(entry.others, action)
            if other is not None:
                return len(self.actions) - index, self._again(game, entry.before, other, index + 1)
        raise CannotCorrect(f"no question was open in which {action} could be chosen")

    def _again(self, game: Game, state: Any, first: Option, start: int) -> list[tuple[Any, Option]]:
        out = [(game.play(state, first), first)]
        for entry in self.actions[start:]:
            state = out[-1][0]
            wanted = entry.option
            found = next((o for o in self._choices(game, state, wanted) if wanted.action in (o.action, *o.also)), None)
            if found is None:
                raise CannotCorrect(f"{wanted.action}, played later, would not be possible")
            out.append((game.play(state, found), found))
        return out

    @staticmethod
    def _choices(game: Game, state: Any, wanted: Option) -> tuple[Option, ...]:
        options = game.options(state, wanted.card)
        return options if options else (game.discard(state, wanted.card),)
