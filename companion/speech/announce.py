"""Announcements: which facts are said over the loudspeaker, how urgent they are and how long they stay true.

The loudspeaker tells what everybody may know. It gives no hints and never names a hand (T10.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.facts import Fact
from companion.speech.memory import Memory
from companion.speech.phrase import Phrase, sentences
from companion.speech.telling import short
from companion.speech.utterance import Earcon, Priority, Utterance
from engine.contract import Seat


class Sentences(Protocol):
    """What announcements need of the words of a language."""

    language: str
    phrase: Phrase

    def say(self, key: str, **facts: Any) -> str: ...
    def board(self, is_connected: bool, reason: str = "") -> str: ...
    def setup(self) -> str: ...
    def resume(self, memory: Memory) -> str: ...
    def disturbed(self, differences: Iterable[Mapping[str, Any]]) -> str: ...
    def question(self, data: Mapping[str, Any], seat: Seat | None = None) -> str: ...
    def move(self, memory: Memory, fact: Fact) -> str: ...
    def corrected(self) -> str: ...
    def takeback(self, undone: str = "") -> str: ...
    def won(self, seats: Sequence[Seat]) -> str: ...


REPAIRED = frozenset({"move", "revised", "corrected", "setup", "takeback", "disturbed", "violation", "won"})
"""Facts after which a complaint about the board is history."""
ANSWERED = frozenset({"answer", "move", "takeback", "question", "won"})
"""Facts after which a question is history."""
ASIDES = {"again": ANSWERED, "part": REPAIRED, "ways-out": REPAIRED, "gone-on": frozenset[str]()}
"""What is said but is no event, and the facts that make it untrue."""
TURN_LASTS_S = 8.0
CARD_LASTS_S = 5.0
"""A card or a turn told later than this only delays what is new."""
MOVE_OUTLIVES_PLIES = 3
MOST_REVISED = 2
"""Of the actions that stand instead of others the newest are told; `since` tells the rest."""
MOVE_LASTS_S = 15.0
"""In a fast round a play is still news until its seat's next turn comes near; `last` and `since` tell older ones."""


def announce(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    """The utterances of one fact; `memory` is what was known before it."""
    said = _SAYERS.get(fact.kind)
    return said(wording, fact, memory) if said else []


def _board(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    connected = bool(fact.data["connected"])
    if connected and memory.is_connected is not False:
        key = wording.say("board_found")
        return [_utterance(wording, fact, key, ended_by=frozenset({"board", "move"}))]
    if not connected and memory.is_connected is None:
        return [_utterance(wording, fact, wording.say("board_none"), Priority.NEXT, ended_by=frozenset({"board"}))]
    text = wording.board(connected, str(fact.data.get("reason", "")))
    priority = Priority.NEXT if connected else Priority.NOW
    earcon = None if connected else Earcon.WRONG
    return [_utterance(wording, fact, text, priority, earcon, frozenset({"board"}))]


def _setup(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    after = memory.after(fact)
    table = after.table
    begins_within = memory.position is None and table is not None and table.is_begun
    text = wording.resume(after) if memory.is_resumed or begins_within else wording.setup()
    return [_utterance(wording, fact, text, ended_by=frozenset({"move", "disturbed", "setup"}))]


def _disturbed(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    text = wording.disturbed(fact.data["differences"])
    earcon = None if memory.trouble == "disturbed" else Earcon.WRONG
    return [_utterance(wording, fact, text, Priority.NEXT, earcon, REPAIRED)]


def _card(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    if fact.data.get("by") == "inferred":
        return []
    text = wording.say("card", seat=fact.data["seat"], card=fact.data["card"])
    ended_by = frozenset({"move", "card", "takeback", "question", "won", "lift"})
    return [_utterance(wording, fact, text, ended_by=ended_by, lasts_s=CARD_LASTS_S)]


def _move(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    play = memory.after(fact).plays[-1]
    earcon = Earcon.CAPTURED if play.captured else None
    text = wording.move(memory, fact)
    ended_by = frozenset({"takeback", "setup"})
    return [_utterance(wording, fact, text, Priority.NORMAL, earcon, ended_by, slot=f"move {play.seat}",
                       plies=MOVE_OUTLIVES_PLIES, lasts_s=MOVE_LASTS_S)]  # fmt: skip


def _question(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    text = wording.question(fact.data, memory.card[0] if memory.card else None)
    return [_utterance(wording, fact, text, Priority.NEXT, Earcon.ASKED, ANSWERED)]


def _violation(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    return [_utterance(wording, fact, str(fact.data["text"]), Priority.NOW, Earcon.WRONG, REPAIRED)]


def _corrected(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    ended_by = frozenset({"violation", "disturbed", "move"})
    return [_utterance(wording, fact, wording.corrected(), Priority.NEXT, ended_by=ended_by)]


def _takeback(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    known = memory.plays and memory.plays[-1].before == fact.data["position"]
    undone = short(wording.phrase, memory.plays[-1]) if known else ""
    return [_utterance(wording, fact, wording.takeback(undone), Priority.NEXT, ended_by=frozenset({"takeback"}))]


def _revised(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    after = memory.after(fact)
    told = [short(wording.phrase, play) for play in after.plays[-len(fact.data["moves"]) :][-MOST_REVISED:]]
    actions = sentences(told) if fact.data["moves"] else ""
    text = wording.say("revised", actions=actions) if actions else wording.say("revised_nothing")
    return [_utterance(wording, fact, text, Priority.NEXT, Earcon.WRONG, frozenset({"revised", "takeback"}))]


def _turn(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    is_new_deal = fact.data.get("deal", 0) != memory.deal and fact.data.get("round", 1) == 1
    key = "turn_by" if fact.data.get("by") else "turn_new_deal" if is_new_deal else "turn"
    text = wording.say(key, seat=fact.data["seat"], by=fact.data.get("by"))
    ended_by = frozenset({"turn", "move", "card", "takeback", "lift", "won"})
    return [_utterance(wording, fact, text, Priority.NORMAL, Earcon.TURN, ended_by, lasts_s=TURN_LASTS_S)]


def _won(wording: Sentences, fact: Fact, memory: Memory) -> list[Utterance]:
    return [_utterance(wording, fact, wording.won(fact.data["seats"]), Priority.NEXT, Earcon.WON)]


def _utterance(wording: Sentences, fact: Fact, text: str, priority: Priority = Priority.NORMAL,
               earcon: Earcon | None = None, ended_by: frozenset[str] = frozenset(), *, slot: str = "",
               plies: int | None = None, lasts_s: float | None = None) -> Utterance:  # fmt: skip
    return Utterance(text, wording.language, fact.kind, priority, None, earcon, ended_by, plies, lasts_s, slot)


_SAYERS: dict[str, Callable[[Sentences, Fact, Memory], list[Utterance]]] = {
    "board": _board, "setup": _setup, "disturbed": _disturbed, "card": _card, "move": _move, "question": _question,
    "violation": _violation, "corrected": _corrected, "takeback": _takeback, "revised": _revised, "turn": _turn,
    "won": _won,
}  # fmt: skip
