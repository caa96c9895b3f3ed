"""`tastkreis calibrate markers`: a sheet of markers to print, for tables on which the holes are hard to see."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import BadInput

HELP = "makes a sheet of four markers to print, by which a camera finds a board whose holes it cannot see"
POINTS_PER_MM = 72 / 25.4


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--out", default="markers.pdf", metavar="FILE", help=".pdf or .svg (default: markers.pdf)")


def main(args: argparse.Namespace) -> int:
    """Writes the sheet. Raises: BadInput."""
    path = Path(args.out)
    if path.suffix.lower() not in (".pdf", ".svg"):
        raise BadInput(f"--out {args.out}: a sheet is a .pdf or an .svg file")
    data = svg() if path.suffix.lower() == ".svg" else pdf()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadInput(f"--out {args.out}: {error.strerror}") from error
    print(f"{args.out}: four markers of 40 mm; print at 100 %, stick them onto the rim of the board, then calibrate")
    return 0


def svg() -> bytes:
    """The sheet as SVG, in millimetres."""
    from calibration.camera_markers import PAGE_MM, squares_mm

    width, height = PAGE_MM
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" shape-rendering="crispEdges">',
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
    ]
    rows += [
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{side:.3f}" height="{side:.3f}"/>' for x, y, side in squares_mm()
    ]
    return "\n".join([*rows, "</svg>", ""]).encode("ascii")


def pdf() -> bytes:
    """The sheet as a PDF of one page. Source: ISO 32000-1, 7.5 (file structure), 8.5 (paths)."""
    from calibration.camera_markers import PAGE_MM, squares_mm

    unit = POINTS_PER_MM
    width, height = (side * unit for side in PAGE_MM)
    drawn = "0 g\n" + "".join(
        f"{x * unit:.3f} {height - (y + side) * unit:.3f} {side * unit:.3f} {side * unit:.3f} re\n"
        for x, y, side in squares_mm()
    ) + "f\n"  # fmt: skip
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 4 0 R /Resources << >> >>",
        f"<< /Length {len(drawn)} >>\nstream\n{drawn}endstream",
    ]
    text, starts = "%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        starts.append(len(text))
        text += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{text.index('xref')}\n%%EOF\n"
    return (text + trailer).encode("ascii")
