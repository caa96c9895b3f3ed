"""What a table sees and tells of Tacocat: where the token is, and what is awaited from whom, openly or in private."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Cell, Displacement, Seat
from engine.tacocat.box import SEATS, Box, arrow
from engine.tacocat.position import ANSWER, ATTACK, DEAL, DUEL, EXCHANGE, SHOW, Position

LAYOUT = "tacocat9"
CELLS: tuple[Cell, ...] = tuple(map(str, range(9)))
"""The spaces of the track."""


class Space(NamedTuple):
    """One space: its hand size (None for a goal), whom its arrow points to (empty for a goal), if it is covered."""

    cell: Cell
    hand_size: int | None
    arrow: str
    is_covered: bool


class Awaited(NamedTuple):
    """What the round waits for. `seats`: who may do it; `is_private`: whether the cards are laid face down, so that the
    companion must not say them before both have laid theirs."""

    kind: str
    seats: tuple[Seat, ...]
    is_private: bool
    cards: tuple[int, ...]
    """The cards that have to be answered, or that were shown before."""
    most: int | None
    """The greatest number of cards of an exchange; None: any number."""


def track(position: Position, box: Box) -> tuple[Space, ...]:
    """Every space of the track."""
    return tuple(
        Space(cell, box.hand_size(space), arrow(space), space in position.covered)
        if 0 < space < len(CELLS) - 1
        else Space(cell, None, "", False)
        for space, cell in enumerate(CELLS)
    )


def picture(position: Position) -> str:
    """What a board would show: one character a space, `.` or `t` for the token."""
    return "".join(["t" if space == position.token else "." for space in range(len(CELLS))])


def moved(before: Position, after: Position) -> tuple[Displacement, ...]:
    """How the token went; it belongs to nobody."""
    if before.token == after.token:
        return ()
    return (Displacement("", CELLS[before.token], CELLS[after.token]),)


def awaited(position: Position) -> Awaited | None:
    """What the round waits for; None once the game is won."""
    waits = position.waits
    if waits.kind == DEAL:
        return Awaited(DEAL, (), False, (), None)
    if waits.kind not in (EXCHANGE, DUEL, ATTACK, ANSWER, SHOW):
        return None
    seats = tuple(seat for seat in SEATS if waits.is_for(seat))
    is_private = waits.kind == DUEL
    return Awaited(waits.kind, seats, is_private, () if is_private else waits.cards, waits.most)
