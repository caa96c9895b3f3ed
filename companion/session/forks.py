"""What else can have happened: the readings that branch off from one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from companion.inputs import CardTag, OccupancyFrame
from companion.reconcile.fit import WORDS, Fit
from companion.reconcile.verdict import Kind
from companion.session import asking, turns
from companion.session.carry_out import settled
from companion.session.diagnosis import diagnosed
from companion.session.following import MISTAKE
from companion.session.happening import SAME_SKIP_S, found_again, newly_laid, taken_up
from companion.session.pile import BLINK_S, Laid
from companion.session.reading import MOVED_FIRST, Reading, RunnerUp, Step, after, run, until
from companion.session.scales import SURE_REST_S
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Option, Picture

SHORTEST_END_S = 0.02
"""An end that was left sooner than this was hardly meant."""
SHORTEST_HALF_S = 0.5
"""The same for an end that may be half an action."""
MOST_SUSPECTS = 4
"""Where more sensors than this could be the one that fails, none is suspected."""
LOST_CARD = 4.0
"""What it costs to say that a card that lay there for longer than a blink is the one seen again, in nats."""
BLINKED_CARD = 3.5
"""The same within a blink, but late enough for another player's card: a broken rule is likelier."""
CHANGED_CARD = 2.0
"""What it costs to say that a player has changed the laid card for another one, in nats."""
UNREAD_CARD = 3.5
"""What it costs to say that a reader never saw a card with which a seat has moved, in nats."""
UNREAD_EXCHANGE = 3.0
"""What it costs beside that to say that it exchanged two pieces, and that nobody was feeling them, in nats."""
ONCE_MORE = 3.0
"""What it costs besides to take for granted that a second card was changed or not seen within a few actions, in nats:
what two such cards explain, mistakes explain as well."""
LEFT_HALF = 3.0
"""What it costs to say that half an action upon which the next card was laid was the whole one, where hands move on at
once and make a whole one of it, in nats."""
HOPPED = 3.0
"""What it costs to say that an end was one from which the same piece goes on at once, in nats: it hops."""
LAID_UPON = 3.0
"""What it costs to say that a player still went on where the next card was laid upon an end, in nats."""
ONLY_CARD = 0.9
"""Certainty of a move of which the board tells the one card that it can have been."""
MOST_LEFT = 6
"""Where more actions than this can have ended as the board showed before it was left, none is believed to have."""
MOST_UNMOVED = 3
"""With so many cards in a row, at most, nothing was moved by hands that are quicker than the cards."""
MOST_ENDS = 2
"""Where more actions than this can be over already, none is believed to be."""
FEW_STORIES = 50
"""To move on so many stories takes as long as all that a reading has to do besides."""
MOST_BRANCHES = 16
"""So many readings may be read on together."""


def read_on(runners: Sequence[RunnerUp], now: float, most: float = inf) -> tuple[list[RunnerUp], int]:
    """What runners-up that have the same to read have come to at `now`: more readings where they would have asked, or
    an end was left early.

    `most`: how much work that may be, or hardly more; what has happened after that is kept to be read. Beside them
    stands how much it was: a reading moved on by one thing that happened is 1, and more where it has many stories.
    """
    found, work, steps = [replace(one, steps=()) for one in runners], 0, runners[0].steps
    for number, step in enumerate(steps):
        if work >= most:
            return [replace(one, steps=steps[number:]) for one in found], work
        found = [each for one in found for each in _waiting(one, step.before.now)]
        tables = [one.reading.table for one in found]
        work += sum(1 + len(table.attempt.stories.costs) // FEW_STORIES for table in tables)
        found = [replace(each, scene=step.after) for one in found for each in branches(one, step, tables)]
        if len(found) > MOST_BRANCHES:
            found = sorted({one.come_to: one for one in reversed(found)}.values(), key=doubt)[:MOST_BRANCHES]
    found = [each for one in found for each in _waiting(one, now)]
    return [replace(one, scene=replace(one.scene, now=max(one.scene.now, now))) for one in found], work


def doubt(runner: RunnerUp) -> float:
    """What speaks against a branch, beside others of the same runner-up, in nats."""
    return runner.cost + runner.reading.table.history.surprise(runner.since) + MISTAKE * runner.reading.is_against


def _waiting(runner: RunnerUp, t: float) -> Iterator[RunnerUp]:
    return (replace(runner, reading=one) for one in until(runner.reading, runner.scene, t))


def branches(runner: RunnerUp, step: Step, beside: Sequence[Table]) -> Iterator[RunnerUp]:
    """The runners-up that follow, and those that branch off where an end was left early, or a card changed or not
    seen. `beside`: the tables that are read on at the same time."""
    reading, forks = runner.reading, list[RunnerUp]()
    cost = runner.cost + (LAID_UPON if _is_card(step) and reading.table.attempt.is_denied else 0.0)
    yield from (replace(runner, reading=one, cost=cost) for one in after(reading, step, forks))
    # That an end was none is thought of only where it was told to be one.
    yield from (_assuming(runner, fork) for fork in forks if fork.cost)
    ends = (*left_early(reading, step), *over_already(reading, step, beside))
    yield from (replace(runner, reading=one) for end in ends for one in after(end.reading, step))
    others = (*laid_instead(reading, step), *was_unread(reading, step))
    again = ONCE_MORE if runner.assumed else 0.0
    yield from (replace(_assuming(runner, one, again), assumed=one.since) for one in others)


def _assuming(runner: RunnerUp, fork: RunnerUp, again: float = 0.0) -> RunnerUp:
    """The runner-up with what the fork takes for granted besides; `again`: what it costs more that it is not the first
    such thing, in nats."""
    return replace(runner, reading=fork.reading, cost=runner.cost + fork.cost + again)


def branched_off(reading: Reading, step: Step, beside: Sequence[Table]) -> Iterator[RunnerUp]:
    """What can have been as well where something happens to a live reading. `beside`: see `over_already`."""
    yield from left_early(reading, step)
    yield from left_wrong(reading, step)
    yield from laid_again(reading, step)
    yield from laid_instead(reading, step)
    yield from was_unread(reading, step)
    yield from over_already(reading, step, beside)


def left_early(reading: Reading, step: Step, more: int = MOST_UNMOVED) -> Iterator[RunnerUp]:
    """Where an end is left before it counted: that it was the end, and what comes now belongs to what follows; nor was
    anything moved with up to `more` cards that lie there besides."""
    table, rest_s = reading.table, step.left_after_s
    if rest_s is None or table.card is None:
        return
    verdict = table.attempt.verdict
    is_end = verdict.kind is Kind.COMPLETE or (table.is_closing and verdict.kind in (Kind.IDLE, Kind.HALF))
    if rest_s < (SHORTEST_END_S if is_end else SHORTEST_HALF_S):
        return
    is_brief = verdict.kind is Kind.HALF and rest_s < SHORTEST_HALF_S
    # Where it looks as if nothing was done, it can be the end, too: of what a TAC brings back, of what no sensor sees.
    ends = verdict.options or table.attempt.fit.exchanged_unseen(table.attempt.stories)
    ends = ends or (turns.half_seen(table) if table.is_closing and verdict.kind is Kind.IDLE else ())
    # Or its player meant to move nothing, and now it is the next one whose hands are quicker than the card.
    is_unused = not ends and verdict.kind is Kind.IDLE
    ends = turns.unused(table) if is_unused else ends
    plain = LEFT_HALF if is_brief else MOVED_FIRST if is_unused and not table.is_closing else 0.0
    is_hop = not plain and _hops_on(table, step)
    for end in ends if len(ends) <= MOST_LEFT else ():
        cost = HOPPED if is_hop and not _can_be_lifted_next(table, end) else plain
        ended, facts = settled(table, step.before, end, cost=cost)
        for one in run(reading.ended(ended, facts), step.before):
            yield RunnerUp(one, step.before, ended.ply, (step,))
            if more and len(ends) == 1 and one.table.is_closing and one.table.attempt.verdict.kind is Kind.IDLE:
                yield from left_early(one, step, more - 1)


def _hops_on(table: Table, step: Step) -> bool:
    """Whether the piece that was put down last, just now, is lifted again and nothing else."""
    value, rest_s, attempt = step.value, step.left_after_s, table.attempt
    if not isinstance(value, OccupancyFrame) or rest_s is None or rest_s >= SHORTEST_HALF_S:
        return False
    lifted, placed = attempt.sensors.touches(attempt.stories.occupied, value.occupied)
    return not placed and attempt.goes_on_with(lifted)


def _can_be_lifted_next(table: Table, end: Option) -> bool:
    """Whether the next card, if one lies there, takes back this end, or can lift the piece that was put down last."""
    hole = table.attempt.placed_on
    if not table.is_closing or hole is None:
        return False
    game, state, card = table.game, table.turned_after(end), table.pile.cards[1].card
    if asking.undone_by(game, state, card) is not None:
        return True
    fit = Fit(table.attempt.sensors, game.options(state, card), state.picture, None)
    is_changed = bool(fit.changing >> game.layout.holes.index(hole) & 1)
    return is_changed or any(hole in WORDS.findall(option.action) for option in fit.options)


def half_left(reading: Reading, step: Step, beside: Sequence[Reading]) -> Iterator[Reading]:
    """Where hands move on from half an action upon which the next card was laid: that it was the whole one.

    `beside`: the live readings; where one of them has taken an earlier half for the whole, this one is dearer.
    """
    table, rest_s = reading.table, step.left_after_s
    verdict = table.attempt.verdict
    if not table.is_closing or verdict.kind is not Kind.HALF or rest_s is None or rest_s < SHORTEST_END_S:
        return
    if table.attempt.is_denied or table.complaint.kind or len(verdict.options) > MOST_LEFT:
        return  # who is told to use the card uses it only now, and may rest on the way
    cost = LEFT_HALF * (1 + any(other.table.ply > table.ply for other in beside))
    for end in verdict.options:
        ended, facts = settled(table, step.before, end, cost=cost)
        yield reading.ended(ended, facts)


def over_already(reading: Reading, step: Step, beside: Sequence[Table]) -> Iterator[RunnerUp]:
    """Where another card comes, or hands go on: that the action is over, though the board shows no end.

    A captured piece is in a hand yet, or the next seat has moved already. At one of the tables `beside` that may have
    branched off before, and has read since what hands have done.
    """
    table, before = reading.table, step.before
    if table.card is None or table.attempt.stories.is_broken:
        return
    fit, has_gone_on = table.attempt.fit, _is_card(step) or _is_gone_on(table, step)
    taken = 0 if has_gone_on else _taken_on(table, step)
    if not (has_gone_on or taken):
        return
    ends = fit.over_but_for_others(table.attempt.stories)
    if not has_gone_on:
        # Once the next hand has what such an action has moved, the board tells no more of it.
        ends = tuple(end for end in ends if taken & fit.touched(end.picture))
    for end in ends if len(ends) <= MOST_ENDS else ():
        if any(_has_played(other, table, end) for other in beside):
            continue
        ended, facts = settled(table, before, end)
        held = _still_held(ended, table, before)
        yield RunnerUp(reading.ended(held, facts), before, ended.ply, (step,))


def _is_gone_on(table: Table, step: Step) -> bool:
    """Whether hands go on after another card, or after a rest on an end with pieces of yards in hands."""
    rest_s, attempt = step.left_after_s, table.attempt
    if rest_s is None or table.is_closing:
        return rest_s is not None
    is_short = rest_s < SHORTEST_HALF_S or attempt.verdict.kind is not Kind.CHANGING
    return not is_short and bool(attempt.fit.reached(attempt.stories))


def _taken_on(table: Table, step: Step) -> int:
    """The places (bits) of which hands lift pieces now that the picture has rested for a moment."""
    rest_s, value = step.left_after_s, step.value
    if rest_s is None or rest_s < SHORTEST_END_S or not isinstance(value, OccupancyFrame):
        return 0
    return table.attempt.stories.occupied & ~value.occupied


def _has_played(other: Table, table: Table, option: Option) -> bool:
    """Whether the other table has played this after all that was played at `table`."""
    if other.ply <= table.ply or other.history.actions[table.ply].option != option:
        return False
    return other.history.in_common(table.history) == table.ply


def _still_held(ended: Table, table: Table, scene: Scene) -> Table:
    """The table after this action, with what the yards lack in a hand. It is called for if it stays there."""
    held = replace(ended, attempt=ended.attempt.still_holding(ended.state.picture))
    is_rest_right = bool(table.attempt.fit.reached(table.attempt.stories))
    if not held.attempt.sensors.held or not is_rest_right or table.complaint.kind:
        return held
    return replace(held, left_out=diagnosed(table, scene).broken)


def _is_card(step: Step) -> bool:
    """Whether a card is told."""
    return isinstance(step.value, Laid) or (isinstance(step.value, CardTag) and step.value.card is not None)


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
        yield RunnerUp(reading.ended(ended, facts), scene, ended.ply)


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
            # One card more has to be used, and another one where the reader is not known to have missed any.
            is_one_enough = same is not None or value.reader in table.pile.missed
            since = one.table.ply if is_one_enough else max(one.table.ply, table.ply + 1)
            yield RunnerUp(one, step.after, since, cost=_lost_cost(table, value) if same is not None else 0.0)


def _lost_cost(table: Table, value: CardTag) -> float:
    """What it costs to say that a reader tells the newest card once more, and no other one of its kind, in nats."""
    newest = table.pile.newest
    passed_s = 0.0 if newest is None else value.t - newest.t
    if passed_s <= SAME_SKIP_S:
        return 0.0
    return LOST_CARD if passed_s > BLINK_S else BLINKED_CARD


def laid_instead(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where another card comes and the one before is not used yet: that its player has changed it."""
    table = reading.table
    attempt = table.attempt
    if table.accepted is None or not isinstance(step.value, CardTag):
        return
    if attempt.verdict.options or attempt.put_down or attempt.fit.silent(attempt.stories):
        return  # it has been used, or the next card ends its use
    later = newly_laid(table, step.value)
    if len(table.pile.cards) != 1 or len(later.pile.cards) != 2:
        return
    laid = later.pile.cards[1]
    # Nobody changes a card for one that nothing can be done with.
    is_usable = any(option.gesture for option in table.game.options(table.state, laid.card))
    if is_usable and laid.seat in ("", table.state.seat):
        changed = taken_up(replace(later, attempt=attempt))  # nobody laid another card upon it
        for one in run(reading.at_table(changed), step.after):
            yield RunnerUp(one, step.after, table.ply, cost=CHANGED_CARD + attempt.felt_in_vain)


def was_unread(reading: Reading, step: Step) -> Iterator[RunnerUp]:
    """Where hands have moved without a card, and one comes, or other hands go on: that no reader saw theirs."""
    table, rest_s, is_card = reading.table, step.left_after_s, _is_card(step)
    have_gone_on = rest_s is not None and rest_s >= SURE_REST_S
    # Hands that restore what was taken back have made no action.
    if not (is_card or have_gone_on) or not table.is_followed_alone or table.accepted is not None or table.pile.cards:
        return
    attempt = table.attempt
    if attempt.stories.is_broken or asking.is_over(table.game, table.state):
        return
    if len(attempt.frames) < 2:
        return  # nobody has touched anything since
    if attempt.verdict.kind is Kind.IDLE and not attempt.has_felt_two:
        return
    is_moved = not attempt.sensors.fits(table.state.picture, attempt.stories.occupied)
    if not (is_moved or is_card):
        return
    shown = _with_any_card(table)
    # Where the card that lies there now tells the same exchange, nobody was feeling the two.
    by_card = frozenset() if is_moved else _can_be_made_with(table, step)
    for option, certainty in _unread_ends(shown):
        if not is_moved and option.picture == table.state.picture:
            continue  # an exchange of alike pieces: hands that only felt them look the same
        ended, facts = settled(shown, step.before, option, certainty, is_card_known=certainty >= ONLY_CARD)
        dearer = 0.0 if is_moved or option.picture in by_card else UNREAD_EXCHANGE + shown.attempt.fumbled(option)
        for one in after(reading.ended(ended, facts), step):
            yield RunnerUp(one, step.after, table.ply, cost=UNREAD_CARD + dearer)


def _can_be_made_with(table: Table, step: Step) -> frozenset[Picture]:
    """What the board can hold after the card that is told now, if it is that of the seat to act."""
    card = step.value.card if isinstance(step.value, CardTag | Laid) else None
    return frozenset(option.picture for option in table.game.options(table.state, card)) if card else frozenset()


def _with_any_card(table: Table) -> Table:
    """The table where the seat to act can have used each of its cards, before anybody has seen one."""
    attempt = table.attempt
    shown, fits = attempt.stories.occupied, attempt.sensors.fits
    can_be = asking.possible(table.game, table.state)
    options = [option for option in can_be if option.gesture and fits(option.picture, shown)]
    return replace(table, attempt=attempt.awaiting(options, None).reaching_back(attempt.frames)) if options else table


def _unread_ends(table: Table) -> Iterator[tuple[Option, float]]:
    """What the seat to act can have done if nobody knows its card; each end once, and how certain it is."""
    ends = table.attempt.verdict.options
    for picture in dict.fromkeys(option.picture for option in ends):
        alike = [option for option in ends if option.picture == picture]
        is_only = len({option.card for option in alike}) == 1
        yield alike[0], ONLY_CARD if is_only else 1 / len(alike)
