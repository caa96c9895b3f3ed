"""What a side can do: steps and reincarnations, and the position after them. Source: K2, K3, K4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.tactiki.board import GOALS, OF_TIKI, SQUARES, STARTS, STEPS, TIKI, UNKNOWN, other, piece, rank_of, side_of
from engine.tactiki.clash import Clash, clash
from engine.tactiki.position import Column, Position, has_statue

REINCARNATE = "reincarnate"
FULL_TURN = 2


class Step(NamedTuple):
    """The top piece of one square goes to another."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{SQUARES[self.origin]}-{SQUARES[self.target]}"


class Reincarnation(NamedTuple):
    """A defeated piece comes back; `rank` 0: nobody but its owner knows which."""

    rank: int
    square: int

    def __str__(self) -> str:
        return f"{REINCARNATE}:{self.rank or '?'}@{SQUARES[self.square]}"


Action = Step | Reincarnation


def steps(columns: tuple[Column, ...], side: str) -> Iterator[Step]:
    """Every step of a side. Source: K2.3, K2.4."""
    is_tiki, arrivals, ahead = side == TIKI, GOALS[other(side)], STEPS[side]
    for origin, column in enumerate(columns):
        if column and (column[-1] >= OF_TIKI) == is_tiki:
            for target in ahead[origin]:
                there = columns[target]
                if not (there and target in arrivals and (there[-1] >= OF_TIKI) != is_tiki):
                    yield Step(origin, target)


def can_step(columns: tuple[Column, ...], side: str) -> bool:
    """Whether a side has a step."""
    return next(steps(columns, side), None) is not None


def can_act(columns: tuple[Column, ...], gone: Column, side: str) -> bool:
    """Whether a side with a whole turn has a step or a reincarnation."""
    return can_step(columns, side) or (bool(gone) and any(not columns[square] for square in STARTS[side]))


def actions(position: Position) -> list[Action]:
    """Every action of the side to move; none if the game is won. Source: K2.1, K2.5."""
    columns, _, side, left, winner = position
    if winner is not None:
        return []
    found: list[Action] = list(steps(columns, side))
    if left == FULL_TURN:
        ranks = dict.fromkeys(map(rank_of, position.gone(side)))
        free = [square for square in STARTS[side] if not columns[square]]
        found += [Reincarnation(rank, square) for rank in ranks for square in free]
    return found


def is_attack(position: Position, action: Action) -> bool:
    """Whether a step goes onto a column whose top piece is the opponent's."""
    column = position.columns[action.target] if isinstance(action, Step) else ()
    return bool(column) and side_of(column[-1]) != position.side


def fight(position: Position, action: Action) -> Clash | None:
    """What comes of an attack; None if that hangs on an unknown rank, or nobody is attacked."""
    if not isinstance(action, Step) or not is_attack(position, action):
        return None
    return clash(position.columns[action.origin][-1], position.columns[action.target])


def after_step(position: Position, step: Step, fought: Clash | None = None) -> Position:
    """The position after a step; of an attack `fought` tells what came of it."""
    columns = list(position.columns)
    moving = columns[step.origin][-1]
    columns[step.origin] = columns[step.origin][:-1]
    defeated = position.defeated
    if fought is None:
        columns[step.target] = (*columns[step.target], moving)
    else:
        columns[step.target] = fought.column
        for side in {side_of(one) for one in fought.defeated}:
            more = [one for one in fought.defeated if side_of(one) == side]
            defeated = position._replace(defeated=defeated).with_gone(side, [*defeated[side == TIKI], *more])
    return _turned(tuple(columns), defeated, position.side, position.steps - 1)


def after_reincarnation(position: Position, action: Reincarnation) -> Position:
    """The position after a reincarnation: its rank is hidden, and so is which ranks are left. Source: K5.2."""
    side, gone = position.side, [rank_of(one) for one in position.gone(position.side)]
    if action.rank == UNKNOWN:
        gone = [UNKNOWN] * (len(gone) - 1)
    else:
        gone.remove(action.rank if action.rank in gone else UNKNOWN)
    columns = list(position.columns)
    columns[action.square] = (piece(side, action.rank),)
    defeated = position.with_gone(side, [piece(side, rank) for rank in gone])
    return _turned(tuple(columns), defeated, side, 0)


def _turned(columns: tuple[Column, ...], defeated: tuple[Column, Column], side: str, left: int) -> Position:
    """The position once it is clear who acts next; a turn without any possibility passes. Source: K2.2, K4.1."""
    if has_statue(columns, side):
        return Position(columns, defeated, side, FULL_TURN, side)
    if left and can_step(columns, side):
        return Position(columns, defeated, side, left)
    foe = other(side)
    may_pass = not can_act(columns, defeated[foe == TIKI], foe) and can_act(columns, defeated[side == TIKI], side)
    return Position(columns, defeated, side if may_pass else foe, FULL_TURN)


def settled(position: Position) -> Position:
    """The same position once turns without any possibility have passed."""
    columns, defeated, side, left, winner = position
    if winner is not None or can_step(columns, side):
        return position
    if left == FULL_TURN and can_act(columns, position.gone(side), side):
        return position
    return _turned(columns, defeated, side, 0)


def is_stuck(position: Position) -> bool:
    """Whether neither side can step or reincarnate. Source: K4.2."""
    return position.winner is None and not any(
        can_act(position.columns, position.gone(side), side) for side in (position.side, other(position.side))
    )


def results(position: Position) -> dict[str, str]:
    """The text of every position after an action, with the action; of an attack with the action behind it, and the
    position before if what comes of it hangs on an unknown rank."""
    found = {}
    for action in actions(position):
        if isinstance(action, Reincarnation):
            found[str(after_reincarnation(position, action))] = str(action)
        elif not is_attack(position, action):
            found[str(after_step(position, action))] = str(action)
        else:
            fought = fight(position, action)
            after = position if fought is None else after_step(position, action, fought)
            found[f"{after}#{action}"] = str(action)
    return found


def after(position: Position, action: Action) -> Position | None:
    """The position after an action; None if what comes of an attack hangs on an unknown rank."""
    if isinstance(action, Reincarnation):
        return after_reincarnation(position, action)
    if not is_attack(position, action):
        return after_step(position, action)
    fought = fight(position, action)
    return None if fought is None else after_step(position, action, fought)
