"""A hand over a yard, or over a goal: how a player shows the camera where a seat is.

Most boards look the same from two sides, so nobody but the players can tell which yard belongs to which seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, draw
from calibration.camera_light import Surface, small_log
from calibration.camera_map import CameraMap
from calibration.camera_profile import CameraPart
from hardware.geometry import BoardGeometry

Array = npt.NDArray[Any]

CHANGED = 0.3
"""A step of light or colour (logarithm) that shade at the edge of a hand does not make."""
COVERED, OPEN = 0.6, 0.3
"""So much of the yard a hand covers, and so little of any other."""


class HandOverYard:
    """Looks which yard a hand covers. `part`: the board as it was learned, with no hand above it."""

    def __init__(self, part: CameraPart) -> None:
        canvas = Canvas(part.board)
        self._lookup = canvas.lookup(part.map)
        self._bare = small_log(part.bare)
        self._surface = Surface(canvas)
        grid = canvas.small_mm
        self._yards = {
            seat: np.hypot(grid[..., 0] - x, grid[..., 1] - y) < radius for seat, x, y, radius in _shown(part.board)
        }

    def seat(self, frame_bgr: Array) -> str | None:
        """The seat whose yard is covered; None while none is, or more than one."""
        difference = small_log(draw(frame_bgr, self._lookup)) - self._bare
        light, _ = self._surface.fit(difference)
        changed = np.abs(difference - self._surface.over(light)).max(axis=2) > CHANGED
        shares = {seat: float(changed[yard].mean()) for seat, yard in self._yards.items()}
        best = max(shares, key=lambda seat: shares[seat], default=None)
        if best is None or shares[best] < COVERED:
            return None
        return best if all(share < OPEN for seat, share in shares.items() if seat != best) else None


def _shown(board: BoardGeometry) -> list[tuple[str, float, float, float]]:
    """What seats cover to show where they are: a yard, or a goal at the end of a track. (seat, x, y, radius in mm)."""
    if board.is_track:
        goals = zip(board.sides, (board.holes[0], board.holes[-1]), strict=True)
        return [(seat, goal.x_mm, goal.y_mm, goal.diameter_mm / 2) for seat, goal in goals]
    yards = [pit for pit in board.pits if pit.kind == "yard" and pit.seat]
    return [(str(pit.seat), pit.x_mm, pit.y_mm, pit.rim_radius_mm) for pit in yards]


def seat_below(view: CameraMap, board: BoardGeometry) -> str:
    """The seat that sits at the lower edge of a picture, as the board is mapped."""
    return seat_towards(view, board, (0.0, 1.0))


def seat_towards(view: CameraMap, board: BoardGeometry, way: tuple[float, float]) -> str:
    """The seat at that side of a picture, as the board is mapped. way: to the right and down, in pixels."""
    sides = np.array([board.turn_of(seat) for seat in board.sides])
    ends = np.stack([-np.sin(sides), np.cos(sides)], axis=1) * board.side_mm / 2
    middle = view.to_image(np.zeros((1, 2)))[0]
    return board.sides[int(((view.to_image(ends) - middle) @ np.array(way)).argmax())]


def cut_off(view: CameraMap, board: BoardGeometry) -> str | None:
    """The seat towards which a board has to be pushed to lie whole in the picture; None where it does."""
    pixels = view.to_image(np.array([(hole.x_mm, hole.y_mm) for hole in board.holes]))
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    width, height = view.size
    beyond = {(1.0, 0.0): -left, (-1.0, 0.0): right - width, (0.0, 1.0): -top, (0.0, -1.0): bottom - height}
    way = max(beyond, key=lambda each: beyond[each])
    return seat_towards(view, board, way) if beyond[way] > 0 else None


def named_from(board: BoardGeometry, below: str, shown: str, first: str) -> str:
    """The seat that sits below, once `first` has shown itself where `shown` was thought to be."""
    seats = board.sides
    return seats[(seats.index(below) - seats.index(shown) + seats.index(first)) % len(seats)]
