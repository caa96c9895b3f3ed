"""A film of the board: pictures in the order of time, whether from a live camera or out of a folder.

1. Each picture is read with the map that holds. Once a second, in an uncovered moment, the board's own holes tell
   whether it still lies there; when many holes suddenly look strange they are asked at once.
2. A board that was bumped is followed; while it is not found nothing is read, and the last state stays.
3. What single pictures say is gathered by `Votes`.
4. When something lies in the pit, no arm is above it and it has been still for a moment, the card is read.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy.typing as npt

from calibration.camera_pack import differ, glance
from calibration.camera_profile import CameraPart
from calibration.camera_register import Registration
from companion.inputs import NOT_FOUND
from companion.sensing.camera_cards import CardReader, CardSeen
from companion.sensing.camera_read import BoardReader
from companion.sensing.camera_reading import COVERED, UNKNOWN
from companion.sensing.camera_still import STILL_MM, Look, locate, moved_mm
from companion.sensing.camera_votes import Votes

Array = npt.NDArray[Any]

CHECK_S = 1.0
STRANGE_SHARE = 0.12
PIT_STILL_S = 0.3


class FilmReader:
    """Reads one film. Feed it pictures in the order of their times."""

    def __init__(self, part: CameraPart, is_live: bool = False) -> None:
        """`is_live`: cards are read by a thread of their own, and told with a later picture."""
        self.part = part
        self.reader = BoardReader(part)
        self.cards = CardReader(part)
        self.votes = Votes([hole.name for hole in part.board.holes], self.reader.seats)
        self._view: Registration | None = None
        self._lookup: tuple[Array, Array] | None = None
        self._checked_at = -1e9
        self._size: tuple[int, int] | None = None
        self._pit = _Pit(self.cards, is_live)
        self._states: tuple[str, ...] = ()
        self._trouble = NOT_FOUND

    def look(self, t: float, frame_bgr: Array) -> Look:
        """What the next picture shows. t: its time in seconds."""
        size = (frame_bgr.shape[1], frame_bgr.shape[0])
        if size != self._size:
            self._size, self._view = size, None
        if self._view is None or t - self._checked_at >= CHECK_S:
            self._check(t, frame_bgr)
        if self._view is None or self._lookup is None:
            return Look(None, None, None, trouble=self._trouble)
        reading = self.reader.read(frame_bgr, self._lookup, self._view.map)
        open_ = [state for state in reading.states if state != COVERED]
        if open_.count(UNKNOWN) > STRANGE_SHARE * len(reading.states) and t > self._checked_at:
            self._check(t, frame_bgr)
            if self._view is None or self._lookup is None:
                return Look(None, None, None, trouble=self._trouble)
            reading = self.reader.read(frame_bgr, self._lookup, self._view.map)
        self.votes.hear(t, reading)
        self._states = reading.states
        card = self._pit.hear(t, frame_bgr, self._view, reading.covers_pit)
        return Look(self._view, reading, self._view.map, card)

    def stable_cells(self) -> dict[str, str]:
        """The state of every hole after evidence over time; `unknown` while what is seen speaks against it."""
        shown = self._states or (UNKNOWN,) * len(self.votes.names)
        return {
            name: state if seen in (state, COVERED, UNKNOWN) else UNKNOWN
            for name, state, seen in zip(self.votes.names, self.votes.stable, shown, strict=True)
        }

    def _check(self, t: float, frame_bgr: Array) -> None:
        """Looks whether the board lies where it lay; follows or searches it if not."""
        self._checked_at = t
        before = (
            self._view.map
            if self._view is not None
            else self.part.map.resized((frame_bgr.shape[1], frame_bgr.shape[0]))
        )
        found, self._trouble = locate(frame_bgr, self.reader, before)
        if found is None:
            self._view = self._lookup = None
            return
        if self._view is None or moved_mm(before, found.map, self.part) >= STILL_MM:
            self._lookup = self.reader.lookup(found.map)
            self.votes.forget()
            self._view = found
        else:
            self._view = Registration(self._view.map, found.residual_mm, found.matched, found.expected)


class _Pit:
    """Watches the pit: a card is read once, when it lies still and nobody reaches over it."""

    def __init__(self, cards: CardReader, is_live: bool) -> None:
        self._cards = cards
        self._thread = ThreadPoolExecutor(1, "cards") if is_live else None
        self._reading: Future[CardSeen | None] | None = None
        self._last: Array | None = None
        self._read: Array | None = None
        self._still_from = 0.0
        self.card: CardSeen | None = None

    def hear(self, t: float, frame_bgr: Array, view: Registration, is_covered: bool) -> CardSeen | None:
        """The card that lies on top, as far as it was read."""
        if self._reading is not None and self._reading.done():
            self.card, self._reading = self._reading.result(), None
        if not self._cards.is_ready or is_covered:
            self._last = None
            return None if is_covered else self.card
        small = glance(self._cards.square(frame_bgr, view.map, 0.4))
        if self._last is None or differ(small, self._last):
            self._still_from = t
        self._last = small
        is_new = self._read is None or differ(small, self._read)
        if is_new and t - self._still_from >= PIT_STILL_S and self._reading is None:
            self._read = small
            square = self._cards.square(frame_bgr, view.map)
            if self._thread is None:
                self.card = self._cards.tell(square)
            else:
                # A second on a small computer; hands go on meanwhile.
                self._reading = self._thread.submit(self._cards.tell, square)
        return self.card
