"""Answers to questions about the table: from the position and the memory of facts, the same for everybody.

Queries: `position` · `pieces S` · `home S` · `hole N` · `between S` · `turn` · `last [n]` · `since S` · `threats S` ·
`reach S` · `behind S` · `far N M` · `houses` · `seats` · `round` · `cards` · `language` ·
`help`; `Wording` answers `board` and `question`. Pieces are told by seat, then by distance to home, not by hole
number. Nothing tells what to play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from companion.speech import nearby
from companion.speech.memory import Memory, Play
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import BOARD, HOUSE, WAY, YARD, Table, is_fresh, named_cell
from companion.speech.telling import short, tell
from engine.contract import Cell, Piece, Seat

NEAR = 0.7
"""From this likeness on a word may be meant that was not said quite so."""
MOST_PLAYS = 20
"""Plays told in one answer at most; nobody remembers more."""


def answer(phrase: Phrase, memory: Memory, query: str) -> str:
    """What is known about it, in words; a query that is not understood is answered with the nearest that there is."""
    words = query.split()
    name, rest = (words[0].casefold(), words[1:]) if words else ("", [])
    if name in _left_out(memory) | (OF_WAYS if not _has_ways(memory.table) else frozenset()):
        return sentence(phrase.say("ask.not_here"))
    if name in OF_EVENING:
        return OF_EVENING[name](phrase, memory, rest)
    if name not in (*OF_TABLE, *OF_SEAT):
        return unknown(phrase, name)
    table = memory.table
    if table is None:
        return sentence(phrase.say("ask.no_position"))
    if name in OF_TABLE:
        return OF_TABLE[name](phrase, memory, table, rest)
    seats = _players(memory, table)
    seat = seat_called(phrase, seats, " ".join(rest)) if rest else memory.turn
    if seat not in seats:
        return _no_seat(phrase, seats, " ".join(rest))
    return OF_SEAT[name](phrase, memory, table, str(seat))


def seat_called(phrase: Phrase, seats: Sequence[Seat], name: str) -> Seat | None:
    """The seat that a person means by its letter, its name or its colour, in any case."""
    return next((seat for seat in seats if name.casefold() in phrase.called(seat)), None)


def _no_seat(phrase: Phrase, seats: Sequence[Seat], name: str) -> str:
    called = {one: seat for seat in seats for one in phrase.called(seat)}
    near = get_close_matches(name.casefold(), called, 1)
    if not near:
        return sentences([phrase.say("ask.no_seat"), phrase.say("ask.there_are", seats=seats)])
    return sentences([phrase.say("ask.no_seat"), phrase.say("ask.nearest", name=phrase.seat(called[near[0]]))])


def unknown(phrase: Phrase, name: str) -> str:
    """The nearest word that can be asked, and how to hear all of them, where a word is not known."""
    own = {word.casefold(): word for _, word in phrase.spellings("query")}
    near = get_close_matches(name, own, 1, NEAR) or get_close_matches(name, known(), 1, NEAR)
    said = [phrase.say("ask.nearest", name=own.get(near[0], near[0]))] if near else []
    return sentences([*said, phrase.say("ask.unknown")])


def known() -> list[str]:
    """The names of all queries."""
    return [*OF_TABLE, *OF_SEAT, *(name for name in OF_EVENING if name != "help"), "board", "question", "status"]


def _help(phrase: Phrase, memory: Memory, rest: Sequence[str]) -> str:
    left_out = _left_out(memory) | (set() if _has_ways(memory.table) else OF_WAYS - _of_faces(memory.table))
    first: dict[str, str] = {}
    for key, word in phrase.spellings("query"):
        if key not in left_out:
            first.setdefault(key, word)
    rooms = (("ask.help_say", "command"), ("refused.setting_name", "set"))
    told = [phrase.say(key, names=phrase.join(phrase.words(room))) for key, room in rooms]
    return sentences([phrase.say("ask.help", names=phrase.join([*first.values()])), *told])


def _left_out(memory: Memory) -> frozenset[str]:
    """What cannot be asked where nothing is dealt: the ranks that pieces showed are no cards that lie open."""
    return OF_DEALS if memory.turn is not None and not memory.deal else frozenset()


def _has_ways(table: Table | None) -> bool:
    """Whether pieces go their way home in this game; as long as nobody knows, it may be so."""
    return table is None or any(piece.place in (WAY, HOUSE, YARD) for piece in table.pieces)


def _of_faces(table: Table | None) -> set[str]:
    """What can be asked of pieces that show something on top."""
    return {"reach"} if table is not None and any(piece.face or piece.marks for piece in table.pieces) else set()


def _cards(phrase: Phrase, memory: Memory, rest: Sequence[str]) -> str:
    """Which cards lie open since the cards were dealt, and how many of each."""
    seen = Counter(_laid_open([play for play in memory.plays if play.deal == memory.deal]))
    held = [phrase.say("ask.held", seat=seat, n=count) for seat, count in memory.held.items()]
    if not seen:
        return sentences([phrase.say("ask.cards_none"), ", ".join(held)])
    told = [phrase.say("ask.card_seen", card=card, n=count) for card, count in sorted(seen.items(), key=_card_order)]
    return sentences([phrase.say("ask.cards", cards=", ".join(told), n=sum(seen.values())), ", ".join(held)])


def _laid_open(plays: Sequence[Play]) -> Iterator[str]:
    """The cards that plays laid open; one that lay face down is open once the other one meets it."""
    for before, play in zip((None, *plays), plays, strict=False):
        if before is not None and not before.card and len(play.cards) > 1 and before.seat != play.seat:
            yield play.cards[0]
        if play.card:
            yield play.card


def _card_order(one: tuple[str, int]) -> tuple[bool, int, str]:
    card = one[0]
    return (not card.isdecimal(), int(card) if card.isdecimal() else 0, card)


def _position(phrase: Phrase, memory: Memory, table: Table, rest: Sequence[str]) -> str:
    covered = [note.cell for note in memory.notes if note.what == "covered"]
    tiles = phrase.say("ask.covered", cells=covered) if covered else ""
    return sentences([*(pieces(phrase, table, seat) for seat in table.seats), tiles])


def _seats(phrase: Phrase, memory: Memory, table: Table, rest: Sequence[str]) -> str:
    """Who sits where, in the order of play."""
    return sentence(", ".join(phrase.say("ask.seat", seat=seat, letter=seat) for seat in _players(memory, table)))


def _players(memory: Memory, table: Table) -> tuple[Seat, ...]:
    """Whoever has pieces, or has had them. Where nobody has any of the own, who holds cards plays."""
    if memory.held and not set(memory.held) & set(table.seats):
        return tuple(memory.held)
    return tuple(dict.fromkeys([*table.seats, *(play.seat for play in memory.plays)]))


def _houses(phrase: Phrase, memory: Memory, table: Table, rest: Sequence[str]) -> str:
    """How full each house is."""
    said = []
    for seat in table.seats:
        homes, count = table.in_house(seat), len(table.of(seat))
        key = "ask.all_home" if count and len(homes) == count else "ask.house" if homes else "ask.house_empty"
        said.append(phrase.say(key, seat=seat, places=homes))
    return sentences(said)


def pieces(phrase: Phrase, table: Table, seat: Seat) -> str:
    """A seat's pieces: on the way by their distance to home, in the house, in the yard; or cell by cell."""
    parts = []
    if (goals := [one for one in table.of(seat, BOARD) if one.ahead]) and len(goals) == 1:
        ways = [phrase.say("ask.goal", n=steps, seat=owner) for steps, owner in goals[0].ahead]
        return phrase.say("ask.between_goals", seat=seat, cell=goals[0].cell, ways=", ".join(ways))
    on_way = table.of(seat, WAY)
    walking = [piece for piece in on_way if not is_fresh(piece)]
    if walking:
        ways = [phrase.count(piece.home) for piece in walking]
        parts.append(phrase.say("ask.on_way", ways=", ".join(ways)))
    parts += [phrase.say(f"ask.mark_{piece.marks[0]}") for piece in on_way if is_fresh(piece)]
    if homes := table.in_house(seat):
        parts.append(phrase.say("ask.in_house", places=homes))
    if yard := table.in_yard(seat):
        parts.append(phrase.say("ask.in_yard", n=yard))
    stacks = dict.fromkeys(piece.cell for piece in table.of(seat, BOARD) if piece.height)
    parts += [_stack(phrase, table, seat, cell) for cell in stacks]
    parts += [_on_board(phrase, piece) for piece in table.of(seat, BOARD) if not piece.height]
    return phrase.say("ask.pieces", seat=seat, parts=phrase.apart(parts))


def _stack(phrase: Phrase, table: Table, seat: Seat, cell: Cell) -> str:
    """The pieces of a seat on one cell: how many, and whether others lie above or between them; their ranks where the
    table tells them."""
    column = table.column(cell)
    own = [one for one in column if one.owner == seat]
    parts = [phrase.say("ask.stack", cell=cell, n=len(own))]
    if column[0].owner != seat:
        parts.append(phrase.say("ask.stack_under", owner=column[0].owner))
    elif len(own) < len(column):
        parts.append(phrase.say("ask.stack_over"))
    known = [phrase.count(one.face) for one in own if one.face]
    if known:
        parts.append(phrase.say("ask.stack_known", ranks=phrase.join(known)))
    return ", ".join(parts)


def _on_board(phrase: Phrase, piece: Piece) -> str:
    """A piece by its cell and what it shows."""
    if piece.face:
        return phrase.say("ask.shows", cell=piece.cell, face=piece.face)
    return phrase.say(f"ask.mark_{piece.marks[0]}" if piece.marks else "ask.stands", cell=piece.cell)


def _pieces(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    return sentence(pieces(phrase, table, seat) if table.of(seat) else phrase.say("ask.no_pieces", seat=seat))


def _home(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    homes, count = table.in_house(seat), len(table.of(seat))
    if table.of(seat, BOARD):
        return sentence(phrase.say("ask.no_home"))
    if len(homes) == count:
        return sentence(phrase.say("ask.all_home", seat=seat))
    free = [place for place in range(1, count + 1) if place not in homes]
    ways = [phrase.count(piece.home) for piece in table.of(seat, WAY)]
    key = "ask.home" if ways else "ask.home_none"
    return sentences([phrase.say("ask.free", seat=seat, places=free), phrase.say(key, ways=phrase.join(ways))])


def _hole(phrase: Phrase, memory: Memory, table: Table, rest: Sequence[str]) -> str:
    name = rest[0] if rest else ""
    cell = named_cell(memory.cells or tuple(table.by_cell), name)
    if cell is None:
        return sentence(phrase.say("ask.no_hole"))
    notes = [
        phrase.say(f"note.{note.what}", n=note.number, seats=note.seats) for note in memory.notes if note.cell == cell
    ]
    return sentences([_who(phrase, memory, table, cell), *notes])


def _who(phrase: Phrase, memory: Memory, table: Table, cell: Cell) -> str:
    """Who stands on a cell."""
    piece = table.by_cell.get(cell)
    if cell in memory.yards or (piece is not None and piece.place == YARD):
        count = sum(1 for one in table.pieces if one.cell == cell)
        return sentence(phrase.say("ask.yard", cell=cell, n=count))
    if piece is None:
        return sentence(phrase.say("ask.hole_empty", cell=cell))
    if piece.height:
        told = [phrase.say("ask.rank", owner=one.owner, face=one.face) if one.face else phrase.seat(one.owner)
                for one in table.column(cell)]  # fmt: skip
        key = "ask.column" if len(told) > 1 else "ask.column_one"
        return sentence(phrase.say(key, cell=cell, owners=phrase.join(told)))
    if piece.face:
        return sentence(phrase.say("ask.hole_face", cell=cell, owner=piece.owner, face=piece.face))
    if "king" in piece.marks:
        return sentence(phrase.say("ask.hole_king", cell=cell, owner=piece.owner))
    if piece.home is None:
        return sentence(phrase.say("ask.hole_house", cell=cell, owner=piece.owner))
    return sentence(phrase.say("ask.hole", cell=cell, owner=piece.owner, rest=piece.home))


def _between(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who stands on the way home of the seat's first piece, by the steps to get there."""
    mine = table.of(seat, WAY)
    if not mine:
        return sentence(phrase.say("ask.home_none", ways=""))
    found = [phrase.say("ask.after_steps", n=steps, owner=owner) for steps, owner in mine[0].ahead]
    if places := table.in_house(seat):
        found.append(phrase.say("ask.house_places", places=places))
    key = "ask.between" if found else "ask.between_none"
    return sentence(phrase.say(key, seat=seat, rest=mine[0].home, found=phrase.apart(found)))


def _turn(phrase: Phrase, memory: Memory, rest: Sequence[str]) -> str:
    if memory.won:
        return sentence(phrase.say("say.won" if len(memory.won) > 1 else "say.won_one", seats=memory.won))
    if memory.is_drawn:
        return drawn(phrase, memory.draw)
    if memory.turn is None:
        return sentence(phrase.say("ask.no_turn"))
    said = [phrase.say("ask.turn", seat=memory.turn)]
    if memory.finished:
        key = "say.finished" if len(memory.finished) > 1 else "say.finished_one"
        said = [phrase.say(key, seats=memory.finished, seat=memory.turn)]
    awaited = [key for key in (f"going.{memory.awaits}", f"await.{memory.awaits}") if phrase.has(key)]
    if awaited:
        said = [phrase.say(awaited[0], seat=memory.turn)]
    if memory.card:
        said.append(phrase.say("ask.card_lies", seat=memory.card[0], card=memory.card[1]))
    return sentences(said)


def drawn(phrase: Phrase, why: str) -> str:
    """That nobody has won, and why, where that is known."""
    reason = phrase.say(f"draw.{why}") if phrase.has(f"draw.{why}") else ""
    return sentences([phrase.say("say.drawn"), reason])


def _round(phrase: Phrase, memory: Memory, rest: Sequence[str]) -> str:
    """How often cards were dealt, and which round of plays it is."""
    return sentence(phrase.say("ask.round" if memory.deal else "ask.no_turn", deal=memory.deal, round=memory.round))


def _last(phrase: Phrase, memory: Memory, rest: Sequence[str]) -> str:
    """The last plays, the oldest first."""
    number = int(rest[0]) if rest and rest[0].isdecimal() else 1
    plays = memory.plays[-max(1, min(number, MOST_PLAYS)) :]
    if not plays:
        return sentence(phrase.say("ask.no_plays"))
    if len(plays) == 1:
        return tell(phrase, plays[0])
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


OF_EVENING: Mapping[str, Callable[[Phrase, Memory, Sequence[str]], str]] = {
    "turn": _turn, "last": _last, "cards": _cards, "help": _help, "far": nearby.far,
    "round": _round, "language": lambda phrase, memory, rest: sentence(phrase.say("say.language")),
}  # fmt: skip
OF_WAYS = frozenset({"home", "between", "threats", "reach", "behind", "far", "houses"})
"""Queries that only games with a way home can answer."""
OF_DEALS = frozenset({"round", "cards"})
"""Queries that only games can answer in which cards are dealt."""
OF_TABLE: Mapping[str, Callable[[Phrase, Memory, Table, Sequence[str]], str]] = {
    "position": _position, "hole": _hole, "houses": _houses, "seats": _seats,
}  # fmt: skip
OF_SEAT: Mapping[str, Callable[[Phrase, Memory, Table, Seat], str]] = {
    "pieces": _pieces, "home": _home, "between": _between, "since": _since, "threats": nearby.threats,
    "reach": nearby.targets, "behind": nearby.behind,
}  # fmt: skip
"""Queries by what they are about; of the last ones the seat to play is meant where none is named."""
