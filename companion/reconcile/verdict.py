"""The verdict on one frame: what the board shows, as far as the rules and the trail can tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.reconcile.fit import Fit
from companion.reconcile.trail import Trail
from engine.contract import Option


class Kind(Enum):
    """What a picture is."""

    IDLE = "the board shows what it held before, or what a TAC brings back"
    COMPLETE = "the end of at least one legal action"
    OPEN = "the end of a legal action, or half of one: what follows tells"
    CHANGING = "something else: on its way, or wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`options` are the legal actions that this picture can be the end of.

    With `kind` IDLE they are settled only by what follows: the picture can as well be no action at all.
    """

    kind: Kind
    options: tuple[Option, ...] = ()


def judge(fit: Fit, trail: Trail) -> Verdict:
    """The verdict on the trail's last frame."""
    options = fit.complete(trail)
    if options and fit.undone is not None and fit.is_at_rest(trail):
        # With a TAC on the pile, the picture before the last action is half an action.
        return Verdict(Kind.IDLE, options)
    if options and all(fit.is_hidden(option, trail) for option in options):
        return Verdict(Kind.IDLE, options)
    if options and fit.undone is not None and fit.is_half_undone(trail):
        return Verdict(Kind.OPEN, options)
    if any(fit.enters_unseen(option) for option in options) and _may_go_on(fit, trail, options):
        # A piece in a hand looks as if it stood where no sensor is.
        return Verdict(Kind.OPEN, options)
    if options:
        return Verdict(Kind.COMPLETE, options)
    return Verdict(Kind.IDLE if fit.is_at_rest(trail) else Kind.CHANGING)


def _may_go_on(fit: Fit, trail: Trail, options: tuple[Option, ...]) -> bool:
    return trail.is_lifted_last or fit.can_go_on(trail, options)


def follows(fit: Fit, trail: Trail, has_gap: bool = False) -> tuple[Option, ...]:
    """The actions that are possible now that play has gone on: those shown, else those that leave no trace.

    `has_gap`: something can have happened that nobody saw.
    """
    verdict = judge(fit, trail)
    if verdict.kind in (Kind.COMPLETE, Kind.OPEN):
        return verdict.options
    if verdict.kind is Kind.IDLE:
        found = tuple(dict.fromkeys((*verdict.options, *fit.silent_now(trail))))
        return found or (fit.possible(trail) if has_gap else ()) or fit.only_unseen
    return ()
