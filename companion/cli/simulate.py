"""`tastkreis simulate`: games between built-in players, for figures, records and rehearsals."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.cli import BadInput
from companion.cli.games import commands_for
from companion.cli.rules import add_rule_options
from engine.registry import GAMES, USUAL, Commands, Finished

HELP = "let built-in players play games; totals, speed, records"


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--games", type=int, required=True, metavar="N", help="number of games")
    parser.add_argument("--game", default=USUAL, help=f"one of {', '.join(GAMES)} ({USUAL})")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument(
        "--players", default="random", help="a built-in player; two joined by a comma play against each other (random)"
    )
    parser.add_argument("--variant", help="the variant of the game (in TAC: teams)")
    parser.add_argument("--deck", help="the deck, where the game has several (in TAC: basic)")
    parser.add_argument("--record", metavar="DIR", help="writes one game record a game into this folder")
    parser.add_argument("--text", action="store_true", help="totals as lines to be read instead of one JSON object")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Plays the games and prints the totals."""
    _known([args.game], GAMES, "game")
    commands = commands_for(args)(args.game)
    names = _known(args.players.split(","), commands.PLAYERS, "player")
    settings = _settings(args, commands)
    if args.games < 1:
        raise BadInput(f"--games {args.games}: at least one game")
    folder = _folder(args.record) if args.record else None
    played: list[Finished] = []
    began = time.perf_counter()
    for number, finished in enumerate(commands.simulate(args.games, args.seed, names, settings), 1):
        played.append(finished._replace(lines=()))
        if folder is not None:
            _write(folder / f"game-{number:05d}.jsonl", finished, args.seed, number)
    totals = _totals(played, time.perf_counter() - began)
    totals = {"game": args.game, **settings, "players": names, "seed": args.seed, **totals}
    print("\n".join(_readable(totals)) if args.text else json.dumps(totals, ensure_ascii=False))
    return 0


def _settings(args: argparse.Namespace, commands: Commands) -> dict[str, str]:
    """What is chosen of variants and decks, the usual ones where nothing is said. Raises: BadInput."""
    settings = {name: values[0] for name, values in commands.SETTINGS.items()}
    for name in ("variant", "deck"):
        value = getattr(args, name)
        if value is not None:
            if name not in commands.SETTINGS:
                raise BadInput(f"--{name} {value}: {args.game} has only one")
            settings[name] = _known([value], commands.SETTINGS[name], name)[0]
    return settings


def _known(names: list[str], known: Collection[str], what: str) -> list[str]:
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


def _write(path: Path, finished: Finished, seed: int, number: int) -> None:
    who = ", ".join(f"{seat} {name}" for seat, name in sorted(finished.seating.items()))
    head, *rest = finished.lines
    note = json.dumps({"note": f"players: {who}; seed {seed}, game {number}"})
    try:
        path.write_text("\n".join([head, note, *rest]) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error


def _totals(played: Sequence[Finished], seconds: float) -> dict[str, Any]:
    plies = [game.plies for game in played]
    sides = Counter("+".join(game.winner) for game in played if game.winner)
    players = Counter(game.seating[game.winner[0]] for game in played if game.winner)
    draws = Counter(game.draw for game in played if game.draw)
    return {
        "games": len(played),
        "wins": dict(sorted(sides.items())),
        "wins_by_player": dict(sorted(players.items())),
        **({"draws": dict(sorted(draws.items()))} if draws else {}),
        "broken_off": sum(game.winner is None and game.draw is None for game in played),
        "plies": {"mean": round(statistics.mean(plies), 1), "median": statistics.median(plies), "most": max(plies)},
        "seconds": round(seconds, 3),
        "games_per_second": round(len(played) / seconds, 2),
        "plays_per_second": round(sum(plies) / seconds),
    }


def _readable(totals: Mapping[str, Any]) -> Iterator[str]:
    for key, value in totals.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {number}" for name, number in value.items())
        elif isinstance(value, list):
            value = " against ".join(value)
        yield f"{key.replace('_', ' ')}: {value}"
