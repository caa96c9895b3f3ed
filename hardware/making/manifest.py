"""What was drawn from what: hashes of sources and results, so that a test knows without KiCad what is out of date.

`python -m hardware.making.manifest` writes `hardware/made/manifest.json` after everything has been drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from hardware.circuits import circuits
from hardware.pins import load_pins

HARDWARE = Path(__file__).resolve().parents[1]
MADE = HARDWARE / "made"
MANIFEST = MADE / "manifest.json"
PCB_SCRIPTS = ("netlist", "pcb", "placement", "router", "schematic")


def sources() -> Mapping[str, str]:
    """For each group of files the hash of what it is drawn from.

    The circuits count by what they say, not by how their file is written; the scripts that lay them out by their text.
    """
    scripts = [HARDWARE / "making" / f"{name}.py" for name in PCB_SCRIPTS]
    said = [f"{part}" for circuit in circuits(load_pins()) for part in circuit.parts]
    case = sorted((HARDWARE / "case").glob("*.scad"))
    return {
        "pcb": _hash([*(text.encode() for text in said), *(path.read_bytes() for path in scripts)]),
        "case": _hash([*(path.read_bytes() for path in case), (MADE / "case" / "figures.scad").read_bytes()]),
    }


def made() -> Mapping[str, str]:
    """The hash of every file under `made`, by its path there."""
    files = sorted(path for path in MADE.rglob("*") if path.is_file() and path != MANIFEST)
    return {path.relative_to(MADE).as_posix(): _hash([path.read_bytes()]) for path in files}


def stamp() -> None:
    """Writes into each report what it was made from."""
    mark = f"Sources: {sources()['pcb']}\n"
    for report in sorted([*MADE.glob("*/erc.txt"), *MADE.glob("*/drc.txt")]):
        text = report.read_text(encoding="utf-8").partition("Sources: ")[0]
        report.write_text(text + mark, encoding="utf-8")


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def main() -> None:
    """Marks the reports and writes the manifest."""
    stamp()
    told = {"sources": dict(sources()), "made": dict(made())}
    MANIFEST.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
