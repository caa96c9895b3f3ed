"""Putting news together: a play and the next turn are one sentence; plays that came too fast are summed up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.utterance import Earcon, Utterance

MOST_SUMMED = 8
"""So many plays are named in one go; of more, those that hit somebody, and the last ones."""
LEAST_HASTE, MOST_HASTE = 1.35, 1.7
"""So much faster plays are told when they come faster than they can be told: as much as it takes, within these."""
FEW = 2
"""So many plays are told one after the other without a word before them."""


def compose(phrase: Phrase, news: Sequence[Utterance], budget_s: float, estimate: Callable[[str], float]) -> Utterance:
    """One utterance of all this news, in the fullest words that take no longer than `budget_s`; in the briefest, and
    faster, if none is brief enough. Nothing is left out but plays that hit nobody, where there are very many."""
    candidates = list(_texts(phrase, news))
    text = next((one for one in candidates if estimate(one) <= budget_s), candidates[-1])
    haste = _haste(estimate(text), budget_s)
    plays = [one for one in news if one.ply]
    told = plays or news
    earcon = next((one.earcon for one in told if one.earcon is Earcon.CAPTURED), told[-1].earcon)
    return replace(told[-1], text=text, earcon=earcon, is_must=any(one.is_must for one in news),
                   ended_by=frozenset(), lasts_s=None, haste=haste)  # fmt: skip


def _haste(takes_s: float, budget_s: float) -> float:
    """How much faster than usual something is told that should take no longer than `budget_s`, which may be nothing."""
    if takes_s <= budget_s:
        return 1.0
    return MOST_HASTE if takes_s >= budget_s * MOST_HASTE else max(LEAST_HASTE, takes_s / budget_s)


def _texts(phrase: Phrase, news: Sequence[Utterance]) -> Iterator[str]:
    """All ways to say it, each briefer than the one before."""
    plays, rest = [one for one in news if one.ply], [one for one in news if not one.ply]
    if not plays:
        yield sentences(one.text for one in rest)
        return
    *older, newest = plays
    for level in range(len(newest.forms)):
        which = 0 if level == 0 and not older else -1
        yield sentences([*_summed(phrase, older, newest.forms[level]), *(one.forms[which] for one in rest)])
    yield sentences([*_summed(phrase, older, newest.forms[-1]), *(one.forms[-1] for one in rest if one.is_must)])


def _summed(phrase: Phrase, older: Sequence[Utterance], newest: str) -> list[str]:
    if not older:
        return [newest]
    named = older
    if len(older) > MOST_SUMMED:
        named = [one for one in older[:-FEW] if one.is_must] + list(older[-FEW:])
    parts = ", ".join([*(one.forms[-1].rstrip(".") for one in named), newest])
    if len(named) < len(older):
        return [phrase.say("say.meanwhile_many", n=len(older) - len(named), parts=parts)]
    return [sentence(parts) if len(older) < FEW else phrase.say("say.meanwhile", parts=parts)]
