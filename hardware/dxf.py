"""A drawing as DXF (R12, the form that every cutter and drill reads), in millimetres, y upwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hardware.drawing import COLOURS, Circle, Drawing, Shape, Words

ACI = {"board": 30, "hole": 7, "pocket": 1, "felt": 5, "pilot": 1, "wire": 3, "text": 7, "frame": 8}
"""Colour numbers of the layers."""


def to_dxf(drawing: Drawing) -> str:
    """The text of a DXF file."""
    pairs: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$MEASUREMENT"), (70, 1), (0, "ENDSEC"),
        (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS)),
    ]  # fmt: skip
    for layer in COLOURS:
        pairs += [(0, "LAYER"), (2, layer.upper()), (70, 0), (62, ACI[layer]), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for shape in drawing.shapes:
        pairs += _entities(shape)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def _entities(shape: Shape) -> Iterator[tuple[int, object]]:
    layer = (8, shape.layer.upper())
    if isinstance(shape, Circle):
        yield from [(0, "CIRCLE"), layer, *_at(10, shape.middle), (40, f"{shape.radius_mm:.3f}")]
    elif isinstance(shape, Words):
        yield from [(0, "TEXT"), layer, *_at(10, shape.middle), (40, f"{shape.height_mm:g}"), (1, shape.text),
                    (50, f"{-shape.turn_deg:g}"), (72, 1), *_at(11, shape.middle), (73, 2)]  # fmt: skip
    else:
        points = (*shape.points, shape.points[0]) if shape.is_closed else shape.points
        for here, there in pairwise(points):
            yield from [(0, "LINE"), layer, *_at(10, here), *_at(11, there)]


def _at(code: int, point: tuple[float, float]) -> list[tuple[int, object]]:
    # Adding nothing makes 0 of -0.
    return [(code, f"{point[0]:.3f}"), (code + 10, f"{-point[1] + 0.0:.3f}"), (code + 20, "0.0")]
