"""Where the board lies in the picture, found from its own holes.

1. All round things of the right size are found; most of the ring's holes are among them, and much else.
2. Many ellipses through a few of them are tried; the ring is the one that most of them lie on.
3. An ellipse does not tell the perspective. But the holes of the ring are evenly spaced, so the perspective is the
   one that makes them so.
4. The remaining question, which hole is which, is settled by the houses and, where the pattern looks the same from
   two sides, by the seat that is said to sit at the lower edge of the picture.
5. From there all holes are matched, lens included; then their rims are looked at closely (`camera_rims.py`), and what
   is left over in millimetres is the residual.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_fit import Fit, match, refine
from calibration.camera_holes import find_circles
from calibration.camera_map import CameraMap, apply_homography, of_matrix, to_unit
from calibration.camera_pattern import find_pattern
from calibration.camera_rims import sharpened
from hardware.geometry import BoardGeometry

Array = npt.NDArray[Any]

CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
"""Of a square, clockwise, in halves of its side."""
SAME_VIEW_MM = 4.0
"""Pictures in which no corner is further from where it is in the best one show the same."""

SMALLEST_SHARE, LARGEST_SHARE = 0.42, 1.15
"""The size of the board as a share of that at which it just fits into the picture."""
ACCEPTED_MM = 1.5
"""A registration that leaves more than this (rms) is none."""
ACCEPTED_SHARE = 0.7
"""So many of the holes that should be visible have to be found."""
CLOSE_MM, CLOSE_MATCHED = 0.5, 0.5
"""Of holes that lie so close to where they are expected fewer are enough: no other pattern fits by chance so well."""
MOST_ASKEW = 50.0
"""Degrees by which the board may lie askew before the seat that is said to sit below."""
WORK_WIDTH = 1280
"""Wider pictures are shrunk for the search: holes are then still 20 px wide."""
CLOSE_SHARE = 0.8
"""A view that explains so many as the best one may be the right one."""
RESIDUAL_COST = 20.0
"""A millimetre that is left over speaks against a view as much as so many holes that are not there."""
SMALL_WIDTH, LARGER = 900, 1.6
"""In smaller pictures holes are but a few pixels wide; they are found better in a larger copy."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A board that was found: the map, what is left over (rms, mm), and how many of its holes were seen."""

    map: CameraMap
    residual_mm: float
    matched: int
    expected: int

    @property
    def is_good(self) -> bool:
        """Whether the map may be read by."""
        share = CLOSE_MATCHED if self.residual_mm <= CLOSE_MM else ACCEPTED_SHARE
        return self.residual_mm <= ACCEPTED_MM and self.matched >= share * self.expected


def is_same_view(view: Registration, best: Registration, points_mm: Array) -> bool:
    """Whether two pictures show these points of the board, (N, 2), in the same place."""
    return bool(np.abs(view.map.to_board(best.map.to_image(points_mm)) - points_mm).max() < SAME_VIEW_MM)


def hole_points(board: BoardGeometry) -> Array:
    """The holes of a board in its own order: (N, 2) in mm."""
    return np.array([(hole.x_mm, hole.y_mm) for hole in board.holes])


def work_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size at which a picture of `size` (width, height) is searched."""
    scale = min(LARGER, WORK_WIDTH / max(size)) if max(size) > WORK_WIDTH or max(size) < SMALL_WIDTH else 1.0
    return round(size[0] * scale), round(size[1] * scale)


def circles_of(frame_bgr: Array, board: BoardGeometry) -> Array:
    """Round things that may be holes of the board, in units of half the picture's diagonal."""
    import cv2

    height, width = frame_bgr.shape[:2]
    size = work_size((width, height))
    grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    if size != (width, height):
        smooth = cv2.INTER_AREA if size[0] < width else cv2.INTER_CUBIC
        grey = cv2.resize(grey, size, interpolation=smooth)
    radius = float(np.median([hole.diameter_mm for hole in board.holes])) / 2
    share = radius * _fitting(board, size)
    return to_unit(find_circles(grey, SMALLEST_SHARE * share, LARGEST_SHARE * share), size)


def register(frame_bgr: Array, board: BoardGeometry, bottom: str | None = None, circles: Array | None = None
             ) -> Registration | None:  # fmt: skip
    """Finds the board; None where it is not to be seen. `bottom`: the seat at the lower edge of the picture.

    Without `bottom` a board that looks the same from two sides may be found the wrong way round. circles: what
    `circles_of` gave for this picture, if it was asked before.
    """
    height, width = frame_bgr.shape[:2]
    seen = circles_of(frame_bgr, board) if circles is None else circles
    if len(seen) < 12:
        return None
    points = hole_points(board)
    fits: list[Fit] = []
    for start in _starts(seen, board, bottom, (width, height)):
        fit = refine(start, points, seen, board.pitch_mm)
        if fit is not None and (not fits or fit.matched > CLOSE_SHARE * fits[0].matched):
            fits.append(fit)
            fits.sort(key=lambda fit: -fit.matched)
        if fits and fits[0].matched >= 0.93 * len(points):
            return closely(frame_bgr, finished(fits[0], board), board)
    if not fits or fits[0].matched < 0.6 * len(points):
        pattern = _by_pattern(seen, board, bottom, (width, height))
        fits = [pattern, *fits] if pattern is not None else fits
    # Where the search for circles missed many holes, their rims tell which view is right.
    close = [fit for fit in fits if fit.matched > CLOSE_SHARE * fits[0].matched]
    views = [closely(frame_bgr, finished(fit, board), board) for fit in close]
    return max(views, key=lambda view: view.matched - RESIDUAL_COST * view.residual_mm, default=None)


def closely(frame_bgr: Array, found: Registration, board: BoardGeometry, is_held: bool = False) -> Registration:
    """A registration by the rims of the holes, as far as they are clear; `is_held`: only its residual is told anew."""
    import cv2

    height, width = frame_bgr.shape[:2]
    grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    fit = Fit(found.map.resized((width, height)), found.matched, found.residual_mm)
    sharp = sharpened(grey, fit, board, is_held, bends=not is_held)
    return found if sharp is None else finished(sharp, board)


def follow_circles(seen: Array, board: BoardGeometry, known: CameraMap) -> Registration | None:
    """Finds a board again among round things (in units of half the diagonal), nearly where it lay; None elsewhere."""
    fit = refine(known, hole_points(board), seen, board.pitch_mm, holds_lens=True)
    return None if fit is None else finished(fit, board)


def finished(fit: Fit, board: BoardGeometry) -> Registration:
    """A fit as a registration; holes outside the picture are not expected."""
    pixels = fit.map.to_image(hole_points(board))
    width, height = fit.map.size
    inside = (pixels[:, 0] > 0) & (pixels[:, 1] > 0) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    return Registration(fit.map, round(fit.rms_mm, 3), fit.matched, max(1, int(inside.sum())))


def _fitting(board: BoardGeometry, size: tuple[int, int]) -> float:
    """Pixels a mm at which the board just fits into a picture of this size."""
    return min(size[0] / board.half_mm[0], size[1] / board.half_mm[1]) / 2


def _by_pattern(seen: Array, board: BoardGeometry, bottom: str | None, size: tuple[int, int]) -> Fit | None:
    """The other way, for boards whose ring is no circle; a board that was not found otherwise has to fit well."""
    scale = 2 * _fitting(board, size) / math.hypot(*size)
    turn = None if bottom is None else -board.turn_of(bottom)
    points = hole_points(board)
    fit = find_pattern(seen, points, board.pitch_mm, (SMALLEST_SHARE * scale, LARGEST_SHARE * scale), size, turn)
    return fit if fit is not None and fit.matched >= 0.6 * len(points) else None


def _starts(seen: Array, board: BoardGeometry, bottom: str | None, size: tuple[int, int]) -> Iterator[CameraMap]:
    """Maps worth refining, the most promising first."""
    ring = np.array([(hole.x_mm, hole.y_mm) for hole in board.ring])
    radius = float(np.hypot(ring[:, 0], ring[:, 1]).mean())
    if np.ptp(np.hypot(ring[:, 0], ring[:, 1])) > 0.02 * radius:
        return
    points = hole_points(board)
    ranked: list[tuple[float, CameraMap]] = []
    for conic, inliers in _ellipses(seen, board, size):
        view = _evened(conic, seen[inliers], len(ring))
        scale = np.diag([1 / radius, 1 / radius, 1.0])
        for turn, askew in _turns(view, seen[inliers], ring, board, bottom):
            start = of_matrix(view @ turn @ scale, 0.0, size)
            found, _ = match(start, points, seen, 0.35 * board.pitch_mm)
            # A board of four equal quarters fits four ways; the one that lies squarely is meant.
            ranked.append((len(found) - 3 * askew, start))
    ranked.sort(key=lambda pair: -pair[0])
    yield from (start for _, start in ranked[:6])


def _ellipses(seen: Array, board: BoardGeometry, size: tuple[int, int]) -> list[tuple[Array, Array]]:
    """Ellipses that many round things lie on: (affine map of the unit circle onto it, which lie on it)."""
    short = min(size) / math.hypot(*size)  # half the shorter side in units of half the diagonal
    share = 2 * float(np.hypot(board.ring[0].x_mm, board.ring[0].y_mm)) / board.side_mm
    least, most = SMALLEST_SHARE * short * share, LARGEST_SHARE * short * share
    tolerance = 0.3 * board.pitch_mm / board.side_mm * 2 * short * 0.6
    random = np.random.default_rng(len(seen))
    count = len(seen)
    found: list[tuple[Array, Array]] = []
    picks = _picked(random, count, 5, 1600)
    affines = [affine for affine in map(_circle_to, _conics(seen[picks])) if affine is not None]
    affines += _circles(seen, random)
    scored: list[tuple[float, int, Array, float]] = []
    for affine in affines:
        axes = np.linalg.svd(affine[:2, :2], compute_uv=False)
        if not (least <= axes[1] and axes[0] <= most and axes[1] > 0.7 * axes[0]):
            continue
        wide = float(axes.mean())
        off = _off_ellipse(affine, wide, seen)
        # Six of ten of all round things can lie on a thick ring by chance; those that lie close count more.
        scored.append((float((1 - off[off < tolerance] / tolerance).sum()), len(scored), affine, wide))
    scored.sort(key=lambda entry: -entry[0])
    for _, _, affine, wide in scored:
        if all(np.linalg.norm(affine - other) > 0.03 for other, _ in found):
            found.append((affine, _off_ellipse(affine, wide, seen) < tolerance))
        if len(found) == 5:
            break
    return found


def _off_ellipse(affine: Array, wide: float, seen: Array) -> Array:
    """How far points (N, 2) are from an ellipse, the image of the unit circle under an affine map: (N,). wide: the mean
    of its half axes."""
    flat = apply_homography(np.linalg.inv(affine), seen)
    off: Array = np.abs(np.hypot(flat[:, 0], flat[:, 1]) - 1) * wide
    return off


def _conics(points: Array) -> Array:
    """Conics (a, b, c, d, e, f) of ax^2 + bxy + cy^2 + dx + ey + f = 0 through each five points: (M, 6)."""
    x, y = points[..., 0], points[..., 1]
    rows = np.stack([x * x, x * y, y * y, x, y, np.ones_like(x)], axis=-1)
    solved: Array = np.linalg.svd(rows)[2][:, -1]
    return solved


def _circle_to(conic: Array) -> Array | None:
    """The affine map that carries the unit circle onto an ellipse; None for other conics."""
    a, b, c, d, e, f = conic
    form = np.array([[a, b / 2], [b / 2, c]])
    if np.linalg.det(form) <= 1e-12:
        return None
    middle = np.linalg.solve(2 * form, [-d, -e])
    level = -(f + (d * middle[0] + e * middle[1]) / 2)
    values, vectors = np.linalg.eigh(form / level) if level else (np.array([-1.0, -1.0]), form)
    if values.min() <= 0:
        return None
    affine = np.eye(3)
    affine[:2, :2] = vectors @ np.diag(1 / np.sqrt(values)) @ vectors.T
    affine[:2, 2] = middle
    return affine


def _picked(random: np.random.Generator, count: int, each: int, times: int) -> Array:
    """Some of `count` things drawn by lot, again and again: (times, each)."""
    picks = np.empty((times, each), np.intp)
    for row in picks:
        row[:] = random.permutation(count)[:each]  # a view would keep the whole lot: 70 MB among much that is round
    return picks


def _circles(seen: Array, random: np.random.Generator) -> list[Array]:
    """Plain circles through three round things: what a camera right above sees, also of a part of a ring."""
    picks = _picked(random, len(seen), 3, 1200)
    p, q, r = seen[picks[:, 0]], seen[picks[:, 1]], seen[picks[:, 2]]
    rows = np.stack([q - p, r - p], axis=1)
    right = np.stack([((q - p) * (q + p)).sum(1), ((r - p) * (r + p)).sum(1)], axis=1) / 2
    good = np.abs(np.linalg.det(rows)) > 1e-4
    middles = np.linalg.solve(rows[good], right[good][..., None])[..., 0]
    radii = np.linalg.norm(middles - p[good], axis=1)
    found = []
    for middle, radius in zip(middles, radii, strict=True):
        affine = np.diag([radius, radius, 1.0])
        affine[:2, 2] = middle
        found.append(affine)
    return found


def _evened(affine: Array, on_ring: Array, count: int) -> Array:
    """The homography from the unit circle to the picture under which the holes are evenly spaced."""
    flat = apply_homography(np.linalg.inv(affine), on_ring)
    best, reach = np.zeros(2), 0.24
    for step in (0.04, 0.01, 0.0025):
        grid = np.arange(-reach, reach + step / 2, step)
        tries = [best + np.array([x, y]) for x in grid for y in grid if math.hypot(x, y) < 0.9]
        best = max(tries, key=lambda boost: _evenness(flat, boost, count))
        reach = step
    return affine @ _boost(best)


def _evenness(flat: Array, boost: Array, count: int) -> float:
    """How evenly points on the unit circle are spaced once a perspective is taken off: 0 to 1.

    A strong perspective has to earn its place: a short arc looks even under many.
    """
    points = apply_homography(_boost(-boost), flat)
    angles = np.arctan2(points[:, 1], points[:, 0])
    return float(abs(np.exp(1j * count * angles).mean())) - 0.5 * float(boost @ boost)


def _boost(by: Array) -> Array:
    """A homography that keeps the unit circle and moves its middle."""
    size = float(np.hypot(*by))
    if size < 1e-9:
        return np.eye(3)
    gamma = 1 / math.sqrt(1 - size * size)
    x, y = by / size
    k = gamma - 1
    return np.array([
        [1 + k * x * x, k * x * y, gamma * by[0]],
        [k * x * y, 1 + k * y * y, gamma * by[1]],
        [gamma * by[0], gamma * by[1], gamma],
    ])  # fmt: skip


def _turns(view: Array, on_ring: Array, ring: Array, board: BoardGeometry, bottom: str | None
           ) -> Iterator[tuple[Array, float]]:  # fmt: skip
    """The turns of the ring that put its holes onto the round things and suit the seat below, with how far askew."""
    flat = apply_homography(np.linalg.inv(view), on_ring)
    count = len(ring)
    phase = float(np.angle(np.exp(1j * count * np.arctan2(flat[:, 1], flat[:, 0])).mean())) / count
    first = math.atan2(ring[0, 1], ring[0, 0]) % (2 * math.pi / count)
    middle = apply_homography(view, np.zeros((1, 2)))[0]
    for number in range(count):
        angle = phase - first + number * 2 * math.pi / count
        turn = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
        askew = 0.0
        if bottom is not None:
            # As drawn, with y downwards, the board lies before its first seat.
            side = board.turn_of(bottom)
            towards = np.array([[-math.sin(side), math.cos(side)]])
            down = apply_homography(view @ turn, towards)[0] - middle
            askew = abs(math.atan2(down[0], down[1]))
        if askew < math.radians(MOST_ASKEW):
            yield turn, askew
