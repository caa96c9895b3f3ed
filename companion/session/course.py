"""A game as it is followed: with its cards or without, and in silence as the other of the two; one frozen value.

Flow of control
1. Where cards are told (`readings`), each thing that happens moves every reading of the board on.
2. Where none are (`cardless`), it moves on what is believed without them; `readings` then only hold the table as told.
3. `beside` follows in silence what the table may be as well. It takes over where it explains what people do: a card
   that such a table does not tell alone begins the telling of cards, moves without a card end it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.facts import Fact
from companion.inputs import CardTag, Identities
from companion.session.beside import Beside
from companion.session.cardless import Cardless
from companion.session.happening import Happening
from companion.session.offer import Offer
from companion.session.pile import Laid
from companion.session.reading import Question
from companion.session.readings import Readings
from companion.session.rulings import renewed
from companion.session.scene import Scene
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Course:
    """`cards`: whether they are `told`, `inferred`, or (`auto`) inferred until one is told. `is_untold`: whether
    actions have to be seen without them, as soon as the board is right."""

    readings: Readings
    cards: str
    is_untold: bool
    cardless: Cardless | None = None
    beside: Beside = field(default_factory=Beside)

    @property
    def table(self) -> Table:
        """The table as it was told."""
        return self.readings.live[0].table if len(self.readings.live) == 1 else self.readings.told

    @property
    def questions(self) -> Sequence[Question]:
        """What the table is asked, the newest first."""
        return self.readings.questions if self.cardless is None else self.cardless.questions

    @property
    def offer(self) -> Offer | None:
        """What is offered to the table besides the choices of a question."""
        return self.table.offer if self.cardless is None else None

    def is_calm(self, t: float) -> bool:
        """Whether a piece of a wrong colour is no action on its way, as far as that can be told without cards."""
        return self.cardless is None or self.cardless.is_calm(t)

    def shown(self, scene: Scene) -> Table:
        """The table as the board shows it now, for a ruling."""
        return self.table if self.cardless is None else self.cardless.as_shown(scene)

    def due(self, scene: Scene) -> float | None:
        """When there can be something to be done without any input."""
        if self.cardless is None:
            times = (self.readings.due(scene), self.beside.due())
            return min((t for t in times if t is not None), default=None)
        return self.cardless.due() if scene.link.is_connected else None

    # -- what happens -------------------------------------------------------------------------------------------------

    def at(self, scene: Scene) -> Change:
        """With everything done that is due at this moment."""
        if self.cardless is not None:
            return self._believing(*self.cardless.at(scene))
        now = replace(self, beside=self.beside.at(scene.now))
        return now.told(*self.readings.at(scene), scene)

    def after(self, value: Happening, before: Scene, scene: Scene, first: Sequence[Fact] = ()) -> Change:
        """After something happened; `first` is told before all that. Raises: ValueError for an unknown pace."""
        now, facts = replace(self, beside=self.beside.watching(value))._choosing(value, before, scene)
        if now.beside.cardless is not None and now.beside.is_enough:
            believed, more = now.beside.cardless.spoken(scene)
            begun = replace(now, is_untold=True, beside=Beside())
            return begun._believing(believed, (*facts, *first, *more))
        if now.cardless is not None:
            believed, more = now.cardless.after(value, scene)
            return now._believing(believed, (*facts, *first, *more))
        readings, more = now.readings.after(value, before, scene)
        after, told = now.told(readings, (*first, *more), scene)
        return after, (*facts, *told)

    def coloured(self, value: Identities, scene: Scene) -> Change:
        """After a camera told whose pieces it sees."""
        now = replace(self, beside=self.beside.watching(value))
        if now.cardless is None:
            return now, ()
        return now._believing(*now.cardless.coloured(value.owners, scene))

    def answered(self, text: str, scene: Scene, but: frozenset[int]) -> Change | None:
        """After an answer, to no question about these plies; None if nothing is asked that it fits."""
        if self.cardless is not None:
            believed = self.cardless.answered(text, scene)
            return None if believed is None else self._believing(*believed)
        answered = self.readings.answered(text, scene, but)
        return None if answered is None else self.told(*answered, scene)

    def said(self, text: str) -> Course:
        """After somebody told an action that nobody asked about."""
        return self if self.cardless is not None else replace(self, readings=self.readings.said(text))

    def ruled(self, table: Table, facts: Sequence[Fact], scene: Scene) -> Change:
        """After a ruling made this table; what was asked is forgotten."""
        return replace(self, cardless=None, beside=Beside()).told(Readings.of(table), facts, scene)

    def recovered(self, scene: Scene) -> Course:
        """From the last settled position, what was pending forgotten."""
        return replace(self, readings=Readings.of(renewed(self.table, scene)), cardless=None)

    def told(self, readings: Readings, facts: Sequence[Fact], scene: Scene) -> Change:
        """After these readings told these facts."""
        beside, readings, facts = self.beside.after(readings, facts, scene, self.cards)
        has_card = self.cards == "auto" and any(fact.kind == "card" for fact in facts)
        is_untold = self.is_untold and not has_card
        now = replace(self, readings=readings, beside=beside, is_untold=is_untold)
        if is_untold and now.cardless is None and now.table.is_followed_alone:
            now = replace(now, cardless=Cardless.of(now.table, scene))
        return now, tuple(facts)

    def _choosing(self, value: Happening, before: Scene, scene: Scene) -> Change:
        """At a table that may tell its cards or not: with cards from the first one on that is not told alone."""
        if self.cardless is None or self.cards != "auto":
            return self, ()
        card = value.card if isinstance(value, Laid | CardTag) else None
        if not card or self.cardless.is_told_alone(card):
            beside = self.beside.refereeing(value, self.cardless.table, before, scene)
            return replace(self, beside=beside), ()
        readings, facts = self.beside.with_cards(self.cardless.table, before)
        with_cards = replace(self, is_untold=False, cardless=None, beside=Beside())
        return with_cards.told(readings, facts, before)

    def _believing(self, cardless: Cardless, facts: Sequence[Fact]) -> Change:
        return replace(self, cardless=cardless, readings=Readings.of(cardless.table)), tuple(facts)


Change = tuple[Course, tuple[Fact, ...]]
"""A course, and what is told of it."""
