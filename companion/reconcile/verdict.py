"""The verdict on a board: what it shows, as far as the rules and the stories can tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.reconcile.fit import Fit
from companion.reconcile.stories import Stories
from engine.contract import Option


class Kind(Enum):
    """What a picture is."""

    IDLE = "the board shows what it held before, or what a TAC brings back"
    COMPLETE = "the end of at least one legal action"
    HALF = "the end of a legal action, or half of one: only what follows tells"
    HIDDEN = "the end of a legal action, or half of one whose other half no sensor sees: a long rest tells"
    CHANGING = "something else: on its way, or wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`options` are the legal actions that this picture can be the end of.

    With `kind` IDLE they are settled only by what follows: the picture can as well be no action at all.
    """

    kind: Kind
    options: tuple[Option, ...] = ()


NOTHING = Verdict(Kind.IDLE)


def judge(fit: Fit, stories: Stories) -> Verdict:
    """The verdict on the board after the last frame."""
    ends = fit.ends(stories)
    if not ends:
        return Verdict(Kind.IDLE if fit.is_at_rest(stories) else Kind.CHANGING)
    if fit.undone is not None and (all(end.picture in fit.resting for end in ends) or fit.is_at_rest(stories)):
        # With a TAC on the pile, the picture before the last action is half an action, and fingers that felt pieces
        # leave the board as it was.
        return Verdict(Kind.IDLE, ends)
    if fit.may_be_idle(ends, stories) or all(fit.is_hidden(option, stories) for option in ends):
        return Verdict(Kind.IDLE, ends)
    if fit.undone is not None and fit.is_half_undone(stories):
        return Verdict(Kind.HALF, ends)
    if not any(option.is_whole for option in ends):
        return Verdict(Kind.HALF, ends)
    if any(fit.enters_unseen(option) for option in ends):
        # A piece in a hand looks as if it stood where no sensor is.
        if stories.is_lifted_last:
            return Verdict(Kind.HALF, ends)
        if fit.can_go_on(stories, ends):
            return Verdict(Kind.HIDDEN, ends)
    return Verdict(Kind.COMPLETE, ends)


def follows(fit: Fit, stories: Stories, has_gap: bool = False) -> tuple[Option, ...]:
    """The actions that are possible now that play has gone on: those shown, else those that leave no trace, else what
    was done and undone again, it seemed.

    `has_gap`: something can have happened that nobody saw.
    """
    verdict = judge(fit, stories)
    if verdict.kind is Kind.IDLE:
        found = tuple(dict.fromkeys((*verdict.options, *fit.silent(stories))))
        return found or (fit.allowed(stories) if has_gap else fit.used(stories)) or fit.only_unseen
    return verdict.options
