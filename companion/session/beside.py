"""What is followed in silence, because a table may be another one than it seems: one that tells its cards, or not.

Where cards are told and somebody has moved without one: what is believed without cards. When so many actions in a row
came so, the table tells none any more, and what was believed becomes the table's. Where none are told but one that
such a table may tell (a Trickster): what the referee follows from there. When another card comes, that is the table's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.facts import Fact
from companion.inputs import CardTag, OccupancyFrame
from companion.session.astray import Astray
from companion.session.cardless import Cardless
from companion.session.forks import read_on
from companion.session.happening import Happening, Paced
from companion.session.pile import Laid
from companion.session.reading import MOST_STEPS, Reading, RunnerUp, Step
from companion.session.readings import Readings, Told
from companion.session.rulings import renewed
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
    """What is followed in silence: `cardless` is None while nobody has moved without a card, `referee` while no card
    was told where none is."""

    cardless: Cardless | None = None
    referee: RunnerUp | None = None
    astray: Astray = field(default_factory=Astray)

    def after(
        self, readings: Readings, facts: Sequence[Fact], scene: Scene, cards: str
    ) -> tuple[Beside, Readings, tuple[Fact, ...]]:
        """After these readings told these facts, `cards` being how the table tells its cards; with the readings as they
        go on, and what is told in all."""
        seen = self._seen(readings, facts, scene, cards)
        found = seen.astray.found(readings, scene)
        return (seen, readings, tuple(facts)) if found is None else (Beside(), found[0], (*facts, *found[1]))

    def _seen(self, readings: Readings, facts: Sequence[Fact], scene: Scene, cards: str) -> Beside:
        found = replace(self, astray=self.astray.after(facts, readings, scene))
        for fact in facts if cards == "auto" else ():
            if fact.kind in RIGHT:
                found = Beside(astray=found.astray)
            elif fact.kind == "violation" and fact.data["key"] in MOVED_FIRST and found.cardless is None:
                found = replace(found, cardless=Cardless.of(readings.told, scene, 1))
        return found

    def due(self) -> float | None:
        """When what is followed in silence has something to do without any input."""
        silent = (self.cardless, self.astray.silent)
        return min((t for one in silent if one is not None and (t := one.looks_at) is not None), default=None)

    def at(self, t: float) -> Beside:
        """After time has passed."""
        cardless = self.cardless and self.cardless.waiting(t)
        return replace(self, cardless=cardless, astray=self.astray.at(t))

    def watching(self, value: object) -> Beside:
        """After something happened; only pictures of the board count, and how quick somebody's hands are said to be.

        Raises: ValueError for an unknown pace."""
        seen = replace(self, astray=self.astray.watching(value))
        match value:
            case OccupancyFrame() if self.cardless is not None:
                return replace(seen, cardless=self.cardless.watching(value), referee=None)
            case Paced() if self.cardless is not None:
                return replace(seen, cardless=self.cardless.paced(value), referee=None)
        return seen

    def refereeing(self, value: Happening, table: Table, before: Scene, scene: Scene) -> Beside:
        """After something happened at a table without cards, which stands as `table`; a card is what begins it."""
        runner = self.referee
        if isinstance(value, CardTag | Laid) and value.card and not _explained(runner, before):
            runner = RunnerUp(Reading(renewed(table, before)), before, table.ply)
        if runner is not None:
            runner = runner.after(Step(value, before, scene)) if len(runner.steps) < MOST_STEPS else None
        return replace(self, referee=runner)

    def with_cards(self, table: Table, scene: Scene) -> Told:
        """The readings of a table that tells its cards from now on, and stands as `table`: what it told before counts
        as far as all that was done since is explained."""
        found = _explained(self.referee, scene)
        return Readings.of(table).followed(found, scene) if found else (Readings.of(renewed(table, scene)), ())

    @property
    def is_enough(self) -> bool:
        """Whether so many actions have been seen without a card that play goes on without."""
        return self.cardless is not None and self.cardless.seen >= MOST_UNTOLD


def _explained(runner: RunnerUp | None, scene: Scene) -> list[Reading]:
    """The readings that it has come to in which nothing is wrong."""
    found = read_on([runner], scene.now)[0] if runner is not None else []
    return [one.reading for one in found if not one.reading.is_wrong]
