"""What a game asks of the hands, whether all lie open or it has to be worked out what they may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from engine.contract import Card, Seat

Use = Callable[[Card], str | None]
"""A sample use (an action) that a card had at one moment of the game, None if it had none."""
Dealt = Mapping[Seat, Sequence[Card] | None]
Given = Mapping[Seat, Card | None]


@dataclass(frozen=True, slots=True)
class Proof:
    """A discard that is proven to have broken T3.3: one of the cards `held` was there and could have been used."""

    ply: int
    seat: Seat
    by: Seat | None
    card: Card
    held: tuple[Card, ...]
    """The card that could have been used; several if it is only certain that one of them was there."""
    use: str
    """What the first of `held` could have done."""
    shown_at: int
    """Ply at which it became certain; equal to `ply` if at once."""


class Hands(Protocol):
    """The hands of all seats; each method that changes something gives what is known after it."""

    @property
    def gone(self) -> tuple[Card, ...]:
        """Every card shown since the last shuffle."""
    @property
    def proofs(self) -> tuple[Proof, ...]:
        """Discards that the last card laid or hand told proves to be wrong."""
    @property
    def cards_left(self) -> int:
        """Number of cards in all hands."""
    def size(self, seat: Seat) -> int:
        """Number of cards that `seat` holds."""
    def hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """The whole hand of `seat`, None if it is not known for certain."""
    def possible_cards(self, seat: Seat) -> tuple[Card, ...]:
        """Kinds of card that `seat` can hold."""
    def can_hold(self, seat: Seat, card: Card) -> bool:
        """Whether `seat` can hold this card (T3.13)."""
    def dealt(self, size: int, hands: Dealt | None = None, is_shuffled: bool = False) -> Self:
        """A new deal of `size` cards a seat. Raises: InvalidNotation."""
    def swapped(self, given: Given | None = None) -> Self:
        """Every pair swapped one card. Raises: InvalidNotation."""
    def played(self, seat: Seat, card: Card, ply: int) -> Self:
        """`seat` laid `card`. Raises: InvalidNotation."""
    def discarded(
        self,
        seat: Seat,
        card: Card,
        ply: int,
        use: Use,
        by: Seat | None = None,
        is_usable: Callable[[Card], bool] | None = None,
    ) -> Self:
        """`seat` discarded `card` as unusable. Raises: InvalidNotation."""
    def hands_passed(self) -> Self:
        """A Fool was used: each seat now holds what its left neighbour held."""
