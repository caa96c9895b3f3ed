"""Showing a camera one's own pack by ear: each face is laid into the pit once, as the voice asks for it.

1. The voice names a card. It is taken when something new and white lies still in the pit with no hand above it.
2. `next` leaves a card out, `back` asks for the last one again, a face that is named is asked for, `done` ends early.
3. When all have been shown the cards are looked for together, since all of one pack are of one size; a face on whose
   picture none is found is asked for once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_faces import SURE_SCORE, cut_card, find_cards, is_paper
from calibration.wizard import Said, brief, meaning, say

Array = npt.NDArray[Any]

STILL_S = 0.6
NEW_STEP = 0.05
"""How much the pit has to change (mean logarithm) to show another card."""
REMIND_S = 12.0


def glance(square_bgr: Array) -> Array:
    """A square around the pit in a few numbers, whatever the light: (30, 30, 3)."""
    import cv2

    logs: Array = np.log(cv2.resize(square_bgr, (30, 30), interpolation=cv2.INTER_AREA).astype(np.float32) + 8.0)
    logs -= logs.mean()
    return logs


def differ(one: Array, other: Array) -> bool:
    """Whether two glances show different things."""
    return bool(np.abs(one - other).mean() > NEW_STEP)


class PackWizard:
    """Learns `faces`: the picture of each card. deck: the faces there are, in the order in which they are asked for."""

    def __init__(self, deck: Sequence[str]) -> None:
        self._deck = tuple(deck)
        self._open = list(deck)
        self._squares: dict[str, Array] = {}
        self._asked_before: set[str] = set()
        self._last: Array | None = None
        self._taken: Array | None = None
        self._still_from = self._told_at = 0.0
        self.is_done = False
        self.faces: Mapping[str, Array] = {}

    @property
    def asked(self) -> str | None:
        """The face that is asked for; None when all were shown."""
        return self._open[0] if self._open else None

    @property
    def shown(self) -> tuple[str, ...]:
        """The faces that were shown, in their order."""
        return tuple(self._squares)

    def begin(self, t: float) -> Said:
        """The first words, and the first card."""
        return [say("pack_begin", n=len(self._deck)), *self._ask(t)]

    def hear(self, t: float, square_bgr: Array, is_covered: bool) -> Said:
        """Takes the next picture of the square around the pit. `is_covered`: a hand is above it."""
        if self.is_done or self.asked is None:
            return []
        now = glance(square_bgr)
        if is_covered or self._last is None or differ(now, self._last):
            self._last, self._still_from = now, t
            return []
        if t - self._still_from < STILL_S:
            return []
        if self._taken is not None and not differ(now, self._taken):
            return self._ask(t) if t - self._told_at > REMIND_S else []
        if not _is_white(square_bgr):
            return self._ask(t) if t - self._told_at > REMIND_S else []
        self._taken = now
        self._squares[self._open.pop(0)] = square_bgr
        return self._ask(t)

    def key(self, t: float, word: str) -> Said:
        """A word that was typed."""
        meant = meaning(word)
        if meant == "done":
            self._open.clear()
        elif meant == "next" and self._open:
            self._open.pop(0)
        elif meant == "back" and self._squares:
            face = next(reversed(self._squares))
            del self._squares[face]
            self._open.insert(0, face)
        elif meant in self._deck:
            self._squares.pop(meant, None)
            self._open = [meant, *(face for face in self._open if face != meant)]
        elif meant != "again":
            return []
        return self._ask(t)

    def learn(self, t: float) -> Said:
        """All were shown: finds the cards on their pictures. Takes a second for each."""
        names = list(self._squares)
        found = dict(zip(names, find_cards([self._squares[name] for name in names]), strict=True))
        self.faces = {name: cut_card(self._squares[name], card) for name, card in found.items() if card is not None}
        poor = [name for name, card in found.items() if card is None or card.score < SURE_SCORE]
        again = [name for name in poor if name not in self._asked_before]
        if not again:
            self.is_done = True
            return [say("pack_done", n=len(self.faces))]
        self._asked_before |= set(again)
        self._open = again
        return [say("pack_unclear"), *self._ask(t)]

    def _ask(self, t: float) -> Said:
        self._told_at = t
        return [brief("pack_ask", card=self.asked)] if self.asked is not None else [say("pack_learning")]


def _is_white(square_bgr: Array) -> bool:
    side = square_bgr.shape[0]
    middle = slice(side // 3, side - side // 3)
    return is_paper(square_bgr[middle, middle])
