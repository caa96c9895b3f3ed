"""What a player does with cards, as it is written: `exchange:5,7`, `duel:9`, `attack:5,5`, `answer:6,low2`."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.errors import InvalidNotation
from engine.tacocat.position import ANSWER, ATTACK, DUEL, EXCHANGE, SHOW, read_rank

KINDS = (EXCHANGE, DUEL, ATTACK, ANSWER, SHOW)
LOW = "low"
"""Written before the rank of a sacrifice."""


class Action(NamedTuple):
    """The cards of one action, in the order in which they are written; `lows` of an answer: which are sacrifices."""

    kind: str
    cards: tuple[int, ...]
    lows: tuple[bool, ...] = ()

    def __str__(self) -> str:
        if self.kind != ANSWER:
            return f"{self.kind}:{','.join(map(str, self.cards)) or '-'}"
        return f"{self.kind}:{','.join(self.words)}"

    @property
    def words(self) -> tuple[str, ...]:
        """The cards of an answer, `low` before each that is given up."""
        return tuple(f"{LOW}{card}" if low else str(card) for card, low in zip(self.cards, self.lows, strict=True))

    @property
    def sacrifices(self) -> tuple[int, ...]:
        """The cards given up in an answer, ascending."""
        return tuple(sorted(card for card, is_low in zip(self.cards, self.lows, strict=True) if is_low))

    @property
    def defence(self) -> tuple[int, ...]:
        """The cards laid against attacking cards, ascending."""
        return tuple(sorted(card for card, is_low in zip(self.cards, self.lows, strict=True) if not is_low))


def read_action(text: str) -> Action:
    """The action that a text tells, whether or not it is allowed. Raises: InvalidNotation."""
    kind, sign, rest = text.partition(":")
    if kind not in KINDS or not sign:
        raise InvalidNotation("action", text, "as in: exchange:5,7, duel:9, attack:5,5, answer:6,low2, show:3")
    words = rest.split(",")
    if kind == EXCHANGE and rest == "-":
        return Action(EXCHANGE, ())
    if kind == ANSWER:
        lows = tuple(word.startswith(LOW) for word in words)
        return Action(ANSWER, tuple(read_rank(word.removeprefix(LOW)) for word in words), lows)
    if kind in (DUEL, SHOW) and len(words) > 1:
        raise InvalidNotation("action", text, "one card")
    return Action(kind, tuple(map(read_rank, words)))


def is_set(cards: tuple[int, ...]) -> bool:
    """Whether these are one card, or several of one rank."""
    return len(set(cards)) == 1


def is_sequence(cards: tuple[int, ...]) -> bool:
    """Whether these are three cards or more in a row, in any order."""
    return len(cards) >= 3 and all(low + 1 == high for low, high in pairwise(sorted(cards)))
