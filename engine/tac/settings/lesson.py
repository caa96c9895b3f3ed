"""What the lesson plays with: the smallest deck, two teams, and one card for each thing that is taught."""

from __future__ import annotations

from engine.registry import Taught
from engine.tac.hands.cards import TAC, TRICKSTER

LESSON = Taught(
    {"variant": "teams", "deck": "basic"},
    {
        "one": "1", "five": "5", "four": "4", "six": "6", "thirteen": "13", "seven": "7", "exchange": TRICKSTER,
        "into_house": "6", "mistake": "5", "before_undoing": "5", "undoing": TAC,
    },
)  # fmt: skip
