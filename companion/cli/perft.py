"""`tastkreis perft N`: how many sequences of plays of each length there are (JSON on standard input)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from companion.cli import BadInput, streams
from companion.cli.legal import read_object, read_seat, read_setup, text_of
from companion.cli.rules import add_rule_options, rules_from
from engine.errors import InvalidNotation
from engine.tac.cards import is_card
from engine.tac.perft import open_state, perft
from engine.tac.position import Position
from engine.tac.rules import Rules
from engine.tac.state import State
from engine.tac.variants import Variant

HELP = "count the sequences of plays up to a length (JSON on standard input)"
_KEYS = {"game", "deck", "variant", "position", "seat", "hands"}
LONGEST = 1 << 16
"""Letters of a question, over all its lines."""
DEEPEST = 64
"""Plies; a hand has five cards, so that no question has an answer beyond."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The length of the sequences, and house rules."""
    parser.add_argument("n", metavar="N", type=_depth, help="greatest length of a sequence")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Answers each question as soon as it is complete. Raises: BadInput."""
    rules = rules_from(args)
    for text in questions(streams.input_lines()):
        try:
            state = read_state(read_object(text), rules)
        except InvalidNotation as error:
            raise BadInput(str(error)) from error
        sys.stdout.write(json.dumps({"counts": perft(state, args.n)}, separators=(",", ":")) + "\n")
        sys.stdout.flush()
    return 0


def questions(lines: Iterable[str]) -> Iterator[str]:
    """The JSON texts in a stream, each on one line or spread over several; what is left over comes last."""
    text = ""
    for line in lines:
        text += line + "\n"
        if len(text) > LONGEST:
            raise BadInput("a question without an end")
        if not line.rstrip().endswith("}"):
            continue
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            continue
        yield text
        text = ""
    if text.strip():
        yield text


def read_state(question: dict[str, Any], rules: Rules) -> State:
    """The moment that a question is about. Raises: InvalidNotation."""
    setup, seating = read_setup(question, rules, _KEYS)
    position = Position.parse(text_of(question, "position"), seating.seats)
    return open_state(setup, position, read_seat(question, seating), _read_hands(question, seating))


def _read_hands(question: dict[str, Any], seating: Variant) -> dict[str, list[str]]:
    hands = question.get("hands")
    if not isinstance(hands, dict):
        raise InvalidNotation("hands", hands, "an object with a list of cards for each seat wanted")
    for seat, hand in hands.items():
        if seat not in seating.seats:
            raise InvalidNotation("seat", seat, f"seats of {seating.name}: {' '.join(seating.seats)}")
        if not isinstance(hand, list):
            raise InvalidNotation(f"hand of {seat}", hand, "a list of cards wanted")
        for card in hand:
            if not is_card(card):
                raise InvalidNotation("card", card)
    return hands


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of plies from 0 to {DEEPEST}")
    return int(text)
