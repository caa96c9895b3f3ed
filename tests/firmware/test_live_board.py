"""The firmware in real time behind a pseudo-terminal, read by the companion's own driver of serial boards."""

import queue
import time

import pytest
from simulated_board import SimulatedBoard, run

from companion.inputs import Button, Cable, CardTag, Hello, OccupancyFrame
from companion.sensing import ports
from companion.sensing.ports import Found, ask
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import SerialBoard
from engine.tac.board.holes import LAYOUT

PATIENCE_S = 60.0


@pytest.fixture
def board():
    run(until_us=1000)  # skips without MicroPython
    with SimulatedBoard(settings={"board": "live-1", "lights": 4}) as board:
        yield board


class Companion:
    """The driver, and what it delivers."""

    def __init__(self, board):
        self.inputs, self.reader = queue.Queue(), SentenceReader(LAYOUT, {"04A1B2C3": "7"})
        self.driver = SerialBoard(board.port, self.reader, self.inputs.put, time.monotonic)
        self.driver.start()

    def next(self, kind, is_meant=lambda each: True):
        while True:
            found = self.inputs.get(timeout=PATIENCE_S)
            if isinstance(found, kind) and is_meant(found):
                return found


@pytest.fixture
def companion(board):
    companion = Companion(board)
    yield companion
    companion.driver.close()


def test_hands_reach_the_companion(board, companion):
    assert companion.next(Hello).board == "live-1"
    board.do("magnet", "B2", True)
    index = LAYOUT.holes.index("B2")
    assert companion.next(OccupancyFrame, lambda each: each.occupied).occupied == 1 << index
    board.do("tag", "pit", ["04A1B2C3"])
    assert companion.next(CardTag).card == "7"
    board.do("press", "done", True)
    assert companion.next(Button) == Button(pytest.approx(time.monotonic(), abs=PATIENCE_S), "done", True)
    assert companion.driver.send("!LED,2,00ff00")
    until = time.monotonic() + PATIENCE_S
    while board.state()["lights"][2] != "00ff00":
        assert time.monotonic() < until
    assert companion.reader.counts.total() == 0


def test_a_pulled_cable_and_a_board_that_hangs_are_both_survived(board, companion):
    companion.next(OccupancyFrame)
    board.unplug()
    assert not companion.next(Cable, lambda each: not each.is_connected).is_connected
    board.plug()
    assert companion.next(Cable).is_connected
    assert companion.next(OccupancyFrame).lost == 1000
    companion.next(Hello)
    board.do("hang")  # the watchdog starts it anew after two seconds; the port stays
    assert companion.next(Hello, lambda each: each.is_restart).board == "live-1"
    board.do("magnet", "00", True)
    assert companion.next(OccupancyFrame, lambda each: each.occupied == 1)


def test_it_is_found_by_its_name(board, monkeypatch):
    monkeypatch.setattr(ports, "PATIENCE_S", 60.0)
    assert ask(board.port, time.monotonic) == Found(board.port, "live-1", "1.0.0", "tac64", "1", "F" * 24)
