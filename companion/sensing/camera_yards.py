"""How many pieces lie in each yard, as a picture shows it: a check upon what stands on the board, no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas
from calibration.camera_colours import tones
from calibration.camera_light import logarithm
from calibration.camera_profile import CameraPart

Array = npt.NDArray[Any]


class Yards:
    """Counts the pieces in the yards of one calibrated board."""

    def __init__(self, part: CameraPart, canvas: Canvas, seats: tuple[str, ...], wood_over: Array) -> None:
        """wood_over: level of the wood at each pixel of the small canvas, (N, 3) logarithms."""
        self._board, self._canvas, self._seats, self._wood_over = part.board, canvas, seats, wood_over
        self._means = np.array([part.colours[seat].mean for seat in seats])
        self._stands_out = self._distinct(part.bare)
        self._tables = self._yard_tables(part.bare)

    def counts(self, canvas_bgr: Array, states: Sequence[str], arms: Array, gain: Array) -> dict[str, int]:
        """Pieces in each yard: those that are not on the board, fewer where the yard clearly shows fewer."""
        counts = {}
        mean = gain.mean(axis=0)
        for seat, pixels, level_at, full in self._tables:
            rest = max(0, 4 - states.count(seat))
            if arms.ravel()[int(level_at[3])] or full < 0.25 or not self._stands_out[seat]:
                counts[seat] = rest
                continue
            share = self._yard_share(canvas_bgr, seat, pixels, level_at[:3] + mean)
            counts[seat] = min(rest, round(4 * min(1.0, share / full)) if share < 0.62 * full * rest / 4 else rest)
        return counts

    def filled(self, canvas_bgr: Array, gain: Array) -> float:
        """How many of the yards are filled with the pieces of their own seats, parts counted. gain: light now, (3,)."""
        told = [row for row in self._tables if row[3] >= 0.25 and self._stands_out[row[0]]]
        shares = [self._yard_share(canvas_bgr, seat, pixels, level_at[:3] + gain) / full
                  for seat, pixels, level_at, full in told]  # fmt: skip
        return float(np.clip(shares, 0.0, 1.0).sum())

    def _yard_tables(self, bare_bgr: Array) -> list[tuple[str, Array, Array, float]]:
        """Of each yard: seat, pixels, level of its wood, and the share of its pixels that four pieces fill."""
        tables = []
        for pit in self._board.pits:
            if pit.kind == "yard" and pit.seat in self._seats:
                pixels = self._canvas.around(pit.x_mm, pit.y_mm, pit.felt_radius_mm)[::4]
                number = self._canvas.small_numbers(np.array([[pit.x_mm, pit.y_mm]]))[0]
                level = self._wood_over[number]
                share = self._yard_share(bare_bgr, pit.seat, pixels, level)
                tables.append((pit.seat, pixels, np.append(level, number), share))
        return tables

    def _distinct(self, bare_bgr: Array) -> dict[str, bool]:
        """Whether the pieces of a seat are told from the floor of their yard by colour."""
        pits = [pit for pit in self._board.pits if pit.kind == "cards"]
        if not pits:
            return dict.fromkeys(self._seats, True)
        pixels = self._canvas.around(pits[0].x_mm, pits[0].y_mm, pits[0].felt_radius_mm * 0.8)
        level = self._wood_over[self._canvas.small_numbers(np.array([[pits[0].x_mm, pits[0].y_mm]]))[0]]
        floor = np.median(tones(logarithm(bare_bgr.reshape(-1, 3)[pixels]) - level), axis=0)
        return {seat: bool(np.hypot(*(mean[:2] - floor[:2])) > 0.45)
                for seat, mean in zip(self._seats, self._means, strict=True)}  # fmt: skip

    def _yard_share(self, canvas_bgr: Array, seat: str, pixels: Array, level: Array) -> float:
        seen = tones(logarithm(canvas_bgr.reshape(-1, 3)[pixels]) - level)
        k = self._seats.index(seat)
        off = ((seen - self._means[k]) / (0.22, 0.22, 0.8)) ** 2
        return float((off.sum(axis=1) < 3.0).mean())
