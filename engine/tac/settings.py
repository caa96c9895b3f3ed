"""How TAC can be set up, as data."""

from __future__ import annotations

from engine.contract import Settings
from engine.tac.board import LAYOUT
from engine.tac.cards import DECKS
from engine.tac.variants import VARIANTS

TABLE = Settings(
    {"variant": ("teams", *(name for name in VARIANTS if name != "teams")), "deck": tuple(DECKS)},
    {name: seating.seats for name, seating in VARIANTS.items()},
    dict.fromkeys(VARIANTS, LAYOUT.name),
)
