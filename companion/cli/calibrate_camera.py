"""`tastkreis calibrate camera`: where the camera sees the board, and what board and pieces look like."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from calibration.camera_token import TOKEN
from companion.cli import BadInput
from companion.cli.aloud import Aloud
from companion.cli.board import board_text
from companion.cli.camera_files import save_camera
from companion.cli.camera_live import opened, pictures
from companion.cli.speech_options import add_speech_options
from hardware.geometry import parse_board

if TYPE_CHECKING:
    from calibration.camera_profile import CameraPart
    from calibration.camera_wizard import CameraWizard
    from calibration.wizard import Say
    from companion.sensing.camera_sources import Array, FrameSource

HELP = "teaches a camera the board: the normal start of a game is the calibration"
STANDARD_BOARD = "tac-wood-49cm"
TONE_S = 1.0
"""So often a tone tells how well the board is seen."""
REFUSALS = ("n", "no", "nein", "non")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("--source", metavar="S", help="a camera: v4l2:0, picamera2:0, http://..., a film file or a folder of pictures")
    add("--pictures", nargs="+", metavar="PICTURE", help="pictures of the normal start instead of a camera")
    add(
        "--board",
        default=STANDARD_BOARD,
        metavar="FILE",
        help=f"the board's file, or its name (default: {STANDARD_BOARD})",
    )
    add(
        "--bottom",
        metavar="SEAT",
        help="the seat at the lower edge of the picture; with --source a hand over the first seat's yard, or its goal, "
             "tells it, too",
    )
    add("--profile", required=True, metavar="P", help="the profile to write; what else it holds stays")
    add("--seconds", type=float, default=120.0, help="give up after so long (default: 120)")
    add_speech_options(parser)


def main(args: argparse.Namespace) -> int:
    """Calibrates and writes the profile. Raises: BadInput."""
    if bool(args.pictures) == bool(args.source):
        raise BadInput("either --source or --pictures is needed")
    text = board_text(args.board, "--board ")
    seats = parse_board(text).sides
    if not seats:
        raise BadInput(f"--board {args.board}: a camera reads boards with yards, and a track with its one token")
    if args.bottom not in seats and not (args.source and args.bottom is None):
        raise BadInput(f"--bottom: which seat sits at the lower edge of the picture? One of {' '.join(seats)}")
    return _from_pictures(args, text) if args.pictures else _from_source(args, text)


def _learnt(frames: list[Array], names: list[str], text: str, bottom: str) -> CameraPart:
    """The camera as most of the pictures show it: one that does not fit them is named and left out.

    Raises: CannotCalibrate where as many do not fit, and it is not clear which table is meant.
    """
    from calibration.camera_learn import learn
    from calibration.errors import CannotCalibrate

    left = list(zip(frames, names, strict=True))
    while True:
        try:
            return learn([frame for frame, _ in left], text, bottom, [name for _, name in left])
        except CannotCalibrate as error:
            if error.picture is None or 2 * (len(left) - 1) <= len(frames):
                raise
            print(f"--pictures {error}; it is left out", file=sys.stderr)
            left.pop(error.picture)


def _from_pictures(args: argparse.Namespace, text: str) -> int:
    from calibration.errors import CannotCalibrate
    from companion.sensing.camera_pictures import read_picture
    from companion.sensing.errors import BadPicture

    try:
        frames = [read_picture(path) for path in args.pictures]
        part = _learnt(frames, args.pictures, text, args.bottom)
    except BadPicture as error:
        raise BadInput(f"--pictures {error}") from error
    except CannotCalibrate as error:
        where = f"{args.pictures[0]}: " if error.picture is None else ""
        raise BadInput(f"--pictures {where}{error}") from error
    save_camera(args.profile, part)
    print(_told(args.profile, part.residual_mm, [f"{seat} {name}" for seat, name in colour_names(part).items()]))
    return 0


def _from_source(args: argparse.Namespace, text: str) -> int:
    """Guided by voice, until the camera knows the board."""
    from calibration.camera_wizard import CameraWizard

    wizard = CameraWizard(text, args.bottom)
    with closing(Aloud(args)) as aloud:
        with opened(args.source) as camera:
            _guided(wizard, camera, aloud, args.seconds)
        part = wizard.part
        if part is None or wizard.step != "done":
            seen = f"{round(100 * wizard.quality)} % of its {'markers' if parse_board(text).is_track else 'holes'}"
            raise BadInput(f"--source {args.source}: the board was not learned; {seen} were seen last")
        save_camera(args.profile, part)
        colours = [f"{seat} {name}" for seat, name in wizard.colours().items()]
        print(_told(args.profile, part.residual_mm, colours), flush=True)
    return 0


def _guided(wizard: CameraWizard, camera: FrameSource, aloud: Aloud, seconds: float) -> None:
    """Pictures into the wizard, its sentences into the ear; a question waits for an answer where somebody can type."""
    toned_at = 0.0
    _say(aloud, wizard, wizard.begin(0.0))
    for t, frame in pictures(camera, aloud.clock):
        if t > seconds:
            return
        told = wizard.hear(t, frame)
        if wizard.step == "asking" and not sys.stdin.isatty():
            told += wizard.answer(t, True)
        _say(aloud, wizard, told)
        if wizard.step == "asking":
            is_right = input().strip().lower() not in REFUSALS
            _say(aloud, wizard, wizard.answer(aloud.clock(), is_right))
        elif wizard.step == "done":
            return
        elif wizard.step == "looking" and t - toned_at >= TONE_S:
            toned_at = t
            aloud.near(wizard.quality)


def _say(aloud: Aloud, wizard: CameraWizard, told: Sequence[Say]) -> None:
    texts = [aloud.text(f"camera_{each.key}", each.facts) for each in told if each.key != "colours"]
    if any(each.key == "colours" for each in told):
        named = wizard.colours()
        for seat, colour in named.items():
            word = aloud.wording.phrase.catalogue.text(f"colour.{colour}")
            whose = "camera_token" if seat == TOKEN else "camera_colour"
            texts.append(f"{aloud.text(whose, {'letter': seat}).rstrip('.')}: {word}.")
        texts.append(aloud.text("camera_token_right" if TOKEN in named else "camera_colours"))
    aloud.say(" ".join(texts))


def colour_names(part: CameraPart) -> dict[str, str]:
    """A word for the colour of each seat's pieces."""
    from calibration.camera_colours import name_of

    return {seat: name_of(colour) for seat, colour in part.colours.items()}


def _told(path: str, residual_mm: float, colours: list[str]) -> str:
    return f"{path}: board found, {residual_mm:.2f} mm left over; pieces: {', '.join(colours)}"
