"""A game of TacTiki as the table keeps it: what everybody knows, what was told in private, an attack that goes on."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from engine.contract import Card, Picture, Seat
from engine.errors import InvalidNotation
from engine.tactiki.board import SHOWN, SIDES, SQUARES, STARTS, UNKNOWN, other, rank_of, side_of
from engine.tactiki.clash import Clash, clash_shown
from engine.tactiki.explain import read_action
from engine.tactiki.moves import FULL_TURN, Step
from engine.tactiki.position import Column, Position
from engine.tactiki.settings import FILLED
from engine.tactiki.setup import placed
from engine.tactiki.state import State, begin

FIGHT = " fight:"


class Fight(NamedTuple):
    """An attack whose ranks are being shown: the attacker's first, then those it met."""

    step: Step
    ranks: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.step}/{''.join(map(str, self.ranks))}"


class Seen(NamedTuple):
    """Frozen. `game`: the game itself, with the ranks that were told in private; `has_aid`: whether the table tells
    what was shown."""

    game: State
    fight: Fight | None = None
    ply: int = 0
    has_aid: bool = False

    @property
    def position(self) -> str:
        """What everybody may know, in its text form; behind it an attack that goes on."""
        return f"{public(self.game.board)}" + (f"{FIGHT}{self.fight}" if self.fight else "")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The pieces as they stand: who attacks stands on top already."""
        columns = self.game.board.columns
        if self.fight is None:
            return columns
        origin, target = self.fight.step
        stand = list(columns)
        stand[target], stand[origin] = (*columns[target], columns[origin][-1]), columns[origin][:-1]
        return tuple(stand)

    @property
    def picture(self) -> Picture:
        """What a board would show of it: one character a square."""
        return "".join([FILLED if column else "." for column in self.columns])

    @property
    def seat(self) -> Seat:
        """The side to move; in an attack the one whose rank has to be shown."""
        side = self.game.board.side
        return other(side) if self.fight is not None and self.fight.ranks else side

    @property
    def what(self) -> str:
        """What is awaited, in a word: a rank, or the second step of a turn; nothing where a turn begins."""
        if self.fight is not None:
            return "rank"
        return "" if self.game.board.steps == FULL_TURN else "step"

    @property
    def deal(self) -> int:
        """There are no cards to deal."""
        return 0

    @property
    def round(self) -> int:
        """Number of the play, from 1."""
        return self.ply + 1

    @property
    def winner(self) -> tuple[Seat, ...] | None:
        """The side whose statue stands."""
        return None if self.game.winner is None else (self.game.winner,)

    @property
    def draw(self) -> str | None:
        """Why the game is drawn."""
        return self.game.draw

    def hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """Where the pieces of a side stand and which ranks they have, for its own ear; None if it has told none."""
        stand = [
            (SQUARES[square], height, rank_of(one))
            for square, column in enumerate(self.game.board.columns)
            for height, one in enumerate(column, 1)
            if side_of(one) == seat
        ]
        if not any(rank for _, _, rank in stand):
            return None
        return tuple(f"{cell}.{height}={rank or '?'}" for cell, height, rank in stand)


def public(board: Position) -> Position:
    """What everybody knows of a position: only ranks that were shown."""
    return board.view(SIDES[0]).view(SIDES[1])


def opened(board: Position | None = None, has_aid: bool = False) -> Seen:
    """The game with all pieces placed and no rank known, or from a position on; what that tells counts as shown."""
    if board is None:
        board = placed(dict.fromkeys(SIDES))
    columns = tuple(tuple(one | SHOWN if rank_of(one) else one for one in column) for column in board.columns)
    return Seen(begin(board._replace(columns=columns)), has_aid=has_aid)


def attacked(board: Position, step: Step) -> Column:
    """The attacker, then the pieces that it can meet, from the top down."""
    attacker = board.columns[step.origin][-1]
    column = reversed(board.columns[step.target])
    return (attacker, *takewhile(lambda one: side_of(one) != side_of(attacker), column))


def went_on(board: Position, fight: Fight) -> Fight | Clash:
    """An attack with the ranks that are known already; what came of it, once they decide."""
    pieces = attacked(board, fight.step)
    while True:
        found = clash_shown(pieces[0], board.columns[fight.step.target], fight.ranks)
        if isinstance(found, Clash):
            return found
        following = pieces[len(fight.ranks)] if len(fight.ranks) < len(pieces) else UNKNOWN
        if not rank_of(following):
            return fight
        fight = fight._replace(ranks=(*fight.ranks, rank_of(following)))


def read_position(text: str) -> tuple[Position, Fight | None]:
    """The position, and an attack that goes on. Raises: InvalidNotation."""
    board, _, more = text.partition(FIGHT)
    position = Position.parse(board)
    if not more:
        return position, None
    action, _, ranks = more.partition("/")
    step = read_action(action)
    if not isinstance(step, Step) or not all(rank in "12345" for rank in ranks):
        raise InvalidNotation("attack", more, "as in: a2-a3/4")
    return position, Fight(step, tuple(map(int, ranks)))


def on_starts(board: Position, side: str) -> bool:
    """Whether all pieces of a side stand as they were placed."""
    return all(
        [side_of(one) for one in board.columns[square]] == [side, side] for square in STARTS[side]
    ) and not board.gone(side)
