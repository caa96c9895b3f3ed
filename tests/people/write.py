"""Writes evenings of simulated people into a folder, trace and truth side by side.

    python -m tests.people.write DIR [--evenings N] [--seed S] [--habits A,B] [--variant V] [--deck D] [--plain]

The habits take turns; variant and deck are drawn by lot unless they are told. The same words on the command line give
the same files. `--plain`: nobody makes a mistake and nobody takes anything back, as tables without cards need it.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from tests.people.drawn import NAME
from tests.people.evening import evening, save
from tests.people.habits import BREAKERS, LOOSE, PROFILES
from tests.people.play import PARTNERS

PLAIN = ("clean", "quick", "normal", "slow", "slider", "hopper", "explorer", "clumsy", "said", "thinker")
"""Habits without mistakes, with all sensors and a cable that is good enough."""
VARIANTS = ("teams", "teams", "teams", *sorted(PARTNERS))
"""The usual game comes up more often than each of the others."""


def chosen(words: str, is_plain: bool = False) -> list[str]:
    """The habits that the command line names. Raises: ValueError."""
    groups = {"all": [*PROFILES], "strict": [n for n in PROFILES if n not in LOOSE], "loose": [*LOOSE],
              "breakers": [*BREAKERS], "plain": [*PLAIN], NAME: [NAME]}  # fmt: skip
    found: list[str] = []
    for word in words.split(",") if words else ["plain" if is_plain else "strict"]:
        if word not in groups and word not in PROFILES:
            raise ValueError(f"unknown habit: {word!r}; known: {', '.join([*groups, *PROFILES])}")
        found += groups.get(word, [word])
    wrong = [name for name in found if is_plain and (name == NAME or PROFILES[name].slips)]
    if wrong:
        raise ValueError(f"makes mistakes, so not with --plain: {', '.join(wrong)}")
    return found


def drawn(number: int, seed: int, variant: str, deck: str) -> tuple[str, str]:
    """Variant and deck of an evening: as told, else by lot."""
    lot = Random(f"{seed}-{number}")
    by_lot = lot.choice(VARIANTS), lot.choice(("basic", "master"))
    return variant or by_lot[0], deck or by_lot[1]


def configure(parser: argparse.ArgumentParser, evenings: int = 10) -> None:
    """The options that choose evenings."""
    parser.add_argument("--evenings", type=int, default=evenings, help="how many evenings")
    parser.add_argument("--seed", type=int, default=1, help="which evenings; each number gives others")
    parser.add_argument("--habits", default="", help="names or groups, joined by commas: " + "all, strict, loose, "
                        "breakers, plain, drawn, " + ", ".join(PROFILES))  # fmt: skip
    parser.add_argument("--variant", default="", choices=["", *sorted(PARTNERS)])
    parser.add_argument("--deck", default="", choices=["", "basic", "master"])
    parser.add_argument("--limit", type=int, default=600, help="actions of an evening at most")
    parser.add_argument("--plain", action="store_true", help="only evenings without mistakes")


def cases(args: argparse.Namespace) -> list[tuple[int, str, str, str, int]]:
    """The evenings that the options choose: seed, habit, variant, deck, limit. Raises: ValueError."""
    habits = chosen(args.habits, args.plain)
    found = []
    for number in range(args.evenings):
        variant, deck = drawn(number, args.seed, args.variant, args.deck)
        found.append((1000 * args.seed + number, habits[number % len(habits)], variant, deck, args.limit))
    return found


def main(argv: list[str] | None = None) -> int:
    """Writes the evenings and tells what they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR")
    configure(parser)
    args = parser.parse_args(argv)
    try:
        wanted = cases(args)
    except ValueError as error:
        print(f"tests.people.write: {error}", file=sys.stderr)
        return 2
    for seed, habit, variant, deck, limit in wanted:
        trace, truth = evening(seed, habit, variant, deck, limit)
        path, head = save(args.folder, trace, truth), truth[0]
        print(f"{path}: {head['actions']} actions, {head['mistakes']} mistakes, {head['questions']} questions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
