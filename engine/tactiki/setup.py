"""How the sides place their pieces before the game. Source: K1.3."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.tactiki.board import NUMBERS, OF_EACH, ON_A_START, SIDES, SQUARES, STARTS, TIKI, UNKNOWN, piece
from engine.tactiki.moves import FULL_TURN
from engine.tactiki.position import Column, Position

_WORD = re.compile(r"([a-e][1-5])=([1-5?]+)")


class Placing(NamedTuple):
    """What one side put where: ranks by square, the bottom piece first, 0 for a rank that is not known."""

    columns: Mapping[int, Column]


Setup = Mapping[str, Placing | None]
"""The placing of each side; None: nobody knows it."""


def read_placing(side: str, value: object) -> Placing | None:
    """The placing that a text such as `a1=35,b1=1?` tells. Raises: InvalidNotation."""
    if value is None:
        return None
    what = f"setup of {side}"
    if not isinstance(value, str):
        raise InvalidNotation(what, value, "a text or null wanted")
    columns: dict[int, Column] = {}
    for word in value.split(","):
        found = _WORD.fullmatch(word)
        if not found or NUMBERS[found[1]] in columns:
            raise InvalidNotation(what, value, "each square once with its ranks, the bottom piece first: a1=35,b1=1?")
        columns[NUMBERS[found[1]]] = tuple(UNKNOWN if rank == "?" else int(rank) for rank in found[2])
    return Placing(columns)


def write_placing(placing: Placing) -> str:
    """A placing as it is written."""
    return ",".join(
        f"{SQUARES[square]}={''.join(str(rank or '?') for rank in ranks)}" for square, ranks in placing.columns.items()
    )


def explain_setup(setup: Setup) -> Explanation | None:
    """The rule that a setup breaks; None if it is right."""
    for side in SIDES:
        placing = setup[side]
        if placing is not None:
            wrong = _explain(side, placing.columns)
            if wrong is not None:
                return wrong
    return None


def _explain(side: str, columns: Mapping[int, Column]) -> Explanation | None:
    starts = STARTS[side]
    for square, ranks in columns.items():
        facts: dict[str, Any] = {"seat": side, "square": SQUARES[square]}
        if square not in starts:
            return Explanation("K1.3", "tactiki-setup-square", facts, (SQUARES[square],))
        if len(ranks) != ON_A_START:
            counted = {**facts, "made": len(ranks), "needed": ON_A_START}
            return Explanation("K1.3", "tactiki-setup-count", counted, (SQUARES[square],))
    empty = next((square for square in starts if square not in columns), None)
    if empty is not None:
        facts = {"seat": side, "square": SQUARES[empty], "made": 0, "needed": ON_A_START}
        return Explanation("K1.3", "tactiki-setup-count", facts, (SQUARES[empty],))
    for rank, many in Counter(rank for ranks in columns.values() for rank in ranks if rank != UNKNOWN).items():
        if many > OF_EACH:
            counted = {"seat": side, "rank": rank, "made": many, "needed": OF_EACH}
            return Explanation("K1.2", "tactiki-rank-count", counted)
    return None


def placed(setup: Setup) -> Position:
    """The position with the pieces placed; TIKI moves first."""
    columns: list[Column] = [()] * len(SQUARES)
    for side in SIDES:
        placing = setup[side]
        for square in STARTS[side]:
            ranks = (UNKNOWN,) * ON_A_START if placing is None else placing.columns[square]
            columns[square] = tuple(piece(side, rank) for rank in ranks)
    return Position(tuple(columns), ((), ()), TIKI, FULL_TURN)
