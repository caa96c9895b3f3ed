"""Pictures of what was drawn, to be looked at: `python -m hardware.making.pictures WORK MADE`.

WORK holds KiCad's drawings of each layer, MADE is where the pictures go.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.geometry import load_board
from hardware.making.placement import SHEETS
from hardware.picture import to_png
from hardware.pins import load_pins
from hardware.template import drill_template
from hardware.wiring import wiring_drawing

PARTS = ("foot-D", "yard-tray", "magnet-jig", "reed-jig",
         "keys", "carrier-case-bottom", "carrier-case-lid", "board-corner")  # fmt: skip
PX_PER_MM = 12
PAPER_PX_PER_MM = 3
"""The names of holes, 3.2 mm high, can be read."""
CORNER_MM = 50
"""Boards lie this far from the corner of KiCad's sheet."""
MARGIN_MM = 3
WOOD_BGR = (60, 92, 30)
SIDES = {
    "upper": (("F_Cu", (70, 150, 200)), ("F_Mask", (170, 205, 220)), ("F_Silkscreen", (250, 250, 250))),
    "lower": (("B_Cu", (70, 150, 200)), ("B_Mask", (170, 205, 220))),
}
"""Layers from below to above with their colours (blue, green, red)."""


def layer(path: Path, name: str) -> Any:
    """How much of each point a layer covers, 0 to 1, over the area of one board."""
    picture = path.with_suffix(".png")
    command = ["rsvg-convert", "--dpi-x", str(PX_PER_MM * 25.4), "--dpi-y", str(PX_PER_MM * 25.4),
               "--background-color", "white", str(path), "-o", str(picture)]  # fmt: skip
    subprocess.run(command, check=True)
    image = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)
    assert image is not None, path
    sheet, first = SHEETS[name], (CORNER_MM - MARGIN_MM) * PX_PER_MM
    width, height = sheet.width_mm + 2 * MARGIN_MM, sheet.height_mm + 2 * MARGIN_MM
    part = image[first : first + round(height * PX_PER_MM), first : first + round(width * PX_PER_MM)]
    return 1 - part.astype(np.float32) / 255


def board_picture(folder: Path, name: str, side: str) -> Any:
    """A board as it will look from one side; the lower side as if looked through the board."""
    layers = folder / "layers"
    covered = [layer(layers / f"{name}-{kind}.svg", name) for kind, _ in SIDES[side]]
    image = np.full((*covered[0].shape, 3), 255, np.float32)
    margin = MARGIN_MM * PX_PER_MM
    image[margin:-margin, margin:-margin] = WOOD_BGR
    for alpha, (kind, colour) in zip(covered, SIDES[side], strict=True):
        strength = 0.45 if kind.endswith("_Cu") else 1.0
        image += (np.array(colour, np.float32) - image) * (alpha * strength)[..., None]
    return cv2.resize(image.astype(np.uint8), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def join(folder: Path, target: Path) -> None:
    """The views of the printed parts as one picture."""
    views = [cv2.imread(str(folder / f"{name}.png")) for name in PARTS]
    for view, name in zip(views, PARTS, strict=True):
        assert view is not None, name
        cv2.putText(view, name, (10, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (40, 40, 40), 1, cv2.LINE_AA)
    half = len(views) // 2
    cv2.imwrite(str(target), np.vstack([np.hstack(views[:half]), np.hstack(views[half:])]))  # type: ignore[arg-type]


def main() -> None:
    """Writes all pictures."""
    if sys.argv[1] == "--join":
        join(Path(sys.argv[2]), Path(sys.argv[3]))
        return
    work, made = Path(sys.argv[1]), Path(sys.argv[2])
    made.mkdir(parents=True, exist_ok=True)
    for name in SHEETS:
        sides = [board_picture(work / name, name, side) for side in SIDES]
        cv2.imwrite(str(made / f"{name}.png"), np.hstack(sides), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    pins = load_pins()
    board = load_board(pins.geometry)
    (made / "drill-template.png").write_bytes(to_png(drill_template(board), PAPER_PX_PER_MM))
    (made / "wiring.png").write_bytes(to_png(wiring_drawing(board, pins), PAPER_PX_PER_MM))


if __name__ == "__main__":
    main()
