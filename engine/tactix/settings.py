"""How TACTIX can be set up, as data."""

from __future__ import annotations

from engine.contract import Settings
from engine.tactix.dice import SIDES
from engine.tactix.position import VARIANTS

LAYOUT = "tactix9"
TABLE = Settings(
    {"variant": VARIANTS},
    dict.fromkeys(VARIANTS, SIDES),
    dict.fromkeys(VARIANTS, LAYOUT),
    can_first_be_chosen=False,
    colours={LAYOUT: {"w": "white", "b": "black"}},
)
