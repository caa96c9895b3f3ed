"""A drawing as a picture of points (PNG), to be looked at."""

from __future__ import annotations

from hardware.drawing import COLOURS, Circle, Drawing, Words

SHARPNESS = 4
"""OpenCV takes places in sixteenths of a point: 2 ** SHARPNESS."""


def to_png(drawing: Drawing, px_per_mm: float = 3.0) -> bytes:
    """The bytes of a PNG file."""
    import cv2
    import numpy as np

    def at(point: tuple[float, float]) -> tuple[int, int]:
        x = (point[0] - drawing.origin[0]) * px_per_mm * 2**SHARPNESS
        return round(x), round((point[1] - drawing.origin[1]) * px_per_mm * 2**SHARPNESS)

    size = (round(drawing.height_mm * px_per_mm), round(drawing.width_mm * px_per_mm), 3)
    image = np.full(size, 255, np.uint8)
    for shape in drawing.shapes:
        colour = bgr(COLOURS[shape.layer])
        if isinstance(shape, Circle):
            radius = round(shape.radius_mm * px_per_mm * 2**SHARPNESS)
            cv2.circle(image, at(shape.middle), radius, colour, 2, cv2.LINE_AA, SHARPNESS)
        elif isinstance(shape, Words):
            scale = shape.height_mm * px_per_mm / 30
            (wide, high), _ = cv2.getTextSize(shape.text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
            x, y = at(shape.middle)
            corner = ((x >> SHARPNESS) - wide // 2, (y >> SHARPNESS) + high // 2)
            cv2.putText(image, shape.text, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)
        else:
            points = np.array([at(point) for point in shape.points], np.int32)
            cv2.polylines(image, [points], shape.is_closed, colour, 2, cv2.LINE_AA, SHARPNESS)
    return bytes(cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes())


def bgr(colour: str) -> tuple[int, int, int]:
    """A colour `#rrggbb` as OpenCV counts it: blue, green, red."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)
