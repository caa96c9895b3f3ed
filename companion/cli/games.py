"""Which game a command is about: the game's own commands, by house rules where they are asked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache, partial
from typing import cast

from companion.cli import BadInput
from companion.cli.rules import rules_from
from engine.errors import InvalidNotation
from engine.registry import Commands, WithHouseRules, commands


def commands_for(args: argparse.Namespace) -> Callable[[object], Commands]:
    """Finds the commands of a game by its name, as the options of the command line want them.

    What is returned raises InvalidNotation for an unknown game. Raises: BadInput for wrong house rules."""
    rules_from(args)

    @cache
    def known(name: str) -> Commands:
        found = commands(name)
        if hasattr(found, "with_rules"):
            return cast(WithHouseRules, found).with_rules(partial(rules_from, args))
        if args.rule or args.rules:
            raise BadInput(f"{'--rule' if args.rule else '--rules'}: {name} has no house rules")
        return found

    return lambda name: known(name) if isinstance(name, str) else commands(name)


def game_of(value: dict[str, object], what: str) -> object:
    """The name under `game`. Raises: InvalidNotation if there is none."""
    if "game" not in value:
        raise InvalidNotation(what, str(value)[:80], "'game' is missing")
    return value["game"]
