"""A drawing as SVG, in its true size."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hardware.drawing import COLOURS, Circle, Drawing, Shape, Words

LINE_MM = 0.25


def to_svg(drawing: Drawing) -> str:
    """The text of an SVG file; one user unit is one millimetre, and each layer is a group."""
    (x, y), width, height = drawing.origin, drawing.width_mm, drawing.height_mm
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{x:g} {y:g} {width:g} {height:g}">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="#ffffff"/>',
    ]
    for layer, colour in COLOURS.items():
        shapes = [shape for shape in drawing.shapes if shape.layer == layer]
        if shapes:
            lines.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{LINE_MM}">')
            lines += [_element(shape, colour) for shape in shapes]
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _element(shape: Shape, colour: str) -> str:
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.middle[0]:.2f}" cy="{shape.middle[1]:.2f}" r="{shape.radius_mm:.3f}"/>'
    if isinstance(shape, Words):
        x, y = shape.middle
        turn = f' transform="rotate({shape.turn_deg:g} {x:.2f} {y:.2f})"' if shape.turn_deg else ""
        # A capital is about 0.72 of the size of its font high; half of that lies below the middle.
        return (
            f'<text x="{x:.2f}" y="{y + 0.36 * shape.height_mm:.2f}" font-family="sans-serif" text-anchor="middle" '
            f'font-size="{shape.height_mm:g}" fill="{colour}" stroke="none"{turn}>{escape(shape.text)}</text>'
        )
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in shape.points)
    return f'<{"polygon" if shape.is_closed else "polyline"} points="{points}"/>'
