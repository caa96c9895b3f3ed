"""Reads the drawings with other people's programs: `python -m hardware.making.verify MADE`."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Fails if ezdxf finds a fault in the drill template, or a printed part is not closed."""
    import ezdxf
    import trimesh

    made = Path(sys.argv[1])
    audit = ezdxf.readfile(made / "template" / "drill-template.dxf").audit()
    faults = [f"drill-template.dxf: {len(audit.errors)} errors"] if audit.errors else []
    for path in sorted((made / "case").glob("*.stl")):
        if not trimesh.load_mesh(path).is_watertight:
            faults.append(f"{path.name} is not closed")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
