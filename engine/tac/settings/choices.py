"""How TAC can be set up, as data."""

from __future__ import annotations

from engine.contract import Settings
from engine.tac.board.holes import LAYOUT, OWNERS
from engine.tac.hands.cards import DECKS
from engine.tac.settings.variants import VARIANTS

TABLE = Settings(
    {"variant": ("teams", *(name for name in VARIANTS if name != "teams")), "deck": tuple(DECKS)},
    {name: seating.seats for name, seating in VARIANTS.items()},
    dict.fromkeys(VARIANTS, LAYOUT.name),
    colours={LAYOUT.name: dict(zip(OWNERS, ("black", "red", "green", "blue"), strict=True))},
    packs=DECKS,
)
