"""How TAC-TIK can be set up, as data."""

from __future__ import annotations

from engine.contract import Settings
from engine.tactik.cards import CARDS, OF_EACH
from engine.tactik.variants import FOUR, SIX, VARIANTS

COLOURS = {
    FOUR: ("red", "blue", "yellow", "green"),
    SIX: ("red", "white", "blue", "yellow", "black", "green"),
}
"""What the pieces of each board are painted with, clockwise. Source: I1.1."""
TABLE = Settings(
    {"variant": tuple(VARIANTS)},
    {name: variant.players for name, variant in VARIANTS.items()},
    {name: variant.board.name for name, variant in VARIANTS.items()},
    colours={board.name: dict(zip(board.owners, painted, strict=True)) for board, painted in COLOURS.items()},
    packs={"tactik": tuple((card, OF_EACH) for card in CARDS)},
)
