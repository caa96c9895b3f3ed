"""Calibration out of pictures: the normal start of a game tells where the board is and what everything looks like.

The ring and the houses are empty, so every hole shows how it looks empty; four pieces lie in each yard, so every yard
shows its colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from calibration.camera_canvas import Canvas, averaged
from calibration.camera_check import has_its_houses, standing
from calibration.camera_colours import alike, learn_colours
from calibration.camera_gesture import cut_off
from calibration.camera_light import relative_to_wood
from calibration.camera_markers import learned
from calibration.camera_profile import CameraPart
from calibration.camera_register import Registration, register
from calibration.camera_table import of_one_table, refuse_misfits
from calibration.camera_track import learn_track
from calibration.errors import CannotCalibrate
from hardware.geometry import parse_board

Array = npt.NDArray[Any]


def learn(frames_bgr: Sequence[Array], geometry: str, bottom: str, names: Sequence[str] = ()) -> CameraPart:
    """Calibrates a camera from pictures of the normal start. `geometry`: the text of the board's file.

    names: of the pictures, if each of them has to fit; else those that do not fit the best one are left out.
    Raises: CannotCalibrate, which says what is wrong (`misfit`: with which picture); BadBoardFile.
    """
    board = parse_board(geometry)
    if bottom not in board.sides:
        raise CannotCalibrate("seat", f"the board {board.name} has no seat {bottom}, only {' '.join(board.sides)}")
    if len({frame.shape for frame in frames_bgr}) != 1:
        raise CannotCalibrate("size", "the pictures are of different sizes")
    if board.is_track:
        return learn_track(frames_bgr, geometry, bottom, names)
    canvas = Canvas(board)
    found = [register(frame, board, bottom) for frame in frames_bgr]
    good = [view for view in found if view is not None and view.is_good]
    if not good:
        raise CannotCalibrate("nowhere", _why_not([view for view in found if view is not None]))
    best = min(good, key=lambda view: (-view.matched, view.residual_mm))
    towards = cut_off(best.map, board)
    if towards is not None:
        seen = f"{best.expected} of {len(board.holes)} holes are in the picture"
        raise CannotCalibrate("cut-off", f"the board is cut off ({seen}); push it towards {towards}")
    shown = [view if view in good else None for view in found]
    bare = averaged(of_one_table(frames_bgr, shown, best, canvas), canvas.lookup(best.map))
    relative = relative_to_wood(canvas, bare)
    if not has_its_houses(canvas, bare):
        what = f"the ring is found, but the houses are not where {board.name} has them; is it another board, or turned?"
        raise CannotCalibrate("houses", what)
    if names:
        refuse_misfits(names, frames_bgr, shown, best, canvas)
    colours = learn_colours(canvas, relative)
    twins = alike(colours)
    # Floors without pieces look alike all over the board.
    if len(colours) < 2 or len(twins) > 1:
        raise CannotCalibrate("pieces", "no pieces are seen in the yards; four of each colour belong there")
    if twins:
        raise CannotCalibrate("alike", f"the pieces of {twins[0][0]} and {twins[0][1]} look alike")
    pieces = standing(canvas, relative, colours)
    if pieces:
        what = f"pieces seem to stand on {' '.join(pieces[:6])}; ring and houses have to be empty"
        raise CannotCalibrate("standing", what)
    markers = learned(frames_bgr[found.index(best)], best.map)
    return CameraPart(geometry, bottom, best.map, best.residual_mm, bare, colours, markers=markers)


def _why_not(views: Sequence[Registration]) -> str:
    if not views:
        return "no board is seen; the whole board has to be in the picture, with its holes empty"
    best = max(views, key=lambda view: view.matched)
    found = f"only {best.matched} of {best.expected} holes are found (left over {best.residual_mm:.1f} mm)"
    return found + "; the holes have to be empty, in good light, with no hand above them"
