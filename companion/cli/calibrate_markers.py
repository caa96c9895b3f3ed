"""`tastkreis calibrate markers`: a sheet of markers to print, for boards whose holes are hard to see, or are none."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import BadInput
from companion.cli.board import read_board

HELP = "makes a sheet of four markers to print, by which a camera finds a board whose holes it cannot see"
CUT_MM = 0.2
"""How wide the lines are along which the markers are cut out."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--out", default="markers.pdf", metavar="FILE", help=".pdf or .svg (default: markers.pdf)")
    parser.add_argument("--board", metavar="FILE", help="the board's file, or its name: a track needs smaller ones")


def main(args: argparse.Namespace) -> int:
    """Writes the sheet. Raises: BadInput."""
    from calibration.camera_corners import PAPER_MM, SIDE_MM
    from calibration.camera_markers import SIZE_MM

    path = Path(args.out)
    if path.suffix.lower() not in (".pdf", ".svg"):
        raise BadInput(f"--out {args.out}: a sheet is a .pdf or an .svg file")
    is_track = args.board is not None and read_board(args.board).is_track
    side, paper = (SIDE_MM, PAPER_MM) if is_track else (SIZE_MM, 0.0)
    data = svg(side, paper) if path.suffix.lower() == ".svg" else pdf(side, paper)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadInput(f"--out {args.out}: {error.strerror}") from error
    where = "stick them onto the rim of the board, then calibrate"
    if is_track:
        where = "cut them out along the lines and stick one into each corner of the board, flush with its edges"
    print(f"{args.out}: four markers of {side:g} mm; print at 100 %, {where}")
    return 0


def svg(side_mm: float, paper_mm: float = 0.0) -> bytes:
    """A sheet as SVG, in millimetres. paper_mm: the squares to be cut out; 0 for none."""
    from calibration.camera_markers import PAGE_MM, squares_mm

    width, height = PAGE_MM
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" shape-rendering="crispEdges">',
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
    ]
    rows += [
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{side:.3f}" height="{side:.3f}"/>' for x, y, side in squares_mm(side_mm)
    ]
    rows += [
        f'<path d="M{x:.3f} {y:.3f}h{paper_mm:g}v{paper_mm:g}h-{paper_mm:g}z" fill="none" stroke="gray" '
        f'stroke-width="{CUT_MM}"/>' for x, y in _cuts(side_mm, paper_mm)
    ]  # fmt: skip
    return "\n".join([*rows, "</svg>", ""]).encode("ascii")


def pdf(side_mm: float, paper_mm: float = 0.0) -> bytes:
    """A sheet as a PDF of one page. paper_mm: the squares to be cut out; 0 for none."""
    from calibration.camera_markers import PAGE_MM, squares_mm
    from hardware.pdf import PT_PER_MM, pdf_of

    drawn = [f"{PT_PER_MM:.6f} 0 0 {PT_PER_MM:.6f} 0 0 cm 0 g"]
    drawn += [f"{x:.3f} {PAGE_MM[1] - y - side:.3f} {side:.3f} {side:.3f} re" for x, y, side in squares_mm(side_mm)]
    below = PAGE_MM[1] - paper_mm
    cuts = [f"{x:.3f} {below - y:.3f} {paper_mm:g} {paper_mm:g} re" for x, y in _cuts(side_mm, paper_mm)]
    lines = [f"0.5 G {CUT_MM} w", *cuts, "S"] if cuts else []
    return pdf_of(["\n".join([*drawn, "f", *lines])], "markers")


def _cuts(side_mm: float, paper_mm: float) -> list[tuple[float, float]]:
    """Left and top of the squares to be cut out."""
    from calibration.camera_markers import markers_mm

    rim = (paper_mm - side_mm) / 2
    return [(x - rim, y - rim) for x, y in markers_mm(side_mm)] if paper_mm else []
