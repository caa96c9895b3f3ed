"""Figures of a running table: start-up, memory, how soon a play is told, how soon a table ends.

    python -m tests.bench.table_figures [PLIES]

1. Starts of `tastkreis run` on the virtual table: until the `setup` event, until the voice has begun, until the page.
2. A real board at a pseudo-terminal, in normal operation: from the last sentence of a play to its `move` event, less
   the hold time that the events page asks for; and to the first sample of the sentence about it, at the monitor of a
   PulseAudio null sink. Strokes are as slow as people make them; only the pauses between them are shortened.
3. Memory after the start and at the end, and the time from SIGTERM to the end.
Nothing here is asserted.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "speech"))
sys.path.insert(0, str(Path(__file__).parents[1] / "e2e"))

from known_evening import KnownEvening, answer_question
from null_sink import NullSink, missing
from table_program import TableProgram

from companion.reconcile.pace import HOLD_S
from companion.virtual.performance import Await, LayCard, MovePiece, perform

PLIES = 125
STARTS = 5
SPEED = 6
SEED = 3
QUIET_S = 0.3
SAYS_S = 2.0
"""So long the hands wait at the most after a play for its sentence to begin."""


def machine():
    """The computer in one line."""
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())  # fmt: skip
    load = os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} cores, load {load:.1f}, Python {platform.python_version()}, {platform.system()}"


def row(name, values, unit="ms", scale=1000):
    """One line of the table."""
    if not values:
        return f"{name:<58} no values"
    ordered = sorted(scale * value for value in values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{name:<58}{len(ordered):5d}{statistics.median(ordered):9.1f}{p95:9.1f}{ordered[-1]:9.1f} {unit}"


def resident_mb(process):
    """Memory of a process in MB."""
    line = next(line for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if "VmRSS" in line)
    return int(line.split()[1]) / 1024


def starts(folder, environment, count):
    """Seconds until the board was set up, the voice had begun, the page was open; and from SIGTERM to the end."""
    found = {"start to `setup`": [], "start to first speech `started`": [], "start to the page's address": [],
             "SIGTERM to the end": []}  # fmt: skip
    for number in range(count):
        program = TableProgram("--http", "127.0.0.1:0", "--log", str(folder / f"start{number}.db"),
                               events=folder / f"start{number}.jsonl", environment=environment)  # fmt: skip
        program.wait_event("setup")
        setup = time.monotonic() - program.started
        program.wait_event("speech")
        found["start to first speech `started`"].append(time.monotonic() - program.started)
        _ = program.url
        found["start to the page's address"].append(time.monotonic() - program.started)
        found["start to `setup`"].append(setup)
        began = time.monotonic()
        program.stop()
        found["SIGTERM to the end"].append(time.monotonic() - began)
    return found


class Watch:
    """Sees each event as soon as it is in the file."""

    def __init__(self, path):
        self._path, self._stop = path, threading.Event()
        self.moves, self.spoken = [], []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        with open(self._path, encoding="utf-8") as file:
            rest = ""
            while not self._stop.wait(0.001):
                *lines, rest = (rest + file.read()).split("\n")
                for line in lines:
                    event = json.loads(line)
                    if event["type"] == "move":
                        self.moves.append((time.monotonic(), event))

    def close(self):
        self._stop.set()
        self._thread.join()


class Figures:
    """What is measured while the hands play."""

    def __init__(self):
        self.to_move, self.to_sound, self.at_100 = [], [], 0.0

    def play(self, evening, program, watch, sink, plies):
        """The hands of `KnownEvening`, with the time of the last sentence of each play."""
        changed = last_written(evening.board)
        is_moved = False
        for delay_s, step in perform(evening.table.layout, evening.scenes, evening.speed):
            time.sleep(delay_s * evening.speed if isinstance(step, MovePiece) and is_moved else max(delay_s, 0.05))
            if isinstance(step, LayCard):
                evening.table.lay("")
                evening.table.lay(step.card)
                is_moved = False
            elif isinstance(step, MovePiece):
                is_moved = True
                (evening.table.put(step.index, step.colour) if step.is_down else evening.table.lift(step.index))
            elif isinstance(step, Await):
                is_asked = self._await(evening, program, watch, step.ply)
                if is_moved and not is_asked:
                    self._note(changed, watch.moves[step.ply - 1], sink)
                if sink is not None:
                    silence(evening.table, sink)
                if step.ply >= plies:
                    return

    def _await(self, evening, program, watch, ply):
        """Waits for a play; whether it was asked, or had to be closed with "done"."""
        pressed_at, is_asked = time.monotonic() + 3.0, False
        while len(watch.moves) < ply:
            time.sleep(0.002)
            if time.monotonic() > pressed_at:
                is_asked, pressed_at = True, time.monotonic() + 1.0
                if program.events("question"):
                    scene = evening.scenes[len(watch.moves)]
                    answer_question(program, scene.action, evening.table.press)
                evening.table.press("done")
        return is_asked

    def _note(self, changed, move, sink):
        at, event = move
        last = changed["occ"]
        self.to_move.append(at - last)
        if sink is not None and event["card"]:
            with contextlib.suppress(TimeoutError):
                self.to_sound.append(sink.first_sound_after(last, SAYS_S) - last)


def silence(table, sink):
    """Presses the key that silences the voice, until nothing is heard any more: the next sound is the next play's."""
    quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < QUIET_S:
        if (last := sink.last_sound()) is not None and last > quiet_since:
            quiet_since = time.monotonic()
            table.press("stop")
        time.sleep(0.02)


def last_written(board):
    """When the board wrote its last picture that was new, kept up to date."""
    found, write = {"occ": 0.0, "hex": b""}, board._write

    def noted(data):
        if data.startswith(b"$OCC"):
            picture = data.split(b"*")[0].rsplit(b",", 1)[-1]
            if picture != found["hex"]:
                found["occ"], found["hex"] = time.monotonic(), picture
        write(data)

    board._write = noted
    return found


def evening_figures(folder, sink, plies):
    """Plays an evening against a companion in normal operation, and prints what was found."""
    evening, figures = KnownEvening("teams", SEED, SPEED), Figures()
    options = ("--board", f"serial:{evening.board.port}", "--pace", "quick", "--http", "127.0.0.1:0",
               "--log", str(folder / "evening.db"))  # fmt: skip
    program = TableProgram(*options, events=folder / "evening.jsonl", environment=sink.environment if sink else None)
    try:
        program.wait_event("setup")
        _ = program.url
        time.sleep(3.0)
        at_start = resident_mb(program.process)
        watch = Watch(folder / "evening.jsonl")
        figures.play(evening, program, watch, sink, min(plies, len(evening.scenes) - 1))
        at_end = resident_mb(program.process)
        watch.close()
    finally:
        program.stop()
        evening.close()
    hold_s = HOLD_S["quick"]
    name = f"last OCC line of a play to its `move` (hold {hold_s:.2f} s)"
    print(row(name, figures.to_move))
    print(row("   beyond the hold, plays that had to be held only",
              [value - hold_s for value in figures.to_move if value >= hold_s - 0.002]))  # fmt: skip
    print(row("last OCC line of a play to the first sample of speech", figures.to_sound))
    print(f"memory: {at_start:.1f} MB after the start, {at_end:.1f} MB after {plies} plays")


def main():
    plies = int(sys.argv[1]) if len(sys.argv) > 1 else PLIES
    print(machine())
    lacking = missing()
    sink = None if lacking else NullSink()
    if lacking:
        print(f"without sound; not installed: {lacking}")
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            print(f"{'':<58}{'n':>5}{'median':>9}{'p95':>9}{'max':>9}")
            for title, values in starts(folder, sink.environment if sink else None, STARTS).items():
                print(row(title, values))
            evening_figures(folder, sink, plies)
    finally:
        if sink is not None:
            sink.close()


if __name__ == "__main__":
    sys.exit(main())
