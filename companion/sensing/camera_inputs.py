"""A camera as a board: what a film shows, told in the same values as a sensing board tells.

1. The first pictures tell that there is a board, and which places it sees: the holes. Yards are not counted.
2. Whenever the stable state of a hole changes, and once a second besides, all holes are told: filled or empty, and
   whose piece it is. A hole that is covered, or not known, keeps what was told last of being filled; whose piece is
   under a hand nobody knows. A token belongs to nobody: of it is told only where it is.
   A hole in which another seat's piece is seen now was emptied under a hand: that is told, too. So is a hole that got
   another seat's piece while the hole from which it came was under a hand: no piece was on both at once.
3. A card that is read surely is laid on the pile, as a reader under the pit would tell it.
4. A board that is not found for three seconds, or does not lie whole in the picture, is a board that is gone.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_gesture import cut_off
from calibration.camera_profile import CameraPart
from companion.inputs import CUT_OFF, PIT, Cable, CardTag, Hello, Identities, Input, OccupancyFrame
from companion.sensing.camera_cards import CardSeen
from companion.sensing.camera_film import FilmReader
from companion.sensing.camera_health import Health
from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN
from engine.contract import Layout

Array = npt.NDArray[Any]

SOURCE = "camera"
HEARTBEAT_S = 1.0
GONE_S = 3.0
UNSEEN_S = 0.5
"""A board that is not seen for longer than this may be played on meanwhile."""
FIRST_S = 3.0
"""A board of which after so long not every hole is known is told as far as it is."""
CARD_SURE = 0.9
SIGNS = {EMPTY: ".", UNKNOWN: "?"}
EXCHANGE_S = 1.0
"""A hole that shows another seat's piece without ever having been seen empty was empty under a hand: it is told empty
for so long, and with it the hole with which it exchanged its piece, which may be seen a little later."""
REPLACED_S = 10.0
"""A hole that was emptied longer ago than this does not get another piece by the same action."""
UNCOVERED_S = 0.6
"""So long after a hand has left a hole its votes are those of before."""
TAKEN_AWAY = "-"
SAME_CARD_PX, SAME_CARD_TURN = 8.0, 5.0
"""A card at the same place and turn is the same card, seen again in another light."""


class CameraInputs:
    """The inputs that one camera's film gives. Raises: ValueError when the profile's board is of another layout."""

    def __init__(self, part: CameraPart, layout: Layout, is_live: bool = False) -> None:
        names = tuple(hole.name for hole in part.board.holes)
        if part.board.layout != layout.name or names != layout.holes:
            raise ValueError(f"the camera's board {part.board.name} is a {part.board.layout}, not a {layout.name}")
        self.film = FilmReader(part, is_live)
        self._layout = layout
        self._owners = [UNKNOWN] * len(names)
        self._began: float | None = None
        self._seen_at = 0.0
        self._told_at = -1e9
        self._told_owners = ""
        self._is_there: bool | None = None
        self._told_occupied: int | None = None
        self._told_hidden = 0
        self._covered_at: dict[int, float] = {}
        self._exchanged: dict[int, float] = {}
        self._replaced = _Replaced(len(names))
        self._card: CardSeen | None = None

    @property
    def mask(self) -> int:
        """The places that a camera sees, as on the wire."""
        return (1 << len(self._layout.holes)) - 1

    def picture(self, t: float, frame_bgr: Array) -> list[Input]:
        """What one picture adds, in the order in which it is to be told."""
        look = self.film.look(t, frame_bgr)
        if self._began is None:
            self._began = self._seen_at = t
        if look.reading is None:
            return self.missing(t, look.trouble)
        beyond = None if look.map is None else cut_off(look.map, self.film.part.board)
        if beyond is not None:
            return self.missing(t, f"{CUT_OFF}{beyond}")
        self._seen_at = t
        self._covered_at |= {i: t for i, state in enumerate(look.reading.states) if state == COVERED}
        inputs = self._arrived(t)
        before = list(self._owners)
        for i, state in enumerate(self.film.votes.stable):
            if state != UNKNOWN:
                if {state, before[i]}.isdisjoint((EMPTY, UNKNOWN)) and state != before[i]:
                    self._exchanged[i] = t
                self._owners[i] = state
        self._exchanged |= dict.fromkeys(self._replaced.hear(t, before, self._owners, self._covered_at), t)
        if UNKNOWN in self._owners and t - self._began < FIRST_S and not self._told_owners:
            return inputs
        return inputs + self._board(t) + self._laid(t, look.card)

    def missing(self, t: float, reason: str) -> list[Input]:
        """No picture, or none with a board: after a while the board counts as gone."""
        if self._began is None:
            self._began = self._seen_at = t
        return self.gone(t, reason) if t - self._seen_at >= GONE_S else self.unseen(t)

    def unseen(self, t: float) -> list[Input]:
        """For a moment nothing is seen: every hole is as under a hand; told once."""
        if not self._is_there or self._told_occupied is None or t - self._seen_at < UNSEEN_S:
            return []
        self.film.votes.forget()
        if self._told_hidden == self.mask:
            return []
        self._told_at, self._told_hidden = t, self.mask
        return [OccupancyFrame(t, self._told_occupied, source=SOURCE, hidden=self.mask)]

    def gone(self, t: float, reason: str) -> list[Input]:
        """The camera sees nothing any more; told once."""
        if self._is_there is False:
            return []
        self._is_there = False
        self.film.votes.forget()
        # What was seen before it went says nothing of what stands there later.
        unknown = "?" * len(self._owners)
        unseen: list[Input] = [Identities(t, unknown, SOURCE)] if self._told_owners not in ("", unknown) else []
        self._told_owners = unknown if unseen else self._told_owners
        return [*unseen, Cable(t, False, SOURCE, reason)]

    def _arrived(self, t: float) -> list[Input]:
        if self._is_there:
            return []
        was_gone = self._is_there is False
        self._is_there = True
        self._told_at = -1e9
        hello = Hello(t, SOURCE, SOURCE, self._layout.name, self.mask)
        return [Cable(t, True, SOURCE, "the board is seen"), hello] if was_gone else [hello]

    def _board(self, t: float) -> list[Input]:
        inputs: list[Input] = []
        self._exchanged = {i: at for i, at in self._exchanged.items() if t - at < EXCHANGE_S}
        filled = (i for i, owner in enumerate(self._owners) if owner not in (EMPTY, UNKNOWN))
        occupied = sum(1 << i for i in filled if i not in self._exchanged)
        self._covered_at = {i: at for i, at in self._covered_at.items() if t - at < UNCOVERED_S}
        # Where nothing has been counted since, what is told is what was there before.
        hidden = sum(1 << i for i in {*self._covered_at, *np.flatnonzero(self.film.votes.is_fresh).tolist()})
        if (occupied, hidden) != (self._told_occupied, self._told_hidden) or t - self._told_at >= HEARTBEAT_S:
            self._told_at, self._told_occupied, self._told_hidden = t, occupied, hidden
            inputs.append(OccupancyFrame(t, occupied, source=SOURCE, hidden=hidden))
        if not self._layout.owners:
            return inputs
        # What is contradicted at the moment is not known, either.
        shown = self.film.stable_cells().values()
        seen = [UNKNOWN if self._covered_at.get(i) == t or state == UNKNOWN else owner
                for i, (owner, state) in enumerate(zip(self._owners, shown, strict=True))]  # fmt: skip
        owners = "".join(SIGNS.get(owner, owner) for owner in seen)
        if owners != self._told_owners:
            self._told_owners = owners
            inputs.append(Identities(t, owners, SOURCE))
        return inputs

    def _laid(self, t: float, card: CardSeen | None) -> list[Input]:
        if card is None or card.chance < CARD_SURE or (self._card is not None and _is_same(card, self._card)):
            return []
        before, self._card = self._card, card
        laid = CardTag(t, PIT, f"camera:{card.face}", card.face)
        return [laid] if before is None else [CardTag(t, PIT, TAKEN_AWAY, None), laid]


def heard(inputs: CameraInputs, health: Health, t: float, frame_bgr: Array | None) -> list[Input]:
    """What the next picture of a camera adds, None where none came; one that shows nothing is a camera that is gone."""
    if health.hear(t, frame_bgr) and frame_bgr is not None:
        return inputs.picture(t, np.ascontiguousarray(frame_bgr))
    trouble = health.trouble(t)
    return inputs.gone(t, trouble) if trouble else inputs.unseen(t)


class _Replaced:
    """Holes that got another seat's piece while the hole from which it came could not be seen."""

    def __init__(self, holes: int) -> None:
        self._pieces = [UNKNOWN] * holes
        """The seat whose piece was seen last on each hole, and until when."""
        self._seen_at = [0.0] * holes
        self._origins: dict[int, frozenset[int]] = {}
        """Where the piece that is on a hole now may have come from."""

    def hear(self, t: float, before: list[str], owners: list[str], covered: Container[int]) -> list[int]:
        """The holes whose piece turns out now to have come from another hole. before, owners: the seats whose pieces
        stood and stand on the holes; covered: holes under a hand."""
        for i, owner in enumerate(owners):
            if owner in (EMPTY, UNKNOWN):
                continue
            if owner != self._pieces[i] != UNKNOWN and t - self._seen_at[i] < REPLACED_S:
                hidden = (j for j, one in enumerate(before) if j != i and one == owner and j in covered)
                self._origins[i] = frozenset(hidden)
            self._pieces[i], self._seen_at[i] = owner, t
        came = [i for i, origins in self._origins.items() if any(owners[j] != self._pieces[i] for j in origins)]
        self._origins = {i: frozenset(j for j in origins if j in covered) for i, origins in self._origins.items()
                         if i not in came and origins}  # fmt: skip
        return came


def _is_same(card: CardSeen, before: CardSeen) -> bool:
    turned = abs((card.turn - before.turn + 90) % 180 - 90)  # it looks alike when it is turned by half
    away = np.hypot(card.x - before.x, card.y - before.y)
    return card.face == before.face and turned < SAME_CARD_TURN and bool(away < SAME_CARD_PX)
