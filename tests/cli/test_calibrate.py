"""`tastkreis calibrate`: every step is explained, finds what it wants, and says in one line what it cannot use."""

import argparse
import importlib
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
