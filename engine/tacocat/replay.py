"""A record of Tacocat, read and played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.jsonlines import at_line, known_text, read_record, text_of
from engine.registry import Replayed
from engine.tacocat.actions import Action, read_action
from engine.tacocat.box import SEATS
from engine.tacocat.explain import explain_deal
from engine.tacocat.position import EXCHANGE, UNKNOWN, Position, read_rank
from engine.tacocat.state import Cards, State, begin

_HEADER = ("game", "notation", "position")
_FORMS = {"seat": ("seat", "action", "draw"), "deal": ("deal",)}


class Deal(NamedTuple):
    """The hands of a new round."""

    hands: Mapping[str, Cards | None]


class Play(NamedTuple):
    """What one player did. `drawn` None: nothing was drawn, or nobody knows what."""

    seat: str
    action: Action
    drawn: Cards | None = None


Event = Deal | Play


def read(lines: Iterable[str]) -> tuple[State, list[tuple[int, Event]]]:
    """The game before its first deal, and what happened, with the numbers of the lines. Raises: InvalidNotation."""
    header, found = read_record(lines, "tacocat", _HEADER, _FORMS)
    state = begin()
    if "position" in header:
        state = begin(Position.parse(text_of(header, "position", "first line")))
        if UNKNOWN in state.position.waits.cards:
            raise InvalidNotation("position", header["position"], "the card laid before has to be known")
    events: list[tuple[int, Event]] = []
    for number, form, value in found:
        with at_line(number):
            events.append((number, _read_play(value) if form == "seat" else _read_deal(value)))
    return state, events


def _read_deal(value: Mapping[str, Any]) -> Deal:
    hands = value["deal"]
    if not isinstance(hands, dict) or sorted(hands) != list(SEATS):
        raise InvalidNotation("deal", hands, "an object with the hands of A and B wanted")
    return Deal({seat: _read_cards(f"hand of {seat}", hands[seat]) for seat in SEATS})


def _read_play(value: Mapping[str, Any]) -> Play:
    seat = known_text(value, "seat", SEATS, "play")
    action = read_action(text_of(value, "action", "play"))
    if action.kind != EXCHANGE:
        if "draw" in value:
            raise InvalidNotation("draw", value["draw"], "cards are drawn in an exchange only")
        return Play(seat, action)
    if "draw" not in value:
        if action.cards:
            raise InvalidNotation("play", json.dumps(value), "'draw' is missing")
        return Play(seat, action, ())
    return Play(seat, action, _read_cards("draw", value["draw"]))


def _read_cards(what: str, value: object) -> Cards | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise InvalidNotation(what, value, "a list of cards or null wanted")
    return tuple(UNKNOWN if card == "?" else read_rank(card) for card in value)


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """What each play leads to, then the end; the broken rule last if there is one. Raises: InvalidNotation."""
    state, events = read(lines)
    for _, event in events:
        wrong = _wrong(state, event)
        if wrong is not None:
            yield {"ply": state.ply + 1, "violation": wrong}
            return
        if isinstance(event, Deal):
            state = state.deal(event.hands)
            continue
        legal = state.legal(event.seat)
        state = state.after(*event)
        yield {"ply": state.ply, "position": str(state.position), "legal": legal}
    yield {"winner": None if state.winner is None else [state.winner], "plies": state.ply}


def _wrong(state: State, event: Event) -> Explanation | None:
    if isinstance(event, Deal):
        return explain_deal(state.position, state.box, event.hands)
    return state.wrong(*event)


def write(events: Iterable[Event]) -> Iterator[str]:
    """The lines of a record from the first deal."""
    yield json.dumps({"game": "tacocat", "notation": 1})
    for event in events:
        if isinstance(event, Deal):
            yield json.dumps({"deal": {seat: _cards(cards) for seat, cards in event.hands.items()}})
            continue
        line: dict[str, Any] = {"seat": event.seat, "action": str(event.action)}
        if event.action.kind == EXCHANGE:
            line["draw"] = _cards(event.drawn)
        yield json.dumps(line)


def _cards(cards: Cards | None) -> list[str] | None:
    return None if cards is None else ["?" if card == UNKNOWN else str(card) for card in cards]
