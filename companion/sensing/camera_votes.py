"""Evidence over time: one picture may err, ten that agree do not.

For every hole the log probabilities of all pictures in which it was open are added up and bounded; a hole changes its
state when something else has become far more probable, and never on what hands cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN, Reading

Array = npt.NDArray[Any]

STEP = 3.0
"""One picture says at most this much; so no single glint decides."""
BOUND = 9.0
DECISION = 6.0
LEAST_PICTURES = 4
CALM_S = 0.3
"""A hole counts again so long after a hand has left it: hands tremble, and shadows go last."""
CHANGED_AT_ONCE = 1 / 3
LIGHT_S = 1.0
"""If so many holes change in one moment it is the light, or the board; then nothing counts for a while."""


class Votes:
    """The state of every hole as time tells it. Feed it readings in the order of their times.

    1. Open holes add their evidence, at most `STEP` a picture; covered ones add nothing and fade nothing.
    2. A hole that has just been uncovered waits `CALM_S` before it counts again.
    3. When a third of all holes would change at once, the light changed: everything waits until it is still.
    4. A state that leads by `DECISION` after at least four pictures is stable; it stays until another one does.
    """

    def __init__(self, names: Sequence[str], seats: Sequence[str]) -> None:
        self.names, self._kinds = tuple(names), (EMPTY, *seats)
        self._sums = np.zeros((len(self.names), len(self._kinds)))
        self._pictures = np.zeros(len(self.names), int)
        self._covered_at = np.full(len(self.names), -1e9)
        self._stable: list[str] = [UNKNOWN] * len(self.names)
        self._quiet_from = -1e9

    @property
    def stable(self) -> tuple[str, ...]:
        """For each hole `empty`, a seat, or `unknown` until there is enough evidence."""
        return tuple(self._stable)

    @property
    def is_fresh(self) -> Array:
        """For each hole whether too few pictures were counted since it was hidden, or the light changed: (N,)."""
        return self._pictures < LEAST_PICTURES

    def hear(self, t: float, reading: Reading) -> None:
        """Takes what one picture shows."""
        states = np.array(reading.states)
        covered = states == COVERED
        self._covered_at[covered] = t
        if self._light_changes(states):
            self._quiet_from = t + LIGHT_S
            self._sums *= 0.0
            self._pictures[:] = 0
        if t < self._quiet_from:
            return
        open_ = ~covered & (t - self._covered_at >= CALM_S)
        best = reading.evidence.max(axis=1, keepdims=True)
        votes = np.maximum(reading.evidence - best, -STEP)
        votes[states == UNKNOWN] *= 0.3
        self._sums[open_] += votes[open_]
        self._sums[open_] -= self._sums[open_].max(axis=1, keepdims=True)
        np.maximum(self._sums, -BOUND, out=self._sums)
        self._pictures[open_] += 1
        # A hand over a hole may have changed it: what was heard before no longer tells anything.
        self._sums[covered] *= 0.5
        self._pictures[covered] = 0
        self._decide(open_)

    def forget(self) -> None:
        """Begins again, as after a bump: what is stable stays until new evidence speaks against it."""
        self._sums[:] = 0
        self._pictures[:] = 0

    def _decide(self, open_: Array) -> None:
        ordered = np.sort(self._sums, axis=1)
        leads = (ordered[:, -1] - ordered[:, -2] >= DECISION) & (self._pictures >= LEAST_PICTURES) & open_
        for i in np.flatnonzero(leads):
            self._stable[i] = self._kinds[int(self._sums[i].argmax())]

    def _light_changes(self, states: Array) -> bool:
        known = np.array(self._stable)
        comparable = (known != UNKNOWN) & (states != COVERED) & (states != UNKNOWN)
        return int(comparable.sum()) > 12 and float((known != states)[comparable].mean()) > CHANGED_AT_ONCE
