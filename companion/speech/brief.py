"""Plays in few words: who, what, how far from home, and whom it hits. From a sentence's core down to a bare word."""

from __future__ import annotations

from companion.speech.legs import COUNTED, HOME, legs
from companion.speech.memory import Play
from companion.speech.phrase import Phrase
from companion.speech.settings import Style
from companion.speech.table import number
from companion.speech.telling import OUT, STRIKE, UNSURE_BELOW, tell, whose
from engine.contract import SWAP, Moved, Seat

FAR = 39
"""Steps: farther from home than three of the longest cards reach, the short style leaves the distance to questions."""
LEVELS = (Style.NORMAL, Style.SHORT, "bare")
"""What comes below the full sentence, each briefer than the one before."""


def forms(phrase: Phrase, play: Play, style: Style) -> tuple[str, ...]:
    """All ways to tell a play that this style allows, from the longest to the briefest."""
    full = tell(phrase, play)
    if not is_brief(phrase, play):
        return (full,)
    clauses = tuple(clause(phrase, play, level) for level in LEVELS)
    return {Style.FULL: (full, *clauses), Style.NORMAL: clauses, Style.SHORT: clauses[1:]}[style]


def is_brief(phrase: Phrase, play: Play) -> bool:
    """Whether there are few words for it: plays of ring games, and what moves nothing."""
    if play.moved:
        return all(one.kind in (*COUNTED, OUT, STRIKE, SWAP) for one in play.moved)
    return phrase.has(f"brief.{_name(phrase, play)}")


def is_swap(play: Play) -> bool:
    """Whether two pieces changed places."""
    return bool(play.moved) and play.moved[0].kind == SWAP


def clause(phrase: Phrase, play: Play, level: str) -> str:
    """The play at one level: `Rot, fünf, noch zwölf`, `Rot fünf noch zwölf`, `Rot fünf`."""
    doer = play.by or play.seat
    who, owner = phrase.seat(doer), _meant(play, doer)
    what = _what(phrase, play, owner or doer, level)
    if owner:
        who = phrase.say("move.for", seat=doer, owner=owner)
    if play.is_named_first:
        key = _key(phrase, play.named if play.undone is None else f"{play.named}_undo", level)
        what = phrase.say(key, undone=play.undone, what=what)
    if play.returned:
        what += phrase.say("brief.returned", owners=whose(phrase, play.returned))
    is_number = [one.kind in COUNTED for one in legs(play.moved)] == [True] and not play.named
    is_card_named = bool(owner) and (bool(play.named) or play.moved[0].kind == STRIKE)
    key = "brief.play" if level == Style.NORMAL and (is_number or is_card_named) else "brief.play_short"
    text = phrase.say(key, who=who, what=what)
    return phrase.say("brief.unsure", what=text) if play.certainty < UNSURE_BELOW else text


def _meant(play: Play, doer: Seat) -> Seat:
    """For whom a seat plays whose own pieces are all home; empty where it plays for itself, or the card is for all."""
    owners = {one.owner for one in play.moved if one.kind in (*COUNTED, OUT, STRIKE)}
    if play.is_for_all or len(owners) != 1 or owners <= {"", doer}:
        return ""
    return owners.pop()


def _what(phrase: Phrase, play: Play, doer: Seat, level: str) -> str:
    if not play.moved and not play.card:
        return phrase.say("brief.nothing")
    if not play.moved:
        return phrase.say(_key(phrase, _name(phrase, play), level), card=play.card, next=play.against)
    first = play.moved[0]
    if first.kind == SWAP:
        return _swap(phrase, play, doer, level)
    if play.is_named_for_all:
        return phrase.say(f"brief.{play.named}", owner=first.owner, part=_part(phrase, first, first.owner, level))
    subject = doer if doer == (play.by or play.seat) else ""
    parts = [_marked(phrase, one, doer, subject, level) for one in legs(play.moved)]
    if len(parts) == 1:
        return parts[0]
    return phrase.join(parts) if level == "bare" else phrase.say("brief.split", parts=phrase.apart(parts))


def _marked(phrase: Phrase, one: Moved, doer: Seat, subject: Seat, level: str) -> str:
    part = _part(phrase, one, subject, level)
    return part if one.owner in ("", doer) else phrase.say("part.of", owner=one.owner, part=part)


def _part(phrase: Phrase, one: Moved, subject: Seat, level: str) -> str:
    """One piece's way: how far, whom it hits, and how far it still has to go. `subject`: whose pieces are its own;
    empty where one seat plays for another, and its own could be either's."""
    hits = _hits(phrase, one, subject)
    if one.kind == STRIKE and one.origin == one.target:
        return phrase.say("brief.strike_self")
    if one.kind not in (*COUNTED, STRIKE):
        link = phrase.say("brief.and") if hits and one.kind == OUT and level != "bare" else ""
        return phrase.say(f"brief.{one.kind}") + link + hits
    if level == Style.SHORT and _is_far(one):
        level = "bare"
    if one.kind == HOME and hits:
        hits = f",{hits}"
    is_place = one.home is None and one.target[1:].isdecimal()
    return phrase.say(_key(phrase, one.kind, level), n=one.steps, rest=one.home, hits=hits,
                      place=number(one.target) if is_place else None)  # fmt: skip


def _swap(phrase: Phrase, play: Play, doer: Seat, level: str) -> str:
    """An exchange, from the side of whoever made it: with whom, and how far that piece has to go now."""
    own, other = sorted(play.moved[:2], key=lambda one: one.owner != doer)
    is_others = own.owner != doer
    if own.owner == other.owner:
        return phrase.say("brief.swap_same" if is_others else "brief.swap_own", owner=own.owner)
    if level == Style.SHORT and _is_far(own) and (_is_far(other) or not is_others):
        level = "bare"
    return phrase.say(_key(phrase, "swap_others" if is_others else "swap", level), one=own.owner, rest=own.home,
                      other=other.owner, other_rest=other.home)  # fmt: skip


def _is_far(one: Moved) -> bool:
    """Whether its distance says little yet."""
    return one.home is not None and one.home > FAR


def _hits(phrase: Phrase, one: Moved, subject: Seat) -> str:
    if one.origin == one.target:
        return ""
    others = [captured.owner for captured in one.captured if captured.owner != subject]
    text = phrase.say("brief.captures", owners=whose(phrase, others)) if others else ""
    return text + (phrase.say("brief.captures_own") if len(others) < len(one.captured) else "")


def _key(phrase: Phrase, name: str, level: str) -> str:
    """The text of this name at this level, or the next longer one that there is."""
    rooms = {Style.SHORT: ("short",), "bare": ("bare", "short")}.get(level, ())
    return next((key for room in rooms if phrase.has(key := f"{room}.{name}")), f"brief.{name}")


def _name(phrase: Phrase, play: Play) -> str:
    """The key of an action that moves nothing."""
    name = play.action.replace("-", "_")
    unknown = f"{name}_unknown"
    return unknown if play.against is None and phrase.has(f"brief.{unknown}") else name
