"""Ways over the board: straight, or with one right-angled turn. Source: X2.1, X2.2, X2.3.

Squares are numbers from 0 (`a1`) along the rows to 80 (`i9`); a set of squares is a number with one bit a square.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.tactix.dice import turned

SIZE = 9
SQUARES: tuple[str, ...] = tuple(f"{file}{row}" for row in range(1, SIZE + 1) for file in "abcdefghi")
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(SQUARES)}
STEPS: dict[str, tuple[int, int]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
"""Files and rows that one tip goes on."""


class Path(NamedTuple):
    """One way from a square. `between` has the squares passed, `end_bit` the last one.

    `turns` is what each piece becomes on it. `twin` holds the squares passed by another way to the same end with the
    same turn of the die that is written first: with that way open this one is no action of its own.
    """

    between: int
    end_bit: int
    end: int
    turns: bytes
    action: str
    twin: int | None


@cache
def paths(square: int, reach: int) -> tuple[Path, ...]:
    """Every way of so many squares that stays on the board."""
    found = [path for first in STEPS for path in _from(square, reach, first)]
    found.sort(key=lambda path: path.action)
    first_ways: dict[tuple[int, bytes], int] = {}
    ways = []
    for path in found:
        key = (path.end, path.turns)
        ways.append(path._replace(twin=first_ways.get(key)))
        first_ways.setdefault(key, path.between)
    return tuple(ways)


def _from(square: int, reach: int, first: str) -> list[Path]:
    """The ways that begin in one direction: straight, and with a turn after each number of squares."""
    ways = [first * reach]
    for corner in range(1, reach):
        ways += [first * corner + other * (reach - corner) for other in ("EW" if first in "NS" else "NS")]
    return [path for tips in ways if (path := _along(square, tips)) is not None]


def _along(square: int, tips: str) -> Path | None:
    """The way that these tips take; None if it leaves the board."""
    at, named = square, [SQUARES[square]]
    passed = []
    for number, direction in enumerate(tips):
        if number and direction != tips[number - 1]:
            named.append(SQUARES[at])
        following = step(at, direction)
        if following is None:
            return None
        at = following
        passed.append(at)
    between = sum(1 << over for over in passed[:-1])
    return Path(between, 1 << at, at, turned(tips), "-".join([*named, SQUARES[at]]), None)


def step(square: int, direction: str) -> int | None:
    """The next square in a direction; None beyond the edge."""
    across, up = STEPS[direction]
    file, row = square % SIZE + across, square // SIZE + up
    return row * SIZE + file if 0 <= file < SIZE and 0 <= row < SIZE else None


def run(origin: int, target: int) -> tuple[str, int] | None:
    """Direction and number of squares of a straight line; None if the two squares are not on one, or are the same."""
    across, up = target % SIZE - origin % SIZE, target // SIZE - origin // SIZE
    if (across == 0) == (up == 0):
        return None
    direction = ("E" if across > 0 else "W") if across else ("N" if up > 0 else "S")
    return direction, abs(across + up)
