"""Draws one circuit board with KiCad's own library: parts, tracks, ground, checks, and the files for the maker.

1. Parts are put where `placement` says, each pin on the net that `circuits` says.
2. `router` draws the tracks; both sides are filled with ground.
3. KiCad's design rule check has to be without a complaint, or nothing is written.
4. Gerber, drill and placement files and a drawing of each layer are plotted.

Runs under the system's Python, the only one that KiCad 6 brings its module for: `python3 -m hardware.making.pcb DIR`.
"""

from __future__ import annotations

import re
import sys
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pcbnew

from hardware.circuits import Circuit, Part, circuits
from hardware.making import router
from hardware.making.placement import SHEETS, Sheet
from hardware.pins import load_pins

FOOTPRINTS = Path("/usr/share/kicad/footprints")
SCREW_HOLE = "MountingHole:MountingHole_3.2mm_M3"
VIA_DRILL_MM = 0.4
LAYERS = {
    "F_Cu": pcbnew.F_Cu, "B_Cu": pcbnew.B_Cu, "F_Mask": pcbnew.F_Mask, "B_Mask": pcbnew.B_Mask,
    "F_Silkscreen": pcbnew.F_SilkS, "Edge_Cuts": pcbnew.Edge_Cuts,
}  # fmt: skip
DATES = re.compile(r"^(%TF\.CreationDate.*|G04 Created by KiCad.*|; DRILL file .*|; #@! TF\.CreationDate.*)\n", re.M)


class NotClean(Exception):
    """A board that KiCad's design rule check complains of, or with a net that is not connected."""


def mm(value: float) -> int:
    """Millimetres as KiCad counts them."""
    return int(pcbnew.FromMM(value))


def point(x: float, y: float) -> Any:
    """A place on the sheet; boards lie 50 mm from its corner."""
    return pcbnew.wxPoint(mm(x + 50), mm(y + 50))


def build(circuit: Circuit, sheet: Sheet, folder: Path) -> Any:
    """The board with its parts and nets, without tracks."""
    board = pcbnew.NewBoard(str(folder / f"{circuit.name}.kicad_pcb"))
    board.SetFileName(str(folder / f"{circuit.name}.kicad_pcb"))
    _settings(board, circuit)
    for part in circuit.parts:
        x, y, turn = sheet.parts[part.ref]
        _put(board, part.footprint, part.ref, part.value, point(x, y), turn, part)
    for i, (x, y) in enumerate(sheet.holes, 1):
        _put(board, SCREW_HOLE, f"H{i}", "M3", point(x, y), 0, None)
    _outline(board, sheet)
    for x, y, words, height in sheet.texts:
        _words(board, x, y, words, height)
    return board


def _settings(board: Any, circuit: Circuit) -> None:
    rules = board.GetDesignSettings()
    rules.m_TrackMinWidth, rules.m_MinClearance = mm(0.2), mm(0.2)
    rules.m_ViasMinSize, rules.m_CopperEdgeClearance = mm(0.6), mm(router.EDGE_MM)
    standard = rules.GetNetClasses().GetDefault()
    standard.SetClearance(mm(router.CLEARANCE_MM))
    standard.SetTrackWidth(mm(router.TRACK_MM))
    standard.SetViaDiameter(mm(router.VIA_MM))
    standard.SetViaDrill(mm(VIA_DRILL_MM))
    for name in circuit.nets():
        board.Add(pcbnew.NETINFO_ITEM(board, name))


def _put(board: Any, name: str, ref: str, value: str, where: Any, turn: float, part: Part | None) -> None:
    library, footprint = name.split(":")
    item = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), footprint)
    item.SetReference(ref)
    item.SetValue(value)
    board.Add(item)
    item.SetPosition(where)
    item.SetOrientationDegrees(turn)
    item.Value().SetVisible(False)
    if part is None:
        item.Reference().SetVisible(False)
        return
    for pad in item.Pads():
        net = part.pins.get(pad.GetNumber(), "")
        if net:
            pad.SetNet(board.FindNet(net))


def _outline(board: Any, sheet: Sheet) -> None:
    corners = [(0.0, 0.0), (sheet.width_mm, 0.0), (sheet.width_mm, sheet.height_mm), (0.0, sheet.height_mm)]
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(point(*here))
        line.SetEnd(point(*there))
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetWidth(mm(0.1))
        board.Add(line)


def _words(board: Any, x: float, y: float, words: str, height: float) -> None:
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetPosition(point(x, y))
    text.SetLayer(pcbnew.F_SilkS)
    text.SetTextSize(pcbnew.wxSize(mm(height), mm(height)))
    text.SetTextThickness(mm(height * 0.15))
    board.Add(text)


def route(board: Any, sheet: Sheet) -> None:
    """Lays the tracks; ground is left to the copper that fills both sides."""
    pads = [_pad(pad) for item in board.GetFootprints() for pad in item.Pads() if pad.GetNumber()]
    routed = router.route(sheet.width_mm, sheet.height_mm, pads, sheet.holes, ("GND",))
    for track in routed.tracks:
        copper = pcbnew.PCB_TRACK(board)
        copper.SetStart(point(*track.start))
        copper.SetEnd(point(*track.end))
        copper.SetWidth(mm(router.TRACK_MM))
        copper.SetLayer(pcbnew.B_Cu if track.side else pcbnew.F_Cu)
        copper.SetNet(board.FindNet(track.net))
        board.Add(copper)
    for net, x, y in routed.vias:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(point(x, y))
        via.SetWidth(mm(router.VIA_MM))
        via.SetDrill(mm(VIA_DRILL_MM))
        via.SetNet(board.FindNet(net))
        board.Add(via)


def _pad(pad: Any) -> router.Pad:
    middle, box = pad.GetPosition(), pad.GetBoundingBox()
    x, y = pcbnew.ToMM(middle.x) - 50, pcbnew.ToMM(middle.y) - 50
    return router.Pad(x, y, pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2, pad.GetNetname())


def pour(board: Any, sheet: Sheet) -> None:
    """Ground on both sides."""
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(board.FindNet("GND"))
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((0.6, 0.6), (sheet.width_mm - 0.6, 0.6), (sheet.width_mm - 0.6, sheet.height_mm - 0.6),
                     (0.6, sheet.height_mm - 0.6)):  # fmt: skip
            outline.Append(mm(x + 50), mm(y + 50))
        zone.SetLocalClearance(mm(0.35))
        zone.SetMinThickness(mm(0.25))
        zone.SetThermalReliefGap(mm(0.4))
        zone.SetThermalReliefSpokeWidth(mm(0.5))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        board.Add(zone)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())


def check(board: Any, folder: Path) -> None:
    """The design rule check. Raises: NotClean with KiCad's report."""
    report = folder / "drc.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = re.sub(r"\*\* (Drc report for|Created on).*\n", "", report.read_text(encoding="utf-8"))
    report.write_text(text, encoding="utf-8")
    if text.count("Found 0 ") != 3:
        raise NotClean(text)


def plot(board: Any, circuit: Circuit, folder: Path) -> None:
    """Gerber and drill files for the maker, where the parts lie, and a drawing of each layer."""
    for kind, name in ((pcbnew.PLOT_FORMAT_GERBER, "gerber"), (pcbnew.PLOT_FORMAT_SVG, "layers")):
        control = pcbnew.PLOT_CONTROLLER(board)
        options = control.GetPlotOptions()
        options.SetOutputDirectory(str(folder / name))
        options.SetPlotFrameRef(False)
        options.SetSubtractMaskFromSilk(True)
        options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.FULL_DRILL_SHAPE)
        options.SetSvgPrecision(4, False)
        for layer_name, layer in LAYERS.items():
            control.SetLayer(layer)
            control.OpenPlotfile(layer_name, kind, layer_name)
            control.PlotLayer()
        control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.CreateDrillandMapFilesSet(str(folder / "gerber"), True, False)
    lines = ["ref,value,footprint,x_mm,y_mm,turn_deg"]
    for item in sorted(board.GetFootprints(), key=lambda item: str(item.GetReference())):
        where = item.GetPosition()
        x, y = pcbnew.ToMM(where.x) - 50, pcbnew.ToMM(where.y) - 50
        name = item.GetFPID().GetLibItemName()
        lines.append(f"{item.GetReference()},{item.GetValue()},{name},{x:.2f},{y:.2f},{item.GetOrientationDegrees():g}")
    (folder / f"{circuit.name}-parts.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")


def settle(folder: Path) -> None:
    """Takes out of all files what changes from run to run: dates, and KiCad's random marks."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".kicad_prl" or "-bak" in path.name:
            path.unlink()
        elif path.is_file() and path.suffix != ".svg":
            text = DATES.sub("", path.read_text(encoding="utf-8"))
            text = re.sub(r"^(%TF\.SameCoordinates),.*$", r"\1,Original*%", text, flags=re.M)
            path.write_text(_steady_marks(text, path.stem), encoding="utf-8")


def pack(circuit: Circuit, folder: Path) -> None:
    """The Gerber and drill files as one archive, which is what makers ask for; alike from run to run."""
    with zipfile.ZipFile(folder / f"{circuit.name}-gerber.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((folder / "gerber").iterdir()):
            archive.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)


def _steady_marks(text: str, seed: str) -> str:
    known: dict[str, str] = {}

    def steady(found: re.Match[str]) -> str:
        name = found.group(1)
        known.setdefault(name, str(uuid.uuid5(uuid.NAMESPACE_URL, f"{seed} {len(known)}")))
        return f"(tstamp {known[name]})"

    return re.sub(r"\(tstamp ([0-9a-f-]{36})\)", steady, text)


def main() -> None:
    """Draws both boards into a folder."""
    # KiCad takes a relative folder as one beside the board.
    folder = Path(sys.argv[1]).resolve()
    for circuit in circuits(load_pins()):
        work = folder / circuit.name
        work.mkdir(parents=True, exist_ok=True)
        board, sheet = build(circuit, SHEETS[circuit.name], work), SHEETS[circuit.name]
        route(board, sheet)
        pour(board, sheet)
        pcbnew.SaveBoard(str(work / f"{circuit.name}.kicad_pcb"), board)
        check(board, work)
        plot(board, circuit, work)
        settle(work)
        pack(circuit, work)
        tracks = board.GetTracks()
        vias = sum(isinstance(track, pcbnew.PCB_VIA) for track in tracks)
        print(f"{circuit.name}: {len(circuit.parts)} parts, {len(circuit.nets())} nets, {len(tracks) - vias} tracks, "
              f"{vias} vias, no complaint")  # fmt: skip


if __name__ == "__main__":
    main()
