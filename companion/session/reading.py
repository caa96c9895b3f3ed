"""One reading of the board: a table, and the facts that it would tell if it is the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from companion.facts import Fact
from companion.inputs import OccupancyFrame
from companion.reconcile.verdict import Kind
from companion.session import asking, news, policy
from companion.session.carry_out import carry_out, settled
from companion.session.decision import Ask, Decision, Open, Settle, is_trouble
from companion.session.happening import Happening, applied
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Account, Option

MOST_DECISIONS = 300
"""More decisions at one moment would be a loop: a fault of ours."""
MOVED_FIRST = 2.0
"""What it costs to say that hands made an action before its card, where they may have felt the board, in nats."""
MOST_STEPS = 250
"""A runner-up with more to read than this is forgotten: nobody has touched the game for long."""
KEPT_PLIES = 4
"""So many actions later a runner-up is forgotten, and what people told of an action."""
MOST_FELT = 40
"""Of more frames than this before a card it is not asked whether they were its action."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked: which of these actions ply `ply` was."""

    ply: int
    options: tuple[Option, ...]
    accounts: tuple[Account, ...] = ()
    """What each of them would have done."""

    def fact(self, t: float) -> Fact:
        """It is asked."""
        return news.question(t, news.choices_of(self.options), self.accounts, self.ply)

    def chosen(self, text: str) -> str | None:
        """The action that an answer names, by writing it or by its number; None if it names none.

        What is written may be the end of several of them: an exchange of alike pieces is written in many ways.
        """
        if any(option.is_written(text) for option in self.options):
            return text
        is_number = text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(self.options)
        return self.options[int(text) - 1].action if is_number else None


@dataclass(frozen=True, slots=True)
class Reading:
    """A table with what it has not told yet. `trouble`: it finds the board wrong, and has not said so."""

    table: Table
    pending: tuple[Fact, ...] = ()
    asked: tuple[Question, ...] = ()
    trouble: Decision | None = None
    slips: frozenset[int] = frozenset()
    """After which plies it has found something wrong and not said so."""

    def has_played(self, ply: int, action: str) -> bool:
        """Whether the action of this ply is written so."""
        return self.table.ply >= ply and self.table.history.actions[ply - 1].option.is_written(action)

    def has_named(self, text: str, ply: int) -> bool:
        """Whether this is written so: an action after ply `ply`, or one whose end the board shows now."""
        later = [entry.option for entry in self.table.history.actions[ply:]]
        return any(option.is_written(text) for option in (*later, *self.table.attempt.verdict.options))

    def has_made(self, text: str, ply: int) -> bool:
        """Whether what hands made after ply `ply` is written so, or what they may have made just now."""
        later, attempt = [entry.option for entry in self.table.history.actions[ply:]], self.table.attempt
        shown = attempt.verdict.options if attempt.has_felt_two else ()
        return any(option.gesture and option.is_written(text) for option in (*later, *shown))

    @property
    def told(self) -> tuple[object, ...]:
        """What it tells of the game: what was played, and the cards that wait."""
        return self.table.history.written, self.table.pile.cards

    def cost(self, ply: int) -> float:
        """What the actions from ply `ply` on cost together, with the one that the board shows now, in nats."""
        table, attempt = self.table, self.table.attempt
        shown = map(attempt.surprise, attempt.verdict.options)
        return table.history.surprise(ply - 1) + min(shown, default=0.0)

    def slips_since(self, ply: int) -> int:
        """After how many plies from `ply` on it has found something wrong."""
        return sum(one >= ply for one in self.slips)

    def at_table(self, table: Table) -> Reading:
        """Another reading that begins here: what is wrong now is not wrong in it."""
        here = {self.table.ply} if self.is_wrong else frozenset[int]()
        return replace(self, table=table, trouble=None, slips=self.slips - here)

    def begun(self, table: Table) -> Reading:
        """Another reading that begins here and has told all that this one has told or would have."""
        return replace(self.at_table(table), pending=())

    def ended(self, table: Table, facts: tuple[Fact, ...]) -> Reading:
        """Another reading, in which an action has ended here that was not told."""
        return replace(self.at_table(table), pending=(*self.pending, *facts))

    @property
    def is_wrong(self) -> bool:
        """Whether it has found the board wrong."""
        return self.trouble is not None or bool(self.table.complaint.kind)

    @property
    def is_against(self) -> bool:
        """Whether what the board shows speaks against this reading."""
        attempt = self.table.attempt
        if self.is_wrong:
            return True
        return attempt.verdict.kind is Kind.CHANGING and not attempt.is_on_its_way()


def least(readings: Iterable[Reading], ply: int) -> float:
    """What the cheapest of these readings costs from ply `ply` on; infinite without any."""
    return min((reading.cost(ply) for reading in readings), default=inf)


def cheapest_of_each(live: Iterable[Reading], ply: int) -> tuple[Reading, ...]:
    """The readings by what they cost from ply `ply` on; first one of each position, which is enough to follow play."""
    by_cost = sorted(live, key=lambda reading: reading.cost(ply))
    first: dict[object, Reading] = {}
    for reading in by_cost:
        first.setdefault(reading.table.state.position, reading)
    return (*first.values(), *(one for one in by_cost if first[one.table.state.position] is not one))


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened, and the scene before and after it."""

    value: Happening
    before: Scene
    after: Scene

    @property
    def left_after_s(self) -> float | None:
        """How long the picture had rested that the board shows no more; None if it still shows it."""
        value, rest = self.value, self.before.rest
        if not isinstance(value, OccupancyFrame) or value.occupied == rest.occupied:
            return None
        return value.t - rest.last_change

    @property
    def is_news(self) -> bool:
        """Whether it is more than a board that tells once more what it has confirmed."""
        value, before, after = self.value, self.before, self.after
        is_heartbeat = isinstance(value, OccupancyFrame) and not value.lost and before.rest.is_confirmed
        same = (before.rest.occupied, before.rest.hidden, before.link, before.owners)
        return not is_heartbeat or same != (after.rest.occupied, after.rest.hidden, after.link, after.owners)


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A reading that could have been right, kept with what has happened since; it is read on only when it is needed.

    `since`: number of settled actions with which it began; more of them speak for it. `is_following`: it takes the
    board as it stands, over a broken rule. `cost`: what it takes for granted, in nats: that a reader lost a card for
    long, or that the turns were counted wrong. `assumed`: number of settled actions with which it last took a card for
    granted that nobody told: only later ones speak for that.
    """

    reading: Reading
    scene: Scene
    since: int
    steps: tuple[Step, ...] = ()
    is_following: bool = False
    cost: float = 0.0
    assumed: int = 0

    @staticmethod
    def of(reading: Reading, scene: Scene) -> RunnerUp:
        """A reading that could be right as well from here on."""
        return RunnerUp(reading, scene, reading.table.ply)

    def after(self, step: Step) -> RunnerUp:
        """The same with one thing more to read; that the board has not changed is told once, not each second."""
        is_told = bool(self.steps) and not self.steps[-1].is_news
        return self if is_told and not step.is_news else replace(self, steps=(*self.steps, step))

    @property
    def come_to(self) -> tuple[object, ...]:
        """What it tells, what the board shows in it, and how much there is to read."""
        attempt = self.reading.table.attempt
        what = (self.reading.told, self.reading.table.accepted, self.reading.is_wrong)
        return *what, self.is_following, attempt.denied, attempt.verdict, attempt.sensors, len(self.steps)

    def in_common(self, table: Table) -> int:
        """How many actions it tells as this table does."""
        return table.history.in_common(self.reading.table.history)

    def is_recent(self, told: Table) -> bool:
        """Whether it, or what it tells otherwise than this table, is not older than a few actions."""
        is_new = told.ply - self.since <= KEPT_PLIES or 0 < told.ply - self.in_common(told) <= KEPT_PLIES
        return is_new and len(self.steps) <= MOST_STEPS

    @property
    def is_explained(self) -> bool:
        """Whether everything since has been legal, and nothing is open."""
        table = self.reading.table
        is_calm = self.reading.trouble is None and not table.complaint.kind and table.is_set_up
        later = table.history.actions[max(self.since, self.assumed) :]
        # A card that was laid without effect says nothing about what stands on the board.
        is_shown = any(entry.option.gesture for entry in later) if self.is_following else bool(later)
        return is_calm and is_shown and table.attempt.verdict.kind is Kind.IDLE

    @property
    def is_half_explained(self) -> bool:
        """The same where the last thing that was done may be half an action."""
        table, verdict = self.reading.table, self.reading.table.attempt.verdict
        return self.may_be and table.ply >= self.since and bool(verdict.options) and not table.attempt.stories.is_broken

    @property
    def explains(self) -> bool:
        """Whether it explains the board, the last thing that was done being a whole action or half of one."""
        return self.is_explained or self.is_half_explained

    @property
    def may_be(self) -> bool:
        """Whether it can still turn out to be right: something is on its way in it, and nothing is wrong."""
        attempt = self.reading.table.attempt
        return not (self.reading.is_against or attempt.is_denied) and attempt.verdict.kind is not Kind.IDLE

    @property
    def may_be_legal(self) -> bool:
        """Whether it can still turn out to be right, and takes no broken rule for granted."""
        return self.may_be and not self.is_following


def run(reading: Reading, scene: Scene, forks: list[RunnerUp] | None = None) -> list[Reading]:
    """Carries out all that is to be done at this moment, except to say that something is wrong.

    `forks` collects the readings that could have been right as well.
    """
    todo, done = [replace(reading, trouble=None)], list[Reading]()
    for _ in range(MOST_DECISIONS):
        if not todo:
            return done
        one = todo.pop(0)
        decision = policy.now(one.table, scene)
        if decision is None or is_trouble(decision):
            done.append(one if decision is None else replace(one, trouble=decision, slips=one.slips | {one.table.ply}))
            continue
        if forks is not None:
            forks.extend(_forked(one, decision, scene))
        todo[:0] = _carried_out(one, decision, scene)
    raise RuntimeError(f"no end of decisions at {scene.now}: {decision!r}")


def _carried_out(one: Reading, decision: Decision, scene: Scene) -> list[Reading]:
    outcomes = carry_out(decision, one.table, scene)
    assert all(table is not one.table for table, _ in outcomes)
    pending, asked = one.pending, one.asked
    if isinstance(decision, Ask):
        game, state = one.table.game, one.table.state
        accounts = tuple(asking.meant(game, state, option) for option in decision.options)
        question = Question(one.table.ply + 1, decision.options, accounts)
        pending = (*pending, question.fact(scene.now))
        asked = (*asked, question)
    return [Reading(table, (*pending, *facts), asked, slips=one.slips) for table, facts in outcomes]


def _forked(one: Reading, decision: Decision, scene: Scene) -> Iterator[RunnerUp]:
    """After each action that is settled or asked for: that it was not the end yet, or another one, though that looks
    less likely. With each card: that hands had made its action before."""
    table = one.table
    if isinstance(decision, Open) and 2 < len(table.attempt.frames) < MOST_FELT:
        ((opened, facts),) = carry_out(decision, table, scene)
        made = opened.attempt.reaching_back(table.attempt.frames)
        if made.verdict.options and not opened.attempt.verdict.options:
            yield RunnerUp(one.ended(replace(opened, attempt=made), facts), scene, table.ply, cost=MOVED_FIRST)
    ends = _ends(decision)
    pictures = {end.picture for end in ends}
    if len(pictures) == 1 and (table.is_closing or all(end.gesture for end in ends)):
        going_on = replace(table, attempt=table.attempt.denying(pictures.pop()), is_pressed=False)
        yield RunnerUp(one.begun(going_on), scene, table.ply)
    for end in table.attempt.fit.dearer(table.attempt.stories, ends):
        ended, facts = settled(table, scene, end)
        yield RunnerUp(one.ended(ended, facts), scene, ended.ply)


def _ends(decision: Decision) -> tuple[Option, ...]:
    """What an action is taken to have been, or may have been, with this decision."""
    match decision:
        case Settle():
            return (decision.option,)
        case Ask():
            return decision.options
        case _:
            return ()


def after(reading: Reading, step: Step, forks: list[RunnerUp] | None = None) -> list[Reading]:
    """The readings that follow from something that happened."""
    return run(replace(reading, table=applied(reading.table, step.value, step.before)), step.after, forks)


def until(reading: Reading, scene: Scene, t: float) -> list[Reading]:
    """The readings after everything that falls due until `t`."""
    due = policy.due(reading.table, scene)
    if due is None or due > t:
        return [reading]
    moment = replace(scene, now=due)
    return [last for one in run(reading, moment) for last in until(one, moment, t)]
