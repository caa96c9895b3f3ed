"""`tastkreis demo`: built-in players play a game on the virtual table, with hands that lift, slide and capture."""

from __future__ import annotations

import argparse

from companion.cli import BadInput, run
from companion.cli.information import info
from companion.cli.live import LiveTable
from companion.cli.parts import names_of, rules_of, settings_of
from companion.cli.players import Players, ScriptThread
from companion.cli.tables import with_rules
from companion.sensing.said import PACES
from companion.speech.catalogue import LANGUAGES
from companion.virtual.performance import Scene
from companion.virtual.rehearsal import FIRST, rehearse
from engine.errors import InvalidNotation

HELP = "watch and hear a whole game by built-in players on the virtual table"
FASTEST = 100
CLOCKS = ("real", "fast")


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `run`, and how the players play."""
    run.configure(parser)
    parser.set_defaults(pace="quick")
    parser.add_argument("--speed", type=float, default=1.0, help="how fast the hands are (default: 1)")
    parser.add_argument(
        "--clock", choices=CLOCKS, default="real",
        help="fast: nobody waits, a whole game takes seconds, and speech is printed (default: real)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=2, help="which game (default: 2)")
    parser.add_argument("--plies", type=int, default=None, help="stop after so many plays (default: the whole game)")
    parser.add_argument("--no-wait", action="store_true", help="the hands do not wait for the voice")


def main(args: argparse.Namespace) -> int:
    """Plays one game and ends when it is won."""
    _check(args)
    settings = {key: value for key, value in settings_of(args).items() if key != FIRST}
    try:
        chosen, played = rehearse(args.game, settings, args.seed, with_rules(args.game, rules_of(args, ())))
    except InvalidNotation as error:
        raise BadInput(str(error)) from error
    args.first, scenes = chosen.get(FIRST), played[: args.plies]
    info(f"tastkreis demo: the voice speaks {args.language}, the hands are {args.pace}; to change that: "
         f"make demo ARGS=\"--language en --pace slow\" (language {'|'.join(LANGUAGES)}, "
         f"pace {'|'.join(PACES)})")  # fmt: skip
    return _play_fast(args, scenes) if args.clock == "fast" else _play(args, scenes)


def _check(args: argparse.Namespace) -> None:
    """Raises: BadInput for what a demonstration cannot do."""
    if not 0 < args.speed <= FASTEST:
        raise BadInput(f"--speed {args.speed:g}: it has to be above 0, and {FASTEST} at most")
    if args.plies is not None and args.plies < 1:
        raise BadInput(f"--plies {args.plies}: it has to be 1 at least")
    if args.board not in ([], ["virtual"]):
        raise BadInput("--board: a demonstration is played on the virtual table only")
    names_of(args.names)
    if args.log or args.position:
        raise BadInput("--log and --position: a demonstration always begins at the beginning")
    if args.clock == "fast" and args.http:
        raise BadInput("--http: at the fast clock there is no time to open a page")
    if args.clock == "fast" and args.speech_wav:
        raise BadInput("--speech-wav: at the fast clock speech is timed and printed, not made")


def _players(args: argparse.Namespace, table: LiveTable, scenes: list[Scene]) -> Players:
    assert table.virtual is not None
    return Players(table.virtual, scenes, args.speed, args.pace, not args.no_wait, table.session.game)


def _play(args: argparse.Namespace, scenes: list[Scene]) -> int:
    """The game at the real clock."""
    from companion.cli.opening import opened

    with opened(args, "virtual", "") as table:
        args.stopping.by(table.break_off)
        players = _players(args, table, scenes)
        thread = ScriptThread(table, players.script())
        thread.start()
        try:
            table.run()
        finally:
            thread.stop()
    return players.status


def _play_fast(args: argparse.Namespace, scenes: list[Scene]) -> int:
    """The game at the virtual clock."""
    from companion.cli.clock import fast_table

    if args.speech != "none":
        args.speech = "print"
    with fast_table(args, lambda table: _players(args, table, scenes)) as perform:
        return perform().status
