"""What the table may be asked about the last actions: one choice, yes or nothing."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Option

TAKEBACK = "takeback"


@dataclass(frozen=True, slots=True)
class Offer:
    """Take `count` actions back, or settle `option`, for which the sensor of one hole would have to be wrong."""

    card: str
    action: str
    count: int = 0
    option: Option | None = None
    sensor: int | None = None
    """Wire index of that hole."""
