"""What is in the box: hand sizes, arrows, and how many cards there are of each rank.

The numbers stand in `box.toml`, since no public source gives them. Source: O1.1, O1.2.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from engine.errors import InvalidNotation

A, B = SEATS = ("A", "B")
GOALS: Mapping[str, int] = {A: 0, B: 8}
"""The space on which each player wins."""
MIDDLE = 4
SPACES = range(1, 8)
RANKS = range(1, 13)
BOTH = A + B


def other(seat: str) -> str:
    """The opponent."""
    return B if seat == A else A


class Box(NamedTuple):
    """The numbers of one box: hand sizes of spaces 1 to 7, and the number of cards of ranks 1 to 12."""

    hand_sizes: tuple[int, ...]
    counts: tuple[int, ...]

    def hand_size(self, space: int) -> int:
        """How many cards each player is dealt while the token is on this space."""
        return self.hand_sizes[space - 1]

    def count(self, rank: int) -> int:
        """How many cards of a rank there are."""
        return self.counts[rank - 1]

    def deck(self) -> list[int]:
        """All cards, ascending."""
        return [rank for rank in RANKS for _ in range(self.count(rank))]

    @classmethod
    def read(cls, text: str) -> Box:
        """The box that a file tells. Raises: InvalidNotation."""
        try:
            content: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InvalidNotation("box", text[:60], str(error)) from None
        cards = content.get("cards")
        sizes = content.get("hand-sizes")
        if set(content) != {"hand-sizes", "cards"} or not isinstance(cards, dict) or not isinstance(sizes, list):
            raise InvalidNotation("box", sorted(content), "hand-sizes and [cards] wanted")
        if sorted(cards) != sorted(map(str, RANKS)):
            raise InvalidNotation("box", sorted(cards), "the number of cards of each rank from 1 to 12 wanted")
        counts = [cards[str(rank)] for rank in RANKS]
        _numbers("number of cards", counts, len(RANKS), 0)
        _numbers("hand-sizes", sizes, len(SPACES), 2)
        if 4 * max(sizes) > sum(counts):
            raise InvalidNotation("box", sum(counts), "two hands that are both exchanged need more cards")
        return cls(tuple(sizes), tuple(counts))


def _numbers(what: str, values: list[object], many: int, least: int) -> None:
    if len(values) != many or not all(type(one) is int and one >= least for one in values):
        raise InvalidNotation(what, values, f"{many} whole numbers from {least} wanted")


def file() -> Traversable:
    """The file that comes with the program, to be corrected from the own box."""
    return resources.files(__package__).joinpath("box.toml")


@cache
def usual() -> Box:
    """The box of the file that comes with the program."""
    return Box.read(file().read_text(encoding="utf-8"))


def arrow(space: int) -> str:
    """Whom a space points to: the player whose goal is farther, both in the middle. Source: O1.1."""
    return BOTH if space == MIDDLE else B if space < MIDDLE else A
