"""Announcements: which facts are said over the loudspeaker, how urgent they are and how long they stay true.

The loudspeaker tells what everybody may know. It gives no hints and never names a hand (T10.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.facts import Fact
from companion.inputs import COLOURLESS, CUT_OFF, DARK, FROZEN, MIRRORED, NOT_FOUND, OTHER_BOARD, SILENT
from companion.speech.brief import forms
from companion.speech.memory import Memory
from companion.speech.phrase import sentences
from companion.speech.settings import Earcons, Settings, Style
from companion.speech.telling import short
from companion.speech.utterance import Earcon, Priority, Utterance
from companion.speech.wording import Wording
from engine.contract import Seat

REPAIRED = frozenset({"move", "revised", "corrected", "setup", "takeback", "disturbed", "violation", "won"})
"""Facts after which a complaint about the board is history."""
ANSWERED = frozenset({"answer", "move", "takeback", "question", "won"})
"""Facts after which a question is history."""
ASIDES = {"again": ANSWERED, "part": REPAIRED, "ways-out": REPAIRED, "gone-on": frozenset[str]()}
"""What is said but is no event, and the facts that make it untrue."""
MUST = frozenset({"violation", "question", "disturbed", "revised", "takeback", "won"})
"""Facts that somebody has to act on, or that change what everybody has heard."""
TURN_LASTS_S = 8.0
"""A turn told later than this only delays what is new."""
FIRST_S = 0.3
"""So long "right again" waits at first for "you can play", which says it too: a log is written in between."""
LONG_S = 2.0
"""A card that lies so long untouched is worth its own words."""
MOST_REVISED = 2
"""Of the actions that stand instead of others the newest are told; `since` tells the rest."""


SOUNDS = {"card": Earcon.CARD, "move": Earcon.MOVED, "turn": Earcon.TURN}
"""What is told by a sound alone, if the table wants no words for it; a capture keeps its own sound."""


def announce(wording: Wording, fact: Fact, memory: Memory, settings: Settings) -> list[Utterance]:
    """The utterances of one fact; `memory` is what was known before it."""
    said = _SAYERS.get(fact.kind)
    utterances = said(wording, fact, memory, settings.style) if said else []
    if settings.earcons is Earcons.ONLY:
        return [_by_sound(one) for one in utterances]
    return utterances


def _by_sound(one: Utterance) -> Utterance:
    if one.kind not in SOUNDS:
        return one
    return replace(one, is_sound_only=True, earcon=one.earcon or SOUNDS[one.kind])


def _board(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    connected = bool(fact.data["connected"])
    if connected and memory.is_connected is not False:
        return [_utterance(wording, fact, wording.say("board_found"), ended_by=frozenset({"board", "move"}))]
    unseen = "" if connected else _unseen(wording, str(fact.data["reason"]))
    if not connected and memory.is_connected is None:
        text = unseen or wording.say("board_none")
        return [_utterance(wording, fact, text, Priority.NEXT, ended_by=frozenset({"board"}))]
    text = wording.say("board_back") if connected else unseen or wording.say("board_lost")
    priority = Priority.NEXT if connected else Priority.NOW
    earcon = None if connected else Earcon.WRONG
    return [_utterance(wording, fact, text, priority, earcon, frozenset({"board"}))]


def _unseen(wording: Wording, reason: str) -> str:
    """Why a camera tells of no board, and what to do; empty for a board that is no camera's."""
    if reason.startswith(CUT_OFF):
        return wording.say("camera_cut_off", seat=reason.removeprefix(CUT_OFF))
    keys = {NOT_FOUND: "camera_unseen", DARK: "camera_dark", FROZEN: "camera_silent", SILENT: "camera_silent",
            COLOURLESS: "camera_colourless", MIRRORED: "camera_mirrored",
            OTHER_BOARD: "camera_other_board"}  # fmt: skip
    return wording.say(keys[reason]) if reason in keys else ""


def _setup(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    after = memory.after(fact)
    table = after.table
    begins_within = memory.position is None and table is not None and table.is_begun
    if memory.trouble and memory.position is not None and not memory.is_resumed:
        # What follows from there comes at the same moment, and must not swallow this.
        return [_utterance(wording, fact, wording.say("goes_on"), ended_by=frozenset({"disturbed", "setup"}))]
    where = wording.answer("position", after) if begins_within else ""
    text = wording.resume(after) if memory.is_resumed else sentences([wording.say("setup"), where])
    return [_utterance(wording, fact, text, ended_by=frozenset({"move", "disturbed", "setup"}))]


def _disturbed(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    after, is_again = memory.after(fact), memory.trouble == "disturbed"
    text = wording.trouble(after, is_again=is_again)
    ended_by = REPAIRED | {"place"} if after.is_being_set_up else REPAIRED
    return [_utterance(wording, fact, text, Priority.NEXT, None if is_again else Earcon.WRONG, ended_by)]


def _card(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    """A card is told when it is laid; in short only if no hand moves for a while."""
    if fact.data.get("by") == "inferred":
        return []
    key = "card" if style is Style.FULL else "card_short"
    text = wording.say(key, seat=fact.data["seat"], card=fact.data["card"])
    ended_by = frozenset({"move", "card", "takeback", "question", "won", "lift"})
    one = _utterance(wording, fact, text, ended_by=ended_by)
    return [replace(one, forms=(text,), delay_s=LONG_S if style is Style.SHORT else 0.0)]


def _move(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    after = memory.after(fact)
    play = after.plays[-1]
    earcon = Earcon.CAPTURED if play.captured else None
    told = forms(wording.phrase, play, style)
    one = _utterance(wording, fact, sentences([told[0]]), Priority.NORMAL, earcon, slot=f"play {after.ply}")
    return [replace(one, forms=told, ply=after.ply, is_must=bool(play.captured))]


def _question(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    text = wording.question(fact.data, memory.card[0] if memory.card else None)
    return [_utterance(wording, fact, text, Priority.NEXT, Earcon.ASKED, ANSWERED)]


def _violation(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    return [_utterance(wording, fact, str(fact.data["text"]), Priority.NOW, Earcon.WRONG, REPAIRED)]


def _corrected(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    ended_by = frozenset({"violation", "disturbed", "move", "setup"})
    one = _utterance(wording, fact, wording.say("corrected"), Priority.NEXT, ended_by=ended_by)
    is_first = memory.shown is not None and not memory.is_set_up
    return [replace(one, delay_s=FIRST_S) if is_first else one]  # at first `setup` says it, too


def _takeback(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    known = memory.plays and memory.plays[-1].before == fact.data["position"]
    text = wording.takeback(memory.plays[-1] if known else None, memory.after(fact).table)
    return [_utterance(wording, fact, text, Priority.NEXT, ended_by=frozenset({"takeback"}))]


def _revised(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    after = memory.after(fact)
    told = [short(wording.phrase, play) for play in after.plays[-len(fact.data["moves"]) :][-MOST_REVISED:]]
    actions = sentences(told) if fact.data["moves"] else ""
    text = wording.say("revised", actions=actions) if actions else wording.say("revised_nothing")
    return [_utterance(wording, fact, text, Priority.NEXT, Earcon.WRONG, frozenset({"revised", "takeback"}))]


def _turn(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    """Whose turn it is; in short only where it is not simply the next one's."""
    seat, by = fact.data["seat"], fact.data.get("by")
    if fact.data.get("finished"):
        return [_finished(wording, fact)]
    if fact.data.get("what"):
        return _awaited(wording, fact, memory)
    is_new_deal = fact.data.get("deal", 0) != memory.deal and fact.data.get("round", 1) == 1
    new_deal = "turn_new_deal_giving" if fact.data.get("gives") else "turn_new_deal"
    usual = "turn_out" if _sits_out(memory, seat) else "turn"
    key = "turn_by" if by else new_deal if is_new_deal else usual
    told = [wording.say(key, seat=seat, by=by)]
    if not by:
        told.append(wording.say(f"{key}_short", seat=seat))
    text = told[-1] if style is Style.SHORT else told[0]
    if style is not Style.FULL:
        told = told[-1:]
    if style is Style.SHORT and key == usual and seat == _following(memory):
        told = [""]
    ended_by = frozenset({"turn", "move", "card", "takeback", "lift", "won"})
    one = _utterance(wording, fact, text, Priority.NORMAL, Earcon.TURN, ended_by, lasts_s=TURN_LASTS_S)
    return [replace(one, forms=tuple(told), is_new_deal=is_new_deal)]


def _awaited(wording: Wording, fact: Fact, memory: Memory) -> list[Utterance]:
    """What is to be done now, where there is more than one thing; nothing where the same goes on."""
    key = f"await.{fact.data['what']}"
    if not wording.phrase.has(key):
        return []
    text = wording.phrase.say(key, seat=fact.data["seat"])
    is_dealt = fact.data.get("deal", 0) != memory.deal
    if is_dealt:
        dealt = fact.data.get("held", {}).get(fact.data["seat"], 0)
        text = sentences([wording.phrase.say("await.new_deal_of" if dealt else "await.new_deal", n=dealt), text])
    ended_by = frozenset({"turn", "move", "card", "takeback", "lift", "won"})
    one = _utterance(wording, fact, sentences([text]), Priority.NORMAL, Earcon.TURN, ended_by, lasts_s=TURN_LASTS_S)
    return [replace(one, forms=(one.text,), is_must=one.is_must or is_dealt)]


def _finished(wording: Wording, fact: Fact) -> Utterance:
    """Somebody has everything at home, and the next seat may still undo it (T8.2)."""
    seats = list(fact.data["finished"])
    text = wording.say("finished" if len(seats) > 1 else "finished_one", seats=seats, seat=fact.data["seat"])
    one = _utterance(wording, fact, text, ended_by=frozenset({"turn", "takeback", "revised", "won"}))
    return replace(one, forms=(text, wording.say("finished_short", seats=seats, seat=fact.data["seat"])), is_must=True)


def _sits_out(memory: Memory, seat: Seat) -> bool:
    """Whether the play before is aimed at this seat and moved nothing: it sits out, and only lays a card away."""
    last = memory.plays[-1] if memory.plays else None
    return last is not None and last.against == seat and not last.moved and not last.deed


def _following(memory: Memory) -> Seat | None:
    """Who plays after the last one, as they sit round the table."""
    seats = sorted(memory.table.seats) if memory.table else []
    if not memory.plays or memory.plays[-1].seat not in seats:
        return None
    return seats[(seats.index(memory.plays[-1].seat) + 1) % len(seats)]


def _won(wording: Wording, fact: Fact, memory: Memory, style: Style) -> list[Utterance]:
    """It is said in the moment in which the page shows it, with the play that won."""
    text = wording.won(fact.data["seats"], fact.data.get("draw", ""))
    one = _utterance(wording, fact, text, Priority.NOW, Earcon.WON)
    return [replace(one, is_after_plays=True)]


def _utterance(wording: Wording, fact: Fact, text: str, priority: Priority = Priority.NORMAL,
               earcon: Earcon | None = None, ended_by: frozenset[str] = frozenset(), *, slot: str = "",
               lasts_s: float | None = None) -> Utterance:  # fmt: skip
    return Utterance(text, wording.language, fact.kind, priority, None, earcon, ended_by, lasts_s, slot,
                     is_must=fact.kind in MUST)  # fmt: skip


_SAYERS: dict[str, Callable[[Wording, Fact, Memory, Style], list[Utterance]]] = {
    "board": _board, "setup": _setup, "disturbed": _disturbed, "card": _card, "move": _move, "question": _question,
    "violation": _violation, "corrected": _corrected, "takeback": _takeback, "revised": _revised, "turn": _turn,
    "won": _won,
}  # fmt: skip
