"""`tastkreis look`: what a calibrated camera sees on pictures, a line of JSON each."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli import BadInput
from companion.cli.camera_files import camera_of
from companion.inputs import CUT_OFF, MIRRORED, NOT_FOUND, OTHER_BOARD

if TYPE_CHECKING:
    from calibration.camera_profile import CameraPart
    from companion.sensing.camera_still import Look

HELP = "tells what a calibrated camera sees on pictures, as JSON lines"
ADVICE = {
    NOT_FOUND: f"{NOT_FOUND}; it has to lie whole below the camera, in light, and be the one that was calibrated",
    MIRRORED: f"{MIRRORED}; switch that off in the settings of the camera",
    OTHER_BOARD: f"{OTHER_BOARD}; `tastkreis calibrate camera` teaches it",
}
SHAPE_SLACK = 0.02
LISTED = 4
"""So many pictures at most are named in the line that ends the command."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("images", nargs="+", metavar="IMAGE", help="pictures; with --film one folder of numbered pictures")
    add("--profile", required=True, metavar="P", help="the profile in which the camera is calibrated")
    add("--draw", metavar="DIR", help="paint what was seen over the pictures, into this folder")
    add("--film", action="store_true", help="read a folder as a film of ten pictures a second, with evidence over time")
    add("--card", action="store_true", help="the pictures show the pit alone: read the card")


def main(args: argparse.Namespace) -> int:
    """Reads the pictures. Raises: BadInput."""
    from companion.sensing.errors import BadPicture

    part = camera_of(args.profile)
    try:
        return _cards(args, part) if args.card else _boards(args, part)
    except BadPicture as error:
        raise BadInput(str(error)) from error


def _boards(args: argparse.Namespace, part: CameraPart) -> int:
    from companion.sensing.camera_film import FilmReader
    from companion.sensing.camera_pictures import check_picture
    from companion.sensing.camera_still import StillReader

    paths = _paths(args)
    drawing = _folder(args.draw)
    for path in paths:
        check_picture(path)
    reader = FilmReader(part) if args.film else StillReader(part)
    bad: list[str] = []
    for number, path in enumerate(paths):
        frame = _frame(path, part, args.profile)
        look = reader.look(number / 10, frame) if isinstance(reader, FilmReader) else reader.look(frame)
        line = told(path.name if args.film else str(path), look, part)
        if isinstance(reader, FilmReader):
            line["stable"] = reader.stable_cells()
        print(json.dumps(line), flush=True)
        if drawing is not None:
            from companion.sensing.camera_draw import save_drawing

            save_drawing(drawing / f"{path.stem}.jpg", frame, look, part)
        bad += [f"{path}: {fault}" for fault in (_fault(look, part, frame),) if fault]
        del frame, look  # two pictures at once need more memory
    faults = "; ".join(bad[:LISTED]) + ("; ..." if len(bad) > LISTED else "")
    # A hand may hide the board for a while; but not in all pictures, and it is no mirror.
    if len(bad) == len(paths) or (not args.film and any(ADVICE[NOT_FOUND] not in fault for fault in bad)):
        raise BadInput(faults)
    if bad:
        print(f"tastkreis look: {faults}", file=sys.stderr)
    return 0


def _fault(look: Look, part: CameraPart, frame_bgr: Any) -> str:
    """What is wrong with a picture in which the board does not lie whole; nothing where it does.

    What is seen of it is told all the same, and no more than that.
    """
    from calibration.camera_gesture import cut_off
    from companion.sensing.camera_health import shows_nothing

    if look.map is None:
        nothing = shows_nothing(frame_bgr)
        return ADVICE.get(look.trouble, look.trouble) + (f" ({nothing})" if nothing else "")
    towards = cut_off(look.map, part.board)
    return "" if towards is None else f"{CUT_OFF}{towards}"


def told(name: str, look: Look, part: CameraPart) -> dict[str, Any]:
    """What was seen on one picture, as it is printed."""
    line: dict[str, Any] = {"image": name, "registered": look.reading is not None, "residual_mm": None, "cells": {}}
    line |= {"yards": {}, "yards_unsure": [], "card": None}
    if look.reading is None or look.registration is None:
        return line
    line["residual_mm"] = round(look.registration.residual_mm, 2)
    line["cells"] = {
        hole.name: {"state": state, "p": round(chance, 3)}
        for hole, state, chance in zip(part.board.holes, look.reading.states, look.reading.chances, strict=True)
    }
    line["yards"], line["yards_unsure"] = look.reading.yards, list(look.reading.yards_unsure)
    if look.card is not None:
        line["card"] = {"face": look.card.face, "p": round(look.card.chance, 3)}
    return line


def _paths(args: argparse.Namespace) -> list[Path]:
    from companion.sensing.camera_pictures import film_pictures

    if not args.film:
        return [Path(image) for image in args.images]
    if len(args.images) != 1:
        raise BadInput(f"--film: one folder is expected, not {len(args.images)}")
    return film_pictures(args.images[0])


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--draw {name}: {error.strerror}") from error
    return Path(name)


def _frame(path: Path, part: CameraPart, profile: str) -> Any:
    from companion.sensing.camera_pictures import read_picture

    frame = read_picture(path)
    height, width = frame.shape[:2]
    known = part.map.size
    if abs(width / height - known[0] / known[1]) > SHAPE_SLACK:
        raise BadInput(
            f"{path}: a picture of {width} x {height}, but the camera of {profile} takes {known[0]} x {known[1]}"
        )
    return frame


def _cards(args: argparse.Namespace, part: CameraPart) -> int:
    from companion.sensing.camera_cards import CardReader
    from companion.sensing.camera_pictures import check_picture, read_picture

    if not part.cards:
        raise BadInput(f"--profile {args.profile}: no cards are enrolled in it; `tastkreis enrol-cards` does that")
    reader = CardReader(part)
    for path in args.images:
        check_picture(path)
    for path in args.images:
        card = reader.read_alone(read_picture(path))
        seen = None if card is None else {"face": card.face, "p": round(card.chance, 3)}
        print(json.dumps({"image": path, "card": seen}), flush=True)
    return 0
