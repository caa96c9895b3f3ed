"""The smallest board of docs/other-boards.md, run as it stands there, is found and read."""

import os
import queue
import re
import subprocess
import sys
import textwrap
import time
import tty
from contextlib import contextmanager
from pathlib import Path

from command import PATIENCE_S, tastkreis

from companion.inputs import OccupancyFrame
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import SerialBoard
from engine.tac.board.holes import LAYOUT

ROOT = Path(__file__).parents[2]
PARTS = """
import os, sys, time, types
class Pin:
    IN, PULL_UP = 0, 1
    def __init__(self, number, *how): pass
    def __call__(self): return not os.path.exists("magnet")
sys.path.insert(0, {firmware!r})
sys.modules["machine"] = types.SimpleNamespace(Pin=Pin)
time.sleep_ms = lambda ms: (sys.stdout.flush(), time.sleep(ms / 1000))
time.ticks_ms = lambda: int(time.monotonic() * 1000) & 0x3FFFFFFF
"""
"""What MicroPython and the switch have, for Python: a magnet is a file."""


@contextmanager
def smallest_board(folder):
    page = (ROOT / "docs" / "other-boards.md").read_text("utf-8")
    (example,) = re.findall(r"for one switch:\n\n((?: {4}.*\n|\n)+)", page)
    program = PARTS.format(firmware=str(ROOT / "firmware")) + textwrap.dedent(example)
    master, slave = os.openpty()
    tty.setraw(slave)
    board = subprocess.Popen([sys.executable, "-c", program], stdout=master, cwd=folder)
    try:
        yield os.ttyname(slave)
    finally:
        board.kill()
        board.wait()
        os.close(slave)
        os.close(master)


def test_the_smallest_board_is_found_and_its_switch_is_seen(tmp_path):
    heard = queue.Queue()
    with smallest_board(tmp_path) as port:
        done = tastkreis("calibrate", "find", "--port", port, "--language", "en", "--speech", "print")
        assert (done.returncode, done.stdout) == (0, f"serial:{port}\n")
        assert done.stderr == "« The board one-switch is here. »\n"
        board = SerialBoard(port, SentenceReader(LAYOUT, {}), heard.put, time.monotonic)
        board.start()
        (tmp_path / "magnet").touch()
        seen = set()
        while 1 not in seen:
            each = heard.get(timeout=PATIENCE_S)
            seen |= {each.occupied} if isinstance(each, OccupancyFrame) else set()
        board.close()
    assert seen <= {0, 1}
