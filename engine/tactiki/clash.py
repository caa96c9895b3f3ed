"""An attack on a column, piece by piece from the top. Source: K3."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from engine.tactiki.board import UNKNOWN, rank_of, shown, side_of
from engine.tactiki.position import Column

HIGHEST, LOWEST = 5, 1
WINS, LOSES, TIES = "wins", "loses", "ties"


class Clash(NamedTuple):
    """What came of an attack: the column after it, who is defeated, and the ranks shown, the attacker's first."""

    column: Column
    defeated: tuple[int, ...]
    ranks: tuple[int, ...]
    end: str
    """How the last comparison went for the attacker."""


class Mismatch(NamedTuple):
    """Ranks that cannot have been shown. `number`: of which piece, 0 for the attacker; None: too few or too many ranks.

    `made` and `needed`: the rank shown and the real one, or the number of ranks shown and wanted (None: not known)."""

    number: int | None
    made: int
    needed: int | None


def compared(attacker: int, defender: int) -> str:
    """How a rank fares against another: the higher wins, but 1 beats 5. Source: K3.2."""
    if attacker == defender:
        return TIES
    if {attacker, defender} == {LOWEST, HIGHEST}:
        return WINS if attacker == LOWEST else LOSES
    return WINS if attacker > defender else LOSES


def clash(attacker: int, column: Column) -> Clash | None:
    """The attack of a piece on a column whose top piece is the opponent's; None if it hangs on an unknown rank."""
    return _fought(attacker, column, None)


def clash_shown(attacker: int, column: Column, ranks: tuple[int, ...]) -> Clash | Mismatch:
    """The same with the ranks that were shown, the attacker's first, then those it met, from the top down."""
    side = side_of(attacker)
    known = (attacker, *takewhile(lambda one: side_of(one) != side, reversed(column)))
    for number, (one, rank) in enumerate(zip(known, ranks, strict=False)):
        if rank_of(one) not in (UNKNOWN, rank):
            return Mismatch(number, rank, rank_of(one))
    fought = _fought(attacker, column, ranks)
    if fought is None:
        return Mismatch(None, len(ranks), None)
    return fought if len(fought.ranks) == len(ranks) else Mismatch(None, len(ranks), len(fought.ranks))


def _fought(attacker: int, column: Column, ranks: tuple[int, ...] | None) -> Clash | None:
    """None if a rank is missing that decides."""
    own = ranks[0] if ranks else rank_of(attacker)
    left = list(column)
    defeated: list[int] = []
    met = [own]
    side = side_of(attacker)
    while left and side_of(left[-1]) != side:
        number = len(met)
        rank = rank_of(left[-1]) if ranks is None else ranks[number] if number < len(ranks) else UNKNOWN
        if own == UNKNOWN or rank == UNKNOWN:
            return None
        met.append(rank)
        end = compared(own, rank)
        if end == WINS:
            defeated.append(shown(left.pop(), rank))
            continue
        left[-1] = shown(left[-1], rank)
        if end == LOSES:
            return Clash(tuple(left), (*defeated, shown(attacker, own)), tuple(met), LOSES)
        return Clash((*left, shown(attacker, own)), tuple(defeated), tuple(met), TIES)
    return Clash((*left, shown(attacker, own)), tuple(defeated), tuple(met), WINS)
