"""The two circuit boards as data: parts, and the net at each of their pins. Made from the pin map alone.

The netlist, the schematic and the board are all written from here, and tests read them back against it.

`quarter`: 24 reed switches on three 74HC165, used four times in a chain. `carrier`: the Pico and what is plugged in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.pins import INPUTS, PinMap

REGISTER_PINS = {"A": "11", "B": "12", "C": "13", "D": "14", "E": "3", "F": "4", "G": "5", "H": "6"}
"""Pin of each input of a 74HC165 in its 16-pin case. Source: SN74HC165 datasheet (SCLS116), pin functions."""
CHAIN_CABLE = {"1": "+3V3", "2": "LOAD", "3": "GND", "4": "CLOCK", "5": "GND", "6": "DATA"}
"""Six wires from board to board; each fast one lies beside a ground."""
PICO_EDGE: Mapping[str, tuple[str, ...]] = {
    "J1": ("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
           "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    "J2": ("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
           "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
}  # fmt: skip
"""What a Pico has on its edge: J1 is pin 1 to 20, J2 pin 21 to 40. Source: Raspberry Pi Pico datasheet, pinout."""
NOT_CONNECTED = ""

CHAIN_PLUG = "Connector_Generic:Conn_02x03_Odd_Even"
SOCKET = "Connector_PinSocket_2.54mm:PinSocket_1x{:02d}_P2.54mm_Vertical"
HEADER = "Connector_PinHeader_2.54mm:PinHeader_1x{:02d}_P2.54mm_Vertical"
BOX_HEADER = "Connector_IDC:IDC-Header_2x{:02d}_P2.54mm_Vertical"
RESISTOR = "Resistor_THT:R_Axial_DIN0204_L3.6mm_D1.6mm_P7.62mm_Horizontal"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: reference, symbol and footprint in KiCad's libraries, value, and the net at each pin (empty: none)."""

    ref: str
    symbol: str
    value: str
    footprint: str
    pins: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Circuit:
    """One board's parts."""

    name: str
    title: str
    parts: tuple[Part, ...]

    def nets(self) -> dict[str, frozenset[tuple[str, str]]]:
        """The pins on each net: {net: {(reference, pin)}}."""
        found: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for pin, net in part.pins.items():
                if net != NOT_CONNECTED:
                    found.setdefault(net, set()).add((part.ref, pin))
        return {net: frozenset(pins) for net, pins in sorted(found.items())}


def quarter_circuit(pins: PinMap) -> Circuit:
    """The board of one quarter; the four are alike, so the nets are called after register and input: `U1_H`."""
    registers = [register.ref for register in pins.quarters[0].registers]
    parts = [Part("J1", CHAIN_PLUG, "to the Pico", BOX_HEADER.format(3), _cable("DATA_OUT"))]
    parts.append(Part("J2", CHAIN_PLUG, "next quarter", BOX_HEADER.format(3), _cable("DATA_IN")))
    serial = [*(f"{ref}_OUT" for ref in registers), "DATA_IN"]
    for number, ref in enumerate(registers, 1):
        parts += _register(ref, number, serial[number - 1], serial[number])
    # Low behind the last register tells the firmware that the chain is whole, and where a cable is out.
    parts.append(Part("R1", "Device:R", "10k", RESISTOR, {"1": "DATA_IN", "2": "GND"}))
    parts.append(Part("R2", "Device:R", "100", RESISTOR, {"1": serial[0], "2": "DATA_OUT"}))
    parts.append(Part("C4", "Device:C_Polarized", "10u", "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm",
                      {"1": "+3V3", "2": "GND"}))  # fmt: skip
    return Circuit("quarter", "Tastkreis quarter board: 24 reed switches", tuple(parts))


def _cable(data: str) -> dict[str, str]:
    return {pin: data if net == "DATA" else net for pin, net in CHAIN_CABLE.items()}


def _register(ref: str, number: int, data_out: str, data_in: str) -> list[Part]:
    """One 74HC165 with its pull-ups, its capacitor, and the plug of its eight reed switches."""
    nets = {letter: f"{ref}_{letter}" for letter in INPUTS}
    chip = {pin: nets[letter] for letter, pin in REGISTER_PINS.items()}
    chip |= {"1": "LOAD", "2": "CLOCK", "7": NOT_CONNECTED, "8": "GND", "9": data_out, "10": data_in, "15": "GND",
             "16": "+3V3"}  # fmt: skip
    # Odd pins are the inputs from H on, each with its ground beside it: a flat cable splits into pairs.
    plug = {str(2 * i + 1): nets[letter] for i, letter in enumerate(INPUTS)}
    plug |= {str(2 * i + 2): "GND" for i in range(len(INPUTS))}
    pull_ups = {"1": "+3V3"} | {str(i + 2): nets[letter] for i, letter in enumerate(INPUTS)}
    return [
        Part(ref, "74xx:74HC165", "74HC165", "Package_DIP:DIP-16_W7.62mm", chip),
        Part(f"RN{number}", "Device:R_Network08", "10k", "Resistor_THT:R_Array_SIP9", pull_ups),
        Part(f"C{number}", "Device:C", "100n", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", {"1": "+3V3", "2": "GND"}),
        Part(f"J{number + 2}", "Connector_Generic:Conn_02x08_Odd_Even", f"reeds of {ref}", BOX_HEADER.format(8), plug),
    ]  # fmt: skip


def carrier_circuit(pins: PinMap) -> Circuit:
    """The board that the Pico is plugged into, with a plug for everything that the pin map names."""
    gp = {f"GP{pin}": _net(what) for pin, what in pins.pins().items()}
    known = gp | {"GND": "GND", "AGND": "GND", "3V3": "+3V3", "VBUS": "+5V"}
    parts = [
        Part(ref, "Connector_Generic:Conn_01x20", f"Pico pins {'1-20' if ref == 'J1' else '21-40'}", SOCKET.format(20),
             {str(i): known.get(name, NOT_CONNECTED) for i, name in enumerate(edge, 1)})
        for ref, edge in PICO_EDGE.items()
    ]  # fmt: skip
    cable = {"+3V3": "+3V3", "GND": "GND", "LOAD": "LOAD_R", "CLOCK": "CLOCK_R", "DATA": "CHAIN_DATA"}
    parts.append(Part("J3", CHAIN_PLUG, "quarter A", BOX_HEADER.format(3),
                      {pin: cable[net] for pin, net in CHAIN_CABLE.items()}))  # fmt: skip
    plugs = _reader_plugs(pins) + _other_plugs(pins)
    parts += [_plug(f"J{number}", value, nets) for number, (value, nets) in enumerate(plugs, 4)]
    parts += [
        Part("R1", "Device:R", "47", RESISTOR, {"1": "CHAIN_CLOCK", "2": "CLOCK_R"}),
        Part("R2", "Device:R", "47", RESISTOR, {"1": "CHAIN_LOAD", "2": "LOAD_R"}),
        Part("R3", "Device:R", "330", RESISTOR, {"1": "LIGHTS", "2": "LIGHTS_R"}),
        Part("C1", "Device:C_Polarized", "100u", "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm", {"1": "+5V", "2": "GND"}),
        Part("C2", "Device:C_Polarized", "10u", "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm", {"1": "+3V3", "2": "GND"}),
    ]
    return Circuit("carrier", "Tastkreis carrier of the Raspberry Pi Pico", tuple(parts))


def _net(what: str) -> str:
    """The net of a use of the pin map: `spi1 clock` is `SPI1_CLOCK`."""
    return what.upper().replace(" ", "_")


def _reader_plugs(pins: PinMap) -> list[tuple[str, list[str]]]:
    plugs = []
    for name, reader in pins.nfc.items():
        bus = _net(f"{reader['bus']}{reader.get('i2c', reader.get('spi'))}")
        if reader["bus"] == "i2c":
            # The common modules pull their I2C lines up to their supply: never more than the Pico stands.
            plugs.append((f"reader {name}", ["GND", "+3V3", f"{bus}_SDA", f"{bus}_SCL"]))
        else:
            lines = [f"{bus}_CLOCK", f"{bus}_MISO", f"{bus}_MOSI", _net(f"reader {name} select")]
            plugs.append((f"reader {name}", [*lines, "+5V", "GND"]))
    return plugs


def _other_plugs(pins: PinMap) -> list[tuple[str, list[str]]]:
    plugs = [("buttons", ["GND", *(_net(f"button {name}") for name in pins.buttons)])]
    if pins.lights:
        plugs.append(("lights", ["+5V", "LIGHTS_R", "GND"]))
    if pins.hall:
        address = [_net(f"hall address {bit}") for bit in range(len(pins.hall["address"]))]
        bank = [_net(f"hall bank {bit}") for bit in range(len(pins.hall["bank"]))]
        plugs.append(("Hall sensors", ["+3V3", "GND", "HALL_ADC", *address, *bank]))
    return plugs


def _plug(ref: str, value: str, nets: list[str]) -> Part:
    size = len(nets)
    return Part(ref, f"Connector_Generic:Conn_01x{size:02d}", value, HEADER.format(size),
                {str(i): net for i, net in enumerate(nets, 1)})  # fmt: skip


def circuits(pins: PinMap) -> tuple[Circuit, ...]:
    """Both boards."""
    return quarter_circuit(pins), carrier_circuit(pins)
