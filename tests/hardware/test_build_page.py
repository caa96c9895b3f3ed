"""The guide: what it names is there, its commands are understood, and `make install` puts its files where it says."""

import argparse
import grp
import importlib
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from hardware.geometry import load_board
from hardware.magnets import STACK
from hardware.template import hollow_depth_mm, pocket_depth_mm

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")


def test_every_file_that_the_guide_names_is_there():
    named = re.findall(r"`((?:hardware|packaging|docs)/[\w./-]+)`", PAGE)
    assert len(named) >= 4
    assert [name for name in named if not (ROOT / name).exists()] == []
    parts = set(re.findall(r"`((?:foot|magnet|reed|yard|board|carrier)-[\w-]+)`", PAGE)) | {"keys"}
    printed = {path.stem for path in (ROOT / "hardware" / "made" / "case").glob("*.stl")}
    assert parts <= printed
    assert printed - parts == {"foot-B", "foot-C"}


def test_the_depth_that_the_guide_tells_is_the_one_that_is_worked_out():
    hole_mm = load_board().holes[0].diameter_mm
    assert f"less {hollow_depth_mm(hole_mm) + STACK.wood_mm:.1f} mm" in PAGE
    assert f"for 20 mm so {pocket_depth_mm(20, hole_mm):.1f} mm" in PAGE


@pytest.mark.parametrize("line", sorted(set(re.findall(r"^ +\.venv/bin/tastkreis (.+)$", PAGE, re.MULTILINE))))
def test_its_commands_are_understood(line):
    command, *words = shlex.split(line)
    if command not in COMMANDS:
        pytest.skip(f"tastkreis {command} comes with another part of the program")
    parser = argparse.ArgumentParser(exit_on_error=False)
    importlib.import_module(COMMANDS[command]).configure(parser)
    parser.parse_args(words)


def test_make_targets_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:`|^ +|&& )make ([a-z]+)\b", PAGE, re.MULTILINE)) <= targets


def installed(folder, *words):
    outside = {name: value for name, value in os.environ.items() if name not in ("ARGS", "MAKEFLAGS", "MAKEOVERRIDES")}
    environment = {**outside, "DESTDIR": str(folder)}  # what `make test` itself was given is not meant here
    command = ["make", "--no-print-directory", "install", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, timeout=220, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def has_service():
    """A hardened service sees nothing below /home: there none is installed."""
    return (ROOT / "packaging" / "tastkreis.service").exists() and ROOT.parts[1] not in ("home", "root")


def test_install_writes_its_files_below_a_folder_and_touches_nothing_else(tmp_path):
    service = ["etc/systemd/system/tastkreis.service"] if has_service() else []
    assert installed(tmp_path) == [*service, "etc/udev/rules.d/60-tastkreis.rules"]
    assert 'ATTRS{idVendor}=="2e8a"' in (tmp_path / "etc/udev/rules.d/60-tastkreis.rules").read_text()
    for path in service:
        text = (tmp_path / path).read_text()
        assert f"ExecStart={ROOT}/.venv/bin/tastkreis run" in text
        assert "/opt/tastkreis" not in text.replace(str(ROOT), "")


def test_what_install_is_given_becomes_the_line_of_the_service(tmp_path):
    written = installed(tmp_path, "ARGS=--board serial:auto --language en")
    path = "etc/systemd/system/tastkreis.service.d/table.conf"
    assert (path in written) is has_service()
    if has_service():
        assert (tmp_path / path).read_text().endswith(" --board serial:auto --language en\n")


@pytest.mark.skipif(not has_service(), reason="no service below /home")
def test_a_service_may_use_what_its_table_needs(tmp_path):
    kinds = {"serial:auto": [], "gpio:pins.json": ["gpiochip rw", "spi rw"], "camera:0": ["video4linux rw"],
             "camera:picamera2:0": ["video4linux rw", "media rw", "dma_heap rw"],
             "serial:auto --keys auto": ["input r"]}  # fmt: skip
    for board, devices in kinds.items():
        installed(tmp_path, f"ARGS=--board {board}")
        text = (tmp_path / "etc/systemd/system/tastkreis.service.d/table.conf").read_text()
        assert re.findall(r"^DeviceAllow=char-(\w+ \w+)$", text, re.MULTILINE) == devices
        has_group = "input" in {group.gr_name for group in grp.getgrall()}
        assert ("SupplementaryGroups=input" in text) is (devices == ["input r"] and has_group)
