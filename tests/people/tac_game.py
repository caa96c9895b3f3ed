"""The game that the simulated people play: the one place that knows where the engine's is."""

from __future__ import annotations

from typing import Any


def tac(variant: str = "teams", deck: str = "basic") -> Any:
    """The game for TAC with this deck."""
    from engine.tac.game import TacGame

    return TacGame(deck)
