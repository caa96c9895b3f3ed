"""From a board nobody knows to the first card of a game, by ear: found, wired, its cards taught, and played on."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "firmware"))

from blind_hands import YARDS, Calibration, Hands, deck_of_tags, wired_anyhow
from calibration_ear import Ear
from simulated_board import SimulatedBoard, firmware_files, run
from table_program import TableProgram

from engine.tac.hands.cards import BASIC
from hardware.pins import load_pins

SETTINGS = {"board": "tastkreis-01"}


@pytest.fixture(scope="module")
def board():
    run(until_us=1000)  # skips without MicroPython
    with SimulatedBoard(files=firmware_files(), settings=SETTINGS, pins=wired_anyhow(3)) as board:
        yield board


def channel_under(place, soldered):
    """The channel to which the wire of this place was soldered."""
    inputs = [(quarter["registers"], known.registers) for quarter, known in
              zip(soldered["quarters"], load_pins().quarters, strict=True)]  # fmt: skip
    pairs = {wire: known.inputs[pin] for registers, knowns in inputs
             for register, known in zip(registers, knowns, strict=True)
             for pin, wire in register["inputs"].items()}  # fmt: skip
    return load_pins().index_order.index(pairs[place])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def wired(board, folder):
    """The profile after wiring by ear, broken off in the middle once; and how long the voice spoke."""
    found = Calibration("find", "--port", board.port)
    assert found.end() == (0, f"serial:{board.port}\n")
    profile, hands = folder / "board.json", Hands(board, dead=("21",))
    words = ("wiring", "--board", f"serial:{board.port}", "--profile", profile)
    first = Calibration(*words)
    hands.wire(first, most=30)
    first.type("stop")
    assert first.end() == (0, "")
    assert not profile.exists()
    second = Calibration(*words)
    hands.wire(second)
    assert second.end() == (0, f"{profile}\n"), second.other
    return profile, found.speech_s + first.speech_s + second.speech_s, second


def test_wiring_by_ear_learns_a_board_soldered_anyhow(board, wired, folder):
    profile, _, calibration = wired
    data = json.loads(profile.read_text())
    assert data["board"] == "tastkreis-01"
    assert sorted(data["channels"])[0] == -1
    assert len(set(data["channels"])) == 96
    assert data["without"] == [21]
    assert any("Without sensor: 21." in text for text in calibration.said)
    silent = channel_under("21", wired_anyhow(3))
    assert calibration.other == [f"tastkreis: channels that never changed: {silent}"]
    assert data["channels"][silent] == -1
    assert [path.name for path in folder.iterdir()] == ["board.json"]


def test_the_first_game(board, wired, folder):
    profile, wiring_s, _ = wired
    deck = deck_of_tags(BASIC)
    cards = Calibration("cards", "--board", f"serial:{board.port}", "--profile", profile, language="de")
    laid = Hands(board).teach(cards, deck, most=1)
    assert cards.end() == (0, f"{profile}\n"), cards.other
    assert json.loads(profile.read_text())["tags"] == laid
    for place in YARDS:
        board.do("magnet", place, True)
    board.rest(0.1)
    game = TableProgram("--board", f"serial:{board.port}", "--profile", str(profile), "--speech", "print", "--no-http",
                        "--language", "en", events=folder / "events.jsonl")  # fmt: skip
    try:
        game.wait_event("setup")
        board.do("tag", "pit", [deck["13"][0]])
        game.wait_event("card")
        board.do("magnet", "Ay1", False)
        board.do("magnet", "00", True)
        assert game.wait_event("move")["action"] == "Ay-00"
    finally:
        game.process.terminate()
        game.process.wait(timeout=120)
        game.process.stderr.close()
        for place in (*YARDS, "00"):
            board.do("magnet", place, False)
        board.do("tag", "pit", [])
    assert wiring_s + cards.speech_s < 5 * 60


def test_one_field_of_a_finished_profile_is_corrected(board, wired, tmp_path):
    profile = tmp_path / "board.json"
    profile.write_text(wired[0].read_text())
    words, hands = ("wiring", "--board", f"serial:{board.port}", "--profile", profile), Hands(board)
    mended = Calibration(*words)
    assert mended.hear(1).startswith("Known: ninety-five places. Without sensor: 21. Done? Then")
    mended.type("21")
    assert Ear("en").place(mended.hear(2)) == "21"
    hands.put("21")
    assert mended.hear(3).startswith("Known: ninety-six places. Done?")
    hands.put(None)
    mended.type("done")
    assert mended.end() == (0, f"{profile}\n")
    assert (mended.other, [path.name for path in tmp_path.iterdir()]) == ([], ["board.json"])
    data, before = json.loads(profile.read_text()), json.loads(wired[0].read_text())
    assert (sorted(data["channels"]), data.get("without", [])) == (list(range(96)), [])
    assert sum(now != then for now, then in zip(data["channels"], before["channels"], strict=True)) == 1
    anew = Calibration(*words, "--anew")
    assert anew.hear(1) == "0, start of Black."
    anew.type("stop")
    assert anew.end() == (0, "")


def test_control_c_breaks_off_and_loses_nothing(board, tmp_path):
    profile = tmp_path / "board.json"
    calibration = Calibration("wiring", "--board", f"serial:{board.port}", "--profile", profile)
    Hands(board).wire(calibration, most=12)
    calibration.process.send_signal(signal.SIGINT)
    assert calibration.end() == (0, "")
    assert calibration.said[-2] == "Interrupted. Next time it goes on from here."
    assert [path.name for path in tmp_path.iterdir()] == ["board.json.wiring.part"]
    assert len(json.loads((tmp_path / "board.json.wiring.part").read_text())["known"]["places"]) >= 9


def test_a_profile_of_another_board_is_refused_in_one_line(board, wired, tmp_path):
    profile = tmp_path / "other.json"
    profile.write_text(wired[0].read_text().replace("tastkreis-01", "other"))
    before = profile.read_text()
    for step in ("wiring", "cards"):
        done = Calibration(step, "--board", f"serial:{board.port}", "--profile", profile)
        assert done.end() == (2, "")
        line = f"tastkreis calibrate: --profile {profile}: made for the board other, this is tastkreis-01"
        assert done.other == [line]
    assert profile.read_text() == before


def test_what_the_voice_says_is_short(wired):
    assert max(len(text) for text in wired[2].said) < 140
    assert not [text for text in wired[2].said if re.search(r"\d{3}", text)]
