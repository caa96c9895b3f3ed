"""`tastkreis legal`: what can be played, one JSON question a line, one JSON answer a line."""

from __future__ import annotations

import argparse
import json
import sys

from companion.cli import BadInput, streams
from companion.cli.games import commands_for, game_of
from companion.cli.rules import add_rule_options
from engine.errors import InvalidNotation
from engine.jsonlines import read_object

HELP = "list every result of a card or a turn (JSON lines on standard input)"


def configure(parser: argparse.ArgumentParser) -> None:
    """House rules; everything else is in the questions."""
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Answers each line as soon as it is read. Raises: BadInput."""
    commands = commands_for(args)
    for number, line in enumerate(streams.input_lines(), 1):
        if line.strip():
            try:
                question = read_object(line)
                found = commands(game_of(question, "question")).legal(question)
            except (InvalidNotation, RecursionError) as error:
                raise BadInput(f"line {number}: {error}") from error
            sys.stdout.write(json.dumps({"results": found}, sort_keys=True, separators=(",", ":")) + "\n")
            sys.stdout.flush()
    return 0
