"""What one picture of a board shows: the state of every cell, and how probable it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]

EMPTY, COVERED, UNKNOWN = "empty", "covered", "unknown"
SURE = 0.85
"""A state that is less probable than this is unknown."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture shows. states: one for each hole (`empty`, a seat, `covered`, `unknown`), with probabilities.

    yards: pieces in each yard; yards_unsure: the seats of those that may hold another number.
    evidence: log probability of (empty, seats...) for each hole, (N, 1 + seats).
    covers_pit: whether an arm is above the pit for the cards.
    """

    states: tuple[str, ...]
    chances: tuple[float, ...]
    yards: dict[str, int]
    evidence: Array
    covers_pit: bool
    yards_unsure: tuple[str, ...] = ()
