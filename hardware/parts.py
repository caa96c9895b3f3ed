"""The parts list with prices of the right order of magnitude, and what the electronics draw.

What stands on the circuit boards is counted from the circuits, so that list and boards cannot differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.circuits import carrier_circuit, quarter_circuit
from hardware.magnets import CHOSEN, REED
from hardware.pins import PinMap
from hardware.shape import BoardGeometry
from hardware.texts import page, table

PIECES = 16
LOW_RAIL = "3.3 V"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the list; each_eur is a guess for small numbers, good to a factor of two."""

    group: str
    count: int
    name: str
    each_eur: float
    instead: str = ""

    @property
    def sum_eur(self) -> float:
        """Price of the line."""
        return self.count * self.each_eur


ON_BOARDS = {
    "74HC165": ("74HC165 shift register, DIP-16", 0.50, "not 74LS165 or 74HCT165, which want 5 V"),
    "Resistor_THT:R_Array_SIP9": ("resistor network 8 x 10 kOhm, 9 pins in a row (A103J)", 0.30, "4.7 to 47 kOhm"),
    "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm": ("capacitor 100 nF, 5 mm pitch", 0.10, ""),
    "Connector_IDC:IDC-Header_2x08_P2.54mm_Vertical": ("box header 2 x 8, 2.54 mm", 0.40, "solder the cable in"),
    "Connector_IDC:IDC-Header_2x03_P2.54mm_Vertical": ("box header 2 x 3, 2.54 mm", 0.30, "solder the cable in"),
    "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical": ("socket strip 1 x 20", 0.80, "solder the Pico in"),
}
"""Parts of the boards by value or footprint: (name, each in EUR, what will do instead)."""


def parts_list(board: BoardGeometry, pins: PinMap) -> tuple[Item, ...]:
    """Everything to buy for one table."""
    reeds = len(pins.channels)
    quarters = len(pins.quarters)
    side = f"{board.side_mm:g}"
    return (
        Item("sensing", reeds + reeds // 12, f"reed switch {REED.name} (spares counted in)", 0.80,
             "any of 10 mm glass, 20 to 25 AT; Hall sensors"),
        Item("sensing", PIECES + 2, f"magnet {CHOSEN.name}, axial", 0.20, "no other size: magnets.md tells why"),
        *_on_boards(pins),
        Item("boards", 1, f"circuit boards: {quarters} quarters, 1 carrier (makers sell five of each)", 30.0,
             "strip board; the schematic is small"),
        Item("boards", quarters * 3, "flat cable 16 wires, 0.6 m, one 2 x 8 plug", 1.50, "thin pairs of wire"),
        Item("boards", quarters, "flat cable 6 wires, 0.4 m, two 2 x 3 plugs", 1.20, ""),
        Item("computer", 1, "Raspberry Pi Pico (with Wi-Fi or without), with pins", 6.0, "Pico 2"),
        Item("computer", 1, "Raspberry Pi 4 or 5, 2 GB, with supply and card of 32 GB", 75.0, "any Linux PC"),
        Item("computer", 1, "loudspeaker with USB or a 3.5 mm plug", 15.0, "Bluetooth, if its delay can be borne"),
        Item("computer", 1, "USB cable from the Pi to the Pico", 3.0, ""),
        Item("cards", 1, "PN532 card reader, for the pit", 8.0, "none: cards are told at the phone, or inferred"),
        Item("cards", 110, "NFC sticker NTAG213, 25 mm", 0.15, "20 mm"),
        Item("keys", len(pins.buttons), "push button with a feelable cap", 1.0, "none: the phone does the same"),
        Item("wood and print", 1, "filament PLA, 0.5 kg", 10.0, "PETG; a print service"),
        Item("wood and print", 1, f"board, {side} x {side} mm, 20 mm thick, with hollows", 60.0, "that of the game"),
        Item("wood and print", 1, "screws M3 x 8, heat-shrink sleeve, double-sided tape", 10.0, ""),
    )  # fmt: skip


def _on_boards(pins: PinMap) -> Iterator[Item]:
    counts = Counter[str]()
    for circuit, times in ((quarter_circuit(pins), len(pins.quarters)), (carrier_circuit(pins), 1)):
        for part in circuit.parts:
            kind = part.value if part.value in ON_BOARDS else part.footprint
            counts[kind if kind in ON_BOARDS else "small"] += times
    for kind, (name, each, instead) in ON_BOARDS.items():
        yield Item("boards", counts[kind], name, each, instead)
    yield Item("boards", counts["small"], "resistors, electrolytic capacitors, pin strips (parts files)", 0.15)


@dataclass(frozen=True, slots=True)
class Load:
    """What something draws, in mA: usually, and at most."""

    name: str
    rail: str
    usual_ma: float
    most_ma: float
    source: str


def loads(pins: PinMap) -> tuple[Load, ...]:
    """Everything that the Pico's USB cable feeds."""
    pull_up_ma = 3.3 / 10
    readers_5v = sum(reader["bus"] == "spi" for reader in pins.nfc.values())
    readers_3v3 = len(pins.nfc) - readers_5v
    registers = len(pins.channels) // 8
    chips = registers * 0.08 + 4
    return (
        Load("Pico", "5 V", 30, 95, "Pico datasheet, power consumption"),
        Load("closed reed switches, 10 kOhm each", LOW_RAIL, PIECES * pull_up_ma, len(pins.channels) * pull_up_ma,
             "16 pieces; or all wires shorted"),
        Load(f"{registers} x 74HC165", LOW_RAIL, 1, chips, "80 uA each at rest, and the clock"),
        Load(f"{readers_3v3} card reader at the pit", LOW_RAIL, readers_3v3 * 60, readers_3v3 * 150, "PN532, field on"),
        Load(f"{readers_5v} card readers at the seats (option)", "5 V", 0, readers_5v * 150, "PN532, field on"),
        Load("lights, 20 x WS2812 (option)", "5 V", 0, 20 * 18.0, "one of three colours lit"),
    )  # fmt: skip


RAIL_3V3_MA, USB_MA, TRACK_MA = 300.0, 900.0, 900.0
"""What the Pico's 3.3 V pin may feed, a USB 3 port gives, and a track of 0.3 mm bears 10 degrees warmer.
Source: Pico datasheet, pinout; USB 3.0; IPC-2221, external layer of 35 um."""


def parts_text(board: BoardGeometry, pins: PinMap) -> str:
    """The parts list as a page."""
    items = parts_list(board, pins)
    groups = []
    for group in dict.fromkeys(item.group for item in items):
        rows = [(i.count, i.name, f"{i.each_eur:.2f}", f"{i.sum_eur:.0f}", i.instead or "-")
                for i in items if i.group == group]  # fmt: skip
        groups.append(f"## {group.capitalize()}\n\n" + table(("number", "part", "each", "together", "instead"), rows))
    total = sum(item.sum_eur for item in items)
    owned = sum(item.sum_eur for item in items if item.group == "computer" or item.name.startswith("board,"))
    return page("parts", groups="\n\n".join(groups), total_eur=total, rest_eur=total - owned)


def power_text(pins: PinMap) -> str:
    """What the electronics draw, and whether the supplies bear it."""
    found = loads(pins)
    rows = [(x.name, x.rail, f"{x.usual_ma:.0f}", f"{x.most_ma:.0f}", x.source) for x in found]
    most = sum(x.most_ma for x in found)
    return page(
        "power", table=table(("load", "from", "usually, mA", "at most, mA", "source"), rows),
        low_ma=sum(x.most_ma for x in found if x.rail == LOW_RAIL), rail_ma=RAIL_3V3_MA, most_ma=most,
        usual_ma=sum(x.usual_ma for x in found), usb_ma=USB_MA, track_ma=TRACK_MA,
        rest_ma=most - sum(x.most_ma for x in found if x.name.startswith("lights")),
    )  # fmt: skip
