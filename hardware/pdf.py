"""A drawing as a PDF in its true size, cut into A4 pages that are glued together by their marks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hardware.drawing import COLOURS, Circle, Drawing, Line, Shape, Words

PT_PER_MM = 72 / 25.4
PAGE_MM = (210.0, 297.0)
TILE_MM = (180.0, 255.0)
"""What one page shows; printers leave about 5 mm at the edges empty, and the rest carries the marks."""
MARGIN_MM = (15.0, 22.0)
BOW = 4 / 3 * math.tan(math.pi / 8)
"""A quarter of a circle as a Bezier curve: the length of its handles for radius 1."""
MIDDLE_OF_CAPITALS, MEAN_WIDTH = 0.36, 0.55
"""Of Helvetica, as shares of its size."""


def to_pdf(drawing: Drawing) -> bytes:
    """The bytes of a PDF file."""
    columns = max(1, math.ceil(drawing.width_mm / TILE_MM[0]))
    rows = max(1, math.ceil(drawing.height_mm / TILE_MM[1]))
    pages = [_page(drawing, column, row, columns, rows) for row in range(rows) for column in range(columns)]
    return pdf_of(pages, drawing.title)


def _page(drawing: Drawing, column: int, row: int, columns: int, rows: int) -> str:
    left = drawing.origin[0] + column * TILE_MM[0]
    top = drawing.origin[1] + row * TILE_MM[1]
    width, height = TILE_MM
    lines = [f"{PT_PER_MM:.6f} 0 0 {PT_PER_MM:.6f} 0 0 cm 0.2 w", "q"]
    # From here on one unit is one millimetre; y still grows upwards, so every y is turned round.
    lines.append(f"{MARGIN_MM[0]:g} {PAGE_MM[1] - MARGIN_MM[1] - height:g} {width:g} {height:g} re W n")
    lines.append(f"1 0 0 1 {MARGIN_MM[0] - left:g} {PAGE_MM[1] - MARGIN_MM[1] + top:g} cm")
    lines += [_shape(shape) for shape in drawing.shapes if _touches(shape, left, top)]
    lines += ["Q", "0 0 0 RG 0 0 0 rg", *_marks(column, row, columns, rows, drawing.title)]
    return "\n".join(lines)


def _touches(shape: Shape, left: float, top: float) -> bool:
    """Whether any of a shape may be on the tile whose left upper corner this is."""
    if isinstance(shape, Line):
        xs, ys, reach = [x for x, _ in shape.points], [y for _, y in shape.points], 1.0
    else:
        xs, ys = [shape.middle[0]], [shape.middle[1]]
        reach = shape.radius_mm if isinstance(shape, Circle) else len(shape.text) * shape.height_mm
    return (left - reach < max(xs) and min(xs) < left + TILE_MM[0] + reach
            and top - reach < max(ys) and min(ys) < top + TILE_MM[1] + reach)  # fmt: skip


def _marks(column: int, row: int, columns: int, rows: int, title: str) -> Iterator[str]:
    """Crosses at the corners of the tile, where the next page goes on, and a scale."""
    left, top = MARGIN_MM[0], PAGE_MM[1] - MARGIN_MM[1]
    for x in (left, left + TILE_MM[0]):
        for y in (top, top - TILE_MM[1]):
            yield f"{x - 5:g} {y:g} m {x + 5:g} {y:g} l {x:g} {y - 5:g} m {x:g} {y + 5:g} l S"
    name = f"row {row + 1} of {rows}, column {column + 1} of {columns}"
    yield _text(f"{title}: {name}. Glue neighbours cross on cross.", 105, PAGE_MM[1] - 12, 4.0)
    yield "55 12 m 155 12 l 55 10 m 55 14 l 155 10 m 155 14 l S"
    yield _text("This line is 100 mm long. Print at 100 percent, never 'fit to page'.", 105, 5.5, 3.5)


def _shape(shape: Shape) -> str:
    colour = COLOURS[shape.layer]
    rgb = " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))
    if isinstance(shape, Circle):
        return f"{rgb} RG {_circle(shape.middle[0], -shape.middle[1], shape.radius_mm)} S"
    if isinstance(shape, Line):
        (x, y), *others = shape.points
        path = f"{x:.3f} {-y:.3f} m " + " ".join(f"{x:.3f} {-y:.3f} l" for x, y in others)
        return f"{rgb} RG {path} {'s' if shape.is_closed else 'S'}"
    return f"{rgb} rg {_words(shape)}"


def _circle(x: float, y: float, r: float) -> str:
    k = r * BOW
    return (
        f"{x + r:.3f} {y:.3f} m {x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x:.3f} {y + r:.3f} c "
        f"{x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y:.3f} c "
        f"{x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x:.3f} {y - r:.3f} c "
        f"{x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y:.3f} c"
    )


def _words(words: Words) -> str:
    turn = -math.radians(words.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    back, down = len(words.text) * words.height_mm * MEAN_WIDTH / 2, MIDDLE_OF_CAPITALS * words.height_mm
    x = words.middle[0] - back * cos + down * sin
    y = -words.middle[1] - back * sin - down * cos
    return (f"BT /F1 {words.height_mm:g} Tf {cos:.5f} {sin:.5f} {-sin:.5f} {cos:.5f} {x:.3f} {y:.3f} Tm "
            f"({_escaped(words.text)}) Tj ET")  # fmt: skip


def _text(text: str, x: float, y: float, height: float) -> str:
    left = x - len(text) * height * MEAN_WIDTH / 2 * 0.88
    return f"BT /F1 {height:g} Tf {left:.3f} {y:g} Td ({_escaped(text)}) Tj ET"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def pdf_of(pages: list[str], title: str) -> bytes:
    """The bytes of a PDF file of A4 pages; each page is its drawing operators."""
    size = " ".join(f"{side * PT_PER_MM:.3f}" for side in PAGE_MM)
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [0 0 {size}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, page in enumerate(pages):
        font = "<< /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /Resources {font} /Contents {5 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(page.encode('cp1252'))} >>\nstream\n{page}\nendstream")
    objects.append(f"<< /Title ({_escaped(title)}) >>")
    data, places = b"%PDF-1.4\n", []
    for i, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{i} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(objects) + 1
    trailer = f"trailer << /Size {count} /Root 1 0 R /Info {count - 1} 0 R >>"
    end = f"xref\n0 {count}\n0000000000 65535 f \n{table}{trailer}\n"
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode("cp1252")
