"""The cards of TAC-TIK and how many of each there are. Source: I2.1."""

from __future__ import annotations

from engine.contract import Card

SWAP, SEVEN, BACK = "swap", "7x1", "4"
CARDS: tuple[Card, ...] = ("1", "2", "3", BACK, "5", "6", "8", "9", "10", "12", SWAP, SEVEN)
OF_EACH = 4
DECK: tuple[Card, ...] = tuple(card for card in CARDS for _ in range(OF_EACH))

FORWARD: dict[Card, int] = {card: int(card) for card in ("1", "2", "3", "5", "6", "8", "9", "10", "12")}
"""Cards that move one piece forward, and by how many fields. Source: I4.1."""
STARTING: tuple[Card, ...] = ("1", "10")
BACKWARD = 4
"""Fields that the 4 goes back. Source: I4.1."""


def is_card(text: object) -> bool:
    """Whether a text is the name of a card."""
    return isinstance(text, str) and text in CARDS
