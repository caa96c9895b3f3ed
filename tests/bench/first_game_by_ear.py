"""From the files of a board to the first card of a game, by ear, with the whole deck; and how long the voice speaks.

    python -m tests.bench.first_game_by_ear

1. The files are gathered (`calibrate firmware`) in a folder that stands for the Pico; that folder runs.
2. The board is found, wired (in any order of wires) and its cards taught, by hands that know only what the voice says.
3. A game is begun, and a card laid. Everything runs in real time; what is counted is speech, heard out to its end.
"""

import sys
import tempfile
import time
from pathlib import Path

for folder in ("firmware", "e2e"):
    sys.path.append(str(Path(__file__).resolve().parents[1] / folder))

from blind_hands import YARDS, Calibration, Hands, deck_of_tags, wired_anyhow  # noqa: E402
from simulated_board import SimulatedBoard  # noqa: E402
from table_program import TableProgram  # noqa: E402

from companion.speech.voices import estimate_s  # noqa: E402
from engine.tac.cards import BASIC  # noqa: E402


def main():
    """Runs it all and prints the minutes."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spoken = {"firmware": step("firmware", folder / "pico", "--name", "tastkreis-01")}
        files = {path.name: path.read_text("utf-8") for path in (folder / "pico").iterdir()}
        with SimulatedBoard(files=files, pins=wired_anyhow(5)) as board:
            spoken |= play(board, folder)
    for what, seconds in spoken.items():
        print(f"{what}: {seconds:.0f} s of speech")
    print(f"until the first card: {sum(spoken.values()) / 60:.1f} minutes of speech")
    print(f"the simulated hands took {(time.monotonic() - began) / 60:.1f} minutes")


def step(*words):
    """One step without hands; its seconds of speech."""
    calibration = Calibration(*words)
    status, _ = calibration.end()
    assert status == 0, calibration.other
    return calibration.speech_s


def play(board, folder):
    """Found, wired, taught, and played on; the seconds of speech of each."""
    where, profile, deck = f"serial:{board.port}", folder / "board.json", deck_of_tags(BASIC)
    spoken = {"find": step("find", "--port", board.port)}
    wiring = Calibration("wiring", "--board", where, "--profile", profile)
    Hands(board).wire(wiring)
    assert wiring.end()[0] == 0, wiring.other
    spoken["wiring"] = wiring.speech_s
    cards = Calibration("cards", "--board", where, "--profile", profile)
    assert len(Hands(board).teach(cards, deck)) == 100
    assert cards.end()[0] == 0, cards.other
    spoken["cards"] = cards.speech_s
    for place in YARDS:
        board.do("magnet", place, True)
    options = ("--profile", str(profile), "--speech", "print", "--language", "en", "--no-http")
    game = TableProgram("--board", where, *options, events=folder / "events.jsonl")
    game.wait_event("setup")
    board.do("tag", "pit", [deck["13"][0]])
    game.wait_event("card")
    game.process.terminate()
    game.process.wait(timeout=20)
    spoken["game"] = sum(estimate_s(line.strip("« »")) for line in game.lines if line.startswith("«"))
    return spoken


if __name__ == "__main__":
    main()
