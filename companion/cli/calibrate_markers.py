"""`tastkreis calibrate markers`: a sheet of markers to print, for tables on which the holes are hard to see."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import BadInput

HELP = "makes a sheet of four markers to print, by which a camera finds a board whose holes it cannot see"


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
    """The sheet as a PDF of one page."""
    from calibration.camera_markers import PAGE_MM, squares_mm
    from hardware.pdf import PT_PER_MM, pdf_of

    drawn = [f"{PT_PER_MM:.6f} 0 0 {PT_PER_MM:.6f} 0 0 cm 0 g"]
    drawn += [f"{x:.3f} {PAGE_MM[1] - y - side:.3f} {side:.3f} {side:.3f} re" for x, y, side in squares_mm()]
    return pdf_of(["\n".join([*drawn, "f"])], "markers")
