"""Carrying out a decision: the only place where a table becomes another one by itself, and where facts are made of it.

`carry_out` gives the tables that follow (several where it is asked which action was meant) with their facts.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from companion.facts import Fact
from companion.reconcile.diagnose import differences
from companion.session import asking, news
from companion.session.attempt import Attempt
from companion.session.complaint import IDLE, MOST_TOLD, WRONG, Complaint
from companion.session.decision import (
    Ask,
    CallHome,
    ComeHome,
    Correct,
    Decision,
    Excuse,
    GiveUpStories,
    Mend,
    Name,
    NameIdle,
    NameMissing,
    Open,
    Prove,
    Recount,
    Refuse,
    Settle,
    SetUp,
    TakeBack,
    TellPart,
    Win,
)
from companion.session.diagnosis import diagnosed, ways
from companion.session.history import History, Settled
from companion.session.offer import Offer
from companion.session.repair import Repair, repair_of
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Option, State
from engine.errors import InvalidNotation

LATER_CARD = 3.5
"""What it costs that hands still made an action when more than the next card lay there, for each of these, in nats."""
UNCOUNTED_DEALS = 1
"""After so many deals more it is known again how many cards the hands hold."""
ASKED = 0.9
"""Certainty of a move that rests on an answer, or on a picture without stories."""

Outcome = tuple[Table, tuple[Fact, ...]]
"""A table, and the facts that led to it."""


@singledispatch
def carry_out(decision: Decision, table: Table, scene: Scene) -> list[Outcome]:
    """The tables that follow from a decision, with the facts of each."""
    raise TypeError(f"no decision: {decision!r}")


def _one(table: Table, *facts: Fact) -> list[Outcome]:
    return [(table, facts)]


@carry_out.register
def _(decision: Open, table: Table, scene: Scene) -> list[Outcome]:
    laid, game = decision.laid, table.game
    state = asking.turned(game, table.state, laid.seat)
    options = game.options(state, laid.card)
    undone = asking.undone_by(game, state, laid.card) if options else None
    has_lain, is_touched = laid.t < table.settled_at, laid.t < scene.rest.last_change
    attempt = table.attempt.awaiting(options, undone, has_lain, is_touched)
    if scene.was_away_since(laid.t):
        attempt = attempt.after_absence()
    opened = replace(table, state=state, accepted=laid, attempt=attempt, is_pressed=False, parts_told=None)
    opened = replace(opened, complaint=replace(table.complaint, named_at=None, excused_at=None))
    if not laid.card:
        return _one(opened)
    awaited = game.awaits(state)
    name = news.FACE_DOWN if awaited is not None and awaited.is_private else laid.card
    return _one(opened, news.card(scene.now, laid.seat or state.seat, name, laid.by))


@carry_out.register
def _(decision: Recount, table: Table, scene: Scene) -> list[Outcome]:
    state = asking.with_turn(table.game, table.state, decision.seat)
    recounted = replace(table, state=state, uncounted_until=state.deal + UNCOUNTED_DEALS)
    return _one(recounted, news.turn(scene.now, table.game, state))


@carry_out.register
def _(decision: Refuse, table: Table, scene: Scene) -> list[Outcome]:
    laid, broken, t = decision.laid, decision.broken, scene.now
    after = replace(table, pile=table.pile.without(laid), is_pressed=table.is_pressed and bool(laid.card))
    if broken is not None:
        card = [news.card(t, laid.seat or table.state.seat, laid.card, laid.by)] if laid.card else []
        return [(after, (*card, news.violation(t, broken, table.state.seat, (), table.mode)))]
    return _one(after, _disturbed(repair_of(table), scene)) if table.complaint.kind == WRONG else _one(after)


@carry_out.register
def _(decision: Settle, table: Table, scene: Scene) -> list[Outcome]:
    certainty = ASKED if decision.others or table.attempt.stories.is_broken else 1.0
    return [settled(table, scene, decision.option, certainty, decision.others)]


@carry_out.register
def _(decision: Ask, table: Table, scene: Scene) -> list[Outcome]:
    return [_answered(table, scene, option, decision.options) for option in decision.options]


def _answered(table: Table, scene: Scene, option: Option, options: tuple[Option, ...]) -> Outcome:
    others = tuple(other for other in options if other != option)
    after, facts = settled(table, scene, option, ASKED, others)
    return after, (news.answer(scene.now, option.card, option.action, after.ply), *facts)


def settled(
    table: Table,
    scene: Scene,
    option: Option,
    certainty: float = 1.0,
    others: tuple[Option, ...] = (),
    is_card_known: bool = True,
    cost: float = 0.0,
) -> Outcome:
    """An action is certain: it is the position from now on. `cost`: what is taken for granted with that, in nats."""
    state = table.state
    after = table.game.play(state, option)
    surprise = cost + table.attempt.felt + table.attempt.surprise(option)
    first = table.pile.first
    if option.gesture and first is not None and not scene.was_away_since(first.t):
        surprise += LATER_CARD * _later_cards(table, after)
        surprise += table.attempt.felt_beside(option) if table.is_closing else 0.0
    # Who only paused on the way has broken no rule.
    pauses = min(table.slips, table.complaint.is_counted and table.complaint.is_short)
    slips = table.slips - pauses
    entry = Settled(state, after, option, certainty, others, surprise, is_card_known, slips, pauses)
    history = table.history.add(entry)
    # What was rightly done before the mistake is not told as undone.
    right = after if table.attempt.reached == option.picture else state
    facts = [news.corrected(scene.now, table.game, right)] if table.complaint.kind else []
    facts.append(news.move(scene.now, table.game, history))
    if not (after.winner or after.draw) or asking.is_answerable(table.game, after):
        facts.append(news.turn(scene.now, table.game, after))
    return _gone_on(table, scene, history), tuple(facts)


def _later_cards(table: Table, after: State) -> int:
    """How many cards lie upon the next one that hands have to move for: others can be laid, whatever hands did
    meanwhile."""
    following = table.pile.cards[1:]
    while len(following) > 1:
        options = table.game.options(after, following[0].card)
        if options and all(option.gesture for option in options):
            break
        after, following = table.game.lay_aside(after, following[0].card), following[1:]
    return max(0, len(following) - 1)


def _gone_on(table: Table, scene: Scene, history: History) -> Table:
    """The state is a new one: the stories begin at it."""
    entry = history.actions[-1]
    attempt, pace, seat = table.attempt, table.pace, entry.before.seat
    for rest_s in attempt.passing_s:
        pace = pace.passed(seat, rest_s)
    for rest_s, ends in attempt.rests:
        if entry.option not in ends:
            pace = pace.observed(seat, rest_s)
    begun = attempt.ended_as(entry.after.picture, scene.rest.occupied, is_put_right=table.slips > 0)
    return replace(
        table,
        state=entry.after,
        history=history,
        pile=table.pile.settled(seat, scene.now, table.settled_at) if table.card else table.pile,
        accepted=None,
        attempt=replace(begun, hidden=attempt.hidden),
        complaint=Complaint(),
        offer=None,
        pace=pace,
        is_pressed=False,
        is_urged=False,
        is_won=False,
        settled_at=scene.now,
        slips=0,
        proof=asking.proof(table.game, entry.after) or table.proof,
    )


@carry_out.register
def _(decision: TakeBack, table: Table, scene: Scene) -> list[Outcome]:
    offer = decision.offer
    back, facts = undone(table, scene, offer.count)
    answer = news.answer(scene.now, offer.card, offer.action, table.ply)
    return _one(replace(back, pile=table.pile), answer, *facts)


def undone(table: Table, scene: Scene, count: int) -> Outcome:
    """The last `count` actions are taken back; the board has then to show the position before them."""
    t, game, actions = scene.now, table.game, table.history.actions[table.ply - count :]
    before = actions[0].before
    attempt = table.attempt.back_to(before.picture)
    back = replace(table, state=before, history=table.history.without(count))
    back = back.anew(table.attempt.sensors, scene.rest.occupied, t)
    complaint = Complaint(is_restoring=True, taken_back_at=attempt.stories.occupied)
    facts = [*(news.takeback(t, game, entry.before) for entry in reversed(actions)), news.turn(t, game, before)]
    return replace(back, attempt=attempt, complaint=complaint), tuple(facts)


@carry_out.register
def _(decision: Name, table: Table, scene: Scene) -> list[Outcome]:
    t, complaint, found = scene.now, table.complaint, diagnosed(table, scene)
    facts: list[Fact] = []
    if found.broken is not None:
        facts.append(news.violation(t, found.broken, table.state.seat, found.repair.to_put_back, table.mode))
    elif found.is_told:
        facts.append(_disturbed(found.repair, scene))
    elif complaint.told == MOST_TOLD:
        facts.append(news.ways_out(t))
        complaint = replace(complaint, told=MOST_TOLD + 1)
    if found.offer is not None:
        facts.append(_offered(table, found.offer, t))
    if found.is_told or found.broken is not None:
        complaint = complaint.named(scene.rest.occupied, WRONG, len(found.repair.to_put_back))
        if found.broken is not None:
            complaint = complaint.blaming(found.broken, ways(found.repair.out_of_place))
    else:
        complaint = complaint.looked(scene.rest.occupied, len(found.repair.to_put_back))
    is_hasty = table.is_pressed if table.complaint.kind != WRONG else complaint.is_hasty
    complaint = replace(complaint, is_hasty=is_hasty)
    slips = table.slips + (table.complaint.kind != WRONG and not is_hasty)
    offer = found.offer or table.offer
    return _one(replace(table, complaint=complaint, offer=offer, is_pressed=False, slips=slips), *facts)


def _offered(table: Table, offer: Offer, t: float) -> Fact:
    """The question whether something was meant."""
    accounts = [asking.meant(table.game, table.state, offer.option)]
    return news.question(t, [(offer.card, offer.action)], accounts, table.ply + (offer.option is not None))


def _disturbed(repair: Repair, scene: Scene) -> Fact:
    """What differs; a camera sees better than any story tells whose pieces they are."""
    holes = repair.stories.sensors.layout.holes
    seen = dict(zip(holes, scene.owners, strict=True)) if len(scene.owners) == len(holes) else {}
    told = differences(repair.stories, repair.aim)
    return news.disturbed(scene.now, [
        one if (owner := seen.get(one["cell"] or "", "?")) in ".?" else {**one, "observed": owner} for one in told
    ])  # fmt: skip


@carry_out.register
def _(decision: NameIdle, table: Table, scene: Scene) -> list[Outcome]:
    complaint = table.complaint.named(table.complaint.named_at, IDLE)
    named = replace(table, complaint=complaint, is_pressed=False, is_urged=True, slips=table.slips + 1)
    return _one(named, news.violation(scene.now, decision.broken, table.state.seat, (), table.mode))


@carry_out.register
def _(decision: NameMissing, table: Table, scene: Scene) -> list[Outcome]:
    repair, complaint = repair_of(table), table.complaint
    length = len(repair.to_put_back)
    if not table.is_continued or complaint.tells_again(length):
        return _one(replace(table, complaint=complaint.named(scene.rest.occupied, WRONG, length)),
                    _disturbed(repair, scene))  # fmt: skip
    # Who plays on where a game is gone on with does not put the board back.
    looked = replace(table, complaint=replace(complaint.looked(scene.rest.occupied, length), told=complaint.told + 1))
    return _one(looked, *([news.ways_out(scene.now)] if complaint.told == MOST_TOLD else ()))


@carry_out.register
def _(decision: Prove, table: Table, scene: Scene) -> list[Outcome]:
    told = news.violation(scene.now, decision.broken, table.state.seat, (), table.mode)
    return _one(replace(table, proof=None), told)


@carry_out.register
def _(decision: CallHome, table: Table, scene: Scene) -> list[Outcome]:
    told = news.violation(scene.now, decision.broken, table.state.seat, (), table.mode)
    return _one(replace(table, is_called_home=True), told)


@carry_out.register
def _(decision: ComeHome, table: Table, scene: Scene) -> list[Outcome]:
    attempt = table.attempt.believing(decision.sensors)
    if decision.sensors.held:
        return _one(replace(table, attempt=attempt))
    facts = (news.corrected(scene.now, table.game, table.state),) if table.is_called_home else ()
    return _one(replace(table, attempt=attempt, left_out=None, is_called_home=False), *facts)


@carry_out.register
def _(decision: Excuse, table: Table, scene: Scene) -> list[Outcome]:
    return _one(replace(table, complaint=table.complaint.excused(scene.rest.occupied)))


@carry_out.register
def _(decision: GiveUpStories, table: Table, scene: Scene) -> list[Outcome]:
    return _one(replace(table, attempt=table.attempt.broken()))


@carry_out.register
def _(decision: Mend, table: Table, scene: Scene) -> list[Outcome]:
    return _one(replace(table, attempt=table.attempt.mended()))


@carry_out.register
def _(decision: Correct, table: Table, scene: Scene) -> list[Outcome]:
    right = replace(table, complaint=Complaint(), offer=None, attempt=table.attempt.mended())
    if not table.complaint.kind:
        return _one(right)
    return _one(right, news.corrected(scene.now, table.game, _rightly_reached(table)))


def _rightly_reached(table: Table) -> State:
    """The state that the board shows: half an action that was made before the mistake stays, and is no mistake."""
    state, game, attempt = table.state, table.game, table.attempt
    ended, shown = attempt.ended, attempt.stories.occupied
    if ended is None or (not attempt.is_reached_again and attempt.sensors.fits(state.picture, shown)):
        return state
    if ended == attempt.fit.undone:
        earlier = (entry.before for entry in reversed(table.history.actions))
        return next((before for before in earlier if before.picture == ended), state)
    ends = (option.position for option in attempt.verdict.options if option.picture == ended)
    try:
        return game.set_position(state, next(ends, None) or game.position_of(state, ended))
    except InvalidNotation:  # a board does not tell everything of it (which face is up, who stands under whom)
        return state


@carry_out.register
def _(decision: TellPart, table: Table, scene: Scene) -> list[Outcome]:
    told = replace(table, parts_told=scene.rest.occupied)
    if not decision.left:
        return _one(told)
    return _one(told, news.part(scene.now, table.state.seat, table.card or "", decision.left))


@carry_out.register
def _(decision: SetUp, table: Table, scene: Scene) -> list[Outcome]:
    state, game, t = table.state, table.game, scene.now
    facts = [news.corrected(t, game, state)] if table.complaint.kind else []
    attempt = Attempt.begin(table.attempt.sensors, state.picture, scene.rest.occupied)
    ready = replace(table, is_set_up=True, is_resumed=False, complaint=Complaint(), attempt=attempt)
    return [(ready, (*facts, news.setup(t, game, state), news.turn(t, game, state)))]


@carry_out.register
def _(decision: Win, table: Table, scene: Scene) -> list[Outcome]:
    return _one(replace(table, is_won=True), news.won(scene.now, table.state))


