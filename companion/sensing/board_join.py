"""Two boards at one table: switches under the holes and a camera above them, told as one board.

Switches are quick and see through hands; a camera sees colours, and holes that have no switch. Either may vanish and
come back in the middle of a game.

1. A place is told by its switch while the board with switches is there and the switch is not reported as broken; else
   by the camera.
2. Where the camera has been sure of the opposite for a while, the switch is not believed until both agree again.
3. The table is told of a board that is gone only when both are.
"""

from __future__ import annotations

from companion.inputs import Cable, Fault, Hello, Identities, Input, OccupancyFrame
from engine.contract import Layout

CONTRADICTION_S = 1.5
"""A camera lags behind by half a second, and hands hide holes from it for longer: it contradicts late."""
BROKEN = ("stuck-on", "stuck-off")
JOINED = "board and camera"


class BoardJoin:
    """Joins the inputs of a board with switches and of a camera. Feed it all of them in the order of their times.

    `camera`: the source that the camera's values name. With only one of the two everything passes as it came.
    """

    def __init__(self, layout: Layout, camera: str) -> None:
        self._layout, self._camera = layout, camera
        self._masks = {True: 0, False: 0}
        self._occupied = {True: 0, False: 0}
        self._is_there = {True: False, False: False}
        self._has_told = {True: False, False: False}
        self._owners = ""
        self._broken = 0
        self._distrusted = 0
        self._differs_since: dict[int, float] = {}
        self._hidden = self._told_hidden = 0
        self._told: int | None = None
        self._told_mask: int | None = None

    @property
    def distrusted(self) -> tuple[int, ...]:
        """Places whose switch the camera contradicts."""
        return tuple(i for i in range(self._layout.size) if self._distrusted >> i & 1)

    def hear(self, value: Input) -> list[Input]:
        """What the table is told of this input."""
        match value:
            case Hello():
                return self._hello(value)
            case OccupancyFrame():
                return self._frame(value)
            case Cable():
                return self._cable(value)
            case Fault() if value.index is not None and value.code in (*BROKEN, "clear"):
                return self._fault(value, value.index)
            case Identities():
                self._owners = value.owners
                self._compare(value.t)
                return [value]
            case _:
                return [value]

    def _is_camera(self, source: str) -> bool:
        return source == self._camera

    def _hello(self, value: Hello) -> list[Input]:
        is_camera = self._is_camera(value.board)
        self._masks[is_camera] = value.mask
        self._is_there[is_camera] = True
        return self._named(value)

    def _named(self, value: Hello) -> list[Input]:
        """The board names itself to the table, with all places that either of the two sees."""
        mask = self._masks[True] | self._masks[False]
        if value.is_restart or mask != self._told_mask or not self._is_camera(value.board):
            self._told_mask = mask
            return [Hello(value.t, value.board, value.firmware, value.layout, mask, value.is_restart)]
        return []

    def _frame(self, value: OccupancyFrame) -> list[Input]:
        is_camera = self._is_camera(value.source)
        self._is_there[is_camera] = self._has_told[is_camera] = True
        self._occupied[is_camera] = value.occupied
        self._hidden = value.hidden if is_camera else self._hidden
        if not is_camera and not self._masks[False]:
            self._masks[False] = (1 << self._layout.size) - 1
        self._compare(value.t)
        occupied = self._both()
        hidden = self._hidden & self._by_camera()
        if is_camera and (occupied, hidden) == (self._told, self._told_hidden) and self._rules(False):
            return []  # the switches tell the time of every change, and their own heartbeat
        self._told, self._told_hidden = occupied, hidden
        return [OccupancyFrame(value.t, occupied, value.lost, value.source, hidden)]

    def _cable(self, value: Cable) -> list[Input]:
        is_camera = self._is_camera(value.source)
        other_was_there = self._rules(not is_camera)
        self._is_there[is_camera] = value.is_connected
        if not value.is_connected:
            self._has_told[is_camera] = False
            self._hidden = 0 if is_camera else self._hidden
            self._differs_since.clear()
        if not other_was_there:
            return [value]
        occupied = self._both()
        if value.is_connected or occupied == self._told:
            return []
        self._told = occupied
        return [OccupancyFrame(value.t, occupied, source=JOINED)]

    def _fault(self, value: Fault, index: int) -> list[Input]:
        if value.code == "clear":
            self._broken &= ~(1 << index)
        else:
            self._broken |= 1 << index
        # A hole that the camera sees is not blind because its switch is broken.
        return [] if self._rules(True) and self._masks[True] >> index & 1 else [value]

    def _rules(self, is_camera: bool) -> bool:
        return self._is_there[is_camera] and self._has_told[is_camera]

    def _both(self) -> int:
        """The places that are filled, each as the better of the two tells it."""
        chosen = self._by_camera()
        if not self._rules(False):
            return self._occupied[True] & chosen
        return (self._occupied[False] & ~chosen) | (self._occupied[True] & chosen)

    def _by_camera(self) -> int:
        """The places of which the camera is believed."""
        if not self._rules(True):
            return 0
        unsure = self._broken | self._distrusted | ~self._masks[False]
        return self._masks[True] & (unsure if self._rules(False) else -1)

    def _compare(self, t: float) -> None:
        """Looks which switches the camera contradicts."""
        if not (self._rules(True) and self._rules(False)):
            return
        common = self._masks[True] & self._masks[False] & ~self._broken
        differs = (self._occupied[True] ^ self._occupied[False]) & common & self._known()
        for index in range(self._layout.size):
            if not differs >> index & 1:
                self._differs_since.pop(index, None)
                self._distrusted &= ~(1 << index)
            elif t - self._differs_since.setdefault(index, t) >= CONTRADICTION_S:
                self._distrusted |= 1 << index

    def _known(self) -> int:
        """The holes of which the camera knows what stands in them."""
        return sum(1 << i for i, owner in enumerate(self._owners) if owner != "?")
