"""SIGINT and SIGTERM end a table cleanly, whatever it is doing."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from command import COMMAND
from websockets.sync.client import connect

from companion.cli.watchdog import Watchdog
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.tac.board.holes import LAYOUT

PATIENCE_S = 90
CATCHES = 1 << (signal.SIGTERM - 1)


def wait_until(is_so):
    end = time.monotonic() + PATIENCE_S
    pause = threading.Event()
    while not (found := is_so()):
        assert time.monotonic() < end, "it did not happen"
        pause.wait(0.002)
    return found


@contextlib.contextmanager
def running(*options, environment=None):
    process = subprocess.Popen(
        [COMMAND, *map(str, options)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **(environment or {})},
    )  # fmt: skip
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


def address(process):
    """Where the page of a table is, as it says itself."""
    return next(line for line in process.stderr if "http://" in line).split()[-1]


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
    assert status == 0, told
    assert "Traceback" not in told, told


def test_while_a_page_is_open(tmp_path):
    with running("run", "--speech", "none", "--http", "127.0.0.1:0") as process:
        url = address(process)
        with connect(url.replace("http", "ws") + "ws", origin=url[:-1], open_timeout=PATIENCE_S) as page:
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
            wait_until(lambda: b'"connected": false' in events.read_bytes())
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


STUCK = """
import sys, threading, time
from companion.cli.stopping import Stopping
with Stopping() as stopping:
    stopping.by(lambda: None)
    print("ready", flush=True)
    {what}
"""


@pytest.mark.parametrize(
    ("what", "number"), [("while True: pass", signal.SIGTERM), ("threading.Event().wait()", signal.SIGINT)]
)
def test_a_table_that_is_stuck_ends_within_two_seconds(what, number):
    # A machine that is busy may take longer to look at its clock; not every time.
    assert any(time_to_end(what, number) < 2.3 for _ in range(5))


def time_to_end(what, number):
    """So many seconds after a signal a table that is stuck has ended."""
    with subprocess.Popen([sys.executable, "-c", STUCK.format(what=what)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:  # fmt: skip
        assert process.stdout.readline() == "ready\n"
        began = time.monotonic()
        process.send_signal(number)
        assert process.wait(PATIENCE_S) == 0
        took_s = time.monotonic() - began
        assert "was ended" in process.stderr.read()
    return took_s


LINGERS = """
import threading
from companion.cli.stopping import Stopping
with Stopping() as stopping:
    stopping.by(lambda: None)
    print("ready", flush=True)
    signal_came = threading.Event()
    stopping.by(signal_came.set)
    signal_came.wait()
threading.Thread(target=threading.Event().wait).start()
"""


DROPS = """
import signal, sys, threading
from companion.cli.stopping import Stopping
class Thrown:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
with Stopping():
    thrown = Thrown()
    try:
        del thrown
        threading.Event().wait(60)
    finally:
        print("unwound", flush=True)
"""


def test_a_signal_at_a_moment_in_which_nothing_can_be_raised():
    """Python drops what is raised while an object is thrown away."""
    done = subprocess.run([sys.executable, "-c", DROPS], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    assert (done.stdout, done.stderr) == ("unwound\n", "")


CONVERTS = """
import signal, sys
from companion.cli import main, run
def configure(parser):
    try:
        signal.raise_signal(signal.SIGTERM)
    except BaseException as error:
        raise RuntimeError("of a library") from error
run.configure = configure
sys.argv = ["tastkreis", "run", "--speech", "print"]
sys.exit(main())
"""


def test_a_signal_of_which_a_library_makes_an_error_of_its_own():
    """Python itself does where a class is made: what is raised meanwhile comes out as a RuntimeError."""
    done = subprocess.run([sys.executable, "-c", CONVERTS], capture_output=True, text=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_program_that_hangs_behind_its_end_ends_too():
    with subprocess.Popen([sys.executable, "-c", LINGERS], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as process:  # fmt: skip
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_asks_again_and_again_gets_the_same_end(number, tmp_path):
    with running("run", "--no-http", "--speech", "none", "--log", tmp_path / "e.db") as process:
        wait_until(lambda: (tmp_path / "e.db").exists() and is_listening(process))
        while process.poll() is None:
            process.send_signal(number)
            time.sleep(0.0005)
        assert (process.returncode, process.stderr.read()) == (0, "")


def test_a_closed_terminal_does_not_end_the_evening(tmp_path):
    events = tmp_path / "events.jsonl"
    with running("run", "--speech", "none", "--no-http", "--events", events) as process:
        wait_until(lambda: has_event(events, "setup"))
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        assert ended(process)[0] == 0


def test_the_system_is_told_that_the_table_is_ready_and_alive(tmp_path):
    place = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as system:
        system.bind(str(place))
        system.settimeout(PATIENCE_S)
        with running("run", "--speech", "none", "--no-http", environment={"NOTIFY_SOCKET": str(place)}) as process:
            assert system.recv(100) == b"READY=1"
            assert system.recv(100) == b"WATCHDOG=1"
            assert ended(process)[0] == 0
        told = b""
        while told != b"STOPPING=1":
            told = system.recv(100)


def test_a_table_that_thinks_too_long_is_noticed_once():
    now, busy, told = [0.0], [None], []
    watchdog = Watchdog(lambda: busy[0], lambda: now[0], lambda key, line: told.append((key, line)))
    for t, since in ((1.0, None), (2.0, 1.5), (4.0, 1.5), (4.6, 1.5), (9.0, 1.5), (9.5, None), (20.0, 12.0)):
        now[0], busy[0] = t, since
        watchdog.look()
    assert [key for key, _ in told] == ["table_stuck", "table_stuck"]
    assert "test_stopping.py" in told[0][1]
