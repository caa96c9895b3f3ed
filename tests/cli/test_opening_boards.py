"""A board that is not the one meant ends `run` with one line; what was damaged on the way is told at the end."""

import json
import os
import select
import signal
import subprocess
import threading
import tty
from contextlib import closing

import pytest
from command import COMMAND, PATIENCE_S, tastkreis

from companion.cli import BadInput
from companion.cli.boards import Attention
from companion.inputs import Fault, Hello, OccupancyFrame
from companion.sensing.reader import SentenceReader
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.contract import Layout
from engine.tac.board.holes import LAYOUT
from firmware import wire

OPTIONS = ("--no-http", "--speech", "none", "--language", "en")
SMALL = Layout("tactik4", tuple(f"{i:02d}" for i in range(14)), ("Ay",), 2, ("A",))


def profile(folder, board="tastkreis-01"):
    path = folder / "board.json"
    data = {"format": "tastkreis-profile", "version": 1, "board": board, "layout": "tac64"}
    path.write_text(json.dumps(data))
    return path


def test_a_profile_for_another_board(tmp_path):
    path = profile(tmp_path)
    with closing(VirtualBoard(VirtualTable(LAYOUT), "other")) as board:
        board.plug()
        done = tastkreis("run", "--board", f"serial:{board.port}", "--profile", path, *OPTIONS)
    assert done.stderr.endswith(f"tastkreis run: --profile {path}: made for the board tastkreis-01, this is other\n")
    assert done.returncode == 2


def run_until(board, line, *options):
    """Starts `run`, waits until the line is printed, ends it; everything printed."""
    command = [COMMAND, "run", "--board", f"serial:{board}", *OPTIONS, *map(str, options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = []
    while not said or line not in said[-1]:
        said.append(process.stderr.readline())
        assert said[-1], said
    process.send_signal(signal.SIGTERM)
    said += process.communicate(timeout=PATIENCE_S)[1].splitlines(keepends=True)
    return process.returncode, said


def wait_for(stream, part):
    while part not in (line := stream.readline()):
        assert line, part
    return line


def test_a_board_that_is_looked_for_may_come_late_and_under_another_name(tmp_path):
    command = [COMMAND, "run", "--board", "serial:auto", *OPTIONS, "--events", "-"]
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with closing(VirtualBoard(VirtualTable(LAYOUT), "tastkreis-01")) as board:
        process = subprocess.Popen(command, env={**os.environ, "TASTKREIS_PORTS": str(tmp_path / "*")}, **pipe)
        told = [wait_for(process.stderr, "serial:auto") for _ in range(2)]
        for name in ("ttyACM0", "ttyACM1"):
            board.plug()
            (tmp_path / name).symlink_to(board.port)
            wait_for(process.stdout, '"connected": true')
            (tmp_path / name).unlink()
            board.unplug()
            wait_for(process.stdout, '"connected": false')
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert told[0].startswith("tastkreis: --board serial:auto: no board found: ")
    assert told[0].endswith("; it is looked for\n")
    assert told[1] == "tastkreis: --board serial:auto: there is no board yet\n"
    assert [line for line in said.splitlines() if line.startswith("tastkreis: the board")] == [
        f"tastkreis: the board tastkreis-01 is at {tmp_path / name}" for name in ("ttyACM0", "ttyACM1")]  # fmt: skip


def test_a_board_of_another_layout():
    with closing(VirtualBoard(VirtualTable(SMALL), "b")) as board:
        board.plug()
        line = f"tastkreis: --board serial:{board.port}: the board b is a tactik4, not a tac64\n"
        status, said = run_until(board.port, "not a tac64")
    assert (status, said[0]) == (0, line)


def test_a_board_of_another_protocol_and_a_report_of_what_was_damaged():
    master, slave = os.openpty()
    tty.setraw(slave)
    port = os.ttyname(slave)
    hello = wire.encode("HELLO", 0, 1, ["2", "b", "1", "tac64", "F" * 24])

    def answer():
        heard = b""
        while b"?HELLO" not in heard:
            heard += os.read(master, 100)
        os.write(master, b"\xff\n" + hello)

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        status, said = run_until(port, "protocol 2")
    finally:
        thread.join()
        os.close(slave)
        os.close(master)
    assert (status, said[0]) == (0, f"tastkreis: --board serial:{port}: the board b speaks protocol 2, not 1\n")
    assert said[-1].startswith("tastkreis: of the board's sentences ")
    assert "noise 1" in said[-1]


def test_the_right_board_is_taken_and_nothing_is_reported(tmp_path):
    with closing(VirtualBoard(VirtualTable(LAYOUT), "tastkreis-01")) as board:
        board.plug()
        events = tmp_path / "events"
        command = [COMMAND, "run", "--board", f"serial:{board.port}", "--profile", profile(tmp_path), *OPTIONS]
        process = subprocess.Popen([*map(str, command), "--events", "-"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)  # fmt: skip
        while '"connected": true' not in (line := process.stdout.readline()):
            assert line
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, said) == (0, "")
    assert not events.exists()


def test_another_board_in_the_middle_of_an_evening_is_told_and_ends_nothing(tmp_path, capsys):
    failed, passed = [], []
    reader = SentenceReader(LAYOUT, {})
    attention = Attention("serial:p", str(profile(tmp_path)), reader, passed.append, failed.append, print)
    inputs = [Hello(0.0, "tastkreis-01", "1", "tac64", 0), Hello(1.0, "other", "1", "tac64", 0),
              Hello(2.0, "other", "1", "tac64", 0), OccupancyFrame(3.0, 0)]  # fmt: skip
    for each in inputs:
        attention(each)
    assert (failed, passed) == ([], inputs)
    assert capsys.readouterr().err.count("made for the board tastkreis-01, this is other") == 1


def test_the_first_board_is_refused(tmp_path):
    failed = []
    attention = Attention("serial:p", str(profile(tmp_path)), SentenceReader(LAYOUT, {}), lambda each: None,
                          failed.append, print)  # fmt: skip
    attention(Hello(0.0, "b", "1", "tac64", 0))
    assert "made for the board tastkreis-01, this is b" in str(failed[0])
    assert isinstance(failed[0], BadInput)


def test_faults_of_the_whole_board_are_said(capsys):
    told = []
    attention = Attention("serial:p", None, SentenceReader(LAYOUT, {}), lambda each: None, told.append,
                          lambda key, line, name: told.append((key, line)))  # fmt: skip
    for code, index in (("clear", None), ("bus", None), ("clear", None), ("stuck-on", 3), ("brownout", None)):
        attention(Fault(0.0, code, index))
    assert [key for key, _ in told] == ["board_bus", "board_whole", "board_brownout"]
    assert told[0][1] == "--board serial:p: the board reports bus"


def test_a_supply_on_the_brink_is_not_told_without_end():
    told = []
    attention = Attention("serial:p", None, SentenceReader(LAYOUT, {}), lambda each: None, told.append,
                          lambda key, line, name: told.append(key))  # fmt: skip
    for number in range(1000):
        attention(Fault(number / 100, "clear" if number % 2 else "brownout", None))
    assert told == ["board_brownout", "board_whole"] * 3
    attention(Fault(100.0, "brownout", None))
    assert told[6:] == ["board_brownout"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["gpio:none.json"], "--board gpio:none.json: No such file or directory"),
        (["gpio:broken.json"], "--board gpio:broken.json: line 1: not JSON"),
        (["gpio:other.json"], "--board gpio:other.json: pin_map: there is no board 'x'; known boards: tac64"),
        (["gpio:"], "--board gpio:: known are serial:PORT, gpio:FILE, camera:SOURCE, trace:FILE, film:DIR and virtual"),
    ],
)
def test_a_file_of_pins_that_cannot_be_used(tmp_path, words, line):
    (tmp_path / "broken.json").write_text("{")
    data = {"format": "tastkreis-gpio", "version": 1, "board": "pi", "load": 8, "pin_map": "x"}
    (tmp_path / "other.json").write_text(json.dumps(data))
    done = tastkreis("run", "--board", *words, *OPTIONS, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert line in done.stderr


class Ports:
    """Boards at pseudo-terminals in a folder, each with the HELLO that it says when it is asked."""

    def __init__(self, folder, *hellos):
        self.folder, self._ends, self._is_over = folder, [], threading.Event()
        for number, fields in enumerate(hellos):
            master, slave = os.openpty()
            tty.setraw(slave)
            (folder / f"tty{number}").symlink_to(os.ttyname(slave))
            self._ends.append((master, slave, wire.encode("HELLO", 0, 1, list(fields))))
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def _answer(self):
        while not self._is_over.is_set():
            for master, _, hello in self._ends:
                if select.select([master], [], [], 0.05)[0] and b"?HELLO" in os.read(master, 1000):
                    os.write(master, hello)

    def close(self):
        self._is_over.set()
        self._thread.join()
        for master, slave, _ in self._ends:
            os.close(master)
            os.close(slave)


TWIN = ("1", "twin", "1", "tac64", "F" * 24)
UNFIT = [((TWIN, TWIN), "two boards are called twin", "Several boards are plugged in"),
         ((("1", "b", "1", "snooker", "FF"),), "is a snooker, not a tac64", "belongs to another game: snooker."),
         ((("9", "b", "1", "tac64", "FF"),), "speaks protocol 9, not 1", "speaks protocol 9,")]  # fmt: skip
SPOKEN = ("--speech", "print", "--language", "en")


@pytest.mark.parametrize(("hellos", "line", "notice"), UNFIT)
def test_why_no_board_could_be_had_is_said(hellos, line, notice, tmp_path):
    environment = {**os.environ, "TASTKREIS_PORTS": str(tmp_path / "*")}
    with closing(Ports(tmp_path, *hellos)):
        found = subprocess.run([COMMAND, "calibrate", "find", *SPOKEN], capture_output=True, text=True, check=False,
                               stdin=subprocess.DEVNULL, env=environment, timeout=PATIENCE_S)  # fmt: skip
        assert (found.returncode, found.stdout) == (2, "")
        assert line in found.stderr
        assert notice in found.stderr
        command = [COMMAND, "run", "--board", "serial:auto", "--no-http", *SPOKEN]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment,
                              text=True) as process:  # fmt: skip
            wait_for(process.stderr, line)
            wait_for(process.stderr, notice)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize(("hello", "line", "notice"), [
    (("1", "b", "1", "snooker", "FF"), "the board b is a snooker, not a tac64", "belongs to another game: snooker."),
    (("9", "b", "1", "tac64", "FF"), "the board b speaks protocol 9, not 1", "speaks protocol 9, which"),
])  # fmt: skip
def test_a_board_of_another_kind_is_not_calibrated(hello, line, notice, tmp_path):
    with closing(Ports(tmp_path, hello)):
        command = [COMMAND, "calibrate", "wiring", "--board", f"serial:{tmp_path / 'tty0'}", *SPOKEN]
        done = subprocess.run([*command, "--profile", str(tmp_path / "p.json")], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)  # fmt: skip
    assert done.returncode == 2
    assert line in done.stderr
    assert notice in done.stderr
    assert not (tmp_path / "p.json").exists()


@pytest.mark.parametrize(("hello", "sentence"), [
    (("9", "b", "1", "tac64", "FF"), "« The board that is plugged in speaks protocol 9, which"),
    (("1", "b", "1", "tac64", "F" * 23), "« What the board that is plugged in reports does not fit its game."),
])  # fmt: skip
def test_a_board_of_another_kind_is_told_in_one_sentence_and_never_called_connected(tmp_path, hello, sentence):
    with closing(Ports(tmp_path, hello)):
        command = [COMMAND, "run", "--board", f"serial:{tmp_path / 'tty0'}", "--no-http", *SPOKEN]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
            assert wait_for(process.stderr, "«").startswith(sentence)
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=PATIENCE_S)
    assert "«" not in said


def test_a_deck_with_a_card_that_no_game_has(tmp_path):
    tags = tmp_path / "tags.json"
    tags.write_text('{"04A1": "7", "04A2": "99"}')
    done = tastkreis("run", "--tags", tags, "--no-http", "--speech", "none")
    assert (done.returncode, done.stderr) == (2, f"tastkreis run: {tags}: 04A2: there is no card '99' in any game\n")
