"""`tastkreis enrol-cards`: shows the camera's profile the faces of one's own pack, from a picture of each."""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.wizard import Said, meaning
from companion.cli import BadInput
from companion.cli.aloud import Aloud
from companion.cli.camera_files import camera_of, save_camera
from companion.cli.camera_live import opened, pictures
from companion.cli.speech_options import add_speech_options
from companion.cli.streams import LONGEST_QUESTION, said_lines
from companion.cli.tables import packs

if TYPE_CHECKING:
    from calibration.camera_profile import CameraPart

HELP = "learns the faces of a pack of cards, from a picture of each or laid before the camera one by one"
ENDINGS = (".jpg", ".jpeg", ".png")
SQUARE_PX = 600
"""Side of the picture of the pit in which a card is looked for."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("--pictures", metavar="FOLDER", help="one picture of each face, such as card_7.jpg or card_tac.jpg")
    add("--source", metavar="S", help="a camera above the board: the cards are asked for by voice, one by one")
    add("--profile", required=True, metavar="P", help="the profile in which the camera is calibrated")
    add("--deck", choices=tuple(packs()), default="master", help="the faces that a voice asks for (default: master)")
    add_speech_options(parser)


def main(args: argparse.Namespace) -> int:
    """Finds the card on each picture and keeps its face in the profile. Raises: BadInput."""
    if bool(args.pictures) == bool(args.source):
        raise BadInput("either --source or --pictures is needed")
    part = camera_of(args.profile)
    if not any(pit.kind == "cards" for pit in part.board.pits):
        raise BadInput(f"--profile {args.profile}: its board {part.board.name} has no pit for cards")
    faces, doubtful = (_by_ear(args, part), []) if args.source else _from_pictures(args.pictures)
    save_camera(args.profile, part.with_cards({**part.cards, **faces}))
    told = f"{args.profile}: {len(faces)} faces enrolled: {' '.join(faces)}"
    print(told + (f"; look again at {' '.join(doubtful)}" if doubtful else ""))
    return 0


def _from_pictures(folder: str) -> tuple[Mapping[str, Any], list[str]]:
    from calibration.camera_faces import SURE_SCORE, cut_card, find_cards
    from companion.sensing.camera_pictures import read_picture
    from companion.sensing.errors import BadPicture

    paths = _pictures(folder)
    try:
        frames = [read_picture(path) for path in paths.values()]
    except BadPicture as error:
        raise BadInput(f"--pictures {error}") from error
    faces, doubtful = {}, []
    for face, frame, card in zip(paths, frames, find_cards(frames), strict=True):
        if card is None:
            why = "no card is found on this picture; it has to lie nearly upright, whole and on top"
            raise BadInput(f"--pictures {paths[face]}: {why}")
        faces[face] = cut_card(frame, card)
        if card.score < SURE_SCORE:
            doubtful.append(face)
    return faces, doubtful


def _by_ear(args: argparse.Namespace, part: CameraPart) -> Mapping[str, Any]:
    """Card by card, as the voice asks for them."""
    from calibration.camera_pack import PackWizard
    from companion.sensing.camera_cards import SQUARE_MM
    from companion.sensing.camera_film import FilmReader

    wizard = PackWizard(tuple(card for card, _ in packs()[args.deck]))
    film, typed = FilmReader(part.with_cards({})), _typed()
    with closing(Aloud(args)) as aloud, opened(args.source) as camera:
        _say(aloud, wizard.begin(0.0))
        for t, frame in pictures(camera, aloud.clock):
            while not typed.empty():
                word = aloud.wording.at_bench(typed.get())
                if meaning(word) == "stop":
                    raise BadInput("stopped; the profile is as it was")
                _say(aloud, wizard.key(t, word))
            look = film.look(t, frame)
            if look.reading is None or look.map is None:
                continue
            square = film.cards.square(frame, look.map, SQUARE_PX / SQUARE_MM)
            _say(aloud, wizard.hear(t, square, look.reading.covers_pit))
            if wizard.asked is None:
                _say(aloud, wizard.learn(t))
            if wizard.is_done:
                return wizard.faces
    shown = len(wizard.shown)
    raise BadInput(f"--source {args.source}: the pictures ended after {shown} cards; the next was {wizard.asked}")


def _typed() -> queue.SimpleQueue[str]:
    """The lines that somebody types, read beside the pictures."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        with contextlib.suppress(ValueError, OSError):
            for line in said_lines(LONGEST_QUESTION):
                lines.put(line)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return lines


def _say(aloud: Aloud, said: Said) -> None:
    for each in said:
        aloud.say(aloud.text(each.key, each.facts), each.is_brief)


def _pictures(folder: str) -> dict[str, Path]:
    """The picture of each face. Raises: BadInput."""
    known = list(dict.fromkeys(face for pack in packs().values() for face, _ in pack))
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise BadInput(f"--pictures {folder}: {error.strerror}") from error
    paths: dict[str, Path] = {}
    for name in names:
        stem, ending = os.path.splitext(name)
        if ending.lower() in ENDINGS:
            face = stem.rpartition("_")[2]
            if face not in known:
                raise BadInput(f"--pictures {Path(folder) / name}: {face!r} is no card; known: {' '.join(known)}")
            if face in paths:
                raise BadInput(f"--pictures {Path(folder) / name}: the face {face} has two pictures")
            paths[face] = Path(folder) / name
    if not paths:
        raise BadInput(f"--pictures {folder}: no pictures in this folder")
    return paths
