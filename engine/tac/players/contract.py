"""What a built-in player is: it sees what its seat may know, and lays a card."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.contract import Card, Seat
from engine.ring.pieces import Result
from engine.tac.board.position import Position
from engine.tac.hands.cards import TAC
from engine.tac.moves.options import can_use, results, uses
from engine.tac.moves.situation import Situation


class Sight(NamedTuple):
    """What one player sees when it has to decide; nothing of it is hidden from its seat.

    `situation` is the table, `hand` the cards to choose from. Under a Devil `player` is the seat that decides, and
    hand and situation are those of the seat that it decides for.
    """

    player: Seat
    situation: Situation
    hand: tuple[Card, ...]
    is_tac_only: bool = False
    """Whether no card but TAC can be used: the seat sits out, or has to answer a win."""
    declared: frozenset[Seat] = frozenset()
    """The seats that declared an opening card after the deal (T2.6)."""
    gone: tuple[Card, ...] = ()
    """Every card shown since the last shuffle."""

    def can_use(self, card: Card) -> bool:
        """Whether this card of the hand can be used now."""
        return (card == TAC or not self.is_tac_only) and can_use(self.situation, card)

    def uses(self, card: Card) -> Sequence[Result]:
        """The same as `results` as bare numbers, empty if the card cannot be used."""
        return uses(self.situation, card) if card == TAC or not self.is_tac_only else ()

    def results(self, card: Card) -> list[tuple[Position, str]]:
        """Every result of a usable card with its action."""
        return results(self.situation, card)


class Choice(NamedTuple):
    """The card laid and what it does; `action` and `position` None: discarded unused."""

    card: Card
    action: str | None = None
    position: Position | None = None


class Player(Protocol):
    """Someone who plays. `lot` is the only source of chance."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def swap(self, sight: Sight, lot: random.Random) -> Card:
        """The card that it passes to its partner."""

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The card that it lays. A card that can be used is never discarded where one must be used (T3.3)."""
