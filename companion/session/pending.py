"""What readings have not told yet: facts in their order, compared and told as far as they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.facts import Fact
from companion.reconcile.stories import MARGIN
from companion.session import asking, news
from companion.session.history import History, Settled
from companion.session.reading import Question, Reading, least
from companion.session.table import Table

UNSURE = 0.5
"""Certainty of a move that nobody has told apart from others, and that does not matter any more."""
SAID_AT_ONCE = frozenset({"question", "answer", "corrected"})
"""Facts that wait for nothing where all live readings have them: what is asked, and that the board is right again, does
not depend on what was before."""


def merged(readings: Sequence[Reading], ply: int) -> tuple[Reading, ...]:
    """Without those that tell the same as another one that costs less from ply `ply` on."""
    kept = {one.told: one for one in sorted(readings, key=lambda one: -one.cost(ply))}
    return tuple(one for one in readings if kept[one.told] is one)


def said_at_once(pending: list[list[Fact]]) -> list[Fact]:
    """Takes out what all these readings tell at once, though they differ in what was before."""
    facts: list[Fact] = []
    for fact in [one for one in pending[0] if one.kind in SAID_AT_ONCE]:
        same = [[one for one in waiting if is_same(one, fact)] for waiting in pending]
        if all(same):
            facts.append(fact)
            for waiting, found in zip(pending, same, strict=True):
                waiting.remove(found[0])
    return facts


def not_asked(readings: Sequence[Reading], ply: int) -> Question | None:
    """What has to be asked where these readings have played different actions as ply `ply`, and none asks about it:
    more than one of them was learnt at once. One that is too dear waits for what is on its way in the others."""
    is_asked = any(question.ply == ply for reading in readings for question in reading.asked)
    if is_asked or any(reading.table.ply < ply for reading in readings):
        return None
    found: dict[tuple[str, str], Settled] = {}
    most = least(readings, ply) + MARGIN
    for reading in (reading for reading in readings if reading.cost(ply) <= most):
        entry = reading.table.history.actions[ply - 1]
        found.setdefault((entry.option.card, entry.option.action), entry)
    if len(found) < 2:
        return None
    game = readings[0].table.game
    accounts = tuple(asking.meant(game, entry.before, entry.option) for entry in found.values())
    return Question(ply, tuple(entry.option for entry in found.values()), accounts)


def have_parted(readings: Sequence[Reading], ply: int) -> bool:
    """Whether each of these readings has played ply `ply`, and none of them asks anything."""
    return all(reading.table.ply >= ply and not reading.asked for reading in readings)


def asked_of(reading: Reading, question: Question, t: float) -> Reading:
    """The same; it is asked now what ply it was that it tells next, and its own answer comes before that."""
    option = reading.table.history.actions[question.ply - 1].option
    first = next((number for number, fact in enumerate(reading.pending) if fact.kind == "move"), 0)
    answer = news.answer(t, option.card, option.action, question.ply)
    pending = (*reading.pending[:first], answer, *reading.pending[first:])
    return replace(reading, pending=pending, asked=(*reading.asked, question))


def unsure(reading: Reading, beside: Sequence[Reading]) -> Reading:
    """The same; the moves that one of these readings does not tell are told as one of several that can be right."""
    told = [
        fact if fact.kind != "move" or all(any(is_same(fact, other) for other in one.pending) for one in beside)
        else replace(fact, data={**fact.data, "certainty": UNSURE})
        for fact in reading.pending
    ]  # fmt: skip
    return replace(reading, pending=tuple(told))


def going_on(reading: Reading, told: Table) -> Reading:
    """A reading that was followed in silence, with what it has to tell now that it goes on from what was told."""
    facts, table = not_told(reading, told), reading.table
    if table.is_called_home and any(fact.kind == "violation" for fact in facts):
        # Nobody has heard the call: the pieces are called for when that is due.
        facts = [fact for fact in facts if fact.kind != "violation"]
        table = replace(table, is_called_home=False)
    return replace(reading, table=table, pending=tuple(facts))


def not_told(reading: Reading, told: Table) -> list[Fact]:
    """What a reading has to tell beyond what a table that it goes on from has told."""
    facts = _news(reading.pending)
    moves = [number for number, fact in enumerate(facts) if fact.kind == "move"]
    known = told.ply - (reading.table.ply - len(moves))
    if known < 0:
        # It branched off from a reading that had not been told so far.
        return [*_moves(reading.table, told.ply, told.ply - known), *facts]
    if known > 0:
        facts = facts[moves[known - 1] + 1 :]
        facts = facts[1:] if facts and facts[0].kind == "turn" else facts
    laid = reading.table.accepted
    is_same_card = told.accepted is not None and (laid is None or laid.card == told.accepted.card)
    has_card = is_same_card and bool(facts) and facts[0].kind == "card"
    return facts[1:] if has_card else facts


def _moves(table: Table, first: int, last: int) -> list[Fact]:
    """What there is to tell of these actions; when, is known once it is told."""
    actions = table.history.actions
    found = [(news.move(0.0, table.game, History(actions[: ply + 1])), news.turn(0.0, table.game, actions[ply].after))
             for ply in range(first, last)]  # fmt: skip
    return [fact for facts in found for fact in facts]


def _news(facts: Sequence[Fact]) -> list[Fact]:
    """Without broken rules that nobody has heard of, and that have been put right since."""
    found: list[Fact] = []
    for fact in facts:
        unheard = next((one for one in found if one.kind == "violation"), None)
        if fact.kind == "corrected" and unheard is not None:
            found.remove(unheard)
        else:
            found.append(fact)
    return found


def is_same(one: Fact, other: Fact) -> bool:
    """Whether two readings tell the same with these facts."""
    if one is other or (one.kind, news.core(one)) == (other.kind, news.core(other)):
        return True
    # Readings may find the same choices in another order.
    return one.kind == other.kind == "question" and _asked(one) == _asked(other)


def _asked(question: Fact) -> tuple[int, frozenset[tuple[str, str]]]:
    return question.data["ply"], frozenset((choice["card"], choice["action"]) for choice in question.data["choices"])
