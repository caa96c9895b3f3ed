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
from companion.session.scene import strangers
from companion.session.table import Table

WRONG_S = 2.0
"""A hole that has shown another seat's piece for so long holds it."""


@dataclass(frozen=True, slots=True)
class ByVoice:
    """Whose piece people said stands on a hole, and what the position had there then (as in `Layout.marks`)."""

    seat: str
    mark: str


@dataclass(frozen=True, slots=True)
class Colours:
    """What a camera told last. seen: one character a hole, as in `Identities`; empty while no camera has told."""

    seen: str = ""
    since: Mapping[int, float] = field(default_factory=dict)
    """Holes that show another seat's piece than they should, and since when (s)."""
    told: frozenset[int] = frozenset()
    """Those of them that were named."""
    by_voice: Mapping[int, ByVoice] = field(default_factory=dict)
    """Holds as long as the camera sees a piece there, and the position has there what it had."""

    @property
    def owners(self) -> str:
        """Whose pieces stand where, as in `Identities`: what people said of a hole counts more than what is seen."""
        return "".join(self.by_voice[i].seat if i in self.by_voice and mark not in ".?" else mark
                       for i, mark in enumerate(self.seen))  # fmt: skip

    def heard(self, seen: str) -> Colours:
        """The camera tells anew."""
        by_voice = {i: said for i, said in self.by_voice.items() if i < len(seen) and seen[i] != "."}
        return replace(self, seen=seen, by_voice=by_voice)

    def stand(self, index: int, seat: str, table: Table) -> Colours:
        """People say whose piece stands on a hole. Raises: Refused where no camera sees a piece there."""
        if index >= len(self.seen) or self.seen[index] in ".?":
            raise Refused("no camera tells whose piece stands there", "no-colour")
        return self.said(index, seat, table)

    def said(self, index: int, seat: str, table: Table) -> Colours:
        """People said whose piece stands on a hole, now or before the companion was started again."""
        return replace(self, by_voice={**self.by_voice, index: ByVoice(seat, table.marks[index])})

    def played(self, table: Table) -> Colours:
        """The position is this one now: what was said of a hole whose piece is another one counts no more."""
        if not self.by_voice:
            return self
        marks = table.marks
        return replace(self, by_voice={i: said for i, said in self.by_voice.items() if marks[i] == said.mark})

    def at(self, t: float, table: Table | None) -> tuple[Colours, tuple[Fact, ...]]:
        """What is to be told at `t` of colours that do not agree with the position."""
        if not self.seen:
            return self, ()
        if table is None or len(self.seen) != len(table.game.layout.holes) or not _is_quiet(table):
            return replace(self, since={}), ()
        return self.played(table)._compared(t, table)

    def _compared(self, t: float, table: Table) -> tuple[Colours, tuple[Fact, ...]]:
        marks, owners = table.marks, self.owners
        wrong = strangers(owners, marks)
        since = {i: self.since.get(i, t) for i in sorted(wrong)}
        due = frozenset(i for i, begun in since.items() if t - begun >= WRONG_S)
        unseen = frozenset(i for i in self.told if owners[i] == "?")
        after = replace(self, since=since, told=due | (self.told & wrong) | unseen)
        if due - self.told:
            return after, (
                news.disturbed(t, [_difference(table, i, owners[i]) for i in sorted(after.told & wrong)]),
            )
        if self.told and not after.told:
            return after, (news.corrected(t, table.game, table.state),)
        return after, ()

    def offered(self, table: Table | None) -> list[str]:
        """The words that settle each wrong colour that was named, should the camera be wrong: `stands 05 A`."""
        if table is None or len(self.seen) != len(table.game.layout.holes):
            return []
        marks = table.marks
        return [f"stands {table.game.layout.holes[i]} {marks[i]}" for i in sorted(self.told) if marks[i] != "."]


def _is_quiet(table: Table) -> bool:
    is_free = table.is_set_up and not table.is_won and table.offer is None and not table.complaint.kind
    return is_free and table.attempt.verdict.kind is Kind.IDLE


def _difference(table: Table, index: int, seen: str) -> dict[str, str | None]:
    return {"cell": table.game.layout.holes[index], "expected": table.marks[index], "observed": seen}
