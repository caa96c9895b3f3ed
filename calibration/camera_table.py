"""Which of some pictures show one table: board and camera unmoved, and the same board.

A camera is taught by several pictures to have less noise; what shows another table has no place among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas, draw
from calibration.camera_register import CORNERS, Registration, is_same_view
from calibration.camera_wood import Wood
from calibration.errors import CannotCalibrate

Array = npt.NDArray[Any]


def of_one_table(
    frames_bgr: Sequence[Array], found: Sequence[Registration | None], best: Registration, canvas: Canvas
) -> list[Array]:
    """The pictures that show what the best one shows. found: where each shows the board; None: nowhere."""
    same = _lie_there(found, best, canvas)
    return [frame for frame, is_same in zip(frames_bgr, same, strict=True) if is_same]


def refuse_misfits(names: Sequence[str], frames_bgr: Sequence[Array], found: Sequence[Registration | None],
                   best: Registration, canvas: Canvas) -> None:  # fmt: skip
    """Each picture has to show the same table. Raises: CannotCalibrate (`misfit`), which names one that does not."""
    if None in found:
        what = "the board is not found in it; each picture has to show the normal start, with no hand above it"
        blind = found.index(None)
        raise CannotCalibrate("misfit", f"{names[blind]} does not fit: {what}", blind)
    number = found.index(best)
    there = _lie_there(found, best, canvas)
    _refuse(names, number, there, "the board lies elsewhere than in {}; board and camera may not move in between")
    if not canvas.board.is_track:
        lookup = canvas.lookup(best.map)
        wood = Wood(canvas, draw(frames_bgr[number], lookup))
        alike = [not wood.lie(draw(frame, lookup)).is_other for frame in frames_bgr]
        _refuse(names, number, alike, "its board is another one than that in {}")


def _lie_there(found: Sequence[Registration | None], best: Registration, canvas: Canvas) -> list[bool]:
    corners = CORNERS * np.array(canvas.board.half_mm)
    return [view is not None and is_same_view(view, best, corners) for view in found]


def _refuse(names: Sequence[str], number: int, same: Sequence[bool], what: str) -> None:
    """Names a picture that is not as number `number` is, or that one if most are not. Raises: CannotCalibrate."""
    if all(same):
        return
    odd, other = same.index(False), number
    if 2 * sum(same) < len(same):
        odd, other = number, odd
    raise CannotCalibrate("misfit", f"{names[odd]} does not fit: {what.format(names[other])}", odd)
