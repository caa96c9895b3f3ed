"""`tastkreis rules`: the choices that the rule book leaves open, and how to play a house rule instead."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli import BadInput
from engine.errors import InvalidNotation
from engine.tac.rules import CHOICES, Rules

HELP = "show the choices where the rule book is silent, and house rules"


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Adds `--rule NAME=VALUE` and `--rules FILE` to a command."""
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="a house rule; may be given several times"
    )
    parser.add_argument("--rules", metavar="FILE", help="house rules in a TOML or JSON file; --rule goes before it")


def rules_from(args: argparse.Namespace) -> Rules:
    """The rules that `--rules` and `--rule` ask for. Raises: BadInput."""
    try:
        base = Rules.load(Path(args.rules)) if args.rules else Rules.default()
        return Rules.read_pairs(args.rule, base)
    except InvalidNotation as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{args.rules}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{args.rules}: not a text file") from error


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Prints every choice with its value."""
    rules = rules_from(args)
    for choice in CHOICES:
        value = rules.value(choice.name)
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
    return 0
