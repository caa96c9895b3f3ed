"""Questions to TAC, one JSON object each: what `legal` and `perft` are asked about."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import InvalidNotation
from engine.jsonlines import hands_of, known_text, refuse_unknown, text_of
from engine.tac.board.position import Position
from engine.tac.hands.cards import CARDS, DECKS, TAC, is_card
from engine.tac.moves.situation import Previous, Setup, Situation
from engine.tac.settings.rules import Rules
from engine.tac.settings.variants import Variant, variant

if TYPE_CHECKING:
    from engine.tac.course.state import State

KEYS = frozenset(
    {"game", "deck", "variant", "position", "seat", "card", "last_card_of_deal", "next_hand_empty", "previous"}
)
PERFT_KEYS = frozenset({"game", "deck", "variant", "position", "seat", "hands"})
_PREVIOUS_KEYS = frozenset({"card", "used", "before", "winning"})


def read_question(question: Mapping[str, Any], rules: Rules) -> tuple[Situation, str]:
    """The situation and the card that a question is about. Raises: InvalidNotation."""
    setup, seating = _read_setup(question, rules, KEYS)
    position = Position.parse(text_of(question, "position"), seating.seats)
    situation = Situation(
        setup,
        position,
        _read_seat(question, seating),
        last_card_of_deal=_flag(question, "last_card_of_deal"),
        next_hand_empty=_flag(question, "next_hand_empty"),
        previous=_read_previous(question.get("previous"), seating, position),
    )
    return situation, _read_card(question)


def read_state(question: Mapping[str, Any], rules: Rules) -> State:
    """The moment that a question to `perft` is about. Raises: InvalidNotation."""
    from engine.tac.course.perft import open_state

    setup, seating = _read_setup(question, rules, PERFT_KEYS)
    position = Position.parse(text_of(question, "position"), seating.seats)
    return open_state(setup, position, _read_seat(question, seating), hands_of(question, seating.seats, CARDS))


def _read_setup(question: Mapping[str, Any], rules: Rules, keys: Collection[str]) -> tuple[Setup, Variant]:
    refuse_unknown(question, keys)
    known_text(question, "game", ("tac",))
    deck, name = known_text(question, "deck", DECKS), text_of(question, "variant")
    return Setup(name, deck, rules), variant(name)


def _read_seat(question: Mapping[str, Any], seating: Variant) -> str:
    seat = text_of(question, "seat")
    if seat not in seating.seats:
        raise InvalidNotation("seat", seat, f"seats of {seating.name}: {' '.join(seating.seats)}")
    return seat


def _flag(question: Mapping[str, Any], key: str) -> bool:
    value = question.get(key, False)
    if not isinstance(value, bool):
        raise InvalidNotation(key, value, "true or false wanted")
    return value


def _read_card(question: Mapping[str, Any]) -> str:
    card = text_of(question, "card")
    if not is_card(card):
        raise InvalidNotation("card", card)
    return card


def _read_previous(value: object, seating: Variant, position: Position) -> Previous | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InvalidNotation("previous", value, "an object or null wanted")
    refuse_unknown(value, _PREVIOUS_KEYS)
    card = _read_card(value)
    if card == TAC:
        raise InvalidNotation("previous card", card, "the card that a TAC takes over is never a TAC")
    used = _flag({"used": True, **value}, "used")
    before = Position.parse(text_of(value, "before"), seating.seats) if "before" in value or used else position
    return Previous(card, used, before, _flag(value, "winning"))
