"""`tastkreis legal`: what a card can do, one JSON question a line, one JSON answer a line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from companion.cli import BadInput, streams
from companion.cli.rules import add_rule_options, rules_from
from engine.errors import InvalidNotation
from engine.tac.actions import DEVIL, PASS_HANDS, SKIP
from engine.tac.cards import TAC, is_card
from engine.tac.options import results
from engine.tac.position import Position
from engine.tac.rules import Rules
from engine.tac.situation import Previous, Setup, Situation
from engine.tac.variants import Variant, variant

HELP = "list every result of a card (JSON lines on standard input)"
_MARKS = (SKIP, DEVIL, PASS_HANDS)
_KEYS = {"game", "deck", "variant", "position", "seat", "card", "last_card_of_deal", "next_hand_empty", "previous"}
_PREVIOUS_KEYS = {"card", "used", "before", "winning"}


def configure(parser: argparse.ArgumentParser) -> None:
    """House rules; everything else is in the questions."""
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Answers each line as soon as it is read. Raises: BadInput."""
    rules = rules_from(args)
    for number, line in enumerate(streams.input_lines(), 1):
        if line.strip():
            try:
                answer = answer_line(line, rules)
            except (InvalidNotation, RecursionError) as error:
                raise BadInput(f"line {number}: {error}") from error
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    return 0


def answer_line(line: str, rules: Rules) -> str:
    """The answer to one question, both as JSON texts. Raises: InvalidNotation."""
    situation, card = read_question(read_object(line), rules)
    found = {}
    for position, action in results(situation, card):
        found[f"{position}#{action}" if action in _MARKS else str(position)] = action
    return json.dumps({"results": found}, sort_keys=True, separators=(",", ":"))


def read_object(line: str) -> dict[str, Any]:
    """The JSON object in a text. Raises: InvalidNotation."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("JSON", line.strip()[:80], str(error)) from error
    if not isinstance(value, dict):
        raise InvalidNotation("question", line.strip()[:80], "a JSON object wanted")
    return value


def read_question(question: dict[str, Any], rules: Rules) -> tuple[Situation, str]:
    """The situation and the card that a question is about. Raises: InvalidNotation."""
    setup, seating = read_setup(question, rules, _KEYS)
    position = Position.parse(text_of(question, "position"), seating.seats)
    situation = Situation(
        setup,
        position,
        read_seat(question, seating),
        last_card_of_deal=_flag(question, "last_card_of_deal"),
        next_hand_empty=_flag(question, "next_hand_empty"),
        previous=_read_previous(question.get("previous"), seating, position),
    )
    return situation, _read_card(question)


def read_setup(question: dict[str, Any], rules: Rules, keys: set[str]) -> tuple[Setup, Variant]:
    """Game, deck and variant of a question that may have these keys. Raises: InvalidNotation."""
    _refuse_unknown(question, keys)
    if text_of(question, "game") != "tac":
        raise InvalidNotation("game", question["game"], "known: tac")
    deck, name = text_of(question, "deck"), text_of(question, "variant")
    if deck not in ("basic", "master"):
        raise InvalidNotation("deck", deck, "known: basic, master")
    return Setup(name, deck, rules), variant(name)


def read_seat(question: dict[str, Any], seating: Variant) -> str:
    """The seat that is asked about. Raises: InvalidNotation."""
    seat = text_of(question, "seat")
    if seat not in seating.seats:
        raise InvalidNotation("seat", seat, f"seats of {seating.name}: {' '.join(seating.seats)}")
    return seat


def text_of(question: dict[str, Any], key: str) -> str:
    """The text under a key that must be there. Raises: InvalidNotation."""
    if key not in question:
        raise InvalidNotation("question", json.dumps(question)[:80], f"{key!r} is missing")
    value = question[key]
    if not isinstance(value, str):
        raise InvalidNotation(key, value, "a text wanted")
    return value


def _refuse_unknown(question: dict[str, Any], keys: set[str]) -> None:
    for key in question:
        if key not in keys:
            raise InvalidNotation("key", key, "known: " + ", ".join(sorted(keys)))


def _flag(question: dict[str, Any], key: str) -> bool:
    value = question.get(key, False)
    if not isinstance(value, bool):
        raise InvalidNotation(key, value, "true or false wanted")
    return value


def _read_card(question: dict[str, Any]) -> str:
    card = text_of(question, "card")
    if not is_card(card):
        raise InvalidNotation("card", card)
    return card


def _read_previous(value: object, seating: Variant, position: Position) -> Previous | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InvalidNotation("previous", value, "an object or null wanted")
    _refuse_unknown(value, _PREVIOUS_KEYS)
    card = _read_card(value)
    if card == TAC:
        raise InvalidNotation("previous card", card, "the card that a TAC takes over is never a TAC")
    used = _flag({"used": True, **value}, "used")
    before = Position.parse(text_of(value, "before"), seating.seats) if "before" in value or used else position
    return Previous(card, used, before, _flag(value, "winning"))
