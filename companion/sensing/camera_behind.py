"""What is seen behind a hole tells what stands in it, too.

A tall piece seen from aside covers a strip of the board behind its hole, and its hole shows little but its foot, or the
piece in front of it. So whatever may stand in a hole is thought there, among the pieces that are sure: which colour
should then be seen at each point of the strip? What stands nearest to the camera hides what is behind it, and where
nothing stands the board is seen as when it was bare. Each point speaks for what it looks like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

WIDE, OVER = 0.38, 0.62
"""Half the width of what another piece may hide, as a share of the pitch; of a hole it hides some from further off."""
TOP = 0.25
"""So far beyond the middle of its top (share of the pitch) a piece is seen at least."""
FULL = 9.0
"""Further off (squared) than this nothing is more unlike; a glint is as far off."""
STRANGE = 4.5
"""Whatever is seen, something strange is so far off (squared): where the board is seen it does not stand."""
EACH_MM = 4.0
"""Points of a strip that lie nearer to each other tell the same."""
LEAST_MM = 4.0
"""A shorter strip tells nothing."""
NOBODY, SOMEBODY = -1, -2
"""Where no piece stands, and where one may stand whose colour is not known."""


@dataclass(frozen=True, slots=True)
class Strips:
    """What is seen behind N holes, step by step: how far (squared) it is from the board, (N, S), and from the pieces of
    each seat, (seats, N, S); and where an arm hides it, (N, S)."""

    board: Array
    pieces: Array
    is_arm: Array


@dataclass(frozen=True, slots=True)
class Places:
    """Where pieces may stand, first the N holes, then places in yards (M in all): (M, 2) in mm; which way each leans,
    (M, 2); how far for each mm of its height, (M,). steps: of the strips behind the holes, in mm, (S,)."""

    points: Array
    towards: Array
    slope: Array
    steps: Array
    pitch_mm: float


def along_and_beside(away: Array, towards: Array) -> tuple[Array, Array]:
    """How far offsets (M, K, 2), in mm, go along the way on which each of M places leans, (M, 2), and aside of it."""
    x, y = towards[:, :1], towards[:, 1:]
    return away[..., 0] * x + away[..., 1] * y, np.abs(away[..., 1] * x - away[..., 0] * y)


class Behind:
    """Which places of one board may hide what behind which holes, as one camera sees them."""

    def __init__(self, places: Places, count: int, most_tall_mm: float) -> None:
        """count: how many of the places are holes."""
        self._places, self._count = places, count
        needs = [self._needed(number, WIDE, places.steps) for number in range(count)]
        others = [np.flatnonzero((need < most_tall_mm).any(axis=1)) for need in needs]
        widest = max(1, max(map(len, others)))
        self._others = np.stack([np.resize(np.append(other, number), widest) if len(other) else np.full(widest, number)
                                 for number, other in enumerate(others)])  # fmt: skip
        """The places that may hide something behind each hole, (N, K); the hole itself where there are fewer."""
        self._needs = np.stack([need[other] for need, other in zip(needs, self._others, strict=True)])
        """How tall, in mm, a piece there has to be for it to hide each step: (N, K, S)."""
        away = places.points[:count, None] - places.points[self._others]
        over = [self._needed(number, OVER, np.zeros(1)) for number in range(count)]
        self._over = np.stack([need[other, 0] for need, other in zip(over, self._others, strict=True)])
        """How tall it has to be for it to hide some of the hole itself: (N, K)."""
        self._is_before = ((away * places.towards[self._others]).sum(axis=2) > 0)[..., None]
        """Whether each of these places is nearer to the camera than the hole."""

    def _needed(self, number: int, reach: float, steps: Array) -> Array:
        """How tall a piece at each place has to be for it to hide each step behind a hole: (M, S)."""
        places, wide = self._places, reach * self._places.pitch_mm
        spots = places.points[number] + steps[:, None] * places.towards[number]
        along, beside = along_and_beside(spots[None] - places.points[:, None], places.towards)
        tall = np.maximum(along - wide, 0.0) / np.maximum(places.slope[:, None], 1e-3)
        needed: Array = np.where((beside < wide) & (along > -wide), tall, np.inf).astype(np.float32)
        needed[number] = np.inf
        return needed

    def more(self, stands: Sequence[int], tall_mm: Array, strips: Strips) -> tuple[Array, Array]:
        """How much more likely (logarithm) a piece of each seat, or last something strange, stands in each hole than
        nothing, (N, seats + 1); and whether another piece hides the hole, (N,).

        stands: the number of the seat whose piece stands at each of the M places, `NOBODY` or `SOMEBODY`.
        tall_mm: how tall pieces are at least, and at most.
        """
        places, there = self._places, np.asarray(stands)[self._others][..., None]
        covers = (self._needs < tall_mm[1]) & (there != NOBODY)
        hidden = (covers & self._is_before).any(axis=1)
        behind = covers & ~self._is_before
        reach = tall_mm[0] * places.slope[: self._count, None] + TOP * places.pitch_mm
        is_open = (places.steps < reach) & ~hidden & ~strips.is_arm
        is_open &= ~(behind & (there == SOMEBODY)).any(axis=1)
        pieces, none = np.minimum(strips.pieces, FULL), np.minimum(strips.board, FULL)
        for seat, like in enumerate(pieces):
            shows = (behind & (there == seat)).any(axis=1)
            none = np.where(shows, np.minimum(none, like), none)
        step = float(places.steps[1] - places.steps[0])
        gains = [((none - unlike) * is_open).sum(axis=1) for unlike in (*pieces, STRANGE)]
        more = step / EACH_MM / 2 * np.stack(gains, axis=1)
        more[is_open.sum(axis=1) * step < LEAST_MM] = 0.0
        is_over = (self._over < tall_mm[1]) & (there != NOBODY)[..., 0] & self._is_before[..., 0]
        return more, is_over.any(axis=1)
