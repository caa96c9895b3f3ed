"""Answers to questions about the table: from the position and the memory of facts, the same for everybody.

Queries: `position` · `pieces S` · `home S` · `hole N` · `between S` · `turn` · `last [n]` · `since S`.
Pieces are told by seat, then by distance to home, not by hole number.
"""

from __future__ import annotations

from companion.speech.memory import Memory, Play
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import HOUSE_SIZE, Table, read
from companion.speech.telling import short, tell
from engine.contract import Seat

HOUSE_PLACES = tuple(str(place) for place in range(1, HOUSE_SIZE + 1))
MOST_PLAYS = 20
"""Plays told in one answer at most; nobody remembers more."""


def answer(phrase: Phrase, memory: Memory, query: str) -> str:
    """What is known about it, in words; a query that is not understood is answered with what can be asked."""
    words = query.split()
    name, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if name == "turn":
        return _turn(phrase, memory)
    if name == "last":
        return _last(phrase, memory, rest)
    table = memory.table
    if name not in ("position", "pieces", "home", "hole", "between", "since"):
        return sentence(phrase.say("ask.unknown"))
    if table is None:
        return sentence(phrase.say("ask.no_position"))
    if name == "position":
        return sentences(pieces(phrase, table, seat) for seat in table.seats)
    if name == "hole":
        return _hole(phrase, table, rest[0] if rest else "")
    seat = rest[0].upper() if rest else memory.turn or ""
    if seat not in table.seats:
        return sentence(phrase.say("ask.no_seat"))
    return {"pieces": _pieces, "home": _home, "between": _between, "since": _since}[name](phrase, memory, table, seat)


def pieces(phrase: Phrase, table: Table, seat: Seat) -> str:
    """A seat's pieces: on the way by their distance to home, in the house, in the yard."""
    parts = []
    walking = [cell for cell in table.on_ring(seat) if cell not in table.fresh]
    if walking:
        ways = [phrase.count(table.to_home(seat, cell)) for cell in walking]
        parts.append(phrase.say("ask.on_way", ways=phrase.join(ways)))
    if len(walking) < len(table.on_ring(seat)):
        parts.append(phrase.say("ask.fresh"))
    if homes := table.in_house(seat):
        parts.append(phrase.say("ask.in_house", places=phrase.join([phrase.count(place) for place in homes])))
    if yard := table.yards[seat]:
        parts.append(phrase.say("ask.in_yard", n=yard))
    return phrase.say("ask.pieces", seat=seat, parts="; ".join(parts))


def _pieces(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    return sentence(pieces(phrase, table, seat))


def _home(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    homes = table.in_house(seat)
    if len(homes) == HOUSE_SIZE:
        return sentence(phrase.say("ask.all_home", seat=seat))
    free = phrase.join([phrase.count(place) for place in range(1, HOUSE_SIZE + 1) if place not in homes])
    ways = [phrase.count(table.to_home(seat, cell)) for cell in table.on_ring(seat)]
    key = "ask.home" if ways else "ask.home_none"
    return sentences([phrase.say("ask.free", seat=seat, places=free), phrase.say(key, ways=phrase.join(ways))])


def _hole(phrase: Phrase, table: Table, name: str) -> str:
    cell = f"{int(name):02d}" if name.isdecimal() else name[:1].upper() + name[1:].lower()
    if cell.endswith("y") and cell[:1] in table.seats:
        return sentence(phrase.say("ask.yard", cell=cell, n=table.yards[cell[0]]))
    is_known = int(cell) < table.ring if cell.isdecimal() else cell[:1] in table.seats and cell[1:] in HOUSE_PLACES
    if not is_known:
        return sentence(phrase.say("ask.no_hole"))
    owner = table.pieces.get(cell)
    if owner is None:
        return sentence(phrase.say("ask.hole_empty", cell=cell))
    if not cell.isdecimal():
        return sentence(phrase.say("ask.hole_house", cell=cell, owner=owner))
    return sentence(phrase.say("ask.hole", cell=cell, owner=owner, rest=table.to_home(owner, cell)))


def _between(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who stands on the way home of the seat's first piece, by the steps to get there."""
    mine = table.on_ring(seat)
    if not mine:
        return sentence(phrase.say("ask.home_none", ways=""))
    here, rest = int(mine[0]), table.to_home(seat, mine[0])
    found = []
    for step in range(1, rest):
        owner = table.pieces.get(f"{(here + step) % table.ring:02d}")
        if owner is not None and step != table.ring:
            found.append(phrase.say("ask.after_steps", n=step, owner=owner))
    found += [phrase.say("ask.house_place", place=place) for place in table.in_house(seat)]
    key = "ask.between" if found else "ask.between_none"
    return sentence(phrase.say(key, seat=seat, rest=rest, found="; ".join(found)))


def _turn(phrase: Phrase, memory: Memory) -> str:
    if memory.won:
        return sentence(phrase.say("say.won" if len(memory.won) > 1 else "say.won_one", seats=memory.won))
    if memory.turn is None:
        return sentence(phrase.say("ask.no_turn"))
    said = [phrase.say("ask.turn", seat=memory.turn, round=memory.round, deal=memory.deal)]
    if memory.card:
        said.append(phrase.say("ask.card_lies", seat=memory.card[0], card=memory.card[1]))
    return sentences(said)


def _last(phrase: Phrase, memory: Memory, rest: list[str]) -> str:
    """The last plays, the oldest first."""
    number = int(rest[0]) if rest and rest[0].isdecimal() else 1
    plays = memory.plays[-max(1, min(number, MOST_PLAYS)) :]
    if not plays:
        return sentence(phrase.say("ask.no_plays"))
    if len(plays) == 1:
        return tell(phrase, plays[0], Memory(plays=memory.plays[:-1]))
    return " ".join(short(phrase, play) for play in plays)


def _since(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """What the others have played since the seat's last play, and what it lost by it."""
    later: list[Play] = []
    for play in reversed(memory.plays):
        if play.seat == seat:
            break
        later.insert(0, play)
    if not later:
        return sentence(phrase.say("ask.nothing_since", seat=seat))
    before = read(later[0].before)
    lost = table.yards[seat] - before.yards[seat] if before else 0
    said = [short(phrase, play) for play in later[-MOST_PLAYS:]]
    if lost > 0:
        said.append(phrase.say("ask.lost", seat=seat, n=lost))
    return sentences(said)
