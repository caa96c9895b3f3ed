"""From what a board shows back to a position."""

from __future__ import annotations

from engine.contract import Picture
from engine.ring.pieces import masks_of_picture
from engine.tac.board.holes import BOARD
from engine.tac.board.position import Position


def position_of_picture(picture: Picture, before: Position) -> Position:
    """The position that a board shows. A picture does not tell which pieces are fresh (T3.9): those stay so that
    stand where a fresh piece of their seat stood before.

    Raises: InvalidNotation when a seat has not its number of pieces.
    """
    return Position(before.seats, masks_of_picture(BOARD, before.seats, before.masks, picture))
