"""The guide, followed: every command of docs/build.md as it is written there, by ear, with a simulated board.

    python -m tests.bench.first_game_by_ear

1. The files are gathered in a folder that stands for the Pico; that folder runs, on parts whose wires were soldered in
   any order.
2. The board is found, wired and its cards taught, by hands that know only what the voice says.
3. A game is begun, and a card laid. Everything runs in real time; what is counted is speech, heard out to its end.
To each command `--speech print --language en` is added, so that the hands can read what the voice says.
"""

import os
import re
import shlex
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("firmware", "e2e"):
    sys.path.append(str(ROOT / "tests" / folder))

from blind_hands import YARDS, Calibration, Hands, deck_of_tags, wired_anyhow  # noqa: E402
from simulated_board import SimulatedBoard  # noqa: E402
from table_program import TableProgram  # noqa: E402

from companion.speech.voices import estimate_s  # noqa: E402
from engine.tac.hands.cards import BASIC  # noqa: E402

GUIDE = ROOT / "docs" / "build.md"
STEPS = ("calibrate firmware", "calibrate find", "calibrate wiring", "calibrate cards", "run")
WITHOUT_GUIDE = """
    .venv/bin/tastkreis calibrate firmware build/pico --name tastkreis-01
    .venv/bin/tastkreis calibrate find
    .venv/bin/tastkreis calibrate wiring --profile tastkreis-01.json
    .venv/bin/tastkreis calibrate cards --profile tastkreis-01.json --deck basic
    .venv/bin/tastkreis run --board serial:auto --profile tastkreis-01.json --language en --log evening.db
"""


def commands():
    """The words behind `tastkreis` of each step, as the guide has them."""
    text = GUIDE.read_text("utf-8") if GUIDE.exists() else WITHOUT_GUIDE
    found = [shlex.split(line) for line in re.findall(r"(?:^ {4}|`)\.venv/bin/tastkreis ([^`\n]*)", text, re.MULTILINE)]
    chosen = {step: words for words in found for step in STEPS if " ".join(words).startswith(step)}
    assert tuple(chosen) == STEPS, f"the guide goes another way: {list(chosen)}"
    return chosen


def main():
    """Follows the guide and prints the minutes."""
    began = time.monotonic()
    steps = commands()
    print(f"commands of {'docs/build.md' if GUIDE.exists() else 'this program: there is no docs/build.md'}")
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        spoken = {"firmware": done(steps["calibrate firmware"])}
        files = {path.name: path.read_text("utf-8") for path in Path(steps["calibrate firmware"][2]).iterdir()}
        with SimulatedBoard(files=files, pins=wired_anyhow(5)) as board:
            os.environ["TASTKREIS_PORTS"] = board.port
            spoken |= play(board, steps)
        os.chdir(ROOT)
    for what, seconds in spoken.items():
        print(f"{what}: {seconds:.0f} s of speech")
    print(f"until the first card: {sum(spoken.values()) / 60:.1f} minutes of speech")
    print(f"the simulated hands took {(time.monotonic() - began) / 60:.1f} minutes")


def done(words, follow=None):
    """One step, done to its end; its seconds of speech."""
    calibration = Calibration(*words[1:])
    if follow is not None:
        follow(calibration)
    status, _ = calibration.end()
    assert status == 0, calibration.other
    return calibration.speech_s


def play(board, steps):
    """Found, wired, taught, and played on; the seconds of speech of each."""
    deck, laid = deck_of_tags(BASIC), {}
    spoken = {
        "find": done(steps["calibrate find"]),
        "wiring": done(steps["calibrate wiring"], Hands(board).wire),
        "cards": done(steps["calibrate cards"], lambda cards: laid.update(Hands(board).teach(cards, deck))),
    }
    assert len(laid) == sum(count for _, count in BASIC)
    for place in YARDS:
        board.do("magnet", place, True)
    game = TableProgram(*steps["run"][1:], "--speech", "print", "--no-http", events="events.jsonl")
    game.wait_event("setup")
    board.do("tag", "pit", [deck["13"][0]])
    game.wait_event("card")
    game.process.terminate()
    game.process.wait(timeout=20)
    spoken["game"] = sum(estimate_s(line.strip("« »")) for line in game.lines if line.startswith("«"))
    return spoken


if __name__ == "__main__":
    main()
