"""A board at the Pi's own pins: gpiozero's mock pins with shift registers and bouncing contacts behind them."""

import json
import queue
import re
import sys
import time
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.inputs import Button, Cable, Fault, Hello, OccupancyFrame
from companion.sensing import gpio_board
from companion.sensing.errors import BadGpioFile, NoPins, PortInUse
from companion.sensing.gpio_board import GpioBoard
from companion.sensing.gpio_settings import Encoder, GpioSettings, load_gpio
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder, read_trace
from engine.tac.board.holes import LAYOUT
from hardware.pins import load_pins

PINS = load_pins()
LOAD, CLOCK, DATA, DONE, A, B = 8, 11, 9, 5, 20, 21
SETTINGS = GpioSettings("pi-1", LOAD, CLOCK, DATA, buttons={"done": DONE}, encoder=Encoder(A, B))
PATIENCE_S = 60.0


class Registers:
    """Twelve 74HC165 behind two outputs and one input of a mock factory."""

    def __init__(self, factory):
        registers = self
        self.inputs, self.bits, self.is_cut = [1] * 96, [1] * 96, False

        class Load(MockPin):
            def _set_state(self, value):
                super()._set_state(value)
                if not value:
                    registers.bits = [*registers.inputs]
                    registers.show()

        class Clock(MockPin):
            def _set_state(self, value):
                is_rising = value and not self._state
                super()._set_state(value)
                if is_rising:
                    registers.bits = [*registers.bits[1:], 0]
                    registers.show()

        factory.pin(LOAD, pin_class=Load)
        factory.pin(CLOCK, pin_class=Clock)
        self.data = factory.pin(DATA)

    def show(self):
        level = 0 if self.is_cut else self.bits[0]
        (self.data.drive_high if level else self.data.drive_low)()

    def magnet(self, place, is_on):
        self.inputs[PINS.channels.index(place)] = 0 if is_on else 1


class Table:
    """The driver, driven scan by scan in a time of its own; `heard` is what it delivered."""

    def __init__(self, record=None, settings=SETTINGS, **options):
        self.factory, self.now, self.heard = MockFactory(), 100.0, []
        self.registers = Registers(self.factory)
        self.reader = SentenceReader(LAYOUT, {}, source="gpio", **options)
        self.board = GpioBoard(settings, PINS.chain_index, self.reader, self.heard.append, lambda: self.now, record,
                               self.factory)  # fmt: skip
        # Without its thread: the test is the clock.
        self.board._thread = SimpleNamespace(start=lambda: None, is_alive=lambda: False)
        self.board.start()
        self.board._scanned = self.now
        self.board._begin()

    def scan(self, times=1, every_s=0.005):
        for _ in range(times):
            self.now += every_s
            self.board.scan(self.now)

    def of(self, kind):
        return [each for each in self.heard if isinstance(each, kind)]

    def pictures(self):
        shown = [each.occupied for each in self.of(OccupancyFrame)]
        return [each for number, each in enumerate(shown) if number == 0 or each != shown[number - 1]]


@pytest.fixture
def table():
    table = Table()
    yield table
    table.board.close()
    table.factory.reset()


def test_it_names_itself_like_any_board(table):
    assert isinstance(table.heard[0], Cable)
    assert (table.heard[1].board, table.heard[1].layout, table.heard[1].mask) == ("pi-1", "tac64", (1 << 96) - 1)
    assert table.heard[2].occupied == 0


def test_every_place_has_its_index(table):
    for index, name in enumerate(PINS.index_order):
        table.registers.magnet(name, True)
        table.scan(8)
        assert table.of(OccupancyFrame)[-1].occupied == 1 << index
        table.registers.magnet(name, False)
        table.scan(8)


def test_a_contact_that_bounces_is_one_change_and_a_brush_is_none(table):
    for level in (1, 0, 1, 0, 0, 1, 1):
        table.registers.magnet("05", level)
        table.scan()
    table.scan(8)
    assert table.pictures() == [0, 1 << 5]
    table.registers.magnet("06", True)
    table.scan(3)
    table.registers.magnet("06", False)
    table.scan(8)
    assert table.pictures() == [0, 1 << 5]


def test_a_heartbeat_every_second(table):
    before = len(table.of(OccupancyFrame))
    table.scan(610)
    assert len(table.of(OccupancyFrame)) == before + 3


def test_a_computer_that_was_busy_elsewhere_has_not_seen_it_rest(table):
    table.registers.magnet("05", True)
    table.scan()
    table.scan(1, every_s=5.0)
    table.registers.magnet("05", False)
    table.scan(10)
    assert table.pictures() in ([0], [0, 1 << 5, 0])
    assert table.of(OccupancyFrame)[-1].occupied == 0


def test_buttons(table):
    pin = table.factory.pin(DONE)
    for is_down in (True, False, True, True, True, True, True, True, True, False, False, False, False, False, False):
        (pin.drive_low if is_down else pin.drive_high)()
        table.scan()
    assert [(each.name, each.is_down) for each in table.of(Button)] == [("done", True), ("done", False)]


@pytest.mark.parametrize(("turns", "names"), [
    ([(0, 1), (0, 0), (1, 0), (1, 1)], ["again"]),
    ([(1, 0), (0, 0), (0, 1), (1, 1)], ["stop"]),
    ([(0, 1), (1, 1), (0, 1), (0, 0), (0, 1), (0, 0), (1, 0), (1, 1)], ["again"]),  # bouncing
    ([(0, 1), (0, 0), (0, 1), (1, 1)], []),  # half a click and back
])  # fmt: skip
def test_an_encoder_clicks(table, turns, names):
    for a, b in turns:
        for pin, level in ((A, a), (B, b)):
            found = table.factory.pin(pin)
            (found.drive_high if level else found.drive_low)()
        table.scan()
    assert [each.name for each in table.of(Button) if each.is_down] == names


def test_a_cut_chain_is_told_and_its_picture_is_not(table):
    table.registers.magnet("05", True)
    table.scan(8)
    table.registers.is_cut = True
    table.scan(30)
    table.registers.is_cut = False
    table.scan(30)
    assert [(each.code, each.index) for each in table.of(Fault)] == [("bus", None), ("clear", None)]
    assert table.pictures() == [0, 1 << 5]


def test_a_fault_that_lasts_is_told_to_whoever_comes_later(table):
    table.registers.is_cut = True
    table.scan(30)
    table.heard.clear()
    table.board.send("?HELLO")
    table.scan()
    assert [type(each) for each in table.heard] == [Hello, OccupancyFrame, Fault]
    assert table.heard[-1].code == "bus"


def test_a_profile_translates_as_for_any_board():
    channels = [*range(1, 96), 0]
    table = Table(channels=channels)
    table.registers.magnet("05", True)
    table.scan(8)
    assert table.of(OccupancyFrame)[-1].occupied == 1 << 6
    table.board.close()


def test_lines_to_the_board(table):
    assert table.board.send("!DEBOUNCE,200")
    table.registers.magnet("05", True)
    table.scan(20)
    assert table.pictures() == [0]
    table.scan(30)
    assert table.pictures() == [0, 1 << 5]
    assert table.board.send("?HELLO")
    table.scan()
    assert len(table.of(Hello)) == 2
    assert not table.board.send("nonsense")


def test_it_is_recorded_like_any_board(tmp_path):
    record = TraceRecorder(tmp_path / "evening.trace")
    table = Table(record)
    table.registers.magnet("05", True)
    table.scan(8)
    table.board.close()
    record.close()
    played = list(read_trace(tmp_path / "evening.trace", SentenceReader(LAYOUT, {})))
    assert [each.occupied for each in played if isinstance(each, OccupancyFrame)][-1] == 1 << 5


def test_it_scans_by_itself():
    factory, heard = MockFactory(), queue.Queue()
    registers = Registers(factory)
    board = GpioBoard(SETTINGS, PINS.chain_index, SentenceReader(LAYOUT, {}), heard.put, time.monotonic, None, factory)
    board.start()
    try:
        registers.magnet("33", True)
        while True:
            found = heard.get(timeout=PATIENCE_S)
            if isinstance(found, OccupancyFrame) and found.occupied:
                assert found.occupied == 1 << 33
                break
    finally:
        board.close()
        factory.reset()


def test_spidev_reads_the_chain_in_one_call(monkeypatch):
    """The module spidev itself needs a Pi; here its SPI is at the simulated registers."""
    factory = MockFactory()
    registers = Registers(factory)

    class SpiDev:
        def open(self, bus, device):
            assert (bus, device) == (0, 1)

        def readbytes(self, count):
            assert self.mode == 0b10
            bits = [*registers.bits, *[0] * 8][: 8 * count]
            return [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, 8 * count, 8)]

        def close(self):
            return

    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=SpiDev))
    heard = []
    board = GpioBoard(GpioSettings("pi", LOAD, spi=(0, 1)), PINS.chain_index, SentenceReader(LAYOUT, {}), heard.append,
                      time.monotonic, None, factory)  # fmt: skip
    registers.magnet("Dy4", True)
    board.start()
    board.close()
    assert next(each for each in heard if isinstance(each, OccupancyFrame)).occupied == 1 << 95


def test_a_computer_without_pins_says_so(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    board = GpioBoard(SETTINGS, PINS.chain_index, SentenceReader(LAYOUT, {}), print, time.monotonic)
    with pytest.raises(NoPins, match="the pins of this computer cannot be used"):
        board.start()
    board.close()


def test_pins_of_another_group_are_told_with_group_and_command(tmp_path, monkeypatch, of_another_group):
    """That the system refuses the file of the pins is the only thing made up."""
    group = of_another_group(tmp_path / "gpiochip0")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr(gpio_board, "CHIPS", str(tmp_path / "gpiochip*"))
    monkeypatch.setattr(gpio_board.os, "access", lambda *_: False)
    board = GpioBoard(SETTINGS, PINS.chain_index, SentenceReader(LAYOUT, {}), print, time.monotonic)
    with pytest.raises(PortInUse, match=re.escape(f"sudo adduser $USER {group}")) as refused:
        board.start()
    assert refused.value.group == group
    board.close()


def written(tmp_path, **changes):
    path = tmp_path / "pins.json"
    path.write_text(json.dumps({"format": "tastkreis-gpio", "version": 1, "board": "pi-1", "load": 8, **changes}))
    return path


def test_a_file_of_pins(tmp_path):
    path = written(tmp_path, buttons={"done": 5}, encoder={"a": 20, "b": 21, "left": "takeback"}, scan_hz=400)
    assert load_gpio(path) == GpioSettings("pi-1", 8, scan_hz=400, buttons={"done": 5},
                                           encoder=Encoder(20, 21, left="takeback"))  # fmt: skip
    assert load_gpio(written(tmp_path, spi=[0, 0], clock=8)).spi == (0, 0)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"format": "x"}, "format: expected 'tastkreis-gpio'"),
        ({"version": 2}, "version: this program reads version 1, found 2"),
        ({"board": "two words"}, "board: a word is expected"),
        ({"load": 28}, "load: a GPIO number from 0 to 27 is expected, found 28"),
        ({"load": True}, "load: a GPIO number from 0 to 27 is expected, found True"),
        ({"clock": 8}, "clock: pin 8 is load already"),
        ({"load": 11}, "clock: pin 11 is load already"),
        ({"buttons": {"done": 9}}, "buttons.done: pin 9 is data already"),
        ({"buttons": [5]}, "buttons: an object from name to pin is expected"),
        ({"encoder": {"a": 1}}, "encoder: an object with a, b"),
        ({"spi": [0]}, "spi: bus and device are expected"),
        ({"scan_hz": 20}, "scan_hz: a number from 50 to 1000 is expected, found 20"),
        ({"colour": 1}, "colour: unknown key"),
    ],
)
def test_a_bad_file_of_pins_names_key_and_reason(tmp_path, changes, what):
    with pytest.raises(BadGpioFile) as caught:
        load_gpio(written(tmp_path, **changes))
    assert str(caught.value).startswith(f"{tmp_path / 'pins.json'}: {what}")


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff\xfe"])
def test_a_file_that_is_none(tmp_path, text):
    (tmp_path / "pins.json").write_bytes(text)
    with pytest.raises(BadGpioFile, match=r"pins\.json"):
        load_gpio(tmp_path / "pins.json")
