"""`tastkreis simulate`: games between built-in players, for figures, records and rehearsals."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.cli import BadInput
from companion.cli.rules import add_rule_options, rules_from
from engine.contract import Seat
from engine.players.contract import Player
from engine.players.lot import RandomPlayer
from engine.players.match import Match, play_game
from engine.players.sensible import SensiblePlayer
from engine.tac.cards import DECKS
from engine.tac.situation import Setup
from engine.tac.variants import VARIANTS, Variant

HELP = "let built-in players play games; totals, speed, records"
PLAYERS: Mapping[str, Player] = {player.name: player for player in (RandomPlayer(), SensiblePlayer())}


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--games", type=int, required=True, metavar="N", help="number of games")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument(
        "--players", default="random", help="random or sensible; two joined by a comma play against each other (random)"
    )
    parser.add_argument("--variant", default="teams", help=f"one of {', '.join(VARIANTS)} (teams)")
    parser.add_argument("--deck", default="basic", help=f"{' or '.join(DECKS)} (basic)")
    parser.add_argument("--record", metavar="DIR", help="writes one game record a game into this folder")
    parser.add_argument("--text", action="store_true", help="totals as lines to be read instead of one JSON object")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Plays the games and prints the totals."""
    names = _known(args.players.split(","), PLAYERS, "player")
    _known([args.variant], VARIANTS, "variant")
    _known([args.deck], DECKS, "deck")
    setup = Setup(args.variant, args.deck, rules_from(args))
    if args.games < 1:
        raise BadInput(f"--games {args.games}: at least one game")
    folder = _folder(args.record) if args.record else None
    matches: list[tuple[Match, dict[Seat, str]]] = []
    began = time.perf_counter()
    for number, match, seating in _matches(setup, names, args.games, args.seed):
        matches.append((_without_events(match), seating))
        if folder is not None:
            _write(folder / f"game-{number:05d}.jsonl", match, seating, args.seed, number)
    totals = _totals(matches, time.perf_counter() - began)
    totals = {"variant": args.variant, "deck": args.deck, "players": names, "seed": args.seed, **totals}
    print("\n".join(_readable(totals)) if args.text else json.dumps(totals, ensure_ascii=False))
    return 0


def seated(seating: Variant, names: list[str], number: int) -> dict[Seat, str]:
    """Who plays where in a game: one kind of player a side, and every game the sides change."""
    return {seat: names[(side + number) % len(names)] for side, team in enumerate(seating.teams) for seat in team}


def _matches(setup: Setup, names: list[str], games: int, seed: int) -> Iterator[tuple[int, Match, dict[Seat, str]]]:
    for number in range(1, games + 1):
        sides = seated(setup.seating, names, number - 1)
        players = {seat: PLAYERS[name] for seat, name in sides.items()}
        yield number, play_game(setup, players, random.Random(f"{seed}/{number}")), sides


def _known(names: list[str], known: Mapping[str, Any], what: str) -> list[str]:
    for name in names:
        if name not in known:
            raise BadInput(f"unknown {what} {name!r}; known: {', '.join(known)}")
    return names


def _folder(path: str) -> Path:
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    return folder


def _write(path: Path, match: Match, sides: Mapping[Seat, str], seed: int, number: int) -> None:
    who = ", ".join(f"{seat} {name}" for seat, name in sorted(sides.items()))
    head, *rest = match.lines()
    note = json.dumps({"note": f"players: {who}; seed {seed}, game {number}"})
    try:
        path.write_text("\n".join([head, note, *rest]) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error


def _without_events(match: Match) -> Match:
    return Match(match.header, (), match.winner, match.plies)


def _totals(matches: list[tuple[Match, dict[Seat, str]]], seconds: float) -> dict[str, Any]:
    plies = [match.plies for match, _ in matches]
    sides = Counter("+".join(match.winner) for match, _ in matches if match.winner)
    players = Counter(seating[match.winner[0]] for match, seating in matches if match.winner)
    return {
        "games": len(matches),
        "wins": dict(sorted(sides.items())),
        "wins_by_player": dict(sorted(players.items())),
        "broken_off": sum(match.winner is None for match, _ in matches),
        "plies": {"mean": round(statistics.mean(plies), 1), "median": statistics.median(plies), "most": max(plies)},
        "seconds": round(seconds, 3),
        "games_per_second": round(len(matches) / seconds, 2),
        "plays_per_second": round(sum(plies) / seconds),
    }


def _readable(totals: Mapping[str, Any]) -> Iterator[str]:
    for key, value in totals.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {number}" for name, number in value.items())
        elif isinstance(value, list):
            value = " against ".join(value)
        yield f"{key.replace('_', ' ')}: {value}"
