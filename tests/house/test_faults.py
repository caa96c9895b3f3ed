"""The page of faults is kept true: every test that it names exists, every figure is that of the program."""

import argparse
import ast
import importlib
import re
import shutil
import subprocess

import pytest
from source_tree import ROOT, modules, place, told, tree
from test_habits import uses

from companion.cli import COMMANDS

PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
UNIT = ROOT / "packaging" / "tastkreis.service"
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
BOUNDS = re.findall(r"^\|[^|]*\| ([\d.]+) \| `([\w.]+)` \|$", PAGE, re.MULTILINE)
WALL_CLOCKS = {"time.time", "time.time_ns", "datetime.datetime.now", "datetime.datetime.today", "datetime.date.today"}


def test_every_fault_is_tried_by_a_test_that_exists():
    rows = [line for line in PAGE.partition("## Bounds")[0].splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    assert [row for row in rows if "::" not in row and "---" not in row] == []
    missing = []
    for path, name in NAMED:
        functions = {node.name for node in ast.walk(tree(ROOT / "tests" / path)) if isinstance(node, ast.FunctionDef)}
        missing += [] if name in functions else [f"{path}::{name}"]
    assert missing == []


@pytest.mark.parametrize(("figure", "name"), BOUNDS, ids=[name for _, name in BOUNDS])
def test_every_bound_is_that_of_the_program(figure, name):
    module, _, constant = name.rpartition(".")
    assert getattr(importlib.import_module(module), constant) == float(figure)


def test_the_page_has_bounds():
    assert len(BOUNDS) > 15


def test_nothing_in_play_reads_the_clock_on_the_wall():
    """The time of day may jump by a day; what it is used for is the date of a log."""
    wrong = [f"{place(path, node)} {name}" for module, path in modules().items() if module != "companion.cli.logbook"
             for node, name in uses(path) if name in WALL_CLOCKS]  # fmt: skip
    assert not wrong, told(wrong)


def test_the_service_is_hardened():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("not installed: systemd")
    done = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=17", "--no-pager", UNIT],
                          capture_output=True, text=True, check=False, timeout=120)  # fmt: skip
    if "Unknown option" in done.stderr or "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert done.returncode == 0, done.stdout[-300:] + done.stderr


def test_the_service_starts_a_command_that_there_is():
    line = next(x for x in UNIT.read_text("utf-8").splitlines() if x.startswith("ExecStart="))
    _, command, *options = line.split()
    parser = argparse.ArgumentParser()
    importlib.import_module(COMMANDS[command]).configure(parser)
    args = parser.parse_args(options)
    assert args.log.startswith("/var/lib/tastkreis/")
