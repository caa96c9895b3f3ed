"""Paints over a picture what was seen on it, so that people can see why the companion thinks what it says."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_profile import CameraPart
from calibration.camera_register import hole_points
from companion.sensing.camera_reading import COVERED, EMPTY, UNKNOWN
from companion.sensing.camera_still import Look

Array = npt.NDArray[Any]

INKS = {EMPTY: (255, 255, 255), COVERED: (160, 160, 160), UNKNOWN: (0, 255, 255)}
SEAT_INK = (255, 0, 255)


def drawing(frame_bgr: Array, look: Look, part: CameraPart) -> Array:
    """The picture with a circle around each hole, and the seat whose piece was seen in it."""
    import cv2

    picture = frame_bgr.copy()
    if look.map is None or look.reading is None:
        cv2.putText(picture, "no board found", (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 255), 2, cv2.LINE_AA)
        return picture
    radius = max(3, round(look.map.scale_px_per_mm() * part.board.pitch_mm * 0.42))
    pixels = look.map.to_image(hole_points(part.board))
    for (x, y), state in zip(pixels, look.reading.states, strict=True):
        at = (round(float(x)), round(float(y)))
        cv2.circle(picture, at, radius, INKS.get(state, SEAT_INK), 2, cv2.LINE_AA)
        if state != EMPTY:
            text = state if len(state) == 1 else {COVERED: "-"}.get(state, "?")
            cv2.putText(picture, text, (at[0] + radius, at[1] - radius // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5,
                        INKS.get(state, SEAT_INK), 1, cv2.LINE_AA)  # fmt: skip
    if look.card is not None:
        text = f"{look.card.face} {look.card.chance:.2f}"
        cv2.putText(picture, text, (20, picture.shape[0] - 20), cv2.FONT_HERSHEY_SIMPLEX, 1.0, SEAT_INK, 2, cv2.LINE_AA)
    return np.asarray(picture)


def save_drawing(path: str | os.PathLike[str], frame_bgr: Array, look: Look, part: CameraPart) -> None:
    """Writes the painted picture as JPEG. Raises: OSError."""
    import cv2

    data = cv2.imencode(".jpg", drawing(frame_bgr, look, part), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    with open(path, "wb") as file:
        file.write(data.tobytes())
