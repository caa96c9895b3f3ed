"""`tastkreis calibrate camera`: where the camera sees the board, and what board and pieces look like."""

from __future__ import annotations

import argparse

from companion.cli import BadInput
from companion.cli.camera_files import board_text, save_camera

HELP = "teaches a camera the board: the normal start of a game is the calibration"
STANDARD_BOARD = "tac-wood-49cm"


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
    add("--bottom", metavar="SEAT", help="the seat that sits at the lower edge of the picture")
    add("--profile", required=True, metavar="P", help="the profile to write; what else it holds stays")


def main(args: argparse.Namespace) -> int:
    """Calibrates and writes the profile. Raises: BadInput."""
    if bool(args.pictures) == bool(args.source):
        raise BadInput("either --source or --pictures is needed")
    text = board_text(args.board)
    return _from_pictures(args, text)


def _from_pictures(args: argparse.Namespace, text: str) -> int:
    from calibration.camera_learn import learn
    from calibration.errors import CannotCalibrate
    from companion.sensing.camera_pictures import read_picture
    from companion.sensing.errors import BadPicture
    from hardware.geometry import parse_board

    seats = parse_board(text).seats
    if args.bottom not in seats:
        raise BadInput(f"--bottom: which seat sits at the lower edge of the picture? One of {' '.join(seats)}")
    try:
        frames = [read_picture(path) for path in args.pictures]
        part = learn(frames, text, args.bottom)
    except BadPicture as error:
        raise BadInput(f"--pictures {error}") from error
    except CannotCalibrate as error:
        raise BadInput(f"--pictures {args.pictures[0]}: {error}") from error
    save_camera(args.profile, part)
    print(_told(args.profile, part.residual_mm, [f"{seat} {name}" for seat, name in colour_names(part).items()]))
    return 0


def colour_names(part: object) -> dict[str, str]:
    """A word for the colour of each seat's pieces."""
    from calibration.camera_colours import name_of
    from calibration.camera_profile import CameraPart

    assert isinstance(part, CameraPart)
    return {seat: name_of(colour) for seat, colour in part.colours.items()}


def _told(path: str, residual_mm: float, colours: list[str]) -> str:
    return f"{path}: board found, {residual_mm:.2f} mm left over; pieces: {', '.join(colours)}"
