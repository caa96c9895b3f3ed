"""`tastkreis calibrate`: every step is explained, finds what it wants, and says in one line what it cannot use."""

import argparse
import importlib
import json
from contextlib import closing
from pathlib import Path

import pytest
from command import tastkreis

from companion.cli.calibrate import SUBCOMMANDS
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.tac.board import LAYOUT

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


def test_find_says_that_there_is_none(tmp_path):
    port = tmp_path / "none"
    done = tastkreis("calibrate", "find", "--port", port, "--language", "en", "--speech", "print")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("« No board found. Please check the cable. »\n"
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
