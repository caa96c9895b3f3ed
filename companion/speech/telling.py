"""Telling a play: distances before coordinates, captures from the victim's side too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.speech.legs import COUNTED, legs
from companion.speech.memory import Play
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import is_fresh, number
from engine.contract import SWAP, Captured, Moved, Seat

UNSURE_BELOW = 0.8
"""A recognition less certain than this is told as a belief (certainty of the `move` event)."""
OUT, STRIKE = "out", "strike"
"""Ways that are told without their length."""


def tell(phrase: Phrase, play: Play) -> str:
    """One play in words: what was done, then what it did to each captured piece's owner."""
    head = _head(phrase, play)
    if play.is_named_first:
        undo = "" if play.undone is None else "_undo"
        head = phrase.say(f"move.{play.named}{undo}", seat=play.by or play.seat, undone=play.undone, action=head)
    if play.certainty < UNSURE_BELOW:
        head = phrase.say("move.unsure", action=head)
    returned = phrase.say("move.returned", owners=whose(phrase, play.returned)) if play.returned else ""
    return sentences([head, returned, *victims(phrase, play)])


def whose(phrase: Phrase, owners: Sequence[Seat]) -> str:
    """Whose pieces, and how many of a seat where it is more than one: `Rot und zwei von Grün`."""
    counted = Counter(owners)
    return phrase.join([phrase.seat(owner) if count == 1 else phrase.say("move.several", n=count, owner=owner)
                        for owner, count in counted.items()])  # fmt: skip


def victims(phrase: Phrase, play: Play) -> list[str]:
    """A sentence for each captured piece, from its owner's side."""
    doer = play.by or play.seat
    told = [one for one in play.captured if one.owner != doer and one.home is not None]
    return [_victim(phrase, play, one) for one in told]


def _victim(phrase: Phrase, play: Play, one: Captured) -> str:
    stood = play.stood.by_cell.get(one.cell) if play.stood else None
    if stood is not None and is_fresh(stood):
        return phrase.say("move.victim_start", owner=one.owner)
    return phrase.say("move.victim", owner=one.owner, rest=one.home)


def _head(phrase: Phrase, play: Play) -> str:
    if play.deed:
        moved = ", ".join(_part(phrase, one, mark=False) for one in play.moved)
        return phrase.say(f"deed.{play.deed}", seat=play.seat, next=play.against, cards=list(play.cards), part=moved,
                          n=len(play.cards), first=play.cards[:1], last=play.cards[-1:])  # fmt: skip
    if not play.moved:
        return _plain(phrase, play)
    doer = play.by or play.seat
    first = play.moved[0]
    who = phrase.seat(first.owner if play.is_named_for_all else doer)
    owners = {one.owner for one in play.moved}
    is_for_one = len(owners) == 1 and first.owner not in ("", doer) and not play.is_for_all
    if is_for_one:
        who = phrase.say("move.for", seat=doer, owner=first.owner)
    subject = first.owner if play.is_named_for_all else "" if is_for_one else doer
    ways = legs(play.moved)
    if len(ways) > 1 and first.kind != SWAP:
        parts = [_part(phrase, one, mark=one.owner != doer and not is_for_one) for one in ways]
        listed = phrase.say("list.last", first=phrase.apart(parts[:-1]), last=parts[-1])
        text = phrase.say("move.split", who=who, n=sum(one.steps for one in ways), parts=listed)
    elif first.kind == SWAP:
        text = _swap(phrase, who, subject, play.moved)
    elif first.kind == STRIKE:
        text = _strike(phrase, who, subject, first)
    else:
        key = f"move.{first.kind}" if phrase.has(f"move.{first.kind}") else "move.step"
        if phrase.has(f"{key}_{first.face}"):
            key += f"_{first.face}"
        text = phrase.say(key, who=who, part=_part(phrase, ways[0], mark=False))
    text = _with_captures(phrase, play, subject, text)
    return phrase.say(f"move.{play.named}", seat=doer, action=text) if play.is_named_for_all else text


def _part(phrase: Phrase, moved: Moved, mark: bool) -> str:
    """`fünf, noch neun bis zum Haus`; marked with its owner where that is not the player."""
    key = f"part.{moved.kind}"
    if not phrase.has(key):
        return ""
    is_place = moved.home is None and moved.target[1:].isdecimal()
    facts = {"n": moved.steps, "rest": moved.home, "place": number(moved.target) if is_place else None}
    text = phrase.say(key, facts, origin=moved.origin, target=moved.target, face=moved.face)
    return phrase.say("part.of", owner=moved.owner, part=text) if mark else text


def _swap(phrase: Phrase, who: str, subject: Seat, moved: Sequence[Moved]) -> str:
    one, other = moved
    if one.owner == other.owner:
        return phrase.say("move.swap_own" if one.owner == subject else "move.swap_same", who=who, owner=one.owner)
    return phrase.say("move.swap", who=who, one=one.owner, other=other.owner, one_rest=one.home, other_rest=other.home)


def _strike(phrase: Phrase, who: str, subject: Seat, one: Moved) -> str:
    """A card that hits one piece wherever it stands: whose, and where that leads."""
    if one.origin == one.target:
        return phrase.say("move.strike_self", who=who)
    captured = next((captured.owner for captured in one.captured), None)
    key = "move.strike_own" if captured == subject else "move.strike"
    return phrase.say(key, who=who, captured=captured, rest=one.home)


def _with_captures(phrase: Phrase, play: Play, subject: Seat, text: str) -> str:
    """The action, and whom it captures where its own words do not tell. `subject`: whose pieces are its own."""
    if any(one.face for one in play.captured):
        return text + _captures(phrase, play, subject)
    first = play.moved[0]
    if first.kind == STRIKE or not play.captured:
        return text
    key = "move.out_hits" if first.kind == OUT else "move.then"
    return phrase.say(key, action=text, hits=_captures(phrase, play, subject))


def _captures(phrase: Phrase, play: Play, subject: Seat) -> str:
    shown = [one for one in play.captured if one.face]
    if shown:
        kinds = [(one, "captures_king" if one.face == "king" else "captures_face") for one in shown]
        return "".join(phrase.say(f"move.{key}", owner=one.owner, face=one.face) for one, key in kinds)
    others = [one.owner for one in play.captured if one.owner != subject]
    told = [phrase.say("move.captures", owners=whose(phrase, others))] if others else []
    own = [phrase.say("move.captures_own")] if len(others) < len(play.captured) else []
    return phrase.join([*told, *own])


def _plain(phrase: Phrase, play: Play) -> str:
    """A play that moves nothing, or of which it is not known what it moved. A card that nobody told is not made up."""
    key = f"move.{play.action.replace('-', '_')}"
    if not play.card and phrase.has(key):
        return phrase.say("move.nothing", seat=play.seat)
    if play.against is None and phrase.has(f"{key}_unknown"):
        key += "_unknown"
    if phrase.has(key):
        return phrase.say(key, seat=play.seat, card=play.card, next=play.against)
    words = action_words(phrase, play.action, ())
    if not play.card:  # a game without cards
        return phrase.say("part.of", owner=play.seat, part=words)
    return phrase.say("move.plain", seat=play.seat, card=play.card, action=words)


def action_words(phrase: Phrase, action: str, moved: Sequence[Moved]) -> str:
    """An action by its places, to tell it from others: `von 5 auf 12`; by its name where it moves nothing."""
    key = f"choice.{action.replace('-', '_')}"
    if not moved:
        return phrase.say(key) if phrase.has(key) else action
    if moved[0].kind == SWAP:
        one, other = moved[0], moved[-1]
        return phrase.say("choice.swap", a=one.origin, one=one.owner, b=one.target, other=other.owner)
    return ", ".join(_segment(phrase, one) for one in moved)


def choice_words(phrase: Phrase, moved: Sequence[Moved], seat: Seat | None = None) -> str:
    """An action as hands count it: `fünf, dann noch zwölf`; empty where nothing is counted. `seat`: who would do it."""
    if not moved:
        return ""
    if moved[0].kind == SWAP:
        return _swap_choice(phrase, moved, seat)
    told = [one for one in legs(moved) if one.kind in COUNTED and one.steps]
    if any(one.home is None and one.kind in ("forward", "back") for one in told):
        return ""
    parts = [phrase.say(f"choice.by_{one.kind}", n=one.steps, rest=one.home,
                        place=None if one.home is not None else number(one.target)) for one in told]  # fmt: skip
    if len(parts) != len(legs(moved)):
        return ""
    return phrase.say("list.last", first=phrase.apart(parts[:-1]), last=parts[-1]) if len(parts) > 1 else parts[0]


def _swap_choice(phrase: Phrase, moved: Sequence[Moved], seat: Seat | None) -> str:
    """An exchange, from the side of whoever would make it."""
    first, other = moved[0], moved[-1]
    if other.owner == seat:
        first, other = other, first
    if first.owner == other.owner:
        return phrase.say("choice.by_swap_same", owner=first.owner)
    if seat is None or first.owner == seat:
        return phrase.say("choice.by_swap", other=other.owner, rest=first.home)
    return phrase.say("choice.by_swap_others", one=first.owner, rest=first.home, other=other.owner,
                      other_rest=other.home)  # fmt: skip


def _segment(phrase: Phrase, one: Moved) -> str:
    if one.kind == OUT:
        return phrase.say("choice.out", seat=one.owner)
    if one.kind == STRIKE and one.origin == one.target:
        return phrase.say("choice.strike_self", a=one.origin)
    kind = one.kind if phrase.has(f"choice.{one.kind}") else "step"
    key = f"choice.{kind}"
    first, *rest = (*one.via, one.target)
    words = phrase.say(key, a=one.origin, b=first) + "".join(phrase.say("choice.on", b=cell) for cell in rest)
    return words + (phrase.say("choice.face", face=one.face) if one.face.isdecimal() else "")


def short(phrase: Phrase, play: Play) -> str:
    """One play without the captured pieces' own sentences, as for a list."""
    return sentence(_head(phrase, play))
