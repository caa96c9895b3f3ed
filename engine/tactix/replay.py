"""A record of TACTIX, read and played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engine.contract import Explanation
from engine.jsonlines import at_line, known_text, read_record, text_of
from engine.registry import Replayed
from engine.tactix.dice import SIDES
from engine.tactix.explain import explain_move, read_action
from engine.tactix.moves import moves
from engine.tactix.position import VARIANTS, Position
from engine.tactix.state import State, begin

_HEADER = ("game", "notation", "variant", "position")
_FORMS = {"seat": ("seat", "action")}


def read(lines: Iterable[str]) -> tuple[State, list[tuple[int, str, str]]]:
    """The game before its first move, and the plays: line, seat, action. Raises: InvalidNotation."""
    header, events = read_record(lines, "tactix", _HEADER, _FORMS)
    variant = known_text(header, "variant", VARIANTS, "first line")
    state = begin(variant)
    if "position" in header:
        state = begin(variant, Position.parse(text_of(header, "position", "first line"), variant))
    plays = []
    for number, _, value in events:
        with at_line(number):
            seat, action = known_text(value, "seat", SIDES, "play"), text_of(value, "action", "play")
            read_action(action)
        plays.append((number, seat, action))
    return state, plays


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """What each play leads to, then the end; the broken rule last if there is one. Raises: InvalidNotation."""
    state, plays = read(lines)
    for _, seat, action in plays:
        found = explain_move(state.position, state.variant, seat, action, state.draw)
        if isinstance(found, Explanation):
            yield {"ply": state.ply + 1, "violation": found}
            return
        legal = len(moves(state.position))
        state = state.after(found)
        yield {"ply": state.ply, "position": str(state.position), "legal": legal}
    yield end_of(state)


def end_of(state: State) -> Replayed:
    """The last line of a replay."""
    end: Replayed = {"winner": None if state.winner is None else [state.winner], "plies": state.ply}
    return end if state.draw is None else {**end, "draw": state.draw}


def write(variant: str, plays: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The lines of a record from the first position. `plays`: seat and action."""
    yield json.dumps({"game": "tactix", "notation": 1, "variant": variant})
    for seat, action in plays:
        yield json.dumps({"seat": seat, "action": action})
