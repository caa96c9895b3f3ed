"""Setting a board up by ear: what still lacks, what is too many, and what belongs where next, marble by marble."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.speech.memory import Memory
from companion.speech.phrase import Phrase, sentences, walking_order
from companion.speech.repairs import lacking
from companion.speech.table import HOUSE, YARD, Table, is_fresh, number
from engine.contract import Cell, Piece, Seat

FEW = 3
"""So many places are named one by one; more are counted by seat."""
BARE = {
    "say.lacks": "say.lacks_bare", "say.extra": "say.extra_bare", "say.set_left": "say.set_left_bare",
    "say.belongs_not": "say.belongs_not_bare",
}  # fmt: skip
"""What is said where no marbles go."""


@dataclass(frozen=True, slots=True)
class Lack:
    """So many pieces of one seat lack on one place."""

    piece: Piece
    count: int

    @property
    def owner(self) -> Seat:
        """Whose they are."""
        return self.piece.owner


def lacks(table: Table, shown: Mapping[Cell, int]) -> tuple[Lack, ...]:
    """What lacks, seat by seat, in walking order: first what is on the ring, then houses, then yards."""
    wanted = Counter(piece.cell for piece in table.pieces)
    found = [Lack(table.by_cell[cell], many - shown.get(cell, 0)) for cell, many in wanted.items()
             if many > shown.get(cell, 0)]  # fmt: skip
    return tuple(sorted(found, key=lambda one: (table.seats.index(one.owner), walking_order(one.piece.cell))))


def spare(table: Table, shown: Mapping[Cell, int]) -> dict[Cell, int]:
    """Where pieces stand that do not belong there, and how many."""
    wanted = Counter(piece.cell for piece in table.pieces)
    return {cell: many - wanted[cell] for cell, many in sorted(shown.items()) if many > wanted[cell]}


def overview(phrase: Phrase, memory: Memory) -> str:
    """What lacks by seat and what is too many, and what comes next; empty where few places are wrong."""
    table, shown = memory.table, memory.shown
    if table is None or shown is None:
        return ""
    lacking, spares = lacks(table, shown), spare(table, shown)
    if len(lacking) + len(spares) <= FEW and all(one.count == 1 for one in lacking):
        return ""
    counts: Counter[Seat] = Counter()
    for one in lacking:
        counts[one.owner] += one.count
    by_seat = ", ".join(phrase.say(_key("say.lacks", memory), seat=seat, n=count) for seat, count in counts.items())
    told = [phrase.say("say.lacking", parts=by_seat)] if by_seat else []
    told += [phrase.say(_key("say.extra", memory), cell=cell, n=count) for cell, count in list(spares.items())[:FEW]]
    return sentences([phrase.say("say.disturbed", parts=phrase.apart(told)), _next(phrase, lacking)])


def in_hands(phrase: Phrase, memory: Memory) -> str:
    """What is not where the position has it just now, as in the middle of a play; empty where all is."""
    table, shown = memory.table, memory.shown
    if table is None or shown is None:
        return ""
    told = [lacking(phrase, one.owner, one.piece.cell, table) for one in lacks(table, shown)]
    told += [phrase.say(_key("say.extra", memory), cell=cell, n=count) for cell, count in spare(table, shown).items()]
    return sentences([phrase.apart(told)])


def reminder(phrase: Phrase, memory: Memory) -> str:
    """What is to be done next, for hands that have come to rest; empty where it is not known."""
    table, shown = memory.table, memory.shown
    if table is None or shown is None:
        return ""
    spares = spare(table, shown)
    if spares:
        return sentences([_too_many(phrase, memory, spares, next(iter(spares)))])
    last = table.by_cell.get(memory.last_put)
    return sentences([_next(phrase, lacks(table, shown), last.owner if last else "")])


def after_taken(phrase: Phrase, before: Memory, after: Memory, cell: Cell) -> str:
    """What comes next, where the piece that was just taken from there did not belong there; else nothing."""
    is_spare = before.table is not None and before.shown is not None and cell in spare(before.table, before.shown)
    return reminder(phrase, after) if is_spare else ""


def after_put(phrase: Phrase, memory: Memory, cell: Cell) -> tuple[bool, str]:
    """Whether the piece that was just put there belongs there, and what is said of it."""
    table, shown = memory.table, memory.shown
    assert table is not None
    assert shown is not None
    lacking, spares = lacks(table, shown), spare(table, shown)
    if cell in spares:
        return False, sentences([_too_many(phrase, memory, spares, cell)])
    piece = table.by_cell.get(cell)
    if piece is None:
        # Where it was put nothing is wanted any more: the position has become another one since.
        return True, reminder(phrase, memory)
    owner = piece.owner
    left = sum(one.count for one in lacking if one.owner == owner)
    done = phrase.say(_key("say.set_left", memory) if left else "say.set_whole", owner=owner, n=left)
    return True, sentences([done, _next(phrase, lacking, owner, cell)])


def _key(name: str, memory: Memory) -> str:
    """The sentence of this name: of marbles, or, on a board of squares, of whatever stands there."""
    return name if memory.yards else BARE[name]


def _too_many(phrase: Phrase, memory: Memory, spares: Mapping[Cell, int], cell: Cell) -> str:
    """Where none belongs, or more stand than belong there."""
    belongs = memory.table is not None and cell in memory.table.by_cell
    return phrase.say(_key("say.extra" if belongs else "say.belongs_not", memory), cell=cell, n=spares[cell])


def _next(phrase: Phrase, lacking: Sequence[Lack], owner: Seat = "", here: Cell = "") -> str:
    """What belongs where next: the rest of the seat first; nothing new where more belong on the same place."""
    if not lacking:
        return ""
    if any(lack.piece.cell == here for lack in lacking):
        return ""
    one = next((lack for lack in lacking if lack.owner == owner), lacking[0])
    piece = one.piece
    if piece.place == YARD:
        return phrase.say("say.next_yard", owner=piece.owner, n=one.count)
    if piece.place == HOUSE:
        return phrase.say("say.next_house", owner=piece.owner, place=number(piece.cell))
    if is_fresh(piece):
        return phrase.say("say.next_start", owner=piece.owner)
    return phrase.say(f"say.{_on_its_way(one)}", owner=piece.owner, cell=piece.cell, rest=piece.home, face=piece.face,
                      n=one.count)  # fmt: skip


def _on_its_way(lack: Lack) -> str:
    """Which sentence tells where a piece belongs that is neither at home nor in a yard."""
    piece = lack.piece
    if lack.count > 1:
        return "next_stack"
    if "king" in piece.marks:
        return "next_king"
    if piece.face and not piece.height:
        return "next_face"
    return "next" if piece.home is None else "next_way"
