"""Who is near whom on the ring: distances, and nothing that tells what to play (T10.1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.speech.memory import Memory
from companion.speech.phrase import Phrase, sentence, sentences
from companion.speech.table import WAY, Table, named_cell, ring_of
from engine.contract import Cell, Piece, Seat

FARTHEST, FARTHEST_BACK = 13, 4
"""The longest way of a card forward (T4.2), and backward (T4.3)."""
MOST_BEHIND = 4


def threats(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who stands within a card's way of each of the seat's pieces: behind it, or just before it."""
    return _around(phrase, memory, table, seat, "threats", (FARTHEST, FARTHEST_BACK))


def targets(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who stands within a card's way from each of the seat's pieces: before it, or just behind it."""
    return _around(phrase, memory, table, seat, "reach", (FARTHEST_BACK, FARTHEST))


def _around(phrase: Phrase, memory: Memory, table: Table, seat: Seat, key: str, most: tuple[int, int]) -> str:
    ring = ring_of(memory.cells)
    mine = table.of(seat, WAY)
    if not ring or not mine:
        return sentence(phrase.say("ask.home_none"))
    said = []
    for piece in mine:
        found = [*_told(phrase, ring, table, piece, most[0], is_behind=True),
                 *_told(phrase, ring, table, piece, most[1], is_behind=False)]  # fmt: skip
        if found:
            said.append(phrase.say("ask.around", rest=piece.home, found=", ".join(found)))
    return sentences(said or [phrase.say(f"ask.{key}_none", seat=seat)])


def _told(phrase: Phrase, ring: Sequence[Cell], table: Table, piece: Piece, most: int, *, is_behind: bool) -> list[str]:
    key = "ask.steps_behind" if is_behind else "ask.steps_before"
    return [phrase.say(key, n=steps, owner=other.owner) for steps, other in _others(ring, table, piece, is_behind)
            if steps <= most]  # fmt: skip


def _others(ring: Sequence[Cell], table: Table, piece: Piece, is_behind: bool) -> list[tuple[int, Piece]]:
    """Pieces of other seats on the way, the nearest first, with the steps between."""
    places = {cell: number for number, cell in enumerate(ring)}
    here = places.get(piece.cell)
    if here is None:
        return []
    sign = -1 if is_behind else 1
    found = [(sign * (places[one.cell] - here) % len(ring), one) for one in table.pieces
             if one.place == WAY and one.owner != piece.owner and one.cell in places]  # fmt: skip
    return sorted(found, key=lambda one: one[0])


def behind(phrase: Phrase, memory: Memory, table: Table, seat: Seat) -> str:
    """Who comes behind each of the seat's pieces, the nearest first."""
    ring, mine = ring_of(memory.cells), table.of(seat, WAY)
    if not ring or not mine:
        return sentence(phrase.say("ask.home_none"))
    said = []
    for piece in mine:
        found = [phrase.say("ask.steps_behind", n=steps, owner=one.owner)
                 for steps, one in _others(ring, table, piece, True)[:MOST_BEHIND]]  # fmt: skip
        key = "ask.around" if found else "ask.behind_none"
        said.append(phrase.say(key, rest=piece.home, found=", ".join(found)))
    return sentences(said)


def far(phrase: Phrase, memory: Memory, names: Sequence[str]) -> str:
    """How far it is from one hole forward to another; words between them do not count (`from 17 to 5`)."""
    ring, names = ring_of(memory.cells), [name for name in names if name[-1:].isdecimal()]
    cells = [named_cell(tuple(ring), name) for name in names[:2]]
    if len(cells) < 2 or None in cells:
        return sentence(phrase.say("ask.far_how" if len(names) < 2 else "ask.no_hole"))
    here, there = (ring.index(str(cell)) for cell in cells)
    return sentence(phrase.say("ask.far", a=ring[here], b=ring[there], n=(there - here) % len(ring)))
