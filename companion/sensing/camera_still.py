"""One picture by itself: is the board where it was, and what stands on it?

The map of the profile holds as long as nobody knocks against board or camera. Each picture is asked for its own holes:
where they lie as expected, the profile's map counts, which is the better one; where all of them lie a little to the
side, the map is moved along; and where none fits, the board is searched for from the beginning. Its wood tells whether
it was turned meanwhile, whether the picture is mirrored, and whether it is another board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import draw
from calibration.camera_check import has_its_houses
from calibration.camera_corners import follow_corners, is_mirrored
from calibration.camera_fit import REACH, match
from calibration.camera_map import CameraMap
from calibration.camera_markers import by_markers, find_markers
from calibration.camera_profile import CameraPart
from calibration.camera_register import (
    CLOSE_MATCHED,
    Registration,
    circles_of,
    closely,
    follow_circles,
    hole_points,
    register,
)
from calibration.camera_wood import AS_TAUGHT, Lie, turned
from companion.inputs import MIRRORED, NOT_FOUND, OTHER_BOARD
from companion.sensing.camera_cards import CardReader, CardSeen
from companion.sensing.camera_read import BoardReader
from companion.sensing.camera_reading import Reading

Array = npt.NDArray[Any]

LEAST_SEEN = 20
"""So many holes at their places are no accident: of a hundred other round things two would be."""
SURE_SHARE = 0.75
LITTLE_MM, AS_GOOD = 3.0, 0.85
STILL_MM = 0.9
"""A board that moved less than this lies where it lay."""
SET_UP = 0.5
"""So many more yards hold the pieces of their own seats where the board was set up anew after it had been turned."""
KNOWN_HERE = 0.4
"""Where fewer holes than this (share) look like themselves, their rims may fit by chance, and the board is searched
for: 5 mm aside a fifth did, under two arms two thirds."""
AT_HOME_MM, UNSEEN_MM = 0.6, 99.0
"""Rims that lie so near to where they are expected (rms) are not searched elsewhere."""


@dataclass(frozen=True, slots=True)
class Look:
    """A picture and what it shows; `reading` is None where the board is not found; `trouble` tells why."""

    registration: Registration | None
    reading: Reading | None
    map: CameraMap | None
    card: CardSeen | None = None
    trouble: str = NOT_FOUND


class StillReader:
    """Reads single pictures of a calibrated board."""

    def __init__(self, part: CameraPart) -> None:
        self.part = part
        self.reader = BoardReader(part)
        self._cards = CardReader(part)
        self.reader.lookup(part.map)  # before there are pictures: both at once need more memory

    def look(self, frame_bgr: Array) -> Look:
        """What a picture shows. A picture of another size must have the same shape."""
        height, width = frame_bgr.shape[:2]
        home = self.part.map.resized((width, height))
        registration, trouble = locate(frame_bgr, self.reader, home)
        if registration is None:
            return Look(None, None, None, trouble=trouble)
        reading = self.reader.read(frame_bgr, self.reader.lookup(registration.map), registration.map)
        card = self._cards.read(frame_bgr, registration.map)
        return Look(registration, reading, registration.map, card)


def locate(frame_bgr: Array, reader: BoardReader, home: CameraMap) -> tuple[Registration | None, str]:
    """Where the board lies in a picture, beginning with where it lay; None where it is not found, and why.

    Rims fit by chance in a picture that is nothing but noise, or cloth; what is found has to look like the board, too.
    """
    here, known = home.resized((frame_bgr.shape[1], frame_bgr.shape[0])), reader.part.markers
    if reader.board.is_track:
        markers = find_markers(frame_bgr)
        followed = follow_corners(markers, here, known)
        return followed, MIRRORED if not markers and is_mirrored(frame_bgr) else NOT_FOUND
    found, trouble = _fitting(frame_bgr, reader, home), NOT_FOUND
    if found is not None:
        lie = found.lie
        if lie.is_mirrored or lie.is_other:
            trouble = MIRRORED if lie.is_mirrored else OTHER_BOARD
        elif reader.knows(turned(found.canvas, lie.way)):
            return _lying(found, reader), ""
    told = by_markers(find_markers(frame_bgr), here, known) if known else None
    if told is None:
        return None, trouble
    return Registration(told[0], round(told[1], 3), 0, len(reader.board.holes)), ""


class _Seen(NamedTuple):
    """Where the board may lie, the picture as seen from there (a canvas, BGR), and how its wood says that it lies."""

    registration: Registration
    canvas: Array
    lie: Lie


def _seen(frame_bgr: Array, registration: Registration, reader: BoardReader) -> _Seen:
    """The picture with the board where a registration has it."""
    canvas = draw(frame_bgr, reader.lookup(registration.map))
    return _Seen(registration, canvas, reader.wood.lie(canvas))


def _lying(found: _Seen, reader: BoardReader) -> Registration:
    """The board as it lies; one that was turned and then set up anew counts as its pieces lie in the yards."""
    registration, canvas, lie = found
    if lie.way == AS_TAUGHT or reader.own_pieces(canvas) > reader.own_pieces(turned(canvas, lie.way)) + SET_UP:
        return registration
    return replace(registration, map=registration.map.moved(lie.by))


def _fitting(frame_bgr: Array, reader: BoardReader, home: CameraMap) -> _Seen | None:
    """Where the holes of the board may lie."""
    part, board = reader.part, reader.board
    # Nearly always it has not moved, and its rims tell that in a fifth of the time of a search. Some fit by chance.
    held = closely(frame_bgr, Registration(home, UNSEEN_MM, len(board.holes), len(board.holes)), board, is_held=True)
    fits = held.residual_mm < AT_HOME_MM and held.matched >= SURE_SHARE * held.expected
    # Arms and pieces hide many: fewer are enough where wood and holes look like themselves at the same places.
    some_fit = held.residual_mm < AT_HOME_MM / 2 and held.matched >= CLOSE_MATCHED * held.expected
    if fits or some_fit:
        at_home = _seen(frame_bgr, held, reader)
        if fits:
            looks_so = reader.knows(turned(at_home.canvas, at_home.lie.way), KNOWN_HERE)
        else:
            looks_so = at_home.lie.way == AS_TAUGHT and reader.knows(at_home.canvas)
        if looks_so and not at_home.lie.is_other:
            return at_home
    seen = circles_of(frame_bgr, board)
    followed = follow_circles(seen, board, home)
    if followed is not None and followed.matched >= LEAST_SEEN and followed.residual_mm < 1.4:
        explained = followed.matched
        followed = closely(frame_bgr, followed, board)
        moved = moved_mm(home, followed.map, part)
        # Under an arm half a board tells little; if the old map explains as many holes, it holds.
        as_before = len(match(home, hole_points(board), seen, REACH[-1] * board.pitch_mm)[0])
        if moved < STILL_MM or (moved < LITTLE_MM and as_before >= AS_GOOD * explained):
            held = closely(frame_bgr, replace(followed, map=home), board, is_held=True)
            return _seen(frame_bgr, held, reader)
        if followed.matched >= SURE_SHARE * followed.expected:
            moved_along = _seen(frame_bgr, followed, reader)
            if has_its_houses(reader.canvas, moved_along.canvas):
                return moved_along
    # What moved far may have been followed to the wrong holes: the whole pattern decides.
    found = register(frame_bgr, board, part.bottom, seen)
    if found is not None and found.is_good:
        elsewhere = _seen(frame_bgr, found, reader)
        if has_its_houses(reader.canvas, elsewhere.canvas):
            return elsewhere
    return at_home if fits else None


def moved_mm(before: CameraMap, now: CameraMap, part: CameraPart) -> float:
    """How far the board moved at most within its middle, in mm."""
    reach = part.board.side_mm * 0.3
    points = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach], [0.0, 0.0]])
    return float(np.linalg.norm(before.to_board(now.to_image(points)) - points, axis=1).max())
