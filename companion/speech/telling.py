"""Telling a play: distances before coordinates, captures from the victim's side too."""

from __future__ import annotations

from companion.speech.account import Account, Captured, Moved, Way
from companion.speech.memory import Memory, Play
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import Table, read
from engine.contract import Cell, Seat

UNSURE_BELOW = 0.8
"""A recognition less certain than this is told as a belief (certainty of the `move` event)."""
FOR_ALL = ("trickster", "swap", "7", "7x1", "angel")
"""Cards that may move other seats' pieces; whose they are is told with each piece."""


def tell(phrase: Phrase, play: Play, memory: Memory | None = None) -> str:
    """One play in words: what was done, then what it did to each captured piece's owner.

    `memory` is what was known before the play; a TAC names whose action it took back.
    """
    done = play.account()
    head = _head(phrase, play, done)
    if play.card == "tac" and play.action != "discard":
        undone = memory.last_undoable if memory and play.is_undo else None
        if undone:
            head = phrase.say("move.tac_undo", undone=undone.seat, action=head)
        else:
            head = phrase.say("move.tac", action=head)
    if play.certainty < UNSURE_BELOW:
        head = phrase.say("move.unsure", action=head)
    return sentences([head, *victims(phrase, play, done)])


def victims(phrase: Phrase, play: Play, done: Account | None) -> list[str]:
    """A sentence for each captured piece, from its owner's side."""
    captured = done.captured if done else ()
    doer = play.by or play.seat
    return [phrase.say("move.victim", owner=one.owner, rest=one.rest) for one in captured if one.owner != doer]


def _head(phrase: Phrase, play: Play, done: Account | None) -> str:
    if done is None or not done.moved:
        return _plain(phrase, play)
    doer = play.by or play.seat
    first = done.moved[0]
    who = phrase.seat(first.owner if play.card == "angel" else doer)
    if first.owner != doer and play.card not in FOR_ALL:
        who = phrase.say("move.for", seat=doer, owner=first.owner)
    if len(done.moved) > 1 and first.way is not Way.SWAP:
        parts = [_part(phrase, done.after, one, mark=one.owner != doer) for one in done.moved]
        text = phrase.say("move.split", who=who, n=sum(one.steps for one in done.moved), parts="; ".join(parts))
    elif first.way is Way.SWAP:
        text = _swap(phrase, who, done)
    else:
        key = {Way.OUT: "move.out", Way.STRIKE: "move.strike"}.get(first.way, "move.step")
        if first.way is Way.STRIKE and first.origin == first.target:
            key = "move.strike_self"
        text = phrase.say(key, who=who, part=_part(phrase, done.after, first, mark=False))
    if first.origin != first.target:
        text += _captures(phrase, done.captured, doer)
    return phrase.say("move.angel", seat=doer, action=text) if play.card == "angel" else text


def _part(phrase: Phrase, after: Table, moved: Moved, mark: bool) -> str:
    """`fünf, noch neun bis zum Haus`; marked with its owner where that is not the player."""
    if moved.way in (Way.OUT, Way.STRIKE):
        return ""
    if moved.target.isdigit():
        key = "part.back" if moved.way is Way.BACK else "part.forward"
        text = phrase.say(key, n=moved.steps, rest=after.to_home(moved.owner, moved.target))
    else:
        key = "part.inside" if moved.way is Way.INSIDE else "part.home"
        text = phrase.say(key, n=moved.steps, place=int(moved.target[1:]))
    return phrase.say("part.of", owner=moved.owner, part=text) if mark else text


def _swap(phrase: Phrase, who: str, done: Account) -> str:
    one, other = done.moved
    if one.owner == other.owner:
        return phrase.say("move.swap_same", who=who, owner=one.owner)
    return phrase.say("move.swap", who=who, one=one.owner, other=other.owner,
                      one_rest=done.after.to_home(one.owner, one.target),
                      other_rest=done.after.to_home(other.owner, other.target))  # fmt: skip


def _captures(phrase: Phrase, captured: tuple[Captured, ...], doer: Seat) -> str:
    others = [one.owner for one in captured if one.owner != doer]
    text = phrase.say("move.captures", owners=others) if others else ""
    return text + (phrase.say("move.captures_own") if len(others) < len(captured) else "")


def _plain(phrase: Phrase, play: Play) -> str:
    """A play that moves nothing, or whose pieces are not known."""
    match play.action:
        case "discard" | "pass-hands":
            key = {"discard": "move.discard", "pass-hands": "move.pass_hands"}[play.action]
            return phrase.say(key, seat=play.seat, card=play.card)
        case "skip" | "devil":
            table = read(play.after)
            following = table.next_seat(play.seat) if table else None
            key = f"move.{play.action}" + ("" if following else "_unknown")
            return phrase.say(key, seat=play.seat, next=following)
        case _:
            words = action_words(phrase, play.action)
            if not play.card:  # a game without cards
                return phrase.say("part.of", owner=play.seat, part=words)
            return phrase.say("move.plain", seat=play.seat, card=play.card, action=words)


def action_words(phrase: Phrase, action: str) -> str:
    """An action by its places, to tell it from others: `von 5 auf 12`."""
    named = {"skip": "choice.skip", "discard": "choice.discard", "pass-hands": "choice.pass_hands",
             "devil": "choice.devil", "takeback": "choice.takeback"}  # fmt: skip
    if action in named:
        return phrase.say(named[action])
    return ", ".join(_segment(phrase, segment) for segment in action.split(","))


def _segment(phrase: Phrase, segment: str) -> str:
    for mark, key in (("~", "choice.swap"), ("x", "choice.strike"), ("-", "choice.step")):
        if mark in segment:
            places: list[Cell] = segment.split(mark)
            if places[0].endswith("y"):
                return phrase.say("choice.out", seat=places[0][0])
            if mark == "x" and places[0] == places[1]:
                return phrase.say("choice.strike_self", a=places[0])
            return phrase.say(key, a=places[0], b=places[1]) + "".join(
                phrase.say("choice.on", b=place) for place in places[2:])  # fmt: skip
    return segment


def short(phrase: Phrase, play: Play) -> str:
    """One play without the captured pieces' own sentences, as for a list."""
    return sentence(_head(phrase, play, play.account()))
