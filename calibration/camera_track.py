"""Calibration of a track out of pictures of its normal start: the token alone, on the space in the middle.

All spaces are made alike, so that the one that looks otherwise is the one with the token, and the others tell how that
one would look bare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, averaged, disc
from calibration.camera_colours import LIKE_FLOOR, Colour, colour_of, core_limit, from_floor, tones
from calibration.camera_corners import is_mirrored, register_corners
from calibration.camera_light import DARK, relative_to_wood, wood_level
from calibration.camera_markers import COUNT, find_markers, learned
from calibration.camera_profile import CameraPart
from calibration.camera_table import of_one_table, refuse_misfits
from calibration.camera_token import BARE_SPREAD, TOKEN, Spaces, Token, like_token
from calibration.errors import CannotCalibrate
from hardware.geometry import parse_board

Array = npt.NDArray[Any]

AROUND = 0.95
"""Around its space a leaning token is seen so far (share of the pitch)."""
CENTRAL = 0.55
"""Of the things that look otherwise there the token is the one in the middle (share of what is looked at)."""
LEAST_MM2 = 60.0
"""A token of 9 mm across; less than that is print, or a knot in the wood."""
APART = 2.6
"""A token whose colour is no further from a space's (standard deviations of the bare board) would be lost there."""
OTHER_SHARE = 0.5
"""Another space may differ from all others by so much of what the token covers."""


def learn_track(frames_bgr: Sequence[Array], geometry: str, bottom: str, names: Sequence[str] = ()) -> CameraPart:
    """Calibrates a camera from pictures of the normal start of a track. `geometry`: the text of the board's file.

    names: of the pictures, if each of them has to fit.
    Raises: CannotCalibrate, which says what is wrong; BadBoardFile.
    """
    board = parse_board(geometry)
    canvas = Canvas(board)
    markers = [find_markers(frame) for frame in frames_bgr]
    size = (frames_bgr[0].shape[1], frames_bgr[0].shape[0])
    found = [register_corners(seen, size, board, bottom) for seen in markers]
    best = min((view for view in found if view is not None), key=lambda view: view.residual_mm, default=None)
    if best is None:
        raise CannotCalibrate("nowhere", _why_not(frames_bgr[0], list(map(len, markers))))
    if names:
        refuse_misfits(names, frames_bgr, found, best, canvas)
    start = averaged(of_one_table(frames_bgr, found, best, canvas), canvas.lookup(best.map))
    relative = relative_to_wood(canvas, start)
    middle = _odd_one(canvas, relative)
    bare = _without_token(canvas, start, relative, middle)
    token, colour = _token(canvas, relative, relative_to_wood(canvas, bare), middle)
    return CameraPart(geometry, bottom, best.map, best.residual_mm, bare, {TOKEN: colour},
                      markers=learned(frames_bgr[found.index(best)], best.map), token=token)  # fmt: skip


def _why_not(first_bgr: Array, counts: Sequence[int]) -> str:
    """counts: how many markers each picture shows; the first one is looked at in a mirror, too."""
    if not counts[0] and is_mirrored(first_bgr):
        return "the camera shows a mirror image; switch that off in its settings"
    seen = max(counts)
    if seen == COUNT:
        return "four markers are seen, but not in the corners of this board; is it another board, or another sheet?"
    markers = "`tastkreis calibrate markers --board` prints them"
    return f"{seen} of {COUNT} markers are seen; one belongs into each corner of the board ({markers})"


def _cells(canvas: Canvas, relative: Array, share: float) -> Array:
    """The tones around each space, up to `share` of the pitch: (N, M, 3)."""
    offsets = disc(share * canvas.board.pitch_mm * canvas.scale)
    cells: Array = tones(relative.reshape(-1, 3)[canvas.discs(canvas.holes_mm, offsets)])
    return cells


def _differing(cells: Array, number: int) -> Array:
    """Which pixels of a space look like one of the others there, at most: bool (M,). Two things may lie there."""
    others = np.delete(cells, number, axis=0)
    differing: Array = np.partition(from_floor(cells[number][None], others), 1, axis=0)[1] > LIKE_FLOOR
    return differing


def _odd_one(canvas: Canvas, relative: Array) -> int:
    """The space in the middle, if that is the one with the token. Raises: CannotCalibrate."""
    cells = _cells(canvas, relative, 0.5)
    areas = np.array([_differing(cells, number).sum() for number in range(len(cells))]) / canvas.scale**2
    names = [hole.name for hole in canvas.board.holes]
    middle = len(names) // 2
    first, second = np.argsort(-areas)[:2]
    if areas[first] < LEAST_MM2:
        what = f"no token is seen; it belongs on {names[middle]}, and has to be of another colour than the board"
        raise CannotCalibrate("token_missing", what)
    if areas[second] > max(LEAST_MM2, OTHER_SHARE * areas[first]):
        what = f"something seems to lie on {names[second if first == middle else first]}"
        raise CannotCalibrate("token_beside", f"{what}; at the start there is nothing but the token")
    if first != middle:
        what = f"the token seems to stand on {names[first]}; at the start it belongs on {names[middle]}"
        raise CannotCalibrate("token_place", what)
    return middle


def _far(middle: int) -> list[int]:
    """Spaces around which the board looks as around the one in the middle, and last that one.

    At the ends the surrounding is another one, beside the token it is the token.
    """
    return [*range(1, middle - 1), *range(middle + 2, 2 * middle), middle]


def _blob(offsets: Array, mask: Array) -> Array:
    """That connected part of a mask (M,) over pixels at `offsets` (M, 2) of which most is in the middle: bool (M,)."""
    import cv2

    reach = int(np.abs(offsets).max())
    x, y = (offsets + reach).T
    grid: Array = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    grid[y, x] = mask
    grid = cv2.morphologyEx(grid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    labels = cv2.connectedComponents(grid, connectivity=4)[1][y, x]
    middle = labels[np.hypot(offsets[:, 0], offsets[:, 1]) < CENTRAL * reach]
    counts = np.bincount(middle, minlength=1)
    counts[0] = 0
    best: Array = labels == (int(counts.argmax()) or -1)
    return best


def _without_token(canvas: Canvas, start: Array, relative: Array, middle: int) -> Array:
    """The board at its start, the token away: its space and what is around it look as the space most like it.

    Every second space may be painted.
    """
    offsets = disc(AROUND * canvas.board.pitch_mm * canvas.scale)
    numbers = canvas.discs(canvas.holes_mm, offsets)
    inner = relative.reshape(-1, 3)[numbers[_far(middle)[:-1]]]
    own = tones(relative.reshape(-1, 3)[numbers[middle]])
    usual = inner[int(np.median(from_floor(own[None], tones(inner)), axis=1).argmin())]
    level = wood_level(canvas, start).reshape(-1, 3)[numbers[middle]]
    bare = start.copy()
    bare.reshape(-1, 3)[numbers[middle]] = np.clip(np.exp(usual + level) - DARK, 0, 255).round().astype(np.uint8)
    return bare


def _token(canvas: Canvas, relative: Array, bare: Array, middle: int) -> tuple[Token, Colour]:
    """How the token is seen. relative, bare: logarithms less the wood's with the token and without. Raises:
    CannotCalibrate."""
    offsets = disc(AROUND * canvas.board.pitch_mm * canvas.scale)
    numbers = canvas.discs(canvas.holes_mm, offsets)[middle]
    seen, floor = tones(relative.reshape(-1, 3)[numbers]), tones(bare.reshape(-1, 3)[numbers])
    other = _blob(offsets, _differing(_cells(canvas, relative, AROUND)[_far(middle)], -1))
    # At its edges a token runs into the board: of a small one that is half of what differs.
    away = from_floor(seen, floor)
    core = other & (away > core_limit(away[other])) if other.any() else other
    colour = colour_of(seen[core])
    own = np.zeros(len(seen), bool) if colour is None else other & like_token(seen, floor, colour)
    if colour is None or own.sum() / canvas.scale**2 < LEAST_MM2:
        what = "the token is not seen clearly; it has to be of another colour than the board"
        raise CannotCalibrate("token_missing", what)
    lean = np.median(offsets[own], axis=0) / canvas.scale
    spaces = Spaces(canvas, (round(float(lean[0]), 2), round(float(lean[1]), 2)))
    there = spaces.pixels
    seen, floor = tones(relative.reshape(-1, 3)[there]), tones(bare.reshape(-1, 3)[there])
    area = float(like_token(seen[middle], floor[middle], colour).sum() * spaces.mm2)
    same = np.sqrt((((floor - np.array(colour.mean)) / BARE_SPREAD) ** 2).sum(axis=2)) < APART
    shares = same.mean(axis=1)
    if area < LEAST_MM2 or shares.max() > OTHER_SHARE:
        what = f"the token looks like the board around {canvas.board.holes[int(shares.argmax())].name}"
        raise CannotCalibrate("token_alike", what)
    return Token(round(area, 1), spaces.lean_mm), colour
