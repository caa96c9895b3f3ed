"""Sensors that flicker, by the real command at the simulated board: named by their hole, and no other is spoilt."""

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "firmware"))

from blind_hands import Calibration
from simulated_board import SimulatedBoard, run

EVERY_US = 60_000


class Ear:
    """Hears sentence after sentence up to the one that is waited for."""

    def __init__(self, *words):
        self.program, self.number = Calibration(*words), 0

    def until(self, words):
        while words not in (said := self.program.hear(self.number)):
            assert said, f"it ended without {words!r}: {self.program.said}"
            self.number += 1
        self.number += 1
        return said


@pytest.fixture
def board():
    run(until_us=1000)  # skips without MicroPython
    with SimulatedBoard(settings={"board": "flickers"}) as board:
        yield board


def laid(board, ear, place, following):
    board.do("magnet", place, True)
    ear.until(following)
    board.do("magnet", place, False)
    board.rest(0.2)


def test_sensors_that_flicker_are_named_by_their_hole(board, tmp_path):
    profile = tmp_path / "p.json"
    ear = Ear("wiring", "--board", f"serial:{board.port}", "--profile", profile)
    ear.until("0, start of Black")
    laid(board, ear, "00", "1.")
    board.do("chatter", "01", EVERY_US, True)  # a loose contact beneath the piece
    ear.until("2.")
    ear.until("Flickering: 1.")
    board.do("chatter", "01", EVERY_US, False)
    board.rest(0.3)
    laid(board, ear, "02", "3.")
    board.do("chatter", "20", EVERY_US, True)  # one far from the piece answers for hole 3
    ear.until("Flickering: 3.")
    board.do("magnet", "03", True)
    ear.until("One sensor flickers. The marble to 3.")
    board.do("magnet", "03", False)
    board.rest(0.2)
    laid(board, ear, "03", "4.")
    for _ in range(92 + 1):  # the rest of the board, and the ring is not closed
        ear.program.type("next")
    summary = ear.until("Done?")
    assert "Known: four places." in summary
    assert "Flickering: 1." in summary
    assert "at least one flickers: 4, 5, 6, 7" in summary
    board.do("chatter", "20", EVERY_US, False)
    ear.program.type("done")
    ear.until("The wiring is saved")
    assert ear.program.end()[0] == 0
    data = json.loads(profile.read_text())
    assert [data["channels"].index(place) for place in range(4)] == [0, 1, 2, 3]
    assert set(data["channels"]) == {0, 1, 2, 3, -1}
    assert 1 in data["without"]
    assert 3 not in data["without"]
