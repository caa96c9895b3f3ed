"""Answers to questions about the table: from the position and the memory of facts, the same for everybody.

Queries: `position` · `pieces S` · `home S` · `hole N` · `between S` · `turn` · `last [n]` · `since S`.
Pieces are told by seat, then by distance to home, not by hole number.
"""

from __future__ import annotations

from companion.speech.memory import Memory, Play
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import BOARD, WAY, YARD, Table, is_fresh, named_cell
from companion.speech.telling import short, tell
from engine.contract import Piece, Seat

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
        return _hole(phrase, memory, table, rest[0] if rest else "")
    asked = rest[0] if rest else memory.turn or ""
    seat = next((seat for seat in table.seats if seat.lower() == asked.lower()), None)
    if seat is None:
        return sentence(phrase.say("ask.no_seat"))
    return {"pieces": _pieces, "home": _home, "between": _between, "since": _since}[name](phrase, memory, table, seat)


def pieces(phrase: Phrase, table: Table, seat: Seat) -> str:
    """A seat's pieces: on the way by their distance to home, in the house, in the yard; or cell by cell."""
    parts = []
    on_way = table.of(seat, WAY)
    walking = [piece for piece in on_way if not is_fresh(piece)]
    if walking:
        ways = [phrase.count(piece.home) for piece in walking]
        parts.append(phrase.say("ask.on_way", ways=phrase.join(ways)))
    parts += [phrase.say(f"ask.mark_{piece.marks[0]}") for piece in on_way if is_fresh(piece)]
    if homes := table.in_house(seat):
        parts.append(phrase.say("ask.in_house", places=phrase.join([phrase.count(place) for place in homes])))
    if yard := table.in_yard(seat):
        parts.append(phrase.say("ask.in_yard", n=yard))
    parts += [_on_board(phrase, piece) for piece in table.of(seat, BOARD)]
    return phrase.say("ask.pieces", seat=seat, parts="; ".join(parts))


def _on_board(phrase: Phrase, piece: Piece) -> str:
    """A piece by its cell and what it shows."""
    if piece.face:
        return phrase.say("ask.shows", cell=piece.cell, face=piece.face)
    return phrase.say(f"ask.mark_{piece.marks[0]}" if piece.marks else "ask.stands", cell=piece.cell)


def _pieces(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    return sentence(pieces(phrase, table, seat))


def _home(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    homes, count = table.in_house(seat), len(table.of(seat))
    if table.of(seat, BOARD):
        return sentence(phrase.say("ask.no_home"))
    if len(homes) == count:
        return sentence(phrase.say("ask.all_home", seat=seat))
    free = phrase.join([phrase.count(place) for place in range(1, count + 1) if place not in homes])
    ways = [phrase.count(piece.home) for piece in table.of(seat, WAY)]
    key = "ask.home" if ways else "ask.home_none"
    return sentences([phrase.say("ask.free", seat=seat, places=free), phrase.say(key, ways=phrase.join(ways))])


def _hole(phrase: Phrase, memory: Memory, table: Table, name: str) -> str:
    cell = named_cell(memory.cells or tuple(table.by_cell), name)
    if cell is None:
        return sentence(phrase.say("ask.no_hole"))
    piece = table.by_cell.get(cell)
    if cell in memory.yards or (piece is not None and piece.place == YARD):
        count = sum(1 for one in table.pieces if one.cell == cell)
        return sentence(phrase.say("ask.yard", cell=cell, n=count))
    if piece is None:
        return sentence(phrase.say("ask.hole_empty", cell=cell))
    if piece.face:
        return sentence(phrase.say("ask.hole_face", cell=cell, owner=piece.owner, face=piece.face))
    if piece.home is None:
        return sentence(phrase.say("ask.hole_house", cell=cell, owner=piece.owner))
    return sentence(phrase.say("ask.hole", cell=cell, owner=piece.owner, rest=piece.home))


def _between(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who stands on the way home of the seat's first piece, by the steps to get there."""
    mine = table.of(seat, WAY)
    if not mine:
        return sentence(phrase.say("ask.home_none", ways=""))
    found = [phrase.say("ask.after_steps", n=steps, owner=owner) for steps, owner in mine[0].ahead]
    found += [phrase.say("ask.house_place", place=place) for place in table.in_house(seat)]
    key = "ask.between" if found else "ask.between_none"
    return sentence(phrase.say(key, seat=seat, rest=mine[0].home, found="; ".join(found)))


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
    before = later[0].stood
    lost = _waiting(table, seat) - _waiting(before, seat) if before else 0
    said = [short(phrase, play) for play in later[-MOST_PLAYS:]]
    if lost > 0:
        said.append(phrase.say("ask.lost", seat=seat, n=lost))
    return sentences(said)


def _waiting(table: Table, seat: Seat) -> int:
    """How many of a seat's pieces are not in play: in its yard, or gone."""
    return table.in_yard(seat) - len(table.of(seat, BOARD))
