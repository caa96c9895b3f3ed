"""Printed markers: where the holes cannot be seen, four squares of paper tell where the board lies.

They are stuck anywhere on the rim of the board, or on the mat below it: where they lie is learned when the board is
calibrated by its holes, so nobody has to measure. A track has no holes; its four markers are smaller, and lie in its
corners (`camera_corners.py`).
Source: 4 x 4 markers of the ArUco dictionary `DICT_4X4_50`, numbers 0 to 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_map import CameraMap, of_matrix, to_unit, unbend

Array = npt.NDArray[Any]
Corners = tuple[tuple[float, float], ...]

COUNT = 4
CELLS = 6
"""A marker is so many squares wide, its black rim included."""
SIZE_MM, GAP_MM = 40.0, 30.0
PAGE_MM = (210.0, 297.0)
LEAST_MARKERS = 2
ACCEPTED_MM = 1.5


def pattern(number: int) -> Array:
    """Which squares of a marker are black: bool (6, 6)."""
    import cv2

    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(book, number, CELLS) < 128)


def markers_mm(side_mm: float = SIZE_MM) -> list[tuple[float, float]]:
    """Where the markers of a sheet lie on the page, one after the other: left and top in mm."""
    left = (PAGE_MM[0] - 2 * side_mm - GAP_MM) / 2
    places = ((number % 2, number // 2) for number in range(COUNT))
    return [(left + column * (side_mm + GAP_MM), 50.0 + row * (side_mm + GAP_MM)) for column, row in places]


def squares_mm(side_mm: float = SIZE_MM) -> list[tuple[float, float, float]]:
    """All black squares of a sheet: left and top on the page, and side, in mm."""
    step = side_mm / CELLS
    found = []
    for number, (x, y) in enumerate(markers_mm(side_mm)):
        found += [(x + column * step, y + row * step, step) for row, column in np.argwhere(pattern(number))]
    return [(float(x), float(y), float(side)) for x, y, side in found]


def find_markers(frame_bgr: Array) -> dict[int, Array]:
    """The markers in a picture: number to its four corners, (4, 2) in px."""
    import cv2

    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), how)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    found = zip(np.asarray(numbers).ravel(), corners, strict=True)
    return {int(number): np.asarray(four, np.float64).reshape(4, 2) for number, four in found if number < COUNT}


def learned(frame_bgr: Array, view: CameraMap) -> dict[int, Corners]:
    """Where the markers of a picture lie on the board, in mm."""
    return {
        number: tuple((round(float(x), 2), round(float(y), 2)) for x, y in view.to_board(corners))
        for number, corners in find_markers(frame_bgr).items()
    }


def by_markers(
    found: Mapping[int, Array], home: CameraMap, known: Mapping[int, Corners]
) -> tuple[CameraMap, float] | None:
    """The view of the board that its markers tell, and what is left over (rms, mm); None where they tell none.

    found: as `find_markers` tells them. The lens, and the size of the picture, are those of `home`. Two markers are the
    least.
    """
    import cv2

    seen = {number: corners for number, corners in found.items() if number in known}
    if len(seen) < LEAST_MARKERS:
        return None
    points = np.concatenate([np.array(known[number]) for number in seen])
    pixels = np.concatenate(list(seen.values()))
    size = home.size
    straight = unbend(to_unit(pixels, size), home.k1)
    matrix, _ = cv2.findHomography(points, straight, 0)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-15:
        return None
    view = of_matrix(np.asarray(matrix), home.k1, size)
    off = view.to_board(pixels) - points
    rms = float(np.sqrt((off**2).sum(axis=1).mean()))
    return (view, rms) if rms <= ACCEPTED_MM else None
