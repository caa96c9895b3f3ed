"""Boards that are found by markers in their corners: such as have no pattern of holes to be known by.

The spaces of a track lie in one line, which tells no perspective, and tiles are laid over them as the game goes on. So
four printed markers lie in the corners of the board, flush with its edges, which of them where does not matter.
1. When the board is taught all four are seen: where they are to lie tells the map, the seat below which end is which.
2. Later, markers that are seen where they were hold the map; others tell how the board was moved. Two are enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_gesture import seat_below
from calibration.camera_map import CameraMap, of_matrix, to_unit
from calibration.camera_markers import COUNT, Corners, by_markers, find_markers
from calibration.camera_register import CORNERS, Registration
from hardware.geometry import BoardGeometry

Array = npt.NDArray[Any]

SIDE_MM, PAPER_MM = 30.0, 36.0
"""A marker that lies in a corner, and the square of paper that it is printed on."""
HELD_MM = 1.0
"""A marker seen so near (rms) to where it was has not moved."""
ACCEPTED_MM = 1.5
LEAST_MOVED = 2
"""So many markers tell how a board was moved."""
LEAST_TURNED = 3
"""So many tell how it is seen after somebody knocked against the camera."""
SAME_SIZE = 0.2
"""A marker that comes out larger or smaller by this share lies in no corner of this board, or was printed too small."""
MOST_GROWN = 0.03
"""A board that was pushed on its table looks larger or smaller by no more than this."""


def corners_mm(board: BoardGeometry) -> Array:
    """Where the middles of the four markers belong, clockwise: (4, 2) in mm."""
    return CORNERS * (np.array(board.half_mm) - PAPER_MM / 2)


def register_corners(
    seen: Mapping[int, Array], size: tuple[int, int], board: BoardGeometry, bottom: str | None
) -> Registration | None:
    """Finds a board by the markers in its corners, with the lens taken for a straight one.

    What is left over is how far the corners of the markers lie (rms, mm) from squares of their size. None where fewer
    than all four are seen in a place that fits.
    seen: as `find_markers` tells them. size: (width, height) of the picture in px.
    bottom: the seat at the lower edge of the picture; without it the board may be found the wrong way round.
    """
    import cv2

    if len(seen) < COUNT:
        return None
    units = {number: to_unit(four, size) for number, four in seen.items()}
    middles = np.array([_crossing(four) for four in units.values()])
    angles = np.arctan2(*(middles - middles.mean(axis=0)).T[::-1])
    middles = middles[np.argsort(angles)]
    points = corners_mm(board)
    best: tuple[float, CameraMap] | None = None
    for first in range(COUNT):
        matrix = cv2.getPerspectiveTransform(
            points.astype(np.float32), np.roll(middles, first, axis=0).astype(np.float32)
        )
        if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-15:
            continue
        view = of_matrix(np.asarray(matrix, np.float64), 0.0, size)
        off = _unsquare([view.to_board(four) for four in seen.values()])
        # A board that looks the same from both ends lies as the seat below tells.
        is_right_way = bottom is None or seat_below(view, board) == bottom
        if off is not None and is_right_way and (best is None or off < best[0]):
            best = off, view
    return None if best is None else Registration(best[1], round(best[0], 3), COUNT, COUNT)


def is_mirrored(frame_bgr: Array) -> bool:
    """Whether a picture in which no marker can be read shows some in a mirror."""
    return bool(find_markers(np.ascontiguousarray(frame_bgr[:, ::-1])))


def follow_corners(
    found: Mapping[int, Array], home: CameraMap, known: Mapping[int, Corners]
) -> Registration | None:
    """The board by those of its markers that are seen; None where they tell nothing.

    found: as `find_markers` tells them. known: where they lie, in mm.
    """
    numbers = [number for number in found if number in known]
    if not numbers:
        return None
    points = np.concatenate([np.array(known[number]) for number in numbers])
    pixels = np.concatenate([found[number] for number in numbers])
    off = _rms(home.to_board(pixels) - points)
    if off <= HELD_MM:
        return Registration(home, round(off, 3), len(numbers), len(known))
    if len(numbers) >= LEAST_MOVED:
        moved, off = _pushed(home, points, pixels)
        if moved is not None and off <= HELD_MM:
            return Registration(moved, round(off, 3), len(numbers), len(known))
    turned = by_markers(found, home, known) if len(numbers) >= LEAST_TURNED else None
    return None if turned is None else Registration(turned[0], round(turned[1], 3), len(numbers), len(known))


def _pushed(home: CameraMap, points: Array, pixels: Array) -> tuple[CameraMap | None, float]:
    """The view of the board pushed and turned on its table, and what is left over (rms, mm)."""
    import cv2

    by, _ = cv2.estimateAffinePartial2D(points, home.to_board(pixels), method=cv2.LMEDS)
    if by is None or abs(np.hypot(by[0, 0], by[1, 0]) - 1) > MOST_GROWN:
        return None, 0.0
    view = home.moved(np.vstack([by, [0.0, 0.0, 1.0]]))
    return view, _rms(view.to_board(pixels) - points)


def _crossing(four: Array) -> Array:
    """Where the diagonals of a marker cross: its middle, aslant too."""
    a, b, c, d = four
    along = np.linalg.solve(np.column_stack([c - a, b - d]), b - a)
    crossing: Array = a + along[0] * (c - a)
    return crossing


def _unsquare(markers: list[Array]) -> float | None:
    """How far corners (4, 2, mm) lie from squares of the right size (rms, mm); None where one has another size."""
    sides = np.array([np.linalg.norm(np.roll(four, -1, axis=0) - four, axis=1) for four in markers])
    if np.abs(sides / SIDE_MM - 1).max() > SAME_SIZE:
        return None
    return float(np.sqrt(((sides - SIDE_MM) ** 2).mean()))


def _rms(off: Array) -> float:
    return float(np.sqrt((off**2).sum(axis=1).mean()))
