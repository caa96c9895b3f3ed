"""What a card does, as it is written: `05-12`, `Ay-00`, `05-09,A1-A2`, `05~33`, `05x33`, `skip` ...

Reading an action tells only that it has one of the forms; whether it is legal is for the options to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.contract import Cell, Seat
from engine.errors import InvalidNotation
from engine.ring.actions import Exchange as Exchange
from engine.ring.actions import Move as Move
from engine.ring.actions import Runs
from engine.tac.board.holes import LAYOUT, start_cell

SKIP, DEVIL, PASS_HANDS, DISCARD = "skip", "devil", "pass-hands", "discard"
MARKS = (SKIP, DEVIL, PASS_HANDS, DISCARD)
Seven = Runs
"""The segments of a 7 in the order in which they are made; two or more."""


EXCHANGED = "~"
"""What stands between the two holes of an exchange."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One piece of a seat goes from its yard to its start field."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat}y-{start_cell(self.seat)}"


@dataclass(frozen=True, slots=True)
class Strike:
    """A Warrior's piece takes the next piece on the ring; itself where it is alone."""

    origin: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.origin}x{self.target}"


@dataclass(frozen=True, slots=True)
class Mark:
    """An action that moves no piece: `skip`, `devil`, `pass-hands` or `discard`."""

    name: str

    def __str__(self) -> str:
        return self.name


Action = Move | Opening | Seven | Exchange | Strike | Mark

_PAIR = re.compile(r"([0-9A-Z][0-9y])([-~x])([0-9A-Z][0-9])", re.ASCII)


def parse_action(text: str) -> Action:
    """The action written as `text`. Raises: InvalidNotation."""
    if text in MARKS:
        return Mark(text)
    segments = [_parse_pair(part, text) for part in text.split(",")]
    if len(segments) == 1:
        return segments[0]
    if not all(isinstance(segment, Move) for segment in segments):
        raise InvalidNotation("action", text, "only moves can be joined")
    return Seven(tuple(segment for segment in segments if isinstance(segment, Move)))


def _parse_pair(part: str, text: str) -> Move | Opening | Exchange | Strike:
    match = _PAIR.fullmatch(part)
    if match is None:
        raise InvalidNotation("action", text)
    origin, sign, target = match.groups()
    if origin in LAYOUT.heaps and sign == "-" and target == start_cell(origin[0]):
        return Opening(origin[0])
    if origin not in LAYOUT.holes or target not in LAYOUT.holes:
        raise InvalidNotation("action", text, f"no such place in {part!r}")
    if sign == "-":
        return Move(origin, target)
    if sign == EXCHANGED:
        return Exchange(origin, target)
    return Strike(origin, target)
