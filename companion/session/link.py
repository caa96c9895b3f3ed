"""The link to the sensing board: whether it is there, which places it can see, and which sensors are not believed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.inputs import Cable, Fault, Hello
from companion.reconcile.sensors import Sensors
from engine.contract import Layout

STUCK = ("stuck-on", "stuck-off")


@dataclass(frozen=True, slots=True)
class Link:
    """What is known of one board. A sensor that failed stays disbelieved until the board clears it; one that was given
    up, until it shows what it should."""

    is_connected: bool = False
    mask: int | None = None
    """Places with a sensor; None while the board has not said."""
    stuck: frozenset[int] = frozenset()
    given_up: frozenset[int] = frozenset()
    """Those of them of which only the game tells that they have failed."""
    is_unplugged: bool = False

    def sensors(self, layout: Layout) -> Sensors:
        """The places that can be believed."""
        mask = (1 << layout.size) - 1 if self.mask is None else self.mask
        for index in self.stuck:
            mask &= ~(1 << index)
        return Sensors(layout, mask)

    def hello(self, hello: Hello, layout: Layout | None) -> Link:
        """The board names itself and its sensors; what another game's board can see is none of `layout`, if any."""
        is_ours = layout is None or hello.layout == layout.name
        return replace(self, mask=hello.mask if is_ours else self.mask).seen()

    def seen(self) -> Link:
        """A sentence came. After a pulled cable only the cable itself tells that the board is back."""
        return self if self.is_unplugged or self.is_connected else replace(self, is_connected=True)

    def cable(self, cable: Cable) -> Link:
        """The cable was pulled or put back."""
        return replace(self, is_unplugged=not cable.is_connected, is_connected=cable.is_connected)

    def fault(self, fault: Fault) -> Link:
        """The board reports a sensor that failed, or works again. Other faults concern no place."""
        if fault.index is not None and fault.code in STUCK:
            return replace(self, stuck=self.stuck | {fault.index}, given_up=self.given_up - {fault.index})
        if fault.index is not None and fault.code == "clear":
            return self.distrusting(self.stuck - {fault.index})
        return self

    def distrusting(self, stuck: frozenset[int]) -> Link:
        """Exactly these places count as places without sensor, besides those without one."""
        return replace(self, stuck=stuck, given_up=self.given_up & stuck)

    def giving_up(self, failed: frozenset[int]) -> Link:
        """The game tells that these sensors have failed."""
        return replace(self, stuck=self.stuck | failed, given_up=self.given_up | failed)
