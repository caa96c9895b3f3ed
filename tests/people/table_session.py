"""The one door to the companion's session for people who hear it: inputs in, facts out, in their own time.

Only `take`, `tick` and `next_deadline` are used; who builds a session otherwise changes this file alone.
"""

from __future__ import annotations

from companion.cli.tables import new_session
from companion.facts import Fact
from companion.inputs import Input, Said


class TableSession:
    """A companion at one table."""

    def __init__(self) -> None:
        self._session = new_session()

    def take(self, value: Input) -> tuple[list[Fact], str]:
        """The facts of an input, and why it was refused (empty: it was not)."""
        try:
            return self._session.take(value), ""
        except ValueError as error:
            if not isinstance(value, Said):
                raise
            return self._session.tick(value.t), str(error)

    def tick(self, t: float) -> list[Fact]:
        """The facts that are due at `t`."""
        return self._session.tick(t)

    def next_deadline(self) -> float | None:
        """When `tick` has something to do."""
        return self._session.next_deadline()
