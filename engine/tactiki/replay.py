"""A record of TacTiki, read and played again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.jsonlines import at_line, known_text, read_record, text_of
from engine.registry import Replayed
from engine.tactiki.board import SIDES
from engine.tactiki.explain import read_action
from engine.tactiki.moves import Action, Step, actions
from engine.tactiki.position import Position
from engine.tactiki.setup import Setup, explain_setup, read_placing, write_placing
from engine.tactiki.state import State, begin

_HEADER = ("game", "notation", "position")
_FORMS = {"seat": ("seat", "action", "shown"), "setup": ("setup",)}
_SHOWN = re.compile("[1-5]+")


class Play(NamedTuple):
    """One action. `shown`: the ranks shown in an attack, the attacker's first; None where they are not told."""

    seat: str
    action: Action
    shown: tuple[int, ...] | None = None


def read(lines: Iterable[str]) -> tuple[State, list[tuple[int, Setup | Play]]]:
    """The game as the record begins, and what happened, with the numbers of the lines. Raises: InvalidNotation."""
    header, found = read_record(lines, "tactiki", _HEADER, _FORMS)
    state = begin()
    if "position" in header:
        state = begin(Position.parse(text_of(header, "position", "first line")))
    events: list[tuple[int, Setup | Play]] = []
    for number, form, value in found:
        with at_line(number):
            events.append((number, _read_play(value) if form == "seat" else _read_setup(value)))
    return state, events


def _read_setup(value: Mapping[str, Any]) -> Setup:
    setup = value["setup"]
    if not isinstance(setup, dict) or set(setup) != set(SIDES):
        raise InvalidNotation("setup", setup, "an object with the pieces of T and K wanted")
    return {side: read_placing(side, setup[side]) for side in SIDES}


def _read_play(value: Mapping[str, Any]) -> Play:
    seat = known_text(value, "seat", SIDES, "play")
    action = read_action(text_of(value, "action", "play"))
    if "shown" not in value:
        return Play(seat, action)
    ranks = text_of(value, "shown", "play")
    if not isinstance(action, Step) or not _SHOWN.fullmatch(ranks):
        raise InvalidNotation("shown", ranks, "the ranks of an attack, the attacker's first: 4315")
    return Play(seat, action, tuple(map(int, ranks)))


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """What each play leads to, then the end; the broken rule last if there is one. Raises: InvalidNotation."""
    state, events = read(lines)
    for number, event in events:
        with at_line(number):
            found = state.wrong(*event) if isinstance(event, Play) else _wrong_setup(state, event)
        if isinstance(found, Explanation):
            yield {"ply": state.ply + 1, "violation": found}
            return
        if not isinstance(event, Play):
            state = state.set_up(event)
            continue
        legal = len(actions(state.board))
        state = state.after(event.action, found)
        yield {"ply": state.ply, "position": str(state.position), "legal": legal}
    yield end_of(state)


def _wrong_setup(state: State, setup: Setup) -> Explanation | None:
    if state.position is not None:
        return Explanation("K1.3", "tactiki-setup-done")
    return explain_setup(setup)


def end_of(state: State) -> Replayed:
    """The last line of a replay."""
    end: Replayed = {"winner": None if state.winner is None else [state.winner], "plies": state.ply}
    return end if state.draw is None else {**end, "draw": state.draw}


def write(setup: Setup, plays: Iterable[Play]) -> Iterator[str]:
    """The lines of a record from the setup on."""
    yield json.dumps({"game": "tactiki", "notation": 1})
    placings = {side: placing and write_placing(placing) for side, placing in setup.items()}
    yield json.dumps({"setup": placings})
    for seat, action, shown in plays:
        line = {"seat": seat, "action": str(action)}
        yield json.dumps(line if shown is None else {**line, "shown": "".join(map(str, shown))})
