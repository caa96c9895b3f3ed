"""Writes the netlist of both boards with skidl and checks them electrically: `python3 -m hardware.making.netlist DIR`.

A board with an error or a warning is not written. Uses the symbols of KiCad 6.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from pathlib import Path

from hardware.circuits import NOT_CONNECTED, Circuit, circuits
from hardware.pins import load_pins

SYMBOLS = "/usr/share/kicad/symbols"
POWER = ("+3V3", "+5V", "GND")
CHANGING = re.compile(r'^\s*\((date|source|tool) ".*"\)\n', re.M)


class NotClean(Exception):
    """A circuit that skidl complains of."""


def netlist(circuit: Circuit) -> tuple[str, str]:
    """(netlist, report of the electrical rules check) of one board. Raises: NotClean."""
    # skidl looks for the symbols, and opens its logs, while it is imported.
    os.environ.update({f"KICAD{version}_SYMBOL_DIR": SYMBOLS for version in ("", 6, 7, 8, 9, 10)})
    import skidl

    skidl.set_default_tool(skidl.KICAD6)
    skidl.lib_search_paths[skidl.KICAD6] = [SYMBOLS]
    board = skidl.Circuit()
    nets = {name: skidl.Net(name, circuit=board) for name in circuit.nets()}
    for name in POWER:
        if name in nets:
            nets[name].drive = skidl.POWER
    for part in circuit.parts:
        library, symbol = part.symbol.split(":")
        item = skidl.Part(library, symbol, ref=part.ref, value=part.value, footprint=part.footprint, tag=part.ref,
                          circuit=board)  # fmt: skip
        found = {pin.num for pin in item.pins}
        if found != set(part.pins):
            raise NotClean(f"{part.ref}: the symbol has pins {sorted(found)}, the circuit {sorted(part.pins)}")
        for number, net in part.pins.items():
            item[number] += board.NC if net == NOT_CONNECTED else nets[net]
    board.ERC()
    errors, warnings = skidl.erc_logger.error.count, skidl.erc_logger.warning.count
    text = CHANGING.sub("", board.generate_netlist(file_=os.devnull))
    report = f"{circuit.name}: {len(circuit.parts)} parts, {len(nets)} nets, {errors} errors, {warnings} warnings\n"
    if errors or warnings:
        raise NotClean(report)
    return text, report


def main() -> None:
    """Writes both boards into a folder."""
    folder = Path(sys.argv[1]).resolve()
    for circuit in circuits(load_pins()):
        # skidl leaves its logs and a copy of the symbols wherever it runs.
        with tempfile.TemporaryDirectory() as work, contextlib.chdir(work):
            text, report = netlist(circuit)
        (folder / circuit.name).mkdir(parents=True, exist_ok=True)
        (folder / circuit.name / f"{circuit.name}.net").write_text(text, encoding="utf-8")
        (folder / circuit.name / "erc.txt").write_text(report, encoding="utf-8")
        print(report, end="")


if __name__ == "__main__":
    main()
