"""The cards for TAC and how many of each a deck has. Source: T2.1, T2.2."""

from __future__ import annotations

from engine.contract import Card
from engine.errors import InvalidNotation

TRICKSTER, TAC, FOOL, WARRIOR, ANGEL, DEVIL = "trickster", "tac", "fool", "warrior", "angel", "devil"

BASIC: tuple[tuple[Card, int], ...] = (
    ("1", 9), ("2", 7), ("3", 7), ("4", 7), ("5", 7), ("6", 7), ("7", 8), ("8", 7), ("9", 7), ("10", 7), ("12", 7),
    ("13", 9), (TRICKSTER, 7), (TAC, 4),
)  # fmt: skip
MASTER: tuple[tuple[Card, int], ...] = (*BASIC, (FOOL, 1), (WARRIOR, 1), (ANGEL, 1), (DEVIL, 1))
DECKS: dict[str, tuple[tuple[Card, int], ...]] = {"basic": BASIC, "master": MASTER}

CARDS: tuple[Card, ...] = tuple(card for card, _ in MASTER)
OPENING: tuple[Card, ...] = ("1", "13")
FORWARD: dict[Card, int] = {card: int(card) for card in ("1", "2", "3", "5", "6", "8", "9", "10", "12", "13")}
"""Cards that move one piece forward, and by how many fields."""
BACKWARD = 4
"""Fields that the 4 goes back."""


def deck(name: str) -> tuple[tuple[Card, int], ...]:
    """The cards of a deck and how many there are of each. Raises: InvalidNotation."""
    if name not in DECKS:
        raise InvalidNotation("deck", name, "known: " + ", ".join(DECKS))
    return DECKS[name]


def is_card(text: object) -> bool:
    """Whether a text is the name of a card."""
    return isinstance(text, str) and text in CARDS
