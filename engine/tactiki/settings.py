"""How TacTiki can be set up, as data: whether the table helps to remember the ranks that were shown."""

from __future__ import annotations

from engine.contract import Layout, Settings
from engine.tactiki.board import OF_EACH, PIECES, RANKS, SIDES, SQUARES, TIKI, other

NO_AID, AID = "no-aid", "aid"
LAYOUT = Layout("tactiki5", SQUARES, (), 0, stack=PIECES * len(SIDES))
SEATS = (TIKI, other(TIKI))
"""TIKI begins. Source: K1.3."""
FILLED = "x"
"""How a picture shows a square with pieces: a board does not tell whose, nor how many."""
COLOURS = {"T": "TAC", "K": "TIKI", FILLED: "piece"}
TABLE = Settings(
    {"memory": (NO_AID, AID)},
    {"": SEATS},
    {"": LAYOUT.name},
    can_first_be_chosen=False,
    colours={LAYOUT.name: COLOURS},
    packs={"tactiki": tuple((str(rank), OF_EACH * len(SIDES)) for rank in RANKS)},
)
