"""The link to the sensing board: whether it is there, which places it can see, and which sensors are not believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs import Cable, Fault, Hello

if TYPE_CHECKING:
    from companion.session.session import Session

STUCK = ("stuck-on", "stuck-off")


class BoardLink:
    """What is known of one session's board. A sensor that failed stays disbelieved until the board clears it."""

    def __init__(self, session: Session) -> None:
        self.is_connected = False
        self.mask: int | None = None
        """Places with a sensor; None while the board has not said."""
        self.stuck: frozenset[int] = frozenset()
        self._session = session
        self._is_unplugged = False
        self._told: tuple[str, ...] = ()

    def hello(self, hello: Hello) -> None:
        """The board names itself and its sensors."""
        self.mask = hello.mask
        self._believe()
        self.seen(hello.board)

    def seen(self, source: str) -> None:
        """A sentence came. After a pulled cable only the cable itself tells that the board is back."""
        if not self._is_unplugged:
            self.connect(True, source, "")

    def cable(self, cable: Cable) -> None:
        """The cable was pulled or put back."""
        self._is_unplugged = not cable.is_connected
        self.connect(cable.is_connected, cable.source, cable.reason)

    def connect(self, is_connected: bool, source: str, reason: str) -> None:
        """The board came or went."""
        if is_connected == self.is_connected:
            return
        self.is_connected = is_connected
        session = self._session
        if session.watch is not None:
            # What rested while nobody looked has not been seen to rest.
            session.watch.rest_from(session.now)
        session.emit("board", connected=is_connected, source=source, reason=reason)

    def fault(self, fault: Fault) -> None:
        """The board reports a sensor that failed, or works again. Other faults concern no place."""
        if fault.index is not None and fault.code in STUCK:
            self.distrust(self.stuck | {fault.index})
        elif fault.index is not None and fault.code == "clear":
            self.distrust(self.stuck - {fault.index})

    def distrust(self, stuck: frozenset[int]) -> None:
        """Exactly these places count as places without sensor, besides those without one."""
        if stuck != self.stuck:
            self.stuck = stuck
            self._session.emit("stuck", indices=sorted(stuck))
            self._believe()

    def _believe(self) -> None:
        session = self._session
        if session.watch is not None and session.watch.believe(self.mask, self.stuck):
            session.look()
        self.tell_unseen()

    def tell_unseen(self) -> None:
        """Says once what the board cannot see."""
        if self._session.watch is None:
            return
        cells = self._session.watch.sensors.cells_without_sensor()
        if cells != self._told:
            self._told = cells
            self._session.emit("unseen", cells=list(cells))
