"""`tastkreis incidents`: the referee's protocol of a logged game, and any moment of it replayed in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from companion.cli import BadInput
from companion.facts import Fact, standing_of
from companion.speech.catalogue import LANGUAGES
from companion.speech.table import Board, board_of
from companion.speech.wording import Wording
from companion.store.incidents import OPENING, Incident, incidents_of
from companion.store.log import read_games
from engine.contract import Displacement, Explanation

HELP = "print the referee's protocol of a logged game"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which log, which game, and how it is printed."""
    parser.add_argument("log", metavar="FILE.db", help="the log of the evening")
    parser.add_argument("--game", type=int, metavar="N", help="which game of the log, from 1 (default: the last)")
    parser.add_argument("--number", type=int, metavar="K", help="replay incident K in words, with the plays around it")
    parser.add_argument("--json", action="store_true", help="one JSON object an incident")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the protocol (default: en)")


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
        wording = _wording(args.language, facts)
        for number, incident in enumerate(found, 1):
            print(_told(wording, number, incident, _board(facts, incident)))
        print(wording.protocol("count", n=len(found)))
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
    minutes, rest = divmod(round(seconds, 1), 60)
    return f"{int(minutes):d}:{rest:04.1f}"


def _wording(language: str, facts: list[Fact]) -> Wording:
    """The sentences of a protocol, with the colours of the game that was played."""
    from companion.cli.tables import colours_on
    from engine.registry import GAMES, settings_of

    began = next((fact.data for fact in facts if fact.kind == "game" and fact.data["game"] in GAMES), None)
    layout = settings_of(began["game"]).layout_of(began["settings"]) if began else ""
    return Wording(language, colours=colours_on(layout))


def _board(facts: list[Fact], incident: Incident) -> Board:
    """What is counted on the board of the logged game, and how its pieces stood when the incident began; nothing where
    the log does not tell."""
    began = next((fact.data for fact in facts if fact.kind == "game"), {})
    stood = [fact.data["standing"] for fact in facts[: incident.last + 1]
             if "standing" in fact.data and fact.data.get("position") == incident.position]  # fmt: skip
    pieces = standing_of(stood[-1]) if stood else ()
    return board_of(began.get("cells", ()), began.get("heaps", ()), began.get("owners", ()), pieces)


def _told(wording: Wording, number: int, incident: Incident, board: Board) -> str:
    trail = " ".join(f"{'-' if kind == 'lift' else '+'}{cell}" for _, kind, cell in incident.trail)
    seat = f"  {wording.phrase.seat(incident.seat)}" if incident.seat else ""
    ruled = f"  {_time(incident.ruled_at)}" if incident.ruled_at is not None else ""
    lines = [
        f"{number}. {_time(incident.t)}  {wording.protocol('ply', n=str(incident.ply + 1))}"
        f"{'  ' + incident.rule if incident.rule else ''}{seat}",
        f"   {_reason(wording, incident.broken, board)}",
        f"   {wording.protocol('board', position=incident.position)}",
        f"   {wording.protocol('hands', trail=trail) if trail else wording.protocol('no_hands')}",
        f"   {wording.protocol('ruling_' + incident.ruling.replace('-', '_'))}{ruled}",
    ]
    return "\n".join(lines)


def _reason(wording: Wording, broken: Mapping[str, Any], board: Board) -> str:
    """What was wrong, by the data of its fact, in the language of the protocol, whatever the table was told in."""
    if "differences" in broken:
        return wording.disturbed(broken["differences"], Board(0, board.yards))
    if "key" not in broken:
        return str(broken.get("text", ""))
    repair = [Displacement(*one) for one in broken.get("repair", ())]
    rule, cells = str(broken.get("rule", "")), tuple(broken.get("cells", ()))
    explained = Explanation(rule, str(broken["key"]), broken.get("facts", {}), cells)
    return wording.explanation(explained, repair, board)


def _play_after(facts: list[Fact], last: int) -> int:
    """Where the play is settled with which it went on after a ruling; the ruling itself where there is none before the
    next incident."""
    for index in range(last, len(facts)):
        if facts[index].kind == "move":
            return index
        if index > last and facts[index].kind in OPENING:
            break
    return last


def _replay(facts: list[Fact], incident: Incident, language: str) -> str:
    """The moment in the companion's own words: what was said of the plays before, of the incident, and after."""
    from companion.speech.announce import announce
    from companion.speech.memory import Memory
    from companion.speech.settings import Settings

    wording, memory, lines = _wording(language, facts), Memory(), []
    board, last = _board(facts, incident), _play_after(facts, incident.last)
    for index, fact in enumerate(facts):
        said = [u.text for u in announce(wording, fact, memory, Settings()) if u.text] if fact.kind != "speech" else []
        memory = memory.after(fact)
        if incident.first <= index <= last:
            if fact.kind in ("lift", "place"):
                said = [wording.protocol(fact.kind, cell=fact.data["cell"])]
            elif fact.kind == "violation" or fact.data is incident.broken:
                said = [_reason(wording, fact.data, board)]
            lines += [f"{_time(fact.t)}  {text}" for text in said]
    return "\n".join(lines)
