"""A game as it is written down: one event a line, read and written without loss.

Every line is JSON (the notation page has the forms). What is read is a value: `Header`, then `Deal`, `Swap`, `Play` and
`Note`. A hand or a card that nobody knows is None; one such card in a hand is `?`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.jsonlines import at_line, check_notation, known_text, numbered_objects, refuse_unknown, text_of
from engine.ring.record import Deal as Deal
from engine.ring.record import Note as Note
from engine.ring.record import Swap as Swap
from engine.ring.record import json_line, write_line
from engine.tactik.actions import parse_action
from engine.tactik.cards import CARDS, is_card
from engine.tactik.hands import UNKNOWN
from engine.tactik.position import Position
from engine.tactik.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Header:
    """How the game begins. `position` None: every piece in its yard."""

    variant: Variant
    dealer: Seat
    position: Position | None = None


class Play(NamedTuple):
    """One card laid. `seat` is the player."""

    seat: Seat
    card: Card
    action: str


Event = Deal | Swap | Play | Note


def _of_players(line: Mapping[str, Any], what: str, variant: Variant) -> dict[str, Any]:
    """The object under `what`, with one entry for each player; null: nobody knows anything of it."""
    value = line[what]
    if value is None:
        return dict.fromkeys(variant.players)
    if not isinstance(value, dict):
        raise InvalidNotation(what, value, "an object of players expected")
    if sorted(value) != sorted(variant.players):
        raise InvalidNotation(what, sorted(value), f"players {' '.join(variant.players)} wanted")
    return value


def _hand(value: object) -> tuple[Card, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise InvalidNotation("hand", value, "a list of cards or null expected")
    return tuple([_card(card) for card in value])


def _card(value: object) -> Card:
    if value != UNKNOWN and not is_card(value):
        raise InvalidNotation("card", value, f"known: {' '.join(CARDS)}")
    return str(value)


def _deal(line: Mapping[str, Any], variant: Variant) -> Deal:
    return Deal({player: _hand(cards) for player, cards in _of_players(line, "deal", variant).items()})


def _give(line: Mapping[str, Any], variant: Variant) -> Swap:
    cards = _of_players(line, "swap", variant)
    return Swap({player: None if card in (None, UNKNOWN) else _card(card) for player, card in cards.items()})


def _play(line: Mapping[str, Any], variant: Variant) -> Play:
    action = text_of(line, "action", "play")
    parse_action(variant.board, action)
    return Play(known_text(line, "seat", variant.players, "play"), known_text(line, "card", CARDS, "play"), action)


def _note(line: Mapping[str, Any], variant: Variant) -> Note:
    return Note(text_of(line, "note", "note"))


_FORMS: tuple[tuple[str, frozenset[str], Callable[[Mapping[str, Any], Variant], Event]], ...] = (
    ("seat", frozenset({"seat", "card", "action"}), _play),
    ("deal", frozenset({"deal"}), _deal),
    ("swap", frozenset({"swap"}), _give),
    ("note", frozenset({"note"}), _note),
)
_HEADER_KEYS = ("game", "notation", "variant", "dealer", "position")


def parse_header(line: Mapping[str, Any]) -> Header:
    """The first line of a record. Raises: InvalidNotation."""
    refuse_unknown(line, _HEADER_KEYS)
    known_text(line, "game", ("tactik",), "record")
    check_notation(line)
    variant = VARIANTS[known_text(line, "variant", VARIANTS, "record")]
    position = None
    if "position" in line:
        position = Position.parse(text_of(line, "position"), variant.board, variant.seats)
    return Header(variant, known_text(line, "dealer", variant.players, "record"), position)


def parse_event(line: Mapping[str, Any], variant: Variant) -> Event:
    """Any later line of a record. Raises: InvalidNotation."""
    for key, keys, read in _FORMS:
        if key in line:
            refuse_unknown(line, keys)
            return read(line, variant)
    raise InvalidNotation("event", dict(line), "deal, swap, seat or note expected")


def parse_record(lines: Iterable[str]) -> tuple[Header, tuple[Event, ...]]:
    """A whole record: its header, then its events. Raises: InvalidNotation, which names the line."""
    header: Header | None = None
    events: list[Event] = []
    for number, line in numbered_objects(lines):
        with at_line(number):
            if header is None:
                header = parse_header(line)
            else:
                events.append(parse_event(line, header.variant))
    if header is None:
        raise InvalidNotation("record", "", "it is empty")
    return header, tuple(events)


def write_header(header: Header) -> str:
    """The first line of a record, without line end."""
    line: dict[str, Any] = {"game": "tactik", "notation": 1, "variant": header.variant.name, "dealer": header.dealer}
    if header.position is not None:
        line["position"] = str(header.position)
    return json_line(line)


def write_event(event: Event) -> str:
    """Any later line of a record, without line end."""
    return json_line(event._asdict()) if isinstance(event, Play) else write_line(event)


def write_record(header: Header, events: Iterable[Event]) -> str:
    """A whole record, one event a line."""
    return "".join(line + "\n" for line in (write_header(header), *map(write_event, events)))
