"""The pin map agrees with the board's geometry and with what a Pico can do, and says what is wrong with a bad one."""

import json

import pytest

from engine.tac.board.holes import LAYOUT
from hardware.errors import BadBoardFile, UnknownBoard
from hardware.geometry import load_board
from hardware.pins import INPUTS, load_pins, parse_pins, pins_text, place_names

PINS = load_pins()

# What the RP2040 can put on a pin. Source: RP2040 datasheet, GPIO functions (F1 SPI, F3 I2C).
SPI_PINS = {
    "data": {0: (0, 4, 16), 1: (8, 12)},
    "clock": {0: (2, 6, 18), 1: (10, 14)},
    "mosi": {0: (3, 7, 19), 1: (11, 15)},
}
I2C_PINS = {"sda": {0: range(0, 21, 4), 1: range(2, 27, 4)}, "scl": {0: range(1, 22, 4), 1: range(3, 28, 4)}}


def test_indices_are_those_of_geometry_and_layout():
    board = load_board(PINS.geometry)
    assert PINS.index_order == place_names(board)
    assert PINS.layout == board.layout == LAYOUT.name
    assert tuple(name[:2] for name in PINS.index_order) == tuple(LAYOUT.cell(i) for i in range(LAYOUT.size))


def test_every_place_has_one_wire():
    assert sorted(PINS.chain_index) == list(range(LAYOUT.size))
    assert sorted(PINS.channels) == sorted(PINS.index_order)


def test_each_quarter_carries_what_is_near_it():
    for number, quarter in enumerate(PINS.quarters):
        places = {place for register in quarter.registers for place in register.inputs.values()}
        seat = quarter.name
        assert places == {f"{16 * number + i:02d}" for i in range(16)} | {
            f"{seat}{i}" for i in range(1, 5)} | {f"{seat}y{i}" for i in range(1, 5)}  # fmt: skip
        assert len(quarter.registers) == 3
        assert all("".join(register.inputs) == INPUTS for register in quarter.registers)


def test_the_first_bit_is_input_h_of_the_first_register():
    assert PINS.channels[0] == PINS.quarters[0].registers[0].inputs["H"]
    assert PINS.channels[-1] == PINS.quarters[3].registers[2].inputs["A"]


def test_the_controller_can_do_it():
    chain = PINS.chain
    assert chain["clock"] in SPI_PINS["clock"][chain["spi"]]
    assert chain["data"] in SPI_PINS["data"][chain["spi"]]
    for reader in PINS.nfc.values():
        if reader["bus"] == "i2c":
            assert all(reader[key] in I2C_PINS[key][reader["i2c"]] for key in ("sda", "scl"))
        else:
            found = {"clock": reader["clock"], "data": reader["miso"], "mosi": reader["mosi"]}
            assert all(pin in SPI_PINS[key][reader["spi"]] for key, pin in found.items())


def test_no_pin_has_two_uses():
    assert len(PINS.pins()) == len(set(PINS.pins().values()))


def changed(**values):
    return json.dumps({**json.loads(pins_text()), **values})


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ("{}", "'name' is missing"),
        (changed(buttons={"done": 18}), "pin 18: is used twice: chain clock and button done"),
        (changed(buttons={"done": 23}), "button done: a Pico has no such pin: 23"),
        (changed(hall={"adc": 22, "address": [0], "bank": []}), "is used twice"),
        (changed(buttons={}, hall={"adc": 22, "address": [0], "bank": []}), "hall adc: a Pico has no such pin: 22"),
        (changed(index_order=["00"]), "place 01: has no index on the wire"),
        (changed(index_order=[*PINS.index_order, "00"]), "place 00: has two indices"),
        (changed(quarters=[json.loads(pins_text())["quarters"][0]] * 2), "place 00: is wired twice"),
    ],
)
def test_a_bad_map_is_refused_with_its_reason(text, what):
    with pytest.raises(BadBoardFile) as caught:
        parse_pins(text)
    assert what in str(caught.value)


def test_an_unknown_map():
    with pytest.raises(UnknownBoard, match="tac64"):
        load_pins("nothing")
