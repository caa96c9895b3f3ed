"""Round things in a picture: the drilled holes of a board, seen from above.

An empty hole is a crescent of shade under one lamp and a bright cup under another, so its darkness says little. What
stays is its round edge.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

EDGE_GRADIENT = 60.0
VOTES = 14.0
"""Low on purpose: with 22 a tenth of the holes is lost; what is no hole is sorted out by the pattern.
Measured on rendered boards and one photograph."""
MEAN_GREY = 120.0


def find_circles(grey: Array, least_px: float, most_px: float) -> Array:
    """Circles with a radius between two bounds: (N, 2) middles in px. `grey`: uint8 picture; it is smoothed."""
    import cv2

    level = float(grey.mean())
    if 1.0 < level < MEAN_GREY * 0.8:  # a dim room: the edges get the strength that they have in daylight
        cv2.convertScaleAbs(grey, grey, alpha=min(MEAN_GREY / level, 5.0))
    cv2.medianBlur(grey, 5, grey)
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # each thread would count into a picture of its own: 5 MB and more
    found = cv2.HoughCircles(
        grey, cv2.HOUGH_GRADIENT, 1.0, minDist=max(3.0, 1.6 * least_px), param1=EDGE_GRADIENT, param2=VOTES,
        minRadius=max(2, round(least_px)), maxRadius=max(3, round(most_px)),
    )  # fmt: skip
    cv2.setNumThreads(threads)
    if found is None:
        return np.zeros((0, 2))
    return np.asarray(found, np.float64).reshape(-1, 3)[:, :2]
