"""What pieces do on a board with a ring: one goes, several go one after another, two change places."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Cell


@dataclass(frozen=True, slots=True)
class Move:
    """One piece goes from one place to another; also one run of a 7. Tried, not always allowed: `origin` can be a
    yard."""

    origin: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a 7 in the order in which they are made; two or more."""

    segments: tuple[Move, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.segments))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two pieces change places; the lower field first."""

    lower: Cell
    higher: Cell

    def __str__(self) -> str:
        return f"{self.lower}~{self.higher}"
