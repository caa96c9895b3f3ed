"""What is the same in every reading of the board: the time, the picture and its rest, the link to the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.session.link import Link
from companion.session.rest import Rest


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment at which something is decided; `now` in seconds since the start."""

    now: float = 0.0
    rest: Rest = field(default_factory=Rest)
    link: Link = field(default_factory=Link)
    owners: str = ""
    """Whose pieces a camera sees, as in `Identities`; empty without one."""

    def strangers(self, marks: Sequence[str]) -> set[int]:
        """The holes that are filled by these marks, and on which another seat's piece is seen."""
        if len(marks) != len(self.owners):
            return set()
        return {i for i, seen in enumerate(self.owners) if seen not in ".?" and marks[i] not in (".", seen)}
