"""A film out of a folder, with what was said beside it: an evening that a camera saw, played back.

Pictures are called `000000.jpg`, `000001.jpg` and so on, ten a second from time 0; one that is missing was lost. In
`said.trace` stand the lines of a trace: cards, people's words, the sentences of a sensing board. Both are merged by
their times.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from heapq import merge
from pathlib import Path

from calibration.camera_profile import CameraPart
from companion.inputs import SILENT, Input
from companion.sensing.board_join import BoardJoin
from companion.sensing.camera_health import Health
from companion.sensing.camera_inputs import SOURCE, CameraInputs, heard
from companion.sensing.camera_pictures import read_picture
from companion.sensing.errors import BadPicture
from engine.contract import Layout

SAID = "said.trace"
STEP_S = 0.1
_NAME = re.compile(r"([0-9]{6})\.jpg")


def film_files(folder: str | os.PathLike[str]) -> list[tuple[float, Path]]:
    """The pictures of an evening with their times. Raises: BadPicture when there is none from `000000.jpg` on."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise BadPicture(folder, error.strerror or str(error)) from error
    found = [(int(match[1]), name) for name in names if (match := _NAME.fullmatch(name))]
    if not found or found[0][0] != 0:
        raise BadPicture(folder, "a film begins with the picture 000000.jpg; there is none in this folder")
    return [(round(number * STEP_S, 3), Path(folder) / name) for number, name in found]


def camera_inputs(folder: str | os.PathLike[str], part: CameraPart, layout: Layout) -> Iterator[Input]:
    """What a camera tells of a film. Raises: BadPicture at a picture that cannot be used."""
    camera, health = CameraInputs(part, layout), Health(None)
    size = part.map.size
    number = 0
    for t, path in film_files(folder):
        while round(number * STEP_S, 3) < t:
            yield from camera.missing(round(number * STEP_S, 3), SILENT)
            number += 1
        number += 1
        frame = read_picture(path)
        height, width = frame.shape[:2]
        if abs(width / height - size[0] / size[1]) > 0.02:
            raise BadPicture(path, f"{width} x {height}, but the calibrated camera takes {size[0]} x {size[1]}")
        yield from heard(camera, health, t, frame)


def joined(pictures: Iterable[Input], said: Iterable[Input], layout: Layout) -> Iterator[Input]:
    """The inputs of a camera and of a trace, merged by time, as one board."""
    join = BoardJoin(layout, camera=SOURCE)
    for value in merge(said, pictures, key=lambda value: value.t):
        yield from join.hear(value)
