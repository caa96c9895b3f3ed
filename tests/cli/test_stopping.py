"""SIGINT and SIGTERM end a table cleanly, whatever it is doing."""

import contextlib
import json
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from command import COMMAND
from websockets.sync.client import connect

from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.tac.board import LAYOUT

PATIENCE_S = 20
CATCHES = 1 << (signal.SIGTERM - 1)


def wait_until(is_so):
    end = time.monotonic() + PATIENCE_S
    pause = threading.Event()
    while not (found := is_so()):
        assert time.monotonic() < end, "it did not happen"
        pause.wait(0.002)
    return found


@contextlib.contextmanager
def running(*options):
    process = subprocess.Popen(
        [COMMAND, *map(str, options)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def is_listening(process):
    """Whether Python has come as far as to take signals."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:"):
                return int(line.split()[1], 16) & CATCHES
    return False


def ended(process, number=signal.SIGTERM):
    """The exit status, and what was written on standard error."""
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE_S)
    return process.returncode, told


def has_event(path, kind):
    with contextlib.suppress(OSError, ValueError):
        return any(json.loads(line)["type"] == kind for line in path.read_text("utf-8").splitlines())
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.15, 0.3, 0.6, 1.2])
def test_right_at_the_start(number, delay_s, tmp_path):
    with running("run", "--speech", "none", "--http", "127.0.0.1:0", "--log", tmp_path / "evening.db") as process:
        wait_until(lambda: is_listening(process))
        threading.Event().wait(delay_s)
        status, told = ended(process, number)
    assert status == 0
    assert "Traceback" not in told, told


def test_while_a_page_is_open(tmp_path):
    with running("run", "--speech", "none", "--http", "127.0.0.1:0") as process:
        url = process.stderr.readline().split()[-1]
        with connect(url.replace("http", "ws") + "ws", origin=url[:-1]) as page:
            assert json.loads(page.recv())["kind"] == "news"
            assert ended(process)[0] == 0


def test_while_the_board_is_unplugged(tmp_path):
    events = tmp_path / "events.jsonl"
    table = VirtualTable(LAYOUT)
    board = VirtualBoard(table)
    board.plug()
    try:
        options = ("run", "--board", f"serial:{board.port}", "--no-http", "--speech", "none", "--events", events)
        with running(*options) as process:
            wait_until(lambda: has_event(events, "setup"))
            board.unplug()
            wait_until(lambda: '"connected": false' in events.read_text("utf-8"))
            assert ended(process)[0] == 0
    finally:
        board.close()


def test_while_something_is_said(tmp_path):
    events = tmp_path / "events.jsonl"
    with running("run", "--no-http", "--events", events) as process:
        wait_until(lambda: has_event(events, "speech"))
        assert ended(process)[0] == 0
    said = [json.loads(line) for line in events.read_text("utf-8").splitlines() if '"speech"' in line]
    assert said[-1]["spoken"] in ("finished", "cut")


@pytest.mark.parametrize("patience", [["--no-wait"], []])
def test_in_the_middle_of_a_demonstration(patience, tmp_path):
    events = tmp_path / "events.jsonl"
    options = ("demo", "--speed", "8", "--no-http", "--speech", "print", "--events", events)
    with running(*options, *patience) as process:
        wait_until(lambda: has_event(events, "move"))
        assert ended(process, signal.SIGINT)[0] == 0
