"""One reading of the board: a table, and the facts that it would tell if it is the right one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.inputs import CardTag, OccupancyFrame
from companion.reconcile.verdict import Kind
from companion.session import asking, news, policy
from companion.session.carry_out import carry_out, settled
from companion.session.decision import Ask, Decision, Open, Settle, is_trouble
from companion.session.happening import Happening, applied, found_again, newly_laid, taken_up
from companion.session.pile import BLINK_S
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Account, Option

MOST_DECISIONS = 300
"""More decisions at one moment would be a loop: a fault of ours."""
MOST_PAIRS = 40
"""So many options of a card are looked at together with all that the next card could do after them."""
SHORTEST_END_S = 0.12
"""An end that was left sooner than this was hardly meant."""
SHORTEST_HALF_S = 0.5
"""The same for an end that may be half an action."""
MOST_SUSPECTS = 4
"""Where more sensors than this could be the one that fails, none is suspected."""
UNSURE = 0.5
"""Certainty of a move that nobody has told apart from others, and that does not matter any more."""
LOST_CARD = 4.0
"""What it costs to say that a card that lay there for longer than a blink is the one seen again, in nats."""
CHANGED_CARD = 2.0
"""What it costs to say that a player has changed the laid card for another one, in nats."""
MOVED_FIRST = 2.0
"""What it costs to say that hands made an action before its card, where they may have felt the board, in nats."""
MOST_FELT = 40
"""Of more frames than this before a card it is not asked whether they were its action."""
MOST_BRANCHES = 4
"""So many readings one runner-up may branch into."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked: which of these actions ply `ply` was."""

    ply: int
    options: tuple[Option, ...]
    accounts: tuple[Account, ...] = ()
    """What each of them would have done."""

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

    def cost(self, ply: int) -> float:
        """What the actions from ply `ply` on cost together, with the one that the board shows now, in nats."""
        table, attempt = self.table, self.table.attempt
        shown = (attempt.fit.surprise(option, attempt.stories) for option in attempt.verdict.options)
        return table.history.surprise(ply - 1) + min(shown, default=0.0)

    def slips_since(self, ply: int) -> int:
        """After how many plies from `ply` on it has found something wrong."""
        return sum(one >= ply for one in self.slips)

    def unsure(self) -> Reading:
        """The same, told as one of several that can be right."""
        told = (replace(fact, data={**fact.data, "certainty": UNSURE}) if fact.kind == "move" else fact
                for fact in self.pending)  # fmt: skip
        return replace(self, pending=tuple(told))

    def at_table(self, table: Table) -> Reading:
        """Another reading that begins here, with nothing found wrong yet."""
        return replace(self, table=table, trouble=None, slips=frozenset())

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
        return attempt.verdict.kind is Kind.CHANGING and not attempt.fit.is_on_its_way(attempt.stories)


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


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A reading that could have been right, kept with what has happened since; it is read on only when it is needed.

    `since`: number of settled actions with which it began; more of them speak for it. `is_following`: it takes the
    board as it stands, over a broken rule. `cost`: what it takes for granted, in nats: that a reader lost a card for
    long, or that the turns were counted wrong.
    """

    reading: Reading
    scene: Scene
    since: int
    steps: tuple[Step, ...] = ()
    is_following: bool = False
    cost: float = 0.0

    def after(self, step: Step) -> RunnerUp:
        """The same with one thing more to read."""
        return replace(self, steps=(*self.steps, step))

    def read_on(self, now: float) -> list[RunnerUp]:
        """The readings that it has come to at `now`: several where it would have asked, or an end was left early."""
        found, scene = [(self.reading, self.cost)], self.scene
        for step in self.steps:
            found = [(one, cost) for reading, cost in found for one in until(reading, scene, step.before.now)]
            found = [(one, cost) for reading, before in found for one, cost in _branches(reading, before, step)]
            if len(found) > MOST_BRANCHES:
                found = sorted(found, key=lambda one: (one[0].is_against, one[1]))[:MOST_BRANCHES]
            scene = step.after
        found = [(one, cost) for reading, cost in found for one in until(reading, scene, now)]
        scene = replace(scene, now=max(scene.now, now))
        return [replace(self, reading=one, scene=scene, steps=(), cost=cost) for one, cost in found[:MOST_BRANCHES]]

    @property
    def is_explained(self) -> bool:
        """Whether everything since has been legal, and nothing is open."""
        table = self.reading.table
        is_calm = self.reading.trouble is None and not table.complaint.kind and table.is_set_up
        later = table.history.actions[self.since :]
        # A card that was laid without effect says nothing about what stands on the board.
        is_shown = any(entry.option.gesture for entry in later) if self.is_following else bool(later)
        return is_calm and is_shown and table.attempt.verdict.kind is Kind.IDLE

    @property
    def is_half_explained(self) -> bool:
        """The same where the last thing that was done may be half an action."""
        table, verdict = self.reading.table, self.reading.table.attempt.verdict
        return self.may_be and table.ply >= self.since and bool(verdict.options) and not table.attempt.stories.is_broken

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
            forks.extend(_forked(one.table, decision, scene))
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
        pending = (*pending, news.question(scene.now, news.choices_of(question.options), accounts, question.ply))
        asked = (*asked, question)
    return [Reading(table, (*pending, *facts), asked, slips=one.slips) for table, facts in outcomes]


def _forked(table: Table, decision: Decision, scene: Scene) -> Iterator[RunnerUp]:
    """After each settled action: that it was not the end yet. With each card: that hands had made its action before."""
    if isinstance(decision, Open) and 2 < len(table.attempt.frames) < MOST_FELT:
        ((opened, _),) = carry_out(decision, table, scene)
        made = opened.attempt.reaching_back(table.attempt.frames)
        if made.verdict.options and not opened.attempt.verdict.options:
            yield RunnerUp(Reading(replace(opened, attempt=made)), scene, table.ply, cost=MOVED_FIRST)
    if isinstance(decision, Settle) and (decision.option.gesture or table.is_closing):
        going_on = replace(table, attempt=table.attempt.denying(decision.option.picture), is_pressed=False)
        yield RunnerUp(Reading(going_on), scene, table.ply)


def left_early(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where an end is left before it counted: that it was the end, and what comes now belongs to what follows."""
    table, rest_s = reading.table, step.left_after_s
    if rest_s is None or table.card is None:
        return
    verdict = table.attempt.verdict
    if rest_s < (SHORTEST_END_S if verdict.kind is Kind.COMPLETE else SHORTEST_HALF_S):
        return
    # Where it looks as if nothing was done, it can be the end, too: of what a TAC brings back, of what no sensor sees.
    ends = verdict.options or table.attempt.fit.exchanged_unseen(table.attempt.stories)
    if not ends and table.is_closing and not table.attempt.stories.is_broken:
        # The captured piece is still in a hand when the next seat begins.
        ends = table.attempt.fit.owed(table.attempt.stories)
    if len(ends) != 1:
        return
    ended, facts = settled(table, step.before, ends[0])
    yield RunnerUp(Reading(ended, (*reading.pending, *facts)), step.before, ended.ply, (step,))


def was_unseen(reading: Reading, scene: Scene) -> Iterator[RunnerUp]:
    """Where the board is wrong, but for occupancy right: that an action was made by hands quicker than the sensors."""
    table, attempt = reading.table, reading.table.attempt
    allowed = attempt.fit.allowed(attempt.stories)
    if table.card and len(allowed) == 1:
        (option,) = allowed
        # An exchange can always have happened unseen: where nothing has changed, nothing speaks for one.
        is_unlike = not attempt.sensors.fits(table.state.picture, attempt.stories.occupied)
        if not is_unlike and not any(one.captured for one in table.game.account(table.state, option).moved):
            return
        ended, facts = settled(table, scene, option)
        yield RunnerUp(Reading(ended, (*reading.pending, *facts)), scene, ended.ply)


def sensor_failed(reading: Reading, scene: Scene) -> Iterator[RunnerUp]:
    """Where the board is wrong by one hole: that its sensor fails, and people play on."""
    table, attempt = reading.table, reading.table.attempt
    suspects = attempt.fit.suspects(attempt.stories)
    for hole in sorted(suspects) if len(suspects) <= MOST_SUSPECTS else ():
        blind = replace(table, attempt=attempt.believing(attempt.sensors.without(hole)))
        for one in run(reading.at_table(blind), scene):
            yield RunnerUp(one, scene, table.ply)


def left_wrong(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where the next player goes on from a board that is wrong by one hole: that its sensor fails."""
    table, rest_s = reading.table, step.left_after_s
    if rest_s is None or rest_s < SHORTEST_HALF_S or not table.is_closing or table.complaint.kind:
        return
    if table.attempt.verdict.kind is Kind.CHANGING:
        yield from (one.after(step) for one in sensor_failed(reading, step.before))


def laid_again(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where a reader tells a tag like the newest one: that it is another card of its kind, or the same one."""
    if not isinstance(step.value, CardTag):
        return
    table, value = reading.table, step.value
    same = None if found_again(table, value) else table.pile.found_again(value)
    if same is not None:
        other: Table | None = replace(table, pile=same)
    elif found_again(table, value) is not None:
        other = newly_laid(table, value)
    else:
        pile = table.pile.taken_for_new(value)
        other = None if pile is None else replace(table, pile=pile)
    if other is not None:
        for one in run(reading.at_table(other), step.after):
            # One card more has to be used, and another one.
            since = one.table.ply if same is not None else max(one.table.ply, table.ply + 1)
            newest = table.pile.newest
            is_long = same is not None and newest is not None and value.t - newest.t > BLINK_S
            yield RunnerUp(one, step.after, since, cost=LOST_CARD if is_long else 0.0)


def laid_instead(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where another card comes and the one before is not used yet: that its player has changed it."""
    table = reading.table
    attempt = table.attempt
    if table.accepted is None or not isinstance(step.value, CardTag):
        return
    if attempt.verdict.options or attempt.has_put_down or attempt.fit.silent(attempt.stories):
        return  # it has been used, or the next card ends its use
    later = newly_laid(table, step.value)
    if len(table.pile.cards) != 1 or len(later.pile.cards) != 2:
        return
    laid = later.pile.cards[1]
    # Nobody changes a card for one that nothing can be done with.
    is_usable = any(option.gesture for option in table.game.options(table.state, laid.card))
    if is_usable and laid.seat in ("", table.state.seat):
        for one in run(reading.at_table(taken_up(later)), step.after):
            yield RunnerUp(one, step.after, table.ply, cost=CHANGED_CARD)


def two_at_once(reading: Reading, scene: Scene) -> list[RunnerUp]:
    """Where the next card lies there: that both actions were made together, so that no picture ever showed the first.

    Nothing if the board shows no end of both, or several.
    """
    table, attempt = reading.table, reading.table.attempt
    if not table.is_closing or attempt.stories.is_broken or len(attempt.fit.options) > MOST_PAIRS:
        return []
    found: list[RunnerUp] = []
    for option in attempt.fit.options:
        if not _can_both_end(table, option):
            continue
        ended, facts = settled(table, scene, option)
        for one in run(Reading(ended, facts), scene):
            verdict = one.table.attempt.verdict
            is_end = verdict.kind is Kind.COMPLETE and one.trouble is None
            if is_end and all(attempt.fit.shows(end.picture, attempt.stories) for end in verdict.options):
                found.append(RunnerUp(one, scene, table.ply))
    return found if len(found) == 1 else []


def _can_both_end(table: Table, option: Option) -> bool:
    """Whether occupancy allows that this option and one of the next card have been made."""
    game, sensors, following = table.game, table.attempt.sensors, table.pile.cards[1]
    state = asking.turned(game, game.play(table.state, option), following.seat)
    occupied = table.attempt.stories.occupied
    return any(sensors.fits(end.picture, occupied) for end in game.options(state, following.card))


def after(reading: Reading, step: Step, forks: list[RunnerUp] | None = None) -> list[Reading]:
    """The readings that follow from something that happened."""
    return run(replace(reading, table=applied(reading.table, step.value, step.before)), step.after, forks)


def _branches(reading: Reading, cost: float, step: Step) -> Iterator[tuple[Reading, float]]:
    """The readings that follow, and those that branch off where an end was left early or a card changed; with costs."""
    yield from ((one, cost) for one in after(reading, step))
    yield from ((one, cost) for end in left_early(reading, step) for one in after(end.reading, step))
    yield from ((one.reading, cost + one.cost) for one in laid_instead(reading, step))


def until(reading: Reading, scene: Scene, t: float) -> list[Reading]:
    """The readings after everything that falls due until `t`."""
    due = policy.due(reading.table, scene)
    if due is None or due > t:
        return [reading]
    moment = replace(scene, now=due)
    return [last for one in run(reading, moment) for last in until(one, moment, t)]
