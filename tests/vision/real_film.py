"""A real film: a cheap camera above a wooden board, real hands and sleeves, shadows, exposure that drifts.

It is a game of chess (1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7). Its squares stand for holes: those that stay empty all
the time must never seem to change, and on those to which a piece goes it has to be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.camera_map import of_matrix, to_unit
from calibration.camera_profile import CameraPart
from companion.sensing.camera_read import BoardReader
from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN
from companion.sensing.camera_votes import Votes
from hardware.shape import BoardGeometry, Hole, Pit
from tests.vision.real_photo import bare_part

FILM = Path(__file__).with_name("data") / "overhead-film.mp4"
FRAME_S = 0.1
SQUARE_MM = 45.0
CORNERS_PX = {"a8": (140.0, 377.5), "a1": (506.5, 377.5), "h1": (506.5, 10.0), "h8": (140.0, 10.0)}
"""Where the outer corners of the corner squares are seen."""
GOES_TO = ("e5", "c6", "f6")
"""Where black pieces go. White ones are of the colour of the squares, and nobody taught what they look like."""
USED = {*(file + rank for file in "abcdefgh" for rank in "1278"), *GOES_TO, "e4", "c4", "h5"}
FIRST_S = (0.6, 2.0)
"""What is seen then is what was taught; hands come and go already."""


def pictures(path: Path = FILM, step: int = 1, first: int = 0) -> Iterator[tuple[float, Any]]:
    """The pictures of the film, ten a second, with their times. step, first: which pictures of the file."""
    film = cv2.VideoCapture(str(path))
    number = 0
    while True:
        is_there, picture = film.read()
        if not is_there:
            return
        if number % step == first:
            yield number // step * FRAME_S, picture
        number += 1


def score(path: Path = FILM, step: int = 1, first: int = 0) -> Counter[str]:
    """What the film gives: readings of the squares that stay empty, how many of them are wrong, and what settles."""
    part = _taught([picture for t, picture in pictures(path, step, first) if FIRST_S[0] <= t < FIRST_S[1]])
    reader = BoardReader(part)
    names = [hole.name for hole in part.board.holes]
    votes = Votes(names, reader.seats)
    counts: Counter[str] = Counter()
    for t, picture in pictures(path, step, first):
        reading = reader.read(picture, reader.lookup(part.map))
        votes.hear(t, reading)
        for name, state, stable in zip(names, reading.states, votes.stable, strict=True):
            if name in GOES_TO:
                continue
            counts["readings"] += 1
            counts["read"] += state not in (COVERED, UNKNOWN)
            counts["wrong in one picture"] += state not in (COVERED, UNKNOWN, EMPTY)
            counts["false changes"] += stable not in (UNKNOWN, EMPTY)
    stable = dict(zip(names, votes.stable, strict=True))
    counts["never known"] = sum(state == UNKNOWN for name, state in stable.items() if name not in GOES_TO)
    counts["pieces seen in the end"] = sum(stable[name] not in (UNKNOWN, EMPTY) for name in GOES_TO)
    return counts


def _taught(frames: list[Any]) -> CameraPart:
    """What a calibration would have learned of this board."""
    board = _board()
    ends = {"a8": (-4, 4), "a1": (4, 4), "h1": (4, -4), "h8": (-4, -4)}
    size = frames[0].shape[1::-1]
    seen = to_unit(np.array([CORNERS_PX[name] for name in ends]), size)
    points = np.array([ends[name] for name in ends]) * SQUARE_MM
    return bare_part(board, of_matrix(cv2.findHomography(points, seen)[0], 0.0, size), frames)


def _board() -> BoardGeometry:
    places = {file + rank: (("87654321".index(rank) - 3.5) * SQUARE_MM, (3.5 - "abcdefgh".index(file)) * SQUARE_MM)
              for file in "abcdefgh" for rank in "12345678"}  # fmt: skip
    stays = [name for name in sorted(places) if name not in USED or name in GOES_TO]
    holes = tuple(Hole(name, "square", None, *places[name], SQUARE_MM * 0.6) for name in stays)
    yards = {"a1": "A", "a8": "B"}
    pits = tuple(Pit(name, "yard" if name in yards else "other", yards.get(name), *places[name], SQUARE_MM / 2,
                     SQUARE_MM / 2) for name in sorted(USED) if name not in GOES_TO)  # fmt: skip
    return BoardGeometry("chess", "chess", 8 * SQUARE_MM, SQUARE_MM, "a film", holes, pits)
