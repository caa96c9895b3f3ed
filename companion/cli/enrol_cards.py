"""`tastkreis enrol-cards`: shows the camera's profile the faces of one's own pack, from a picture of each."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.cli import BadInput
from companion.cli.camera_files import camera_of, save_camera

HELP = "learns the faces of a pack of cards from a picture of each"
ENDINGS = (".jpg", ".jpeg", ".png")
SURE_SCORE = 0.6


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add(
        "--pictures",
        required=True,
        metavar="FOLDER",
        help="one picture of each face, such as card_7.jpg or card_tac.jpg",
    )
    add("--profile", required=True, metavar="P", help="the profile in which the camera is calibrated")


def main(args: argparse.Namespace) -> int:
    """Finds the card on each picture and keeps its face in the profile. Raises: BadInput."""
    from calibration.camera_faces import cut_card, find_cards
    from companion.sensing.camera_pictures import read_picture
    from companion.sensing.errors import BadPicture

    part = camera_of(args.profile)
    paths = _pictures(args.pictures)
    try:
        frames = [read_picture(path) for path in paths.values()]
    except BadPicture as error:
        raise BadInput(f"--pictures {error}") from error
    found = find_cards(frames)
    for path, card in zip(paths.values(), found, strict=True):
        if card is None:
            raise BadInput(
                f"--pictures {path}: no card is found on this picture; it has to lie nearly upright, whole and on top"
            )
    faces = {
        face: cut_card(frame, card) for face, frame, card in zip(paths, frames, found, strict=True) if card is not None
    }
    save_camera(args.profile, part.with_cards({**part.cards, **faces}))
    doubtful = [face for face, card in zip(paths, found, strict=True) if card is not None and card.score < SURE_SCORE]
    told = f"{args.profile}: {len(faces)} faces enrolled: {' '.join(faces)}"
    print(told + (f"; look again at {' '.join(doubtful)}" if doubtful else ""))
    return 0


def _pictures(folder: str) -> dict[str, Path]:
    """The picture of each face. Raises: BadInput."""
    from engine.tac.cards import CARDS

    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise BadInput(f"--pictures {folder}: {error.strerror}") from error
    paths: dict[str, Path] = {}
    for name in names:
        stem, ending = os.path.splitext(name)
        if ending.lower() in ENDINGS:
            face = stem.rpartition("_")[2]
            if face not in CARDS:
                raise BadInput(f"--pictures {Path(folder) / name}: {face!r} is no card; known: {' '.join(CARDS)}")
            if face in paths:
                raise BadInput(f"--pictures {Path(folder) / name}: the face {face} has two pictures")
            paths[face] = Path(folder) / name
    if not paths:
        raise BadInput(f"--pictures {folder}: no pictures in this folder")
    return paths
