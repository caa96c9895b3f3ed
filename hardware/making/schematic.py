"""Draws the schematic of each board as KiCad reads it: `python3 -m hardware.making.schematic DIR`.

Every part stands apart and every pin carries the name of its net: the page can be read, and read aloud, part by part.
"""

from __future__ import annotations

import re
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.circuits import NOT_CONNECTED, Circuit, Part, circuits
from hardware.pins import load_pins

SYMBOLS = Path("/usr/share/kicad/symbols")
FLAG = "power:PWR_FLAG"
PAPER_MM = {"A3": (420.0, 297.0)}
COLUMN_MM, GAP_MM, TOP_MM, LEFT_MM = 68.58, 25.4, 30.48, 45.72
POWER = ("+3V3", "+5V", "GND")
TURN = {0: 180, 90: 270, 180: 0, 270: 90}
"""Which way a name runs from a pin that points this way."""


@dataclass(frozen=True, slots=True)
class Pin:
    """Where a pin of a symbol ends, in the symbol's own millimetres (y upwards), and which way it points."""

    number: str
    x: float
    y: float
    turn: int


def symbol_text(name: str) -> str:
    """The definition of a symbol from KiCad's library, whole, under its full name."""
    library, symbol = name.split(":")
    text = (SYMBOLS / f"{library}.kicad_sym").read_text(encoding="utf-8")
    block = _block(text, text.index(f'(symbol "{symbol}"'))
    parent = re.match(r'\(symbol "[^"]+" \(extends "([^"]+)"\)', block)
    if parent:
        whole = _block(text, text.index(f'(symbol "{parent.group(1)}"'))
        for own in re.findall(r'\(property "([^"]+)"', block):
            ours = _block(block, block.index(f'(property "{own}"'))
            start = whole.find(f'(property "{own}"')
            if start >= 0:
                whole = whole.replace(_block(whole, start), ours, 1)
        block = whole.replace(f'"{parent.group(1)}_', f'"{symbol}_').replace(f'"{parent.group(1)}"', f'"{symbol}"', 1)
    return block.replace(f'(symbol "{symbol}"', f'(symbol "{name}"', 1)


def _block(text: str, start: int) -> str:
    """The bracket that opens at `start`, to its end."""
    depth, in_words, i = 0, False, start
    while True:
        if text[i] == '"' and text[i - 1] != "\\":
            in_words = not in_words
        elif not in_words:
            depth += {"(": 1, ")": -1}.get(text[i], 0)
            if not depth:
                return text[start : i + 1]
        i += 1


def pins_of(symbol: str) -> list[Pin]:
    """The pins of a symbol's definition."""
    form = r'\(pin \w+ \w+ \(at (\S+) (\S+) (\d+)\).*?\(number "([^"]+)"'
    return [Pin(number, float(x), float(y), int(turn)) for x, y, turn, number in re.findall(form, symbol, re.S)]


def schematic(circuit: Circuit) -> str:
    """The text of a `.kicad_sch` file."""
    used = sorted({part.symbol for part in circuit.parts})
    symbols = {name: symbol_text(name) for name in [*used, FLAG]}
    fed = [net for net in POWER if net in circuit.nets()]
    flags = [Part(f"#FLG{i}", FLAG, "PWR_FLAG", "", {"1": net}) for i, net in enumerate(fed, 1)]
    parts = [*circuit.parts, *flags]
    lines = [
        "(kicad_sch (version 20211123) (generator tastkreis)",
        f'(uuid {_mark(circuit.name)}) (paper "A3") (title_block (title "{circuit.title}"))',
        "(lib_symbols", *symbols.values(), ")",
    ]  # fmt: skip
    for part, (x, y) in zip(parts, _places(parts, symbols), strict=True):
        lines += _placed(circuit, part, pins_of(symbols[part.symbol]), x, y)
    lines.append('(sheet_instances (path "/" (page "1")))')
    lines.append("(symbol_instances")
    lines += [
        f'(path "/{_mark(circuit.name, part.ref)}" (reference "{part.ref}") (unit 1) '
        f'(value "{part.value}") (footprint "{part.footprint}"))'
        for part in parts
    ]
    return "\n".join([*lines, "))", ""])


def _places(parts: list[Part], symbols: dict[str, str]) -> Iterator[tuple[float, float]]:
    """A place for each part, from top to bottom in columns."""
    x, y = LEFT_MM, TOP_MM
    for part in parts:
        heights = [pin.y for pin in pins_of(symbols[part.symbol])]
        above, below = max(heights), -min(heights)
        if y + above + below > PAPER_MM["A3"][1] - 25:
            x, y = x + COLUMN_MM, TOP_MM
        yield x, _on_grid(y + above)
        y = _on_grid(y + above + below + GAP_MM + 5.08)


def _on_grid(value: float) -> float:
    return round(round(value / 2.54) * 2.54, 2)


def _placed(circuit: Circuit, part: Part, pins: list[Pin], x: float, y: float) -> Iterator[str]:
    top, bottom = y - max(pin.y for pin in pins), y - min(pin.y for pin in pins)
    hide = " hide" if part.ref.startswith("#") else ""
    small = "(effects (font (size 1.27 1.27)){})"
    yield f'(symbol (lib_id "{part.symbol}") (at {x:g} {y:g} 0) (unit 1) (in_bom yes) (on_board yes)'
    yield f"(uuid {_mark(circuit.name, part.ref)})"
    yield f'(property "Reference" "{part.ref}" (id 0) (at {x - 6.35:g} {top - 5.08:g} 0) {small.format(hide)})'
    yield f'(property "Value" "{part.value}" (id 1) (at {x + 6.35:g} {top - 5.08:g} 0) {small.format(hide)})'
    yield f'(property "Footprint" "{part.footprint}" (id 2) (at {x:g} {bottom + 5.08:g} 0) {small.format(" hide")})'
    yield from (f'(pin "{pin.number}" (uuid {_mark(circuit.name, part.ref, pin.number)}))' for pin in pins)
    yield ")"
    for pin in pins:
        net, end = part.pins[pin.number], f"{x + pin.x:g} {y - pin.y:g}"
        mark = _mark(circuit.name, part.ref, pin.number, "name")
        if net == NOT_CONNECTED:
            yield f"(no_connect (at {end}) (uuid {mark}))"
            continue
        turn = TURN[pin.turn]
        side = "right" if turn in (180, 270) else "left"
        yield (f'(label "{net}" (at {end} {turn}) (effects (font (size 1.27 1.27)) (justify {side} bottom)) '
               f"(uuid {mark}))")  # fmt: skip


def _mark(*names: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "tastkreis/" + "/".join(names)))


def main() -> None:
    """Writes both schematics into a folder."""
    folder = Path(sys.argv[1])
    for circuit in circuits(load_pins()):
        (folder / circuit.name).mkdir(parents=True, exist_ok=True)
        (folder / circuit.name / f"{circuit.name}.kicad_sch").write_text(schematic(circuit), encoding="utf-8")


if __name__ == "__main__":
    main()
