"""A game as it is written down: one event a line, read and written without loss.

Every line is JSON (the notation page has the forms). What is read is a value: `Header`, then `Deal`, `Swap`, `Play`
and `Note`. A hand or a card that nobody knows is None.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.ring.record import Deal as Deal
from engine.ring.record import Note as Note
from engine.ring.record import Swap as Swap
from engine.ring.record import json_line, write_line
from engine.tac.explain.attempt import parse_attempt
from engine.tac.hands.cards import CARDS
from engine.tac.settings.rules import Rules
from engine.tac.settings.variants import VARIANTS, Variant

SEATS = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Header:
    """How the game begins. `position` None: every piece in its yard. `rules` holds house rules by name."""

    deck: str
    variant: str
    dealer: Seat
    position: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)


class Play(NamedTuple):
    """One card laid. `by` is the seat that chose it with a Devil."""

    seat: Seat
    card: Card
    action: str
    by: Seat | None = None


Event = Deal | Swap | Play | Note


def _text(value: object, what: str, known: Iterable[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise InvalidNotation(what, value, f"known: {' '.join(known)}")
    return value


def _card(value: object) -> Card:
    return _text(value, "card", CARDS)


def _seat(value: object) -> Seat:
    return _text(value, "seat", SEATS)


def _mapping(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidNotation(what, value, "an object of seats expected")
    return {_seat(seat): value[seat] for seat in value}


def _hand(value: object) -> tuple[Card, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise InvalidNotation("hand", value, "a list of cards or null expected")
    return tuple(_card(card) for card in value)


def _deal(line: Mapping[str, Any], seating: Variant) -> Deal:
    if line["deal"] is None:
        return Deal(dict.fromkeys(seating.seats))
    return Deal({seat: _hand(cards) for seat, cards in _mapping(line["deal"], "deal").items()})


def _swap(line: Mapping[str, Any], seating: Variant) -> Swap:
    if line["swap"] is None:
        return Swap(dict.fromkeys(filter(seating.does_swap, seating.seats)))
    given = _mapping(line["swap"], "swap")
    return Swap({seat: None if card is None else _card(card) for seat, card in given.items()})


def _play(line: Mapping[str, Any], seating: Variant) -> Play:
    for key in ("card", "action"):
        if key not in line:
            raise InvalidNotation("play", dict(line), f"{key} is missing")
    action = line["action"]
    if not isinstance(action, str):
        raise InvalidNotation("action", action)
    if action != "discard":
        parse_attempt(action)
    by = _seat(line["by"]) if "by" in line else None
    return Play(_seat(line["seat"]), _card(line["card"]), action, by)


def _note(line: Mapping[str, Any], seating: Variant) -> Note:
    if not isinstance(line["note"], str):
        raise InvalidNotation("note", line["note"], "text expected")
    return Note(line["note"])


_FORMS: tuple[tuple[str, frozenset[str], Callable[[Mapping[str, Any], Variant], Event]], ...] = (
    ("seat", frozenset({"seat", "card", "action", "by"}), _play),
    ("deal", frozenset({"deal"}), _deal),
    ("swap", frozenset({"swap"}), _swap),
    ("note", frozenset({"note"}), _note),
)
_HEADER_KEYS = frozenset({"game", "notation", "deck", "variant", "dealer", "position", "rules"})


def _only(line: Mapping[str, Any], keys: frozenset[str]) -> None:
    unknown = sorted(set(line) - keys)
    if unknown:
        raise InvalidNotation("key", unknown[0], f"known here: {' '.join(sorted(keys))}")


def parse_header(line: Mapping[str, Any]) -> Header:
    """The first line of a record. Raises: InvalidNotation."""
    _only(line, _HEADER_KEYS)
    if line.get("game") != "tac":
        raise InvalidNotation("game", line.get("game"), "tac expected")
    if line.get("notation") != 1 or isinstance(line["notation"], bool):
        raise InvalidNotation("notation", line.get("notation"), "1 expected")
    variant = _text(line.get("variant"), "variant", VARIANTS)
    position = line.get("position")
    if "position" in line and not isinstance(position, str):
        raise InvalidNotation("position", position)
    rules = line.get("rules", {})
    if not isinstance(rules, dict):
        raise InvalidNotation("house rules", rules, "an object expected")
    Rules.read(rules)
    deck = _text(line.get("deck"), "deck", ("basic", "master"))
    return Header(deck, variant, _text(line.get("dealer"), "dealer", VARIANTS[variant].seats), position, rules)


def parse_event(line: Mapping[str, Any], seating: Variant) -> Event:
    """Any later line of a record; null instead of a whole deal or swap means that nobody knows anything of it.

    Raises: InvalidNotation."""
    for key, keys, read in _FORMS:
        if key in line:
            _only(line, keys)
            return read(line, seating)
    raise InvalidNotation("event", dict(line), "deal, swap, seat or note expected")


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise InvalidNotation(f"line {number}", line[:60], "no JSON") from None
        if not isinstance(value, dict):
            raise InvalidNotation(f"line {number}", line[:60], "a JSON object expected")
        yield number, value


def parse_record(text: str) -> tuple[Header, tuple[tuple[int, Event], ...]]:
    """A whole record: its header, then its events with their line numbers. Raises: InvalidNotation."""
    header: Header | None = None
    events: list[tuple[int, Event]] = []
    for number, line in _objects(text):
        try:
            if header is None:
                header = parse_header(line)
            else:
                events.append((number, parse_event(line, VARIANTS[header.variant])))
        except InvalidNotation as error:
            raise InvalidNotation(f"line {number}: {error.what}", error.value, error.hint) from None
    if header is None:
        raise InvalidNotation("record", text[:60], "it is empty")
    return header, tuple(events)


def write_header(header: Header) -> str:
    """The first line of a record, without line end."""
    line: dict[str, Any] = {"game": "tac", "notation": 1, "deck": header.deck, "variant": header.variant}
    line["dealer"] = header.dealer
    if header.position is not None:
        line["position"] = header.position
    if header.rules:
        line["rules"] = dict(header.rules)
    return json_line(line)


def write_event(event: Event) -> str:
    """Any later line of a record, without line end."""
    if not isinstance(event, Play):
        return write_line(event)
    seat, card, action, by = event
    line = {"seat": seat, "card": card, "action": action}
    return json_line(line if by is None else {**line, "by": by})


def write_record(header: Header, events: Iterable[Event]) -> str:
    """A whole record, one event a line."""
    return "".join(line + "\n" for line in (write_header(header), *map(write_event, events)))
