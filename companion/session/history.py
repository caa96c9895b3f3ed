"""What was settled so far, so that it can be taken back, and corrected without losing what came after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from operator import is_
from typing import Any

from companion.session import asking
from engine.contract import Option, State, TableGame

OTHER = "other"
"""What people say where a question had two choices: no, the other."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One settled action: the states before and after it, how sure it is, and what else the board allowed."""

    before: State
    after: State
    option: Option
    certainty: float = 1.0
    others: tuple[Option, ...] = ()
    surprise: float = 0.0
    """How much dearer than the cheapest story the one is in which this was played, in nats."""
    is_card_known: bool = True
    """Whether anybody knows which card it was; else it is one of several."""
    slips: int = field(default=0, compare=False)
    """How often the table was found wrong before it was played."""
    pauses: int = field(default=0, compare=False)
    """How often besides because hands paused on the way to its end."""

    def told(self) -> Mapping[str, Any]:
        """The keys of its `move`."""
        return {
            "seat": self.before.seat,
            "card": (self.option.card or None) if self.is_card_known else None,
            "action": self.option.action,
            "position": self.after.position,
            "certainty": self.certainty,
        }

    @property
    def has_moved(self) -> bool:
        """Whether hands had anything to move, be it only back."""
        return bool(self.option.gesture) or self.before.picture != self.after.picture

    @property
    def written(self) -> tuple[str, str, str]:
        """What was played: card, if it is known, action and position."""
        return self.option.card if self.is_card_known else "", self.option.action, self.option.position

    def is_same_play(self, other: Settled) -> bool:
        """Whether both tell the same: seat, card and result."""
        return self.written == other.written


class CannotCorrect(ValueError):
    """A correction that does not fit: no such choice was open, or a later action is not legal after it."""


@dataclass(frozen=True)
class History:
    """The settled actions of a game, in order; undo is going back to a state that was kept."""

    actions: tuple[Settled, ...] = ()

    def add(self, settled: Settled) -> History:
        """The history with one action more."""
        return History((*self.actions, settled))

    def without(self, count: int) -> History:
        """The history without its last `count` actions."""
        return History(self.actions[: len(self.actions) - count])

    def told(self, number: int) -> Mapping[str, Any]:
        """The keys of the `move` of one action."""
        return self.actions[number].told()

    def made_on(self, number: int, position: str) -> Settled | None:
        """The newest action before this one that was made on a position."""
        earlier = self.actions[:number]
        return next((one for one in reversed(earlier) if one.before.position == position), None)

    def in_common(self, other: History) -> int:
        """How many actions both begin with."""
        same = sum(takewhile(bool, map(is_, self.actions, other.actions)))
        rest = zip(self.actions[same:], other.actions[same:], strict=False)
        return same + sum(takewhile(bool, (mine.is_same_play(its) for mine, its in rest)))

    @cached_property
    def written(self) -> tuple[tuple[str, str, str], ...]:
        """What was played: card, action and position of each action."""
        return tuple(entry.written for entry in self.actions)

    def holds(self, ply: int, action: str) -> bool:
        """Whether this was played at a ply, or nothing was yet."""
        return ply > len(self.actions) or self.actions[ply - 1].option.is_written(action)

    def surprise(self, ply: int) -> float:
        """What the actions after ply `ply` cost together, in nats."""
        return sum(entry.surprise for entry in self.actions[ply:])

    def slips_since(self, ply: int) -> int:
        """How often the table was found wrong before the actions after ply `ply` were played."""
        return sum(entry.slips for entry in self.actions[ply:])

    def pauses_since(self, ply: int) -> int:
        """How often hands only paused, though that was called wrong, in the actions after ply `ply`."""
        return sum(entry.pauses for entry in self.actions[ply:])

    def moved_since(self, ply: int) -> int:
        """How many of the actions after ply `ply` have moved anything."""
        return sum(entry.has_moved for entry in self.actions[ply:])

    def corrected(self, game: TableGame, action: str) -> tuple[int, tuple[Settled, ...]]:
        """How the game went if the last question had been answered with `action` (`other`: the one other choice).

        Returns the number of actions that stay, and those from there on. Raises: CannotCorrect.
        """
        for index in range(len(self.actions) - 1, -1, -1):
            entry = self.actions[index]
            other = _chosen(entry.others, action)
            if other is not None:
                others = tuple(option for option in (entry.option, *entry.others) if option != other)
                first = Settled(entry.before, game.play(entry.before, other), other, 1.0, others)
                return index, (first, *self._again(game, first.after, index + 1))
        raise CannotCorrect(f"no question was open in which {action} could be chosen")

    def _again(self, game: TableGame, state: State, start: int) -> list[Settled]:
        out: list[Settled] = []
        for entry in self.actions[start:]:
            wanted, state = entry.option, asking.turned(game, state, entry.before.seat)
            found = next((o for o in _choices(game, state, wanted) if o.is_written(wanted.action)), None)
            if found is None:
                raise CannotCorrect(f"{wanted.action}, played later, would not be possible")
            out.append(replace(entry, before=state, after=game.play(state, found), option=found))
            state = out[-1].after
        return out


def _chosen(others: tuple[Option, ...], action: str) -> Option | None:
    if action == OTHER:
        return others[0] if len(others) == 1 else None
    return next((option for option in others if option.is_written(action)), None)


def _choices(game: TableGame, state: State, wanted: Option) -> tuple[Option, ...]:
    options = game.options(state, wanted.card)
    return options if options else (game.aside(state, wanted.card),)
