"""What a built-in player is: it sees what it may know, and lays a card."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from engine.contract import Card
from engine.ring.pieces import Masks
from engine.tactik.situation import Situation


class Sight(NamedTuple):
    """What a player sees when it has to decide: the table and its own cards."""

    situation: Situation
    hand: tuple[Card, ...]


class Choice(NamedTuple):
    """The card laid and what it does; `action` and `masks` None: thrown unused."""

    card: Card
    action: str | None = None
    masks: Masks | None = None


class Player(Protocol):
    """Someone who plays. `lot` is the only source of chance."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def give(self, sight: Sight, lot: random.Random) -> Card:
        """The card that it gives away after the deal."""

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        """The card that it lays. A card is thrown only where none can be used (I3.1)."""
