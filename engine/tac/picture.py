"""From what a board shows back to a position."""

from __future__ import annotations

from engine.contract import Picture, Seat
from engine.tac.board import LAYOUT
from engine.tac.position import Position


def position_of_picture(picture: Picture, before: Position) -> Position:
    """The position that a board shows. A picture does not tell which pieces are fresh (T3.9): those stay so that
    stand where a fresh piece of their seat stood before.

    Raises: InvalidNotation when a seat has not its number of pieces.
    """
    holes = LAYOUT.holes
    texts = []
    for seat in before.seats:
        cells = [_cell(before, seat, cell) for index, cell in enumerate(holes) if picture[index] == seat]
        heap = LAYOUT.owners.index(seat)
        texts.append(f"{seat}:" + ",".join([*cells, *["y"] * int(picture[len(holes) + heap])]))
    return Position.parse(" ".join(texts), before.seats)


def _cell(before: Position, seat: Seat, cell: str) -> str:
    return cell + "*" if before.owner(cell) == seat and before.is_fresh(cell) else cell
