"""Whose pieces a camera sees: a wrong colour on a right hole is no move, and switches cannot tell it.

Only while the board shows the position of the game, with nothing pending, and only after a while: a camera lags behind
by half a second, and tells nothing of holes that it does not see well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.facts import Fact
from companion.reconcile.verdict import Kind
from companion.session import news
from companion.session.rulings import Refused
from companion.session.table import Table

WRONG_S = 2.0
"""A hole that has shown another seat's piece for so long holds it."""


@dataclass(frozen=True, slots=True)
class Colours:
    """What a camera told last. owners: one character a hole, as in `Identities`; empty while no camera has told."""

    owners: str = ""
    since: Mapping[int, float] = field(default_factory=dict)
    """Holes that show another seat's piece than they should, and since when (s)."""
    told: frozenset[int] = frozenset()
    """Those of them that were named."""
    by_voice: Mapping[int, str] = field(default_factory=dict)
    """Whose piece people said stands on a hole; it holds as long as the camera sees a piece there."""

    def heard(self, owners: str) -> Colours:
        """The camera tells anew; what people said of a hole counts more."""
        by_voice = {i: seat for i, seat in self.by_voice.items() if i < len(owners) and owners[i] != "."}
        seen = [by_voice.get(i, mark) if mark != "?" else mark for i, mark in enumerate(owners)]
        return replace(self, owners="".join(seen), by_voice=by_voice)

    def stand(self, index: int, seat: str) -> Colours:
        """People say whose piece stands on a hole. Raises: Refused where no camera sees a piece there."""
        if index >= len(self.owners) or self.owners[index] in ".?":
            raise Refused("no camera tells whose piece stands there", "no-colour")
        return replace(self, by_voice={**self.by_voice, index: seat}).heard(self.owners)

    def at(self, t: float, table: Table | None) -> tuple[Colours, tuple[Fact, ...]]:
        """What is to be told at `t` of colours that do not agree with the position."""
        if not self.owners:
            return self, ()
        if table is None or len(self.owners) != len(table.game.layout.holes) or not _is_quiet(table):
            return replace(self, since={}), ()
        marks = table.game.layout.marks(table.state.picture)
        seats = frozenset(self.owners) - {".", "?"}
        wrong = {i for i, seen in enumerate(self.owners) if seen in seats and marks[i] not in (".", seen)}
        since = {i: self.since.get(i, t) for i in sorted(wrong)}
        due = frozenset(i for i, begun in since.items() if t - begun >= WRONG_S)
        unseen = frozenset(i for i in self.told if self.owners[i] == "?")
        after = replace(self, since=since, told=due | (self.told & wrong) | unseen)
        if due - self.told:
            return after, (
                news.disturbed(t, [_difference(table, i, self.owners[i]) for i in sorted(after.told & wrong)]),
            )
        if self.told and not after.told:
            return after, (news.corrected(t, table.game, table.state),)
        return after, ()


def _is_quiet(table: Table) -> bool:
    is_free = table.is_set_up and not table.is_won and table.offer is None and not table.complaint.kind
    return is_free and table.attempt.verdict.kind is Kind.IDLE


def _difference(table: Table, index: int, seen: str) -> dict[str, str | None]:
    marks = table.game.layout.marks(table.state.picture)
    return {"cell": table.game.layout.holes[index], "expected": marks[index], "observed": seen}
