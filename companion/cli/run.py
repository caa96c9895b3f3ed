"""`tastkreis run`: the companion at a table: a real board, the virtual table, or an evening out of a file."""

from __future__ import annotations

import argparse

from companion.cli import BadInput
from companion.cli.recalled import CARDS, REFEREES, SEAT_READERS, Usual
from companion.cli.rules import add_rule_options
from companion.cli.speech_options import add_speech_options
from companion.cli.tables import all_choices
from companion.sensing.said import PACES, USUAL_SEATS
from engine.registry import USUAL

HELP = "open a table: the virtual one, a real board, or a recorded evening"
PHONES = ("look", "play", "rule")
DEFAULT_HTTP = "127.0.0.1:8737"
KINDS = ("serial", "gpio", "camera", "trace", "film")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options; the same ones serve `tastkreis demo`."""
    add = parser.add_argument
    add("--board", action="append", default=[], metavar="KIND[:WHERE]",
        help="serial:PORT, serial:auto, gpio:FILE, camera:SOURCE, trace:FILE, film:DIR or virtual (the default); a "
             "camera may stand beside another board")  # fmt: skip
    add("--game", default=USUAL, help=f"the game (default: {USUAL})")
    for choice, games in all_choices().items():
        known = "; ".join(f"{game}: {', '.join(values)}" for game, values in games.items())
        add(f"--{choice}", help=f"{known} (default: the first)")
    add("--first", metavar="SEAT", help="the seat that plays first (default: A)")
    add("--position", help="where the pieces stand at the start (default: all in their yards)")
    add_rule_options(parser)
    add("--names", metavar="SEAT=NAME,...", help="what the seats are called, such as A=Anna,B=Ben (default: by colour)")
    add("--referee", choices=REFEREES, default=Usual("kind"), help="how the referee is (default: kind)")
    add("--pace", choices=PACES, default=Usual("auto"), help="how fast the hands are")
    add("--cards", choices=CARDS, default=Usual("auto"),
        help="whether cards are told to the companion (default: auto, from the first one on)")
    add_speech_options(parser)
    add("--events", metavar="FILE", help="write every event as a line of JSON; - for standard output")
    add("--log", metavar="FILE.db", help="keep the evening in this file, and go on where it was")
    add("--record-trace", metavar="FILE", help="write all input with its time")
    add("--profile", metavar="FILE", help="the saved calibration of this board")
    add("--keys", metavar="DEVICE", help="a USB number pad or keyboard: auto, or its path in /dev/input")
    add("--tags", metavar="FILE", help="a deck file: which card each tag is")
    add("--http", metavar="HOST:PORT", default=None, help=f"address of the dashboard (default: {DEFAULT_HTTP})")
    add("--phones", choices=PHONES, default="play",
        help="what phones may do: only look and ask, play, or decide everything (default: play)")  # fmt: skip
    add("--seat-readers", choices=SEAT_READERS, default=Usual("lay"),
        help="what a card reader at a seat is for: a card is laid there (default), or shown to its player alone")
    add("--hands", action="store_true",
        help="print a secret address for each seat, under which its phone reads its own cards")  # fmt: skip
    add("--no-http", action="store_true", help="no dashboard")


def main(args: argparse.Namespace) -> int:
    """Runs the table until it is stopped, or until the recorded evening ends."""
    boards = args.board or ["virtual"]
    for board in boards:
        check_board(board)
    board, args.camera = chosen(boards)
    kind, _, where = board.partition(":")
    if args.first is not None and (args.first not in USUAL_SEATS or len(args.first) != 1):
        raise BadInput(f"--first {args.first!r}: a seat is a letter from A to F")
    if kind == "film":
        from companion.cli.film import run_film

        return run_film(args, where)
    if kind == "trace":
        from companion.cli.evening import run_trace

        return run_trace(args, where)
    from companion.cli.opening import run_live

    return run_live(args, kind, where)


def chosen(boards: list[str]) -> tuple[str, str | None]:
    """The board of the table, and the camera beside it if there is one. Raises: BadInput for what cannot be joined."""
    cameras = [board for board in boards if board.startswith("camera:")]
    others = [board for board in boards if board not in cameras]
    is_played = any(board.partition(":")[0] in ("trace", "film") for board in others)
    if len(cameras) > 1 or len(others) > 1 or (is_played and cameras):
        told = " and ".join(boards)
        raise BadInput(f"--board: {told} cannot be joined: only a camera and one live board can be")
    if not others:
        return cameras[0], None
    return others[0], cameras[0].partition(":")[2] if cameras else None


def check_board(board: str) -> None:
    """Raises: BadInput for a kind of board that is not known, or has no place named."""
    kind, _, where = board.partition(":")
    if board != "virtual" and (kind not in KINDS or not where):
        known = "serial:PORT, gpio:FILE, camera:SOURCE, trace:FILE, film:DIR and virtual"
        raise BadInput(f"--board {board}: known are {known}")
