"""Draws everything that needs no foreign program: template, wiring, parts, power, magnets.

`python -m hardware.making.papers DIR` writes it. The tests draw it again and compare every byte.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from hardware.dxf import to_dxf
from hardware.geometry import load_board
from hardware.magnets import CHOSEN, FIELD_OF_ONE_AT_MT, MAGNETS, ONE_POLE, OTHER_PIECES, REED, STACK, Judgement, judge
from hardware.making.figures import figures
from hardware.parts import parts_text, power_text
from hardware.pdf import to_pdf
from hardware.pins import load_pins
from hardware.shape import BoardGeometry
from hardware.svg import to_svg
from hardware.template import POCKET_MM, drill_template, hollow_depth_mm, pocket_depth_mm
from hardware.texts import page, table
from hardware.wiring import wires, wiring_drawing, wiring_text


def papers() -> Mapping[str, bytes]:
    """Every file by its path below `hardware/made`."""
    pins = load_pins()
    board = load_board(pins.geometry)
    template, wiring = drill_template(board), wiring_drawing(board, pins)
    lists = [f"{w.quarter},{w.plug},{w.pair},{w.place},{w.length_mm:.0f}" for w in wires(board, pins)]
    texts = {
        "wiring.md": wiring_text(board, pins),
        "wiring.csv": "\n".join(["quarter,plug,pair,place,length_mm", *lists, ""]),
        "wiring.svg": to_svg(wiring),
        "parts.md": parts_text(board, pins),
        "power.md": power_text(pins),
        "magnets.md": magnets_text((board, load_board("tac-laser-42cm"))),
        "case/figures.scad": figures(board, pins),
        "template/drill-template.svg": to_svg(template),
        "template/drill-template.dxf": to_dxf(template),
    }
    return {name: text.encode() for name, text in texts.items()} | {"template/drill-template.pdf": to_pdf(template)}


def magnets_text(boards: tuple[BoardGeometry, ...]) -> str:
    """Which magnet, how deep and which way round, with its figures."""
    hole_mm = boards[0].holes[0].diameter_mm
    head = ("magnet", "own piece, mT", f"worst of {OTHER_PIECES} others, mT", "at", "closes by", "stays open by",
            "push of two, mN", "verdict")  # fmt: skip
    tables = [f"## {board.name}: {board.pitch_mm:g} mm from hole to hole\n\n"
              + table(head, (_row(judge(board, magnet)) for magnet in MAGNETS)) + "\n" for board in boards]  # fmt: skip
    return page(
        "magnets", magnet=CHOSEN.name, air_mm=STACK.air_mm, wood_mm=STACK.wood_mm, fold_mm=STACK.fold_mm,
        glass_mm=REED.glass_mm, gap_mm=STACK.gap_mm(REED), hole_mm=hole_mm, hollow_mm=hollow_depth_mm(hole_mm),
        pocket_mm=POCKET_MM, depth_mm=pocket_depth_mm(20, hole_mm), less_mm=hollow_depth_mm(hole_mm) + STACK.wood_mm,
        reed=REED.name, close_at=REED.close_at_most, open_at=REED.open_at_least, low_mt=FIELD_OF_ONE_AT_MT[0],
        high_mt=FIELD_OF_ONE_AT_MT[1], one_pole=ONE_POLE, tables="\n".join(tables),
    )  # fmt: skip


def _row(found: Judgement) -> tuple[str, ...]:
    verdict = "**safe**"
    if not found.is_safe:
        verdict = "may miss its own piece" if found.closes_by <= 1 else "neighbours may close it"
    return (found.magnet.name, f"{found.own_mt:.1f}", f"{found.others_mt:.2f}", found.worst, f"{found.closes_by:.2f}",
            f"{found.opens_by:.2f}", f"{found.push_mn:.1f}", verdict)  # fmt: skip


def main() -> None:
    """Writes them into a folder."""
    for name, content in papers().items():
        path = Path(sys.argv[1]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
