"""What is the same in every reading of the board: the time, the picture and its rest, the link to the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.session.link import Link
from companion.session.rest import Rest


def strangers(owners: str, marks: Sequence[str]) -> set[int]:
    """The holes (index) that are filled by these marks, and on which another seat's piece is seen.

    owners: as in `Identities`; empty without a camera.
    """
    if len(marks) != len(owners):
        return set()
    return {i for i, seen in enumerate(owners) if seen not in ".?" and marks[i] not in (".", seen)}


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment at which something is decided; `now` in seconds since the start."""

    now: float = 0.0
    rest: Rest = field(default_factory=Rest)
    link: Link = field(default_factory=Link)
    owners: str = ""
    """Whose pieces a camera sees, as in `Identities`; empty without one."""
    owners_since: float = 0.0
    """Since when it has seen just that, in s."""

    def seeing(self, owners: str) -> Scene:
        """The same moment; a camera sees these pieces."""
        return self if owners == self.owners else replace(self, owners=owners, owners_since=self.now)

    @property
    def is_showing(self) -> bool:
        """Whether the board is there and tells what stands on it."""
        return self.link.is_connected and self.rest.is_seen

    def was_away_since(self, t: float) -> bool:
        """Whether the board has been gone at some time since `t`: what it did not show can have happened then."""
        return t < self.rest.seen_since

    def strangers(self, marks: Sequence[str]) -> set[int]:
        """Where a camera sees another seat's piece than these marks have there."""
        return strangers(self.owners, marks)
