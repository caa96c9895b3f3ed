"""`tastkreis perft N`: how many sequences of plays of each length there are (JSON on standard input)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator

from companion.cli import BadInput, streams
from companion.cli.games import commands_for, game_of
from companion.cli.rules import add_rule_options
from engine.errors import InvalidNotation
from engine.jsonlines import read_object

HELP = "count the sequences of plays up to a length (JSON on standard input)"
LONGEST = 1 << 16
"""Letters of a question, over all its lines."""
DEEPEST = 64
"""Plies; no question has an answer beyond that anybody could wait for."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The length of the sequences, and house rules."""
    parser.add_argument("n", metavar="N", type=_depth, help="greatest length of a sequence")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Answers each question as soon as it is complete. Raises: BadInput."""
    commands = commands_for(args)
    for text in questions(streams.input_lines()):
        try:
            question = read_object(text)
            counts = commands(game_of(question, "question")).perft(question, args.n)
        except (InvalidNotation, RecursionError) as error:
            raise BadInput(str(error)) from error
        sys.stdout.write(json.dumps({"counts": counts}, separators=(",", ":")) + "\n")
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


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of plies from 0 to {DEEPEST}")
    return int(text)
