"""`tastkreis rules`: the choices that the rule book leaves open, and how to play a house rule instead."""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from calibration.reading import parse_json, read_text
from companion.cli import BadInput
from engine.errors import InvalidNotation
from engine.house_rules import Choice, read, read_pairs
from engine.registry import GAMES, WithGuesses, commands, house_rules_of

HELP = "show the choices where the rule book is silent, and house rules"


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Adds `--rule NAME=VALUE` and `--rules FILE` to a command."""
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="a house rule; may be given several times"
    )
    parser.add_argument("--rules", metavar="FILE", help="house rules in a TOML or JSON file; --rule goes before it")


def known_rules() -> tuple[Choice, ...]:
    """Every house rule of every game."""
    return tuple(choice for game in GAMES for choice in house_rules_of(game))


def rules_from(args: argparse.Namespace, recorded: Mapping[str, object] | None = None) -> dict[str, object]:
    """The house rules that `--rules` and `--rule` ask for; what a record names itself goes before the file.

    Raises: BadInput."""
    base = read_rules_file(args.rules) if args.rules else {}
    try:
        told = read_pairs(known_rules(), args.rule) if args.rule else {}
    except InvalidNotation as error:
        raise BadInput(f"--rule: {error}") from error
    return {**base, **(recorded or {}), **told}


def read_rules_file(path: str | Path) -> dict[str, str]:
    """House rules from a file: JSON if it is called `.json`, else TOML. Raises: BadInput."""
    file = Path(path)
    try:
        text = read_text(file)
        content = parse_json(text) if file.suffix == ".json" else tomllib.loads(text)
        if not isinstance(content, dict):
            raise InvalidNotation("house rules file", file.name, "expected names and values")
        return read(known_rules(), content)
    except OSError as error:
        raise BadInput(f"--rules {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"--rules {path}: not a text file") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"--rules {path}: {error}") from error


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Prints every choice with its value."""
    rules = rules_from(args)
    for choice in known_rules():
        value = rules.get(choice.name, choice.default)
        if args.json:
            line = {
                "rule": choice.rule,
                "name": choice.name,
                "value": value,
                "default": choice.default,
                "values": dict(choice.values),
                "meaning": choice.meaning,
            }
            print(json.dumps(line, ensure_ascii=False))
            continue
        print(f"{choice.rule:<6} {choice.name} = {value}" + ("" if value == choice.default else "  (house rule)"))
        print(f"       {choice.meaning}")
        for name, meaning in choice.values.items():
            print(f"         {name}{' (default)' if name == choice.default else ''}: {meaning}")
    try:
        _print_guesses(args.json)
    except InvalidNotation as error:
        raise BadInput(str(error)) from error
    return 0


def _print_guesses(is_json: bool) -> None:
    """The numbers of the games that no source gives, and where they are corrected."""
    for game in GAMES:
        found = commands(game)
        for guess in cast(WithGuesses, found).guesses() if hasattr(found, "guesses") else ():
            if is_json:
                print(json.dumps({"game": game, "is_guess": True, **guess._asdict()}, ensure_ascii=False))
                continue
            print(f"{guess.rule:<6} {game} {guess.name} = {guess.value}  (a guess)")
            print(f"       {guess.meaning} No source tells: count your own box, and correct")
            print(f"       {guess.file}")
