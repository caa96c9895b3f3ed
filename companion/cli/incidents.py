"""`tastkreis incidents`: the referee's protocol of a logged game, and any moment of it replayed in words."""

from __future__ import annotations

import argparse
import json

from companion.cli import BadInput
from companion.facts import Fact
from companion.speech.catalogue import LANGUAGES
from companion.store.incidents import Incident, incidents_of
from companion.store.log import read_games

HELP = "print the referee's protocol of a logged game"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which log, which game, and how it is printed."""
    parser.add_argument("log", metavar="FILE.db", help="the log of the evening")
    parser.add_argument("--game", type=int, metavar="N", help="which game of the log, from 1 (default: the last)")
    parser.add_argument("--number", type=int, metavar="K", help="replay incident K in words, with the plays around it")
    parser.add_argument("--json", action="store_true", help="one JSON object an incident")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the replay")


def main(args: argparse.Namespace) -> int:
    """Prints the incidents; 0 also where there are none. Raises: BadInput."""
    facts = _game(args)
    try:
        return _print(args, facts)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"{args.log}: a fact is not as a companion writes it: {error}") from error


def _print(args: argparse.Namespace, facts: list[Fact]) -> int:
    found = incidents_of(facts)
    if args.number is not None:
        if not 1 <= args.number <= len(found):
            raise BadInput(f"--number {args.number}: the game has {len(found)} incidents")
        print(_replay(facts, found[args.number - 1], args.language))
    elif args.json:
        for incident in found:
            print(json.dumps(incident.as_json(), ensure_ascii=False))
    else:
        for number, incident in enumerate(found, 1):
            print(_told(number, incident))
        print(f"{len(found)} incidents")
    return 0


def _game(args: argparse.Namespace) -> list[Fact]:
    try:
        games = read_games(args.log)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    if not games:
        raise BadInput(f"{args.log} holds no game")
    number = len(games) if args.game is None else args.game
    if not 1 <= number <= len(games):
        raise BadInput(f"--game {number}: the log holds games 1 to {len(games)}")
    return games[number - 1]


def _time(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes):d}:{rest:04.1f}"


def _told(number: int, incident: Incident) -> str:
    trail = " ".join(f"{'-' if kind == 'lift' else '+'}{cell}" for _, kind, cell in incident.trail)
    lines = [
        f"{number}. {_time(incident.t)}  ply {incident.ply + 1}  {incident.rule or 'disturbed'}"
        f"{'  seat ' + incident.seat if incident.seat else ''}",
        f"   {incident.text}",
        f"   board: {incident.position}",
        f"   hands: {trail or 'none'}",
        f"   ruling: {incident.ruling}" + (f" at {_time(incident.ruled_at)}" if incident.ruled_at is not None else ""),
    ]
    return "\n".join(lines)


def _replay(facts: list[Fact], incident: Incident, language: str) -> str:
    """The moment in the companion's own words: what was said of the plays before, of the incident, and after."""
    from companion.cli.parts import COLOURS
    from companion.speech.memory import Memory
    from companion.speech.wording import Wording

    wording, memory, lines = Wording(language, colours=COLOURS), Memory(), []
    for index, fact in enumerate(facts):
        said = [u.text for u in wording.utterances(fact, memory)] if fact.kind != "speech" else []
        memory = memory.after(fact)
        if incident.first <= index <= incident.last:
            if fact.kind in ("lift", "place"):
                said = [f"{'-' if fact.kind == 'lift' else '+'}{fact.data['cell']}"]
            lines += [f"{_time(fact.t)}  {text}" for text in said]
    return "\n".join(lines)
