"""Repairs: how a wrong board is put right, in steps from where a piece stands, as hands count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.speech.phrase import Phrase, walking_order
from companion.speech.table import HOUSE, WAY, Board, Table, is_fresh, number
from engine.contract import Cell, Displacement, Explanation, Piece, Seat

MOST_SAID = 3
"""Repairs named in one go; more cannot be kept in mind while one reaches over a board."""
FARTHEST = 13
"""Steps that are counted; a piece that is farther off is told by its holes."""
COUNTED = ("too-few", "too-many", "seven-too-few", "seven-too-many")
"""Keys of rules that tell how many steps were made and how many are needed."""
TOWARD_YARD = ("captured-left-out", "wrong-yard")
"""Keys of rules that tell which piece belongs in its yard."""


def repairs(phrase: Phrase, e: Explanation, repair: Sequence[Displacement], board: Board) -> list[str]:
    """A sentence for each piece that has to go back, the first three in walking order."""
    if len(repair) == 1 and (said := _half_way(phrase, e, repair[0], board.ring)):
        return [said]
    if e.key in TOWARD_YARD and all(one.origin in board.yards for one in repair):
        return []
    if e.key == "wrong-yard":
        repair = _without_detour(repair, str(e.facts.get("heap", "")))
    ordered = sorted(repair, key=lambda one: walking_order(one.target or one.origin))
    owners = Counter(one.owner for one in ordered)
    said_all = [_repair(phrase, one, board, is_only=owners[one.owner] == 1) for one in ordered[:MOST_SAID]]
    if len(ordered) > MOST_SAID:
        said_all.append(phrase.say("say.more", n=len(ordered) - MOST_SAID))
    return said_all


def _without_detour(repair: Sequence[Displacement], heap: Cell) -> list[Displacement]:
    """Where two pieces changed hands on the way to a wrong yard, all that is wrong for those at the table is that yard:
    the pieces that belong on each other's places are left out."""
    lying = [one for one in repair if one.target == heap]
    standing = [one for one in repair if any(one.target == other.origin for other in lying)]
    return [one for one in repair if not standing or one not in (*lying, *standing)]


def displaced(differences: Iterable[Mapping[str, Any]]) -> tuple[list[Displacement], list[Mapping[str, Any]]]:
    """The pieces that stand elsewhere than they should, each seat's single one, and the differences that are left."""
    left = list(differences)
    found = []
    for owner in sorted({one["expected"] for one in left if one.get("expected")}):
        lacks = [one for one in left if one.get("expected") == owner]
        extra = [one for one in left if one.get("observed") == owner and not one.get("expected")]
        if len(lacks) == len(extra) == 1 and lacks[0].get("observed") == "empty":
            found.append(Displacement(owner, lacks[0]["cell"], extra[0]["cell"]))
            left = [one for one in left if one not in (lacks[0], extra[0])]
    return found, left


def misplaced(phrase: Phrase, one: Displacement, board: Board, is_only: bool) -> str:
    """How a piece that stands where it should not goes back; `is_only`: it is the only one that can be meant."""
    return _repair(phrase, one, board, is_only)


def _half_way(phrase: Phrase, e: Explanation, one: Displacement, ring: int) -> str:
    """A card that was moved too far or not far enough can also be put right by the difference."""
    way = _way(one, ring, ring)
    made, needed = e.facts.get("made"), e.facts.get("needed")
    if e.key not in COUNTED or way is None or not isinstance(made, int) or not isinstance(needed, int):
        return ""
    if made == needed or abs(way) != made:
        return ""
    key = "say.repair_more_or_back"
    if made > needed:
        key = "say.repair_back_or_back" if way > 0 else "say.repair_on_or_back"
    return phrase.say(key, owner=one.owner, n=abs(needed - made))


def _repair(phrase: Phrase, one: Displacement, board: Board, is_only: bool) -> str:
    way, back = _way(one, board.ring), _belongs(phrase, one, board)
    if not one.target:
        return phrase.say("say.repair_loose", owner=one.owner, back=back)
    if way is not None:
        key = "say.repair_back" if way > 0 else "say.repair_on"
        return phrase.say(key if is_only else f"{key}_at", owner=one.owner, n=abs(way), stands=one.target)
    if board.yards.get(one.origin) == one.owner:
        return phrase.say("say.repair_yard", owner=one.owner, stands=one.target)
    if _is_house(one.target, one.owner) and _is_house(one.origin, one.owner):
        return phrase.say("say.repair_in_house", owner=one.owner, place=number(one.origin))
    if _is_house(one.target, one.owner):
        return phrase.say("say.repair_house", owner=one.owner, back=back)
    if board.yards.get(one.target) == one.owner:
        return phrase.say("say.repair_out", owner=one.owner, back=back)
    return phrase.say("say.repair", owner=one.owner, stands=one.target, back=back)


def _belongs(phrase: Phrase, one: Displacement, board: Board) -> str:
    """Where a piece belongs, as hands find it: by its start, house or yard, by its distance from home, then by its
    hole."""
    piece = board.table.by_cell.get(one.origin)
    if board.yards.get(one.origin) == one.owner:
        return phrase.say("back.yard")
    if piece is None or piece.owner != one.owner:
        return phrase.say("back.place", cell=one.origin)
    place = number(one.origin) if piece.place == HOUSE else None
    return phrase.say(f"back.{_kind_of(piece)}", cell=one.origin, rest=piece.home, place=place, face=piece.face)


def lacking(phrase: Phrase, owner: Seat, cell: Cell, table: Table | None) -> str:
    """A piece that is not where it should be: `Rot fehlt am Start`, `Rot fehlt zwölf vor dem Haus, auf 5`."""
    piece = table.by_cell.get(cell) if table else None
    kind = _kind_of(piece) if piece is not None and piece.owner == owner else "place"
    place = number(cell) if kind == HOUSE else None
    return phrase.say(f"missing.{kind}", expected=owner, cell=cell, rest=piece.home if piece else None, place=place,
                      face=piece.face if piece else "")  # fmt: skip


def _kind_of(piece: Piece) -> str:
    """How people find its place: `start`, `house`, `way` where its distance from home is counted, or else by its name,
    `place`; and how it stands there, a `king`, or a die with a `face` up."""
    if "king" in piece.marks:
        return "king"
    if piece.face and not piece.height:
        return "face"
    if is_fresh(piece):
        return "start"
    if piece.place == HOUSE:
        return HOUSE
    return WAY if piece.home is not None and piece.cell.isdecimal() else "place"


def _is_house(cell: Cell, owner: Seat) -> bool:
    return owner.isupper() and cell[:1] == owner and cell[1:].isdecimal()


def _way(one: Displacement, ring: int, farthest: int = FARTHEST) -> int | None:
    """How far a piece stands from where it belongs, forward on the ring; None where that is not counted, or farther."""
    if not ring or not (one.target.isdecimal() and one.origin.isdecimal()):
        return None
    forward = (int(one.target) - int(one.origin)) % ring
    way = forward if forward <= ring // 2 else forward - ring
    return way if 0 < abs(way) <= farthest else None
