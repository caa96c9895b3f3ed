"""How TAC-TIK can be set up, as data."""

from __future__ import annotations

from engine.contract import Settings
from engine.tactik.variants import VARIANTS

TABLE = Settings(
    {"variant": tuple(VARIANTS)},
    {name: variant.players for name, variant in VARIANTS.items()},
    {name: variant.board.name for name, variant in VARIANTS.items()},
)
