"""Turns: a card opens the turn of the seat to act, its picture at rest or the next card closes it.

1. The first card of the pile opens when the board agrees with the position. Without use it is a discard at once;
   what moves nothing and leaves no choice (a Devil, a Fool) is settled at once too.
2. The end of an action is settled when it has rested for the hold time of the seat, on "done", or when the next card
   lies there. An end that may be half an action waits for "done" or the next card.
3. The next card closes an open turn also where nothing was moved: by an action without gesture, or with T3.3.
4. A card of a seat that is not to act, or one that the known hand forbids, is refused with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from companion.reconcile.fit import Fit
from companion.reconcile.verdict import Kind, follows
from companion.session import asking
from companion.session.complaint import IDLE, WRONG
from companion.session.decision import Ask, Decision, NameIdle, Open, Recount, Refuse, Settle, TakeBack
from companion.session.offer import Offer
from companion.session.pile import Laid
from companion.session.rest import LONG_REST_S
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import HANDS, Card, Explanation, Option, Picture, State, TableGame

IDLE_S = 1.0
"""So long after the next card hands may still begin with the one before."""
SHOWN_S = 0.3
"""So long after it, and after the last touch, what hands have begun with the one before may still go on."""
SAME_KIND_S = 2.0
"""The same where the next card is of the same kind: a reader can have lost the one there, and found it again."""
AWAY_REST_S = 1.0
"""So long the board has to rest that comes back and looks as before."""
MOST_HIDDEN = 4
"""So many cards in a row are looked through for actions that nobody saw."""
SEEN_REST_S = 1.5
"""After this rest it counts whose pieces a camera sees,"""
SEEN_S = 0.5
"""and it has to see them for so long."""
LATE_REST_S = 2.5
"""An end that may be half an action counts after this rest, where the next card has long been laid."""


def opening(table: Table, scene: Scene) -> Decision | None:
    """The next card of the pile opens a turn, or is refused."""
    if table.is_set_up and not table.card and table.is_played_by_hands:
        if _is_card_early(table):
            early = table.pile.cards[0]
            return Refuse(early, table.game.explain_aside(table.state, early.seat or table.state.seat, early.card))
        return Open(Laid(scene.now, "", table.state.seat, "hands")) if table.accepted is None else None
    if table.accepted is None and table.is_set_up and table.is_pressed:
        said = _ended_by_word(table, scene)
        if said is not None:
            return said
    waiting = table.pile.cards[1 if table.accepted else 0 :]
    if not waiting or not table.is_set_up:
        return None
    if table.mode == "strict" and table.complaint.kind == WRONG:
        return Refuse(waiting[-1], None)
    if table.accepted is not None:
        return None
    laid, game = waiting[0], table.game
    state = asking.turned(game, table.state, laid.seat)
    if asking.is_over(game, state):
        return Refuse(laid, None)
    if (offer := _played_anew(table, laid)) is not None:
        return TakeBack(offer)
    if laid.seat and table.is_uncounted and asking.with_turn(game, state, laid.seat) is not state:
        return Recount(laid.seat)
    broken = None
    if not asking.is_turn_of(game, state, laid.seat):
        broken = game.explain_aside(state, laid.seat, laid.card)
    elif not game.options(state, laid.card):
        broken = game.explain_aside(state, state.seat, laid.card)
    return Open(laid) if broken is None else Refuse(laid, broken)


def _played_anew(table: Table, laid: Laid) -> Offer | None:
    """The offer to take back what the seat of this card played, while the board shows the position before that."""
    offer, is_its_turn = table.offer, laid.seat in ("", table.state.seat)
    if offer is None or not offer.count or is_its_turn or not table.is_as_named:
        return None
    shown = table.history.actions[-offer.count].before.picture
    earlier = takewhile(lambda entry: entry.before.picture == shown, table.history.actions[-offer.count :: -1])
    # What was laid away before, no board shows: it is taken back as well if that seat plays anew.
    counts = (count for count, entry in enumerate(earlier, offer.count) if entry.before.seat == laid.seat)
    count = next(counts, None)
    return None if count is None else replace(offer, count=count)


def _is_card_early(table: Table) -> bool:
    """Whether a card lies there that nothing asks for yet: no hand has moved."""
    return bool(table.pile.cards and table.game.cards) and table.attempt.verdict.kind is Kind.IDLE


def _ended_by_word(table: Table, scene: Scene) -> Open | Refuse | None:
    """"Done" where no card lies there: nothing, or nothing more, is laid; None where that says nothing."""
    game, state = table.game, table.state
    awaited = game.awaits(state)
    is_resting = table.attempt.verdict.kind is Kind.IDLE
    if awaited is None or awaited.kind == HANDS or not awaited.what or table.pile.cards or not is_resting:
        return None
    laid = Laid(scene.now, "", state.seat, "done")
    return Open(laid) if awaited.can_end else Refuse(laid, game.explain_aside(state, state.seat, ""))


def acting(table: Table, scene: Scene) -> Decision | None:
    """What the board shows of the awaited card's action is settled or asked."""
    card, attempt = table.card, table.attempt
    if card is None:
        return None
    options = attempt.fit.options
    if not options:
        # While the board is wrong it is not clear that this was the card of the seat to act.
        return Settle(table.game.aside(table.state, card)) if table.complaint.kind != WRONG else None
    if len(options) == 1 and not options[0].gesture and options[0].is_forced:
        return Settle(options[0])
    if attempt.is_denied:
        return None
    seen = _seen(table, scene)
    if seen is not None and scene.now >= _seen_due(table, scene):
        return Settle(seen)
    if table.is_pressed or (table.is_closing and not _is_late(table)):
        decision = _closed(table, scene)
        is_idle = isinstance(decision, NameIdle)
        if scene.now < (idle_at(table, scene) if is_idle else shown_at(table, scene)):
            return None
        exchanges = half_seen(table) if is_idle else ()
        return concluded(exchanges) if exchanges else decision
    is_due = any(scene.now >= t for t in rests(table, scene))
    return concluded(attempt.verdict.options) if is_due else None


def seen_at(table: Table, scene: Scene) -> Iterator[float]:
    """When what only a camera sees of an action has rested long enough."""
    if _seen(table, scene) is not None:
        yield _seen_due(table, scene)


def _seen_due(table: Table, scene: Scene) -> float:
    rest_s = 0.0 if table.is_closing else SEEN_REST_S
    return max(scene.rest.last_change + rest_s, scene.owners_since + SEEN_S)


def _seen(table: Table, scene: Scene) -> Option | None:
    """The one action of which only a camera tells: the same places are filled, by pieces of other seats."""
    attempt = table.attempt
    is_idle = table.card is not None and scene.is_showing and attempt.verdict.kind is Kind.IDLE
    if not is_idle or not scene.strangers(table.marks):
        return None
    shown = attempt.stories.occupied
    ends = {option.picture: option for option in attempt.fit.options if attempt.sensors.fits(option.picture, shown)}
    before, marks = table.marks, table.game.layout.marks
    found = [end for end in ends.values() if end.gesture and _is_seen(before, marks(end.picture), scene)]
    return found[0] if len(found) == 1 else None


def _is_seen(before: Sequence[str], after: Sequence[str], scene: Scene) -> bool:
    """Whether a camera sees on each hole that changes whose piece stands there after."""
    is_whole = all(seen == now for was, now, seen in zip(before, after, scene.owners, strict=True) if was != now)
    return before != after and is_whole and not scene.strangers(after)


def idle_at(table: Table, scene: Scene) -> float:
    """When a card with which nothing was moved is named, now that the next one lies there."""
    if not table.is_closing:
        return 0.0
    first, following = table.pile.cards[:2]
    can_be_the_same = following.card == first.card and following.by == first.by
    laid_at = following.t + (SAME_KIND_S if can_be_the_same else IDLE_S)
    if scene.was_away_since(first.t):
        laid_at = max(laid_at, scene.rest.last_change + AWAY_REST_S)  # several cards may have led back to what it shows
    # Hands can have made the action before its card was told: their end has to rest as long as any other.
    return max(laid_at, _held_at(table, scene))


def _held_at(table: Table, scene: Scene) -> float:
    """When the picture has rested for as long as an end of the seat to act has to."""
    return scene.rest.last_change + table.pace.hold_s(table.state.seat)


def shown_at(table: Table, scene: Scene) -> float:
    """When what the board shows counts, once the next card lies there; at once, but for three pictures.

    Where nothing is moved and hands are busy, a sensor may see for a moment the piece that one of them holds. Upon half
    an action the next card may be laid while hands still go on. A piece that hops past an end may go to another one:
    past its start into the house, say, or with the next card, which its player has laid instead.
    """
    if not table.is_closing or table.is_pressed:
        return 0.0
    laid_at, touched_at, kind = table.pile.cards[1].t, scene.rest.last_change, table.attempt.verdict.kind
    if kind is Kind.HALF and not table.is_passed:
        return min(max(laid_at, touched_at) + SHOWN_S, _held_at(table, scene))
    # What ended the action before was no touch of this one.
    is_busy = touched_at > max(laid_at, table.settled_at)
    may_go_on = kind is Kind.IDLE or (kind is Kind.COMPLETE and _has_other_way(table))
    return touched_at + SHOWN_S if is_busy and may_go_on else 0.0


def _has_other_way(table: Table) -> bool:
    """Whether another action takes the same pieces from their holes as the one that the board shows, or more of them:
    one of the card, or of the next one, which its player may have laid instead."""
    fit, shown = table.attempt.fit, table.attempt.ended
    if shown is None:
        return False
    instead = table.game.options(table.state, table.pile.cards[1].card)
    others = {option.picture for option in (*fit.options, *instead) if option.gesture} - {shown}
    emptied = _emptied(fit, shown)
    # Where none is empty at the end pieces have changed places, and only what does so, too, is another way.
    also = {_emptied(fit, other) for other in others}
    return any(emptied & one == emptied and bool(one) == bool(emptied) for one in also)


def _emptied(fit: Fit, end: Picture) -> int:
    """The holes (bits) that an action which ends so has emptied."""
    return fit.changed(end) & ~fit.sensors.expected_holes(end)


def _is_late(table: Table) -> bool:
    """Whether the player of the awaited card was told to use it, and does so only now: hands may rest on their way.

    When the next player tells the next card once more, it is done.
    """
    is_asked = table.complaint.kind == IDLE and not table.pile.is_told_again
    return is_asked and table.attempt.verdict.kind in (Kind.COMPLETE, Kind.HALF, Kind.HIDDEN)


def rests(table: Table, scene: Scene) -> Iterator[float]:
    """When the end that the board shows has rested long enough."""
    attempt = table.attempt
    if table.card is None or attempt.is_denied or not scene.is_showing or not attempt.verdict.options:
        return
    if table.shows_taken_back:
        return
    match attempt.verdict.kind:
        case Kind.COMPLETE:
            yield _held_at(table, scene)
        case Kind.HIDDEN:
            yield scene.rest.last_change + LONG_REST_S
        case Kind.HALF if _is_late(table) or not table.card:
            # No other card will come: what rests longer than a thought is the end. Who is asked has thought for longer.
            is_clear = len(attempt.verdict.options) == 1
            yield scene.rest.last_change + (LATE_REST_S if is_clear or table.card else LONG_REST_S)
        case Kind.HALF if _wins(table.game, table.state, attempt.verdict.options):
            # Nothing follows a win. Where a piece may still be in a hand, it takes a long rest.
            is_open = attempt.stories.is_lifted_last or attempt.fit.undone is not None
            yield scene.rest.last_change + LONG_REST_S if is_open else _held_at(table, scene)


@lru_cache(maxsize=64)
def _wins(game: TableGame, state: State, ends: tuple[Option, ...]) -> bool:
    return all(game.play(state, end).winner for end in ends)


def concluded(options: tuple[Option, ...]) -> Decision:
    """One action is settled, of several it is asked which."""
    return Settle(options[0]) if len(options) == 1 else Ask(options)


def _closed(table: Table, scene: Scene) -> Decision | None:
    """The next card is laid, or "done" was said: settled, asked, or found missing; None if it is not clear yet."""
    attempt = table.attempt
    if not scene.is_showing:
        return None  # nobody can tell what was moved
    unseen = _unseen(table, scene)
    if attempt.verdict.kind is Kind.CHANGING:
        return concluded(unseen) if unseen else None
    options = _with_discard(table, follows(attempt.fit, attempt.stories, attempt.has_gap))
    if options:
        return concluded(options)
    if not table.is_closing or table.is_urged:
        return None
    # Who has taken back what a TAC brings back has used it, though no sensor saw what with.
    unseen = unseen or attempt.fit.exchanged_unseen(attempt.stories)
    if unseen:
        return concluded(unseen)
    facts = {"seat": table.state.seat, "card": table.card}
    return NameIdle(Explanation("T3.3", "nothing-moved", facts))


def half_seen(table: Table) -> tuple[Option, ...]:
    """The exchanges of the one piece that was in the air with another one, which a quick hand took unseen."""
    attempt, fit = table.attempt, table.attempt.fit
    lifted = attempt.lifted & sum(1 << index for index in fit.exchanged)
    if lifted.bit_count() != 1 or attempt.stories.is_broken:
        return ()
    return tuple(option for option in fit.allowed(attempt.stories) if fit.touched(option.picture) & lifted)


def _unseen(table: Table, scene: Scene) -> tuple[Option, ...]:
    """What a hand that covered all its holes can have hidden, and the cards that lie there now tell: they take it back,
    or lead on from it to what the board shows."""
    if not table.is_closing or not table.attempt.hidden:
        return ()
    is_moved = table.attempt.verdict.kind is Kind.CHANGING
    return tuple(option for option in _hidden(table, table.state)
                 if _is_undone(table, option) or (is_moved and _leads_on(table, option, scene)))  # fmt: skip


def _hidden(table: Table, state: State, card: Card | None = None) -> tuple[Option, ...]:
    """The options of a state, with the card that lies there or another one, all of whose holes a hand has covered."""
    attempt = table.attempt
    fit = attempt.fit if card is None else Fit(attempt.sensors, table.game.options(state, card), state.picture, None)
    return tuple(option for option in fit.options if fit.is_within(option, attempt.hidden))


def _leads_on(table: Table, option: Option, scene: Scene) -> bool:
    """Whether the board shows what the next cards can make of this option, all but the last under the same hands."""
    game, shown = table.game, table.attempt.stories.occupied
    states = [game.play(table.state, option)]
    for laid in table.pile.cards[1:MOST_HIDDEN]:
        ends = [end.picture for state in states for end in game.options(state, laid.card)]
        marks = (game.layout.marks(end) for end in ends if table.attempt.sensors.fits(end, shown))
        if any(not scene.strangers(there) for there in marks):
            return True
        states = [game.play(state, hidden) for state in states for hidden in _hidden(table, state, laid.card)]
    return False


def _is_undone(table: Table, option: Option) -> bool:
    """Whether the board shows this option taken back by the next card, and what that card does besides, if anything."""
    game, attempt = table.game, table.attempt
    after, following = game.play(table.state, option), table.pile.cards[1].card
    if asking.undone_by(game, after, following) is None:
        return False
    if attempt.verdict.kind is Kind.IDLE:
        return bool(game.options(after, following))
    shown = attempt.stories.occupied
    return any(attempt.sensors.fits(end.picture, shown) for end in game.options(after, following))


def unused(table: Table) -> tuple[Option, ...]:
    """What the card can have been if nothing is moved with it."""
    return _with_discard(table, table.attempt.fit.silent(table.attempt.stories))


def _with_discard(table: Table, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """A seat that sits out may lay any card away, a usable TAC too: then the board cannot tell which it was."""
    game, state, attempt, card = table.game, table.state, table.attempt, table.card
    is_untouched = attempt.fit.shows(state.picture, attempt.stories)
    if not card or not is_untouched or any(option.gesture for option in options):
        return options
    if game.explain_aside(state, state.seat, card) is None:
        return (*options, game.aside(state, card))
    return options
