"""A board of Hall sensors: its thresholds are learnt by ear, go onto the board with its files, and count there."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "firmware"))

from blind_hands import Calibration
from calibration_ear import Ear
from simulated_board import SimulatedBoard, firmware_files, run

from hardware.pins import load_pins

INDEX = load_pins().index_order.index


def test_thresholds_by_ear_count_on_the_board(tmp_path):
    run(until_us=1000)  # skips without MicroPython
    profile, folder = tmp_path / "board.json", tmp_path / "pico"
    settings = {"board": "hall-1", "sensors": "hall"}
    with SimulatedBoard(files=firmware_files(), settings=settings, options={"sensors": "hall", "opUs": 3}) as board:
        calibration = Calibration("thresholds", "--board", f"serial:{board.port}", "--profile", profile,
                                  language="fr")  # fmt: skip
        ear, number, strength = Ear("fr"), 0, {"A": 70, "B": -75, "C": 72, "D": -71}
        is_pulled = False
        while text := calibration.hear(number):
            number += 1
            key, facts = ear.request(text) or ("", {})
            if key == "thresholds_piece" and facts["seat"] == "B" and not is_pulled:
                is_pulled = True  # a board that comes back has to be told anew that readings are wanted
                board.unplug()
                board.plug()
            elif key == "thresholds_piece":
                place = f"{4 * number:02d}"
                board.do("magnet", place, strength[facts["seat"]])
                calibration.hear(number)
                board.do("magnet", place, False)
                board.rest(0.4)
            elif key == "thresholds_review":
                calibration.type(ear.word("done"))
        assert calibration.end() == (0, f"{profile}\n"), calibration.other
    hall = json.loads(profile.read_text())["hall"]
    assert hall["poles"] == {"A": 1, "B": -1, "C": 1, "D": -1}
    assert hall["rest"] == [512] * 96
    assert hall["threshold"] == 35
    gathered = Calibration("firmware", folder, "--name", "hall-1", "--profile", profile)
    assert gathered.end()[0] == 0
    files = {path.name: path.read_text() for path in folder.iterdir()}
    script = [[300_000, "magnet", "05", 70], [600_000, "magnet", "06", -20]]
    for lying, seen in ((files, "04" + "0" * 22), (firmware_files(), "0" * 24)):
        lying = {**lying, "settings.json": lying.get("settings.json", json.dumps(settings))}
        lines = run(files=lying, script=script, until_us=1_000_000, options={"sensors": "hall"})["lines"]
        assert [line.split(",")[3][:24] for _, line in lines if line.startswith("$OCC")][-1] == seen
    assert INDEX("05") == 5
