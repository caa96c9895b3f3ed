"""`tastkreis calibrate cards`: which tag is which card, learnt by ear."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calibration.cards import CardsWizard
from calibration.profile import Profile, load_deck, save_deck, save_profile
from companion.cli import BadInput
from companion.cli.boards import bad_file
from companion.cli.tables import packs
from companion.cli.workbench import Workbench, add_bench_options, check_folder, saved

HELP = "learns which tag is which card, by ear"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_bench_options(parser)
    add = parser.add_argument
    add("--deck", choices=tuple(packs()), default="basic", help="the cards there are (default: basic)")
    add("--tags", metavar="FILE", help="write a deck file instead, for more than one board")


def main(args: argparse.Namespace) -> int:
    """Asks card by card and writes the profile, or the deck file."""
    deck_tags = _loaded_deck(args.tags)

    def make(profile: Profile, progress: Mapping[str, Any] | None) -> CardsWizard:
        return CardsWizard(packs()[args.deck], deck_tags if args.tags else profile.tags, progress)

    bench = Workbench(args, "cards", make)
    wizard = bench.run()
    if not isinstance(wizard, CardsWizard):
        return 0
    tags, path = wizard.tags, args.tags or args.profile

    def save() -> None:
        if args.tags:
            save_deck(tags, args.tags)
        else:
            save_profile(replace(bench.profile, tags=tags), args.profile)

    saved(bench, save, path)
    print(path)
    return 0


def _loaded_deck(path: str | None) -> dict[str, str]:
    if path is None:
        return {}
    check_folder("--tags", path)
    try:
        return load_deck(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"--tags {path}: {error.strerror}") from error
    except ValueError as error:
        raise bad_file(error, "--tags ") from error
