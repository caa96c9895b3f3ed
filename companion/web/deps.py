"""What the page needs of the rest of the companion, as plain callables: it knows facts, not the session's insides.

All of these are called from the web server's own threads: each has to be safe to call at any moment, and quick.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.geometry import BoardGeometry


class TableHands(Protocol):
    """Hands on a virtual table: what a mouse or a keyboard does there. Colours are seat letters.

    What cannot be done is a ValueError or a LookupError with its reason.
    """

    def lift(self, index: int) -> Any:
        """Take the piece at this wire index into the hand; its colour."""

    def put(self, index: int, colour: str) -> None:
        """Put a piece of this colour, out of the hand, on the place with this wire index."""

    def lay(self, card: str) -> None:
        """Lay a card on the pile."""

    def is_seen(self) -> bool:
        """Whether the board has seen all that was done."""

    def snapshot(self) -> Any:
        """What lies where: `places` (colour or empty text, by wire index), `loose` (colours in hands), `cards`."""


@dataclass(frozen=True, slots=True)
class WebDeps:
    """Everything that the page asks for or does."""

    geometry: BoardGeometry
    snapshot: Callable[[], Mapping[str, Any]]
    """The public state; keys as in `companion.web.public.STATE_KEYS`."""
    events_since: Callable[[int], Sequence[Mapping[str, Any]]]
    """All events whose `n` is greater than this."""
    submit: Callable[[str, str], None]
    """A person's input in the words of a trace (`card A 7`), and the way it came. Raises: ValueError."""
    table: TableHands | None = None
    hand_of: Callable[[str, str], Sequence[str] | None] | None = None
    """The hand of a seat for who has its token; None if the hand is not known. Raises: PermissionError."""
    can_of: Callable[[str, str], Mapping[str, bool] | None] | None = None
    """Which of its cards a seat can use now, for who has its token; None if it is not told. Raises: PermissionError."""
    receiver_of: Callable[[str], str | None] = lambda seat: None
    """Who gets a card from a seat after the deal; None if nobody does."""
    phones: str = "play"
    """What phones in the room may do: `look`, `play` or `rule`."""
    ways_out: Callable[[], Collection[str]] = tuple
    """What the companion has just offered to say, such as `overrule board`."""
