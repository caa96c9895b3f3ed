"""`tastkreis replay FILE`: a record played again, line by line, until it ends or breaks a rule."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from calibration.reading import TooLarge, read_text
from companion.cli import BadInput
from companion.cli.games import commands_for, game_of
from companion.cli.rules import add_rule_options
from companion.speech.catalogue import LANGUAGES
from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.jsonlines import at_line, numbered_objects

HELP = "plays a game record again and names the first play that breaks a rule"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a game record")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the explanation")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Prints one line a play and a last one. Raises: BadInput."""
    commands = commands_for(args)
    status = 0
    try:
        lines = read_text(args.file).split("\n")
        for step in commands(_game(lines)).replay(lines):
            line: dict[str, object] = {**step}
            if "violation" in step:
                status = 1
                broken = step["violation"]
                line |= {"violation": broken.rule, "text": wording(broken, args.language)}
            print(json.dumps(line, ensure_ascii=False))
    except BrokenPipeError:
        raise  # Whoever reads has had enough.
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{args.file.name}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}") from error
    except (InvalidNotation, TooLarge, RecursionError) as error:
        raise BadInput(f"{args.file.name}: {error}") from error
    return status


def _game(lines: list[str]) -> object:
    """The game that a record is of; an empty record is no game. Raises: InvalidNotation."""
    for number, header in numbered_objects(lines):
        with at_line(number):
            return game_of(header, "record")
    raise InvalidNotation("record", "", "it is empty")


def wording(explanation: Explanation, language: str) -> str:
    """The sentence of a referee."""
    from companion.speech.wording import Wording

    return Wording(language).explanation(explanation)
