"""The guide, followed: every command of docs/build.md as it is written there, by ear, with a simulated board.

    python -m tests.bench.first_game_by_ear [--language de|en|fr] [--root FOLDER --user NAME]

1. The files are gathered in a folder that stands for the Pico; that folder runs, on parts whose wires were soldered in
   any order.
2. The board is found, wired and its cards taught, by hands that know only what the voice says.
3. A game is begun, and a card laid. Everything runs in real time; what is counted is speech, heard out to its end.
To each command `--speech print --language LANGUAGE` is added, so that the hands can read what the voice says.

With `--root` the commands run within a bare system in that folder, as that user, in /opt/tastkreis, where the guide has
installed the companion; nothing but the board and the hands stays outside. Needs root's rights, and that system's /dev.
"""

import argparse
import json
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

from blind_hands import COMMAND, YARDS, Calibration, Hands, deck_of_tags, wired_anyhow  # noqa: E402
from simulated_board import SimulatedBoard  # noqa: E402
from table_program import TableProgram  # noqa: E402

from companion.speech.catalogue import LANGUAGES  # noqa: E402
from companion.speech.voices import estimate_s  # noqa: E402
from engine.tac.hands.cards import BASIC  # noqa: E402

GUIDE = ROOT / "docs" / "build.md"
STEPS = ("calibrate firmware", "calibrate find", "calibrate wiring", "calibrate cards", "run")
HOME = "opt/tastkreis"
"""Where the guide puts the companion, below the root of its machine."""
EVENTS = "events.jsonl"
PATH = "/usr/local/bin:/usr/bin:/bin"


class Machine:
    """Where the commands run: here, in a folder of their own, or as `user` within the bare system below `root`."""

    def __init__(self, language, root, user, work):
        self.language, self._root, self._user = language, root, user
        self.folder = Path(root) / HOME if root else Path(work)

    def program(self, port):
        """The words before those that the guide has behind `tastkreis`. `port`: where the board is plugged in."""
        if not self._root:
            return ["env", "-C", str(self.folder), f"TASTKREIS_PORTS={port}", COMMAND]
        entered = 'cd "$HOME_OF_IT" && exec .venv/bin/tastkreis "$@"'
        return ["env", "-i", f"PATH={PATH}", f"HOME_OF_IT=/{HOME}", f"TASTKREIS_PORTS={port}", "/usr/sbin/chroot",
                f"--userspec={self._user}:{self._user}", "--groups=dialout", self._root, "sh", "-c", entered,
                "tastkreis"]  # fmt: skip


def commands():
    """The words behind `tastkreis` of each step, as the guide has them."""
    text = GUIDE.read_text("utf-8")
    found = [shlex.split(line) for line in re.findall(r"(?:^ {4}|`)\.venv/bin/tastkreis ([^`\n]*)", text, re.MULTILINE)]
    chosen = {step: words for words in found for step in STEPS if " ".join(words).startswith(step)}
    assert tuple(chosen) == STEPS, f"the guide goes another way: {list(chosen)}"
    return chosen


def main():
    """Follows the guide and prints the minutes."""
    parser = argparse.ArgumentParser(description="follows docs/build.md by ear, with a simulated board")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--root", help="a bare system in which the guide has installed the companion")
    parser.add_argument("--user", default="nobody", help="who runs the commands there")
    args = parser.parse_args()
    began, steps = time.monotonic(), commands()
    with tempfile.TemporaryDirectory() as work:
        machine = Machine(args.language, args.root, args.user, work)
        forget(machine.folder)
        spoken = {"firmware": done(machine, "", steps["calibrate firmware"])}
        pico = machine.folder / steps["calibrate firmware"][2]
        files = {path.name: path.read_text("utf-8") for path in pico.iterdir()}
        with SimulatedBoard(files=files, pins=wired_anyhow(5)) as board:
            # The terminal itself: a link to it may lie where a bare system does not reach.
            os.chmod(port := os.path.realpath(board.port), 0o666)
            spoken |= play(machine, board, port, steps)
    for what, seconds in spoken.items():
        print(f"{what}: {seconds:.0f} s of speech")
    print(f"until the first card, {args.language}: {sum(spoken.values()) / 60:.1f} minutes of speech")
    print(f"the simulated hands took {(time.monotonic() - began) / 60:.1f} minutes")


def forget(folder):
    """Throws away what an earlier walk left there."""
    for pattern in ("tastkreis-01.json*", "evening.db*", EVENTS):
        for path in folder.glob(pattern):
            path.unlink()


def done(machine, port, words, follow=None):
    """One step, done to its end; its seconds of speech."""
    calibration = Calibration(*words[1:], language=machine.language, program=machine.program(port))
    if follow is not None:
        follow(calibration)
    status, _ = calibration.end()
    assert status == 0, calibration.other
    return calibration.speech_s


def play(machine, board, port, steps):
    """Found, wired, taught, and played on; the seconds of speech of each."""
    deck, laid = deck_of_tags(BASIC), {}

    def teach(cards):
        laid.update(Hands(board).teach(cards, deck))

    spoken = {
        "find": done(machine, port, steps["calibrate find"]),
        "wiring": done(machine, port, steps["calibrate wiring"], Hands(board).wire),
        "cards": done(machine, port, steps["calibrate cards"], teach),
    }
    assert len(laid) == sum(count for _, count in BASIC)
    profile = json.loads((machine.folder / steps["run"][steps["run"].index("--profile") + 1]).read_text("utf-8"))
    assert sorted(profile["channels"]) == list(range(96))
    for place in YARDS:
        board.do("magnet", place, True)
    words = [*steps["run"][1:], "--speech", "print", "--no-http", "--language", machine.language]
    game = TableProgram(*words, events=EVENTS, program=machine.program(port), folder=machine.folder)
    game.wait_event("setup")
    board.do("tag", "pit", [deck["13"][0]])
    game.wait_event("card")
    assert game.stop() == 0
    spoken["game"] = sum(estimate_s(line.strip("« »")) for line in game.lines if line.startswith("«"))
    return spoken


if __name__ == "__main__":
    main()
