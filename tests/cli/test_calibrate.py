"""`tastkreis calibrate`: every step is explained, finds what it wants, and says in one line what it cannot use."""

import argparse
import importlib
import json
import os
import re
import subprocess
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from command import COMMAND, PATIENCE_S, tastkreis

from companion.cli.calibrate import SUBCOMMANDS
from companion.cli.tables import layouts
from companion.speech.catalogue import load
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.contract import Layout
from engine.tac.board.holes import LAYOUT

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("step", SUBCOMMANDS)
def test_every_step_and_its_options_are_explained(step):
    parser = argparse.ArgumentParser()
    importlib.import_module(SUBCOMMANDS[step]).configure(parser)
    named = [f"`{step}`", *(name for action in parser._actions for name in action.option_strings)]
    assert [name for name in named if name.startswith("--") and name != "--help" and name not in PAGE] == []


def test_a_step_is_needed_and_must_be_known():
    for words in ([], ["dance"]):
        done = tastkreis("calibrate", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_find_says_and_prints_the_board():
    with closing(VirtualBoard(VirtualTable(LAYOUT), "tastkreis-07")) as board:
        board.plug()
        done = tastkreis("calibrate", "find", "--port", board.port, "--language", "en", "--speech", "print")
        assert (done.returncode, done.stdout) == (0, f"serial:{board.port}\n")
        assert done.stderr == "« The board tastkreis-07 is here. »\n"


def test_a_board_of_another_name_is_told_with_its_own():
    with closing(VirtualBoard(VirtualTable(LAYOUT), "tastkreis-07")) as board:
        board.plug()
        words = ("--port", board.port, "--name", "tastkreis-01", "--language", "en", "--speech", "print")
        done = tastkreis("calibrate", "find", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("« Another board is plugged in, it is called tastkreis-07. »\n")


def test_ports_besides_usb_are_named_by_the_environment(tmp_path):
    with closing(VirtualBoard(VirtualTable(LAYOUT), "tastkreis-07")) as board:
        board.plug()
        environment = {**os.environ, "TASTKREIS_PORTS": board.port[:-2] + "*d"}
        done = tastkreis("calibrate", "find", "--speech", "none", env=environment)
    assert (done.returncode, done.stdout) == (0, f"serial:{board.port}\n")


def test_find_says_that_there_is_none(tmp_path):
    port = tmp_path / "none"
    done = tastkreis("calibrate", "find", "--port", port, "--language", "en", "--speech", "print")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("« I cannot find a board. Please check the cable. »\n"
                           f"tastkreis calibrate: no board found: there is no serial port {port}\n")  # fmt: skip


def test_firmware_gathers_every_file_of_the_board(tmp_path):
    folder = tmp_path / "pico"
    done = tastkreis("calibrate", "firmware", folder, "--name", "table-1", "--speech", "print", "--language", "en")
    assert (done.returncode, done.stdout) == (0, f"{folder}\n")
    root = Path(__file__).parents[2]
    sources = {path.name: path.read_text() for path in (root / "firmware").glob("*.py") if path.name != "__init__.py"}
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert json.loads(written.pop("settings.json")) == {"sensors": "reed", "board": "table-1"}
    assert written.pop("pins.json") == (root / "hardware" / "pins" / "tac64.json").read_text()
    assert written == sources


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["x", "--name", "two words"],
         "--name 'two words': a name has up to 32 letters, digits, dots and dashes"),
        (["x", "--pins", "chess"], "--pins chess: there is no board 'chess'; known boards: tac64"),
        (["x", "--pins", "none.json"], "--pins none.json: No such file or directory"),
        (["file/x"], "file/x: Not a directory"),
    ],
)  # fmt: skip
def test_firmware_writes_nothing_half(tmp_path, words, line):
    (tmp_path / "file").touch()
    done = tastkreis("calibrate", "firmware", *words, "--speech", "print", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tastkreis calibrate: {line}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["wiring"], "the following arguments are required: --profile"),
        (["wiring", "--profile", "p", "--board", "virtual"],
         "--board virtual: known are serial:PORT, serial:auto and gpio:FILE"),
        (["thresholds", "--profile", "p", "--board", "gpio:x"], "read contacts, which have no threshold"),
        (["thresholds", "--profile", "p", "--layout", "tactix9"], "--layout tactix9: its pieces are of no seat"),
        (["wiring", "--profile", "p", "--layout", "chess"], "argument --layout: invalid choice: 'chess'"),
        (["wiring", "--profile", "none/p"], "--profile none/p: there is no folder"),
        (["cards", "--profile", "p", "--tags", "none/t"], "--tags none/t: there is no folder"),
        (["wiring", "--profile", "broken"], "--profile broken: line 1: not JSON"),
        (["wiring", "--profile", "small"], "--profile small: layout: this profile is for tactik4, not for tac64"),
        (["wiring", "--profile", "p", "--board", "serial:none"], "--board serial:none: there is no serial port none"),
        (["cards", "--profile", "p", "--tags", "broken"], "--tags broken: line 1: not JSON"),
        (["cards", "--profile", "p", "--deck", "skat"], "argument --deck: invalid choice: 'skat'"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_in_one_line(tmp_path, words, line):
    (tmp_path / "broken").write_text("{")
    (tmp_path / "small").write_text('{"format": "tastkreis-profile", "version": 1, "board": "b", "layout": "tactik4"}')
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    done = tastkreis("calibrate", *words, "--speech", "none", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert line in done.stderr
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("part", "line"),
    [("{", "cannot be read"), ('{"format": "x"}', "cannot be read"), ("[]", "cannot be read"),
     ('{"format": "tastkreis-progress", "board": "virtual", "known": {"places": {"0": "x"}}}', "does not have"),
     ('{"format": "tastkreis-progress", "board": "virtual", "known": {"places": 7}}', "cannot be read"),
     ('{"format": "tastkreis-progress", "board": "virtual", "known": {"heard": {"0": [[]]}}}', "cannot be read"),
     ('{"format": "tastkreis-progress", "board": "other", "known": {}}', "belongs to another board")],
)  # fmt: skip
def test_progress_that_cannot_be_used_is_told(tmp_path, part, line):
    (tmp_path / "p.wiring.part").write_text(part)
    with closing(VirtualBoard(VirtualTable(LAYOUT))) as board:
        board.plug()
        done = tastkreis("calibrate", "wiring", "--board", f"serial:{board.port}", "--profile", "p", "--speech", "none",
                         cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("tastkreis calibrate: p.wiring.part: ")
    assert line in done.stderr
    assert "--anew begins anew" in done.stderr


def test_a_board_of_another_layout_is_not_calibrated(tmp_path):
    small = Layout("tactik4", tuple(f"{i:02d}" for i in range(14)), ("Ay",), 2, ("A",))
    with closing(VirtualBoard(VirtualTable(small), "b")) as board:
        board.plug()
        done = tastkreis("calibrate", "cards", "--board", f"serial:{board.port}", "--profile", tmp_path / "p",
                         "--speech", "none")  # fmt: skip
    assert done.stderr == f"tastkreis calibrate: --board serial:{board.port}: the board b is a tactik4, not a tac64\n"
    assert done.returncode == 2


def test_a_board_of_another_game_is_found_and_wired(tmp_path):
    table = VirtualTable(layouts()["tacocat9"])
    table.set_position("A........")
    table.lift(0)
    with closing(VirtualBoard(table, "cats")) as board:
        board.plug()
        words = ("--layout", "tacocat9", "--language", "en", "--speech", "print")
        found = tastkreis("calibrate", "find", "--port", board.port, *words)
        assert (found.returncode, found.stdout) == (0, f"serial:{board.port}\n")
        command = [COMMAND, "calibrate", "wiring", "--board", f"serial:{board.port}", "--profile", "p", *words]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path)
        hear(process, r"« .*\b0\. »\n")
        for place in range(9):
            table.put(place, "A")
            hear(process, rf"« .*\b{place + 1}\. »\n" if place < 8 else "« .* »\n")
            table.lift(place)
        _, said = process.communicate("done\n", timeout=PATIENCE_S)
    assert process.returncode == 0, said
    data = json.loads((tmp_path / "p").read_text())
    assert (data["layout"], data["channels"]) == ("tacocat9", list(range(9)))


def emptied():
    table = VirtualTable(LAYOUT)
    for place in range(LAYOUT.size):
        if table.occupied() >> place & 1:
            table.lift(place)
    return table


@contextmanager
def wiring_at_work(board, tmp_path):
    """`calibrate wiring` that has just been told its first field."""
    command = [COMMAND, "calibrate", "wiring", "--board", f"serial:{board.port}", "--profile", "p", "--language", "en",
               "--speech", "print"]  # fmt: skip
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path)
    hear(process, r"« .*\b0, start of Black\. »\n")
    yield process
    process.communicate(timeout=PATIENCE_S)


def test_who_puts_the_cable_back_hears_again_what_is_asked_for(tmp_path):
    table = emptied()
    with closing(VirtualBoard(table, "one")) as board:
        board.plug()
        with wiring_at_work(board, tmp_path) as process:
            board.unplug()
            hear(process, "« There is no board, please check the cable. »\n")
            board.plug()
            hear(process, "« The board is connected. 0, start of Black. »\n")
            process.stdin.write("stop\n")
    assert process.returncode == 0


def test_another_board_at_the_same_port_ends_the_work_and_loses_nothing(tmp_path):
    table = emptied()
    with closing(VirtualBoard(table, "one")) as board, closing(VirtualBoard(table, "two")) as other:
        board.plug()
        with wiring_at_work(board, tmp_path) as process:
            table.put(0, "A")
            hear(process, "« 1. »\n")
            other.plug()
            board.unplug()
            os.symlink(other.port, board.port)
            line = "two is there now, not one; what was learnt is kept"
            hear(process, f"tastkreis calibrate: --board serial:{board.port}: {line}\n")
            os.unlink(board.port)
    assert process.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["p.wiring.part"]
    assert json.loads((tmp_path / "p.wiring.part").read_text())["known"]["places"] == {"0": 0}


def hear(process, words):
    while not re.fullmatch(words, line := process.stderr.readline()):
        assert line, words


def test_every_sentence_of_the_calibration_is_said_and_has_its_words():
    root = Path(__file__).parents[2]
    paths = [path for room in ("calibration", "companion/cli") for path in (root / room).glob("*.py")]
    code = "".join(path.read_text("utf-8") for path in paths)
    asked = set(re.findall(r'(?:\b(?:say|brief)|aloud\.text)\(\s*"([a-z_]+)"', code))
    words = {key.partition(".")[2] for key in load("de").texts if key.startswith("calibrate.")}
    words = {key for key in words if not key.startswith("camera_")}  # tests/vision has those
    assert {key for key in asked if key.startswith(("wiring_", "cards_"))} <= words
    assert {key for key in words if f'"{key}"' not in code} == set()
