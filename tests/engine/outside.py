"""What the slow engines say about a game, as a case for the fast one: a question or a record, and the answer."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from engine.errors import InvalidNotation
from engine.registry import commands


class Case(NamedTuple):
    """`kind` legal: `asked` is a request, `wanted` its results; perft: the numbers of sequences. replay: a record and
    the lines it gives. broken: a record whose last line is wrong; `wanted` the number of the play and the rules that
    fit. position and action: a request, a record, in which a text was spoiled; `wanted`: whether it can be read, None
    where the notation leaves that open. `why` for people."""

    kind: str
    asked: Any
    wanted: Any
    why: str = ""


def disagreement(name: str, case: Case) -> str | None:
    """What the commands say otherwise; None if they agree."""
    game = commands(name)
    if case.kind in ("position", "action"):
        can_be_read = is_read(name, case)
        return None if case.wanted in (None, can_be_read) else f"{case.kind} {case.why}: read {can_be_read}"
    if case.kind == "perft":
        found: Any = game.perft(case.asked, len(case.wanted))
    elif case.kind == "legal":
        found = game.legal(case.asked)
    else:
        found = list(game.replay([json.dumps(line) for line in case.asked]))
        if "violation" in found[-1]:
            found[-1] = {"ply": found[-1]["ply"], "violation": found[-1]["violation"].rule}
    if case.kind == "broken":
        is_right = found[-1].get("ply") == case.wanted[0] and found[-1].get("violation") in case.wanted[1]
        return None if is_right else f"{json.dumps(case.asked[-3:])}: wanted {case.wanted}, given {found[-1]}"
    if found == case.wanted:
        return None
    return f"{json.dumps(case.asked)[:700]}: wanted {_first(case.wanted, found)}"


def is_read(name: str, case: Case) -> bool:
    """Whether the commands can read a text, whatever they say about it."""
    game = commands(name)
    try:
        if case.kind == "position":
            game.perft(case.asked, 0)
        else:
            list(game.replay([json.dumps(line) for line in case.asked]))
    except InvalidNotation:
        return False
    return True


def _first(wanted: Any, found: Any) -> str:
    if isinstance(wanted, dict):
        more = {key: wanted[key] for key in wanted if found.get(key) != wanted[key]}
        return f"{dict(list(more.items())[:3])}, given too {[key for key in found if key not in wanted][:3]}"
    pairs = [(one, other) for one, other in zip(wanted, found, strict=False) if one != other]
    return f"{pairs[0][0]}, given {pairs[0][1]}" if pairs else f"{len(wanted)} lines, given {len(found)}"
