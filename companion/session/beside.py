"""A table at which cards are told, and at which somebody has moved without one: what is believed beside the referee.

When so many actions in a row came without a card the table tells none any more, and what was believed becomes the
table's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.facts import Fact
from companion.inputs import OccupancyFrame
from companion.plain.contract import WithoutCards
from companion.session.cardless import Cardless
from companion.session.happening import Paced
from companion.session.scene import Scene
from companion.session.table import Table

MOST_UNTOLD = 2
"""So many actions in a row without a card mean that the table tells none."""
MOVED_FIRST = ("card-first", "out-of-turn")
"""What a move without a card is at a table where cards are told."""
RIGHT = ("card", "move", "corrected", "setup")
"""What tells that cards are told after all, or that the board is right again."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What is believed in silence, None while nobody has moved without a card."""

    cardless: Cardless | None = None

    def after(self, facts: Sequence[Fact], table: Table | None, scene: Scene) -> Beside:
        """After these facts were told at a table."""
        found = self
        for fact in facts:
            if fact.kind in RIGHT:
                found = Beside()
            elif fact.kind == "violation" and fact.data["key"] in MOVED_FIRST and found.cardless is None:
                found = Beside.begin(table, scene)
        return found

    @staticmethod
    def begin(table: Table | None, scene: Scene) -> Beside:
        """From a table at which somebody has just moved without a card."""
        if table is None or not isinstance(table.game, WithoutCards):
            return Beside()
        return Beside(Cardless.beside(table, table.game.without_cards(), scene))

    def watching(self, value: object) -> Beside:
        """After something happened; only pictures of the board count, and how quick somebody's hands are said to be.

        Raises: ValueError for an unknown pace."""
        match value:
            case OccupancyFrame() if self.cardless is not None:
                return Beside(self.cardless.watching(value))
            case Paced() if self.cardless is not None:
                return Beside(self.cardless.paced(value))
        return self

    @property
    def is_enough(self) -> bool:
        """Whether so many actions have been seen without a card that play goes on without."""
        return self.cardless is not None and self.cardless.seen >= MOST_UNTOLD
