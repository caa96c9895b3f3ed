"""What a card does, as it is written: `05-12`, `Ay-00`, `05-09,A1-A2`, `05~33`, `discard`.

Reading tells only that a text has one of the forms; whether it is legal is for the options to say. A piece that left
its yard for a hole that is not its start can be written too: somebody may have tried it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import InvalidNotation
from engine.ring.actions import Exchange, Move, Runs
from engine.ring.board import RingBoard

DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Discard:
    """The card is thrown away unused."""

    def __str__(self) -> str:
        return DISCARD


Action = Move | Runs | Exchange | Discard

_PAIR = re.compile(r"([0-9A-Z][0-9y])([-~])([0-9A-Z][0-9])", re.ASCII)


def is_start(move: Move) -> bool:
    """Whether the piece comes from its yard."""
    return move.origin.endswith("y")


def parse_action(board: RingBoard, text: str) -> Action:
    """The action written as `text`, on this board. Raises: InvalidNotation."""
    if text == DISCARD:
        return Discard()
    segments = [_parse_pair(board, part, text) for part in text.split(",")]
    if len(segments) == 1:
        return segments[0]
    moves = tuple(one for one in segments if isinstance(one, Move) and not is_start(one))
    if len(moves) != len(segments):
        raise InvalidNotation("action", text, "only moves can be joined")
    return Runs(moves)


def _parse_pair(board: RingBoard, part: str, text: str) -> Move | Exchange:
    match = _PAIR.fullmatch(part)
    if match is None:
        raise InvalidNotation("action", text)
    origin, sign, target = match.groups()
    origins = (*board.layout.holes, *board.layout.heaps) if sign == "-" else board.layout.holes
    if origin not in origins or target not in board.layout.holes:
        raise InvalidNotation("action", text, f"no such place in {part!r}")
    if sign == "-":
        return Move(origin, target)
    return Exchange(*sorted((origin, target)))
