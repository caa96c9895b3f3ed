"""The board turned square: every picture is first drawn as if the camera hung straight above, always at one scale.

The canvas is 672 px wide, the board with a margin of table around it. Where the holes lie on it is known once and
for all, so that reading a hole is a look into a table of pixel numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_map import CameraMap
from hardware.geometry import BoardGeometry

Array = npt.NDArray[Any]

SIDE_PX = 672
SMALL_PX = 168
"""Hands and light are looked at on a canvas of a quarter of the size."""
ROWS = 28
MARGIN = 0.07
"""Table that is drawn around the board, as a share of its side."""
INNER = 0.26
"""Radius of the disc in a hole as a share of the pitch."""
RIM = (0.3, 0.62)
"""From where to where the rim of a hole and the wood beside it are compared, as shares of the pitch."""


@dataclass(frozen=True)
class Canvas:
    """The tables for one board."""

    board: BoardGeometry

    @cached_property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return SIDE_PX / (self.board.side_mm * (1 + 2 * MARGIN))

    def pixels(self, points_mm: Array) -> Array:
        """Canvas pixels of points on the board, (N, 2) each."""
        return points_mm * self.scale + (SIDE_PX - 1) / 2

    @cached_property
    def holes_mm(self) -> Array:
        """All holes in the order of the layout, (N, 2) in mm."""
        return np.array([(hole.x_mm, hole.y_mm) for hole in self.board.holes])

    @cached_property
    def inner(self) -> Array:
        """Numbers of the pixels in the disc of each hole, (N, M)."""
        return self.discs(self.holes_mm, disc(INNER * self.board.pitch_mm * self.scale))

    @cached_property
    def rims(self) -> Array:
        """Numbers of the pixels of the rim of each hole and the wood around it, by quarters: (N, 4, M).

        The quarters look to the middle of the board, away from it, and along the ring, so that a neighbour spoils one.
        """
        turns = np.arctan2(self.holes_mm[:, 1], self.holes_mm[:, 0])
        cos, sin = np.cos(turns)[:, None, None], np.sin(turns)[:, None, None]
        x, y = self._quarters[None, ..., 0], self._quarters[None, ..., 1]
        around = np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)
        return self._numbers(self.pixels(self.holes_mm)[:, None, None] + around)

    @cached_property
    def rim_planes(self) -> Array:
        """Level and slope over the pixels of each quarter of a rim, orthonormal: (4, M, 3)."""
        terms = np.concatenate([np.ones((*self._quarters.shape[:2], 1)), self._quarters], axis=-1)
        return np.stack([np.linalg.qr(quarter)[0] for quarter in terms]).astype(np.float32)

    @cached_property
    def _quarters(self) -> Array:
        """Pixel offsets of the quarters of a rim, that on the right first: (4, M, 2)."""
        pitch = self.board.pitch_mm * self.scale
        around = disc(RIM[1] * pitch)
        around = around[np.hypot(around[:, 0], around[:, 1]) > RIM[0] * pitch]
        right = around[(around[:, 0] >= np.abs(around[:, 1])) & (around[:, 0] > around[:, 1])]
        x, y = right[:, 0], right[:, 1]
        return np.stack([np.column_stack(pair) for pair in ((x, y), (-y, x), (-x, -y), (y, -x))]).astype(np.float64)

    @cached_property
    def wood_mask(self) -> Array:
        """Where the small canvas shows bare wood of the board: bool (168, 168)."""
        grid = self.small_mm
        mask = np.asarray(self.from_edge_mm < -6)
        for hole in self.board.holes:
            mask &= np.hypot(grid[..., 0] - hole.x_mm, grid[..., 1] - hole.y_mm) > hole.diameter_mm / 2 + 3.5
        for pit in self.board.pits:
            mask &= np.hypot(grid[..., 0] - pit.x_mm, grid[..., 1] - pit.y_mm) > pit.rim_radius_mm + 4
        return mask

    @cached_property
    def small_mm(self) -> Array:
        """Board coordinates of the pixels of the small canvas, (168, 168, 2) in mm."""
        step = SIDE_PX / SMALL_PX
        axis = ((np.arange(SMALL_PX) + 0.5) * step - 0.5 - (SIDE_PX - 1) / 2) / self.scale
        return np.stack(np.meshgrid(axis, axis), axis=-1)

    @cached_property
    def from_edge_mm(self) -> Array:
        """How far the pixels of the small canvas lie outside the edge of the board (negative: inside), (168, 168)."""
        away: Array = (np.abs(self.small_mm) - np.array(self.board.half_mm)).max(axis=-1)
        return away

    def small_numbers(self, points_mm: Array) -> Array:
        """Numbers of the pixels of the small canvas at points of the board."""
        at = np.clip(np.round((self.pixels(points_mm) + 0.5) * SMALL_PX / SIDE_PX - 0.5), 0, SMALL_PX - 1).astype(int)
        numbers: Array = at[..., 1] * SMALL_PX + at[..., 0]
        return numbers

    def around(self, x_mm: float, y_mm: float, radius_mm: float) -> Array:
        """Numbers of all canvas pixels within a circle."""
        return self._numbers(self.pixels(np.array([[x_mm, y_mm]])) + disc(radius_mm * self.scale))

    def discs(self, middles_mm: Array, offsets: Array) -> Array:
        """Numbers of the pixels at `offsets` (M, 2, in pixels) around points of the board (N, 2): (N, M)."""
        # Half a pixel rounds to the even one: with it in every sum, every second offset would fall onto its neighbour.
        return self._numbers(np.round(self.pixels(middles_mm))[:, None] + offsets[None])

    def lookup(self, view: CameraMap) -> tuple[Array, Array]:
        """The tables with which `cv2.remap` draws the canvas from a picture."""
        import cv2

        axis = (np.arange(SIDE_PX) - (SIDE_PX - 1) / 2) / self.scale
        places, shares = np.empty((SIDE_PX, SIDE_PX, 2), np.int16), np.empty((SIDE_PX, SIDE_PX), np.uint16)
        for top in range(0, SIDE_PX, ROWS):  # in strips: the whole grid at once would take 50 MB
            strip = slice(top, top + ROWS)
            grid = np.stack(np.meshgrid(axis, axis[strip]), axis=-1).reshape(-1, 2)
            pixels = view.to_image(grid).reshape(-1, SIDE_PX, 2).clip(-10.0, 30000.0).astype(np.float32)
            cv2.convertMaps(pixels[..., 0], pixels[..., 1], cv2.CV_16SC2, places[strip], shares[strip])
        return places, shares

    def _numbers(self, pixels: Array) -> Array:
        at = np.clip(np.round(pixels), 0, SIDE_PX - 1).astype(np.int64)
        numbers: Array = at[..., 1] * SIDE_PX + at[..., 0]
        return numbers


def disc(radius_px: float) -> Array:
    """Pixel offsets (M, 2) within a radius."""
    reach = int(np.ceil(radius_px))
    axis = np.arange(-reach, reach + 1)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    return grid[np.hypot(grid[:, 0], grid[:, 1]) <= radius_px]


def averaged(frames_bgr: Sequence[Array], lookup: tuple[Array, Array]) -> Array:
    """The canvas of several pictures of one view, uint8 (672, 672, 3)."""
    mean: Array = np.mean([draw(frame, lookup) for frame in frames_bgr], axis=0).round().astype(np.uint8)
    return mean


def draw(frame_bgr: Array, lookup: tuple[Array, Array]) -> Array:
    """The canvas of a picture: uint8 (672, 672, 3)."""
    import cv2

    canvas = np.empty((SIDE_PX, SIDE_PX, 3), np.uint8)
    for top in range(0, SIDE_PX, ROWS):  # in strips: what OpenCV does at once then lies together in memory
        strip = slice(top, top + ROWS)
        cv2.remap(frame_bgr, lookup[0][strip], lookup[1][strip], cv2.INTER_LINEAR, canvas[strip], cv2.BORDER_REPLICATE)
    return canvas
