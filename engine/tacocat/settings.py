"""How Tacocat can be set up, as data: there is one game for two."""

from __future__ import annotations

from engine.contract import Layout, Seat, Settings
from engine.tacocat.box import GOALS, RANKS, SEATS, usual

CELLS = tuple(map(str, range(max(GOALS.values()) + 1)))
"""The spaces of the track."""
LAYOUT = Layout("tacocat9", CELLS, (), 0)
TOKEN: Seat = "t"
"""How a picture shows the token, which belongs to nobody."""
COLOURS = {"A": "player_a", "B": "player_b", TOKEN: "token"}
"""Nobody has pieces of an own colour: there is one token for both."""
TABLE = Settings(
    {},
    {"": SEATS},
    {"": LAYOUT.name},
    can_first_be_chosen=False,
    colours={LAYOUT.name: COLOURS},
    packs={"tacocat": tuple((str(rank), usual().count(rank)) for rank in RANKS if usual().count(rank))},
)
