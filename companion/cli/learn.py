"""`tastkreis learn`: board, cards and keys are taught by ear, then a first game in which everybody is helped."""

from __future__ import annotations

import argparse

from companion.cli import BadInput, run, streams
from companion.cli.lesson import PARTS, Lesson, Places
from companion.cli.opening import listen_to_keyboard, opened
from companion.cli.players import ScriptThread
from companion.cli.tutor import Tutor
from engine.errors import InvalidNotation
from engine.registry import USUAL, at_table, lesson_of
from hardware.geometry import board_with

HELP = "teaches board, cards and keys by ear, then a first game with help for all"
SEATS = "ABCD"
CLOCKS = ("real", "fast")
SEED = 2
"""The first game that the hands of a lesson play at the fast clock."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `run`, the learner's seat, and the part to begin with."""
    run.configure(parser)
    parser.set_defaults(referee="silent", cards="told", pace="slow")
    parser.add_argument("--seat", choices=tuple(SEATS), default=SEATS[0], help="where the learner sits (default: A)")
    parser.add_argument("--part", choices=PARTS, default=PARTS[0], help="the part to begin with (default: board)")
    parser.add_argument(
        "--clock", choices=CLOCKS, default="real",
        help="fast: the whole lesson to read, with hands that do what it says, in seconds (default: real)",
    )  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Teaches until the first game is over, or somebody ends it."""
    kind, _, where = (args.board[-1] if args.board else "virtual").partition(":")
    _check(args, kind)
    vars(args).update(lesson_of(args.game).settings)
    args.first, args.referee, args.cards = args.seat, "silent", "told"
    places = places_of(args.seat, args.game)
    tutor = Tutor(Lesson(places, args.part, args.game))
    if args.clock == "fast":
        return _read(args, tutor, places)
    with opened(args, kind, where, tutor.is_heard) as table:
        args.stopping.by(table.break_off)
        tutor.sit_down(table)
        ScriptThread(table, tutor.script(), "lesson").start()
        if streams.is_read():
            listen_to_keyboard(table, tutor.is_word)
        table.run()
    return 0


def _check(args: argparse.Namespace, kind: str) -> None:
    """Raises: BadInput for what no lesson can do."""
    if kind not in ("virtual", "serial", "gpio") or len(args.board) > 1:
        raise BadInput(f"--board {args.board[-1]}: a lesson is given at virtual, serial:PORT or gpio:FILE")
    try:
        lesson_of(args.game)
    except InvalidNotation as error:
        raise BadInput(f"--game {args.game}: {error.hint}") from error
    if args.log or args.position:
        raise BadInput("--log and --position: a lesson is no game that is kept")
    if args.clock == "fast" and (kind != "virtual" or args.http or args.speech_wav):
        raise BadInput("--board, --http and --speech-wav: at the fast clock it is printed, at the virtual table")


def _read(args: argparse.Namespace, tutor: Tutor, places: Places) -> int:
    """The lesson at the virtual clock, with hands that do what it says."""
    from companion.cli.clock import fast_table
    from companion.cli.pupil import Pupil

    if args.speech != "none":
        args.speech = "print"
    with fast_table(args, lambda table: Pupil(table, tutor, places, SEED), tutor) as perform:
        return perform().status


def places_of(seat: str, game: str = USUAL) -> Places:
    """Where the learner's things are."""
    layout = at_table(game).at_table(lesson_of(game).settings).layout
    board = board_with(layout.name)
    ring = sum(place.kind == "ring" for place in board.places())
    first = SEATS.index(seat)
    return Places(SEATS[first:] + SEATS[:first], {each: board.start(each) or "" for each in SEATS},
                  dict(zip(layout.owners, layout.heaps, strict=True)), ring)  # fmt: skip
