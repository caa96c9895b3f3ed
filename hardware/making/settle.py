"""Puts what KiCad and OpenSCAD write in an arbitrary order into a fixed one, so that drawing anew changes nothing.

`python -m hardware.making.settle MADE`
"""

from __future__ import annotations

import re
import struct
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

SORTED = ("footprint", "gr_line", "gr_text", "segment", "via", "zone")
INNER = ("fp_text", "fp_line", "fp_circle", "fp_arc", "fp_poly", "pad")
MARK = re.compile(r"\(tstamp ([0-9a-f-]{36})\)")
HEAD_BYTES, COUNT_BYTES, TRIANGLE_BYTES = 80, 4, 50


def settled_board(text: str) -> str:
    """A board file with its items sorted by what they say, and KiCad's random marks counted through."""
    text = _sort(text, 2, SORTED, lambda block: _sort(block, 4, INNER, str))
    known: dict[str, str] = {}

    def steady(found: re.Match[str]) -> str:
        known.setdefault(found[1], str(uuid.uuid5(uuid.NAMESPACE_URL, f"board {len(known)}")))
        return f"(tstamp {known[found[1]]})"

    return MARK.sub(steady, text)


def _sort(text: str, indent: int, kinds: tuple[str, ...], inner: Callable[[str], str]) -> str:
    """Sorts the blocks of these kinds that begin at this indent; each begins a line and ends with its last bracket."""
    begin = " " * indent + "("
    other: list[str] = []
    blocks: dict[str, list[str]] = {kind: [] for kind in kinds}
    current: list[str] = []
    depth = 0
    for line in text.split("\n"):
        kind = line[len(begin) :].split(" ", 1)[0] if line.startswith(begin) else ""
        if not current and kind not in kinds:
            other.append(line)
            continue
        current.append(line)
        depth += _depth(line)
        if depth == 0:
            blocks[current[0][len(begin) :].split(" ", 1)[0]].append(inner("\n".join(current)))
            current = []
    found = [block for kind in kinds for block in sorted(blocks[kind], key=lambda block: MARK.sub("", block))]
    # What is no item stands before them; the last bracket stays last.
    end = max(i for i, line in enumerate(other) if line.strip())
    return "\n".join([*other[:end], *found, *other[end:]])


def _depth(text: str) -> int:
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    return bare.count("(") - bare.count(")")


def settled_stl(data: bytes) -> bytes:
    """A binary STL with its triangles sorted; each begins with its smallest corner and turns the same way as before."""
    (count,) = struct.unpack_from("<I", data, HEAD_BYTES)
    first = HEAD_BYTES + COUNT_BYTES
    triangles = [data[first + i * TRIANGLE_BYTES : first + (i + 1) * TRIANGLE_BYTES] for i in range(count)]
    return bytes(HEAD_BYTES) + struct.pack("<I", count) + b"".join(sorted(map(_turned, triangles)))


def _turned(triangle: bytes) -> bytes:
    corners = [triangle[12 + 12 * i : 24 + 12 * i] for i in range(3)]
    lowest = corners.index(min(corners))
    return triangle[:12] + b"".join(corners[lowest:] + corners[:lowest]) + bytes(2)


def main() -> None:
    """Settles every file of a folder."""
    made = Path(sys.argv[1])
    for path in sorted(made.rglob("*.kicad_pcb")):
        path.write_text(settled_board(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path in sorted(made.rglob("*.stl")):
        path.write_bytes(settled_stl(path.read_bytes()))


if __name__ == "__main__":
    main()
