"""The commands that look after a companion: doctor, report, salvage."""

import contextlib
import json
import os
import stat
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from command import PATIENCE_S, tastkreis
from test_live_table import Page
from test_opening_boards import Ports
from test_stopping import running, wait_until

from companion.cli import care, doctor, health
from companion.cli.health import Finding, Health
from companion.facts import Fact
from companion.sensing import serial_board
from companion.store.log import Log, read_games
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.registry import at_table
from engine.tac.board.holes import LAYOUT

GAME = Fact("game", 0.0, {"game": "tac", "settings": {"variant": "duel", "deck": "basic"}, "rules": {}})
HAND = Fact("hand", 1.0, {"seat": "A", "cards": ["trickster", "tac"]})
PRIVATE = Fact("speech", 2.0, {"text": "You hold the Trickster.", "private": "A"})
CARD = Fact("card", 3.0, {"seat": "A", "card": "7", "by": "phone"})
SECRETS = ("trickster", "Trickster")
WELL, HOT = Health(50.0, False, False, 900, 900), Health(91.0, False, False, 900, 900)
WEAK = Health(50.0, True, True, 900, 900)


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """The doctor looks at a machine that is well, however busy, hot or full the one is that runs the tests."""
    monkeypatch.setattr(doctor, "health", lambda folder: WELL)
    monkeypatch.setattr(doctor, "SLOWEST_SYNC_S", 60.0)


@pytest.fixture
def evening(tmp_path):
    with Log(tmp_path / "e.db", "now") as log:
        log.append([GAME, HAND, PRIVATE, CARD])
    (tmp_path / "e.trace").write_bytes(b"0.000 >game tac basic duel\n1.000 >hand A trickster,tac\n2.000 noise\xff\n")
    events = [fact.event(number) for number, fact in enumerate((PRIVATE, CARD), 1)]
    (tmp_path / "e.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    return tmp_path


def packed(evening, *options):
    target = evening / "report.zip"
    done = tastkreis("report", target, "--log", evening / "e.db", "--trace", evening / "e.trace", "--events",
                     evening / "e.jsonl", *options)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(target) as file:
        return target, {name: file.read(name).decode(errors="replace") for name in file.namelist()}


def test_a_report_holds_everything_but_hands(evening):
    target, files = packed(evening)
    assert set(files) == {"versions.json", "log.jsonl", "evening.trace", "events.jsonl"}
    assert not [name for name, text in files.items() if any(secret in text for secret in SECRETS)]
    assert [json.loads(line)["type"] for line in files["log.jsonl"].splitlines()] == ["game", "card"]
    assert files["evening.trace"].count("\n") == 2
    told = json.loads(files["versions.json"])
    assert {"tastkreis", "python", "sqlite", "health"} <= set(told)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_hands_are_in_it_for_who_asks(evening):
    _, files = packed(evening, "--with-hands")
    for name in ("log.jsonl", "evening.trace", "events.jsonl"):
        assert any(secret in files[name] for secret in SECRETS), name


def test_a_report_overwrites_nothing_and_leaves_no_half_file(evening):
    (evening / "mine.zip").write_text("mine")
    done = tastkreis("report", evening / "mine.zip")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert (evening / "mine.zip").read_text() == "mine"
    for option, name in (("--log", "e.trace"), ("--log", "none"), ("--trace", "none"), ("--events", "e.trace")):
        done = tastkreis("report", evening / "new.zip", option, evening / name)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
        assert name in done.stderr
        assert not os.path.exists(evening / "new.zip")


@pytest.mark.parametrize("line", ["[]", "null", "7", '"x"', "{"])
def test_a_file_that_holds_no_events_is_named(evening, line):
    (evening / "odd.jsonl").write_text(f'{{"type": "turn"}}\n{line}\n')
    done = tastkreis("report", evening / "new.zip", "--events", evening / "odd.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    assert "odd.jsonl:2: no event: " in done.stderr
    assert not os.path.exists(evening / "new.zip")


def test_salvage_from_the_command_line(evening):
    path = evening / "e.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:-9000])
    done = tastkreis("salvage", path)
    assert done.returncode == 0, done
    assert "the damage:" in done.stdout
    assert len(read_games(evening / "e.saved.db")) <= 1
    assert path.read_bytes() == whole[:-9000]
    path.write_bytes(whole)
    done = tastkreis("salvage", path, "--to", evening / "whole.db")
    assert "4 facts, 1 games" in done.stdout
    assert read_games(evening / "whole.db") == [[GAME, HAND, PRIVATE, CARD]]
    done = tastkreis("salvage", path, "--to", evening / "whole.db")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def examined(capsys, *options, status=0):
    """What the doctor says, by subject; and all of it."""
    from companion.cli import main

    found = main(["doctor", "--speech", "print", "--language", "en", *options])
    out = capsys.readouterr().out
    assert found == status, out
    return [line for line in out.splitlines() if line.startswith(("well", "WRONG"))], out


def heard_board(capsys, monkeypatch, board):
    """What the doctor says of a board that is well; it listens for longer where the machine is busy."""
    for listen_s in (1.2, 8.0, 40.0):
        monkeypatch.setattr(doctor, "LISTEN_S", listen_s)
        with contextlib.suppress(AssertionError):
            lines, _ = examined(capsys, "--board", board, "--http", "127.0.0.1:0")
            return next(line for line in lines if " board: " in line and "plugged" not in line)
    return ""


def test_a_healthy_machine_is_told_to_be_so(capsys, tmp_path):
    lines, out = examined(capsys, "--http", "127.0.0.1:0", "--log", str(tmp_path / "e.db"))
    assert all(line.startswith("well") for line in lines)
    assert "Everything is in order." in out
    assert "Did you hear this?" in out


def test_what_is_wrong_is_named_and_said(capsys, evening, monkeypatch):
    (evening / "e.db").write_bytes((evening / "e.db").read_bytes()[:-9000])
    monkeypatch.setattr(doctor, "health", lambda folder: Health(91.0, True, True, 12, 30))
    lines, out = examined(capsys, "--log", str(evening / "e.db"), "--http", "127.0.0.1:0", status=1)
    wrong = {line.split()[1].rstrip(":") for line in lines if line.startswith("WRONG")}
    assert wrong == {"disk", "memory", "heat", "power", "log"}
    for said in ("The computer is too hot.", "The power supply is too weak.", "The log of the game is damaged."):
        assert said in out


def test_a_voice_that_is_not_to_be_heard_is_said_to_be_so(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_heard", lambda is_terminal, answer: Finding("voice", False, "not heard"))
    lines, out = examined(capsys, "--http", "127.0.0.1:0", status=1)
    assert lines[-1] == "WRONG  voice: not heard"
    assert out.index("Did you hear this?") < out.index("Something is wrong with the voice.")
    assert "Everything is in order." not in out


def test_a_board_is_listened_to(capsys, monkeypatch):
    board = VirtualBoard(VirtualTable(LAYOUT))
    board.plug()
    try:
        assert "board: virtual (tac64, 1.0.0)" in heard_board(capsys, monkeypatch, f"serial:{board.port}")
        _, out = examined(capsys, "--board", "serial:/nowhere", "--http", "127.0.0.1:0", status=1)
    finally:
        board.close()
    assert "No board can be heard." in out
    assert serial_board.BAUD == 115200


def test_a_board_is_found_and_listened_to(capsys, monkeypatch):
    board = VirtualBoard(VirtualTable(LAYOUT))
    board.plug()
    monkeypatch.setenv("TASTKREIS_PORTS", board.port)
    try:
        assert "board: virtual (tac64, 1.0.0)" in heard_board(capsys, monkeypatch, "serial:auto")
    finally:
        board.close()
    lines, _ = examined(capsys, "--board", "serial:auto:x", "--http", "127.0.0.1:0", status=1)
    assert any(line.startswith("WRONG  board: --board serial:auto:x: no board found") for line in lines)


def test_a_board_of_another_game_is_read_as_well(capsys, monkeypatch):
    board = VirtualBoard(VirtualTable(at_table("tactik").at_table({}).layout))
    board.plug()
    try:
        assert heard_board(capsys, monkeypatch, f"serial:{board.port}").endswith(" sentences, 0 dropped")
    finally:
        board.close()


@pytest.mark.parametrize(("fields", "line"), [
    (("1", "b", "1", "tactik4", "FF"), "well   board: b (tactik4): "),
    (("2", "b", "1", "tac64", "FF"), "WRONG  board: {port}: the board b speaks protocol 2, not 1"),
])  # fmt: skip
def test_of_a_board_of_another_kind_only_another_protocol_is_wrong(fields, line, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "LISTEN_S", 3.0)
    port = tmp_path / "tty0"
    status = line.startswith("WRONG")
    with closing(Ports(tmp_path, fields)):
        lines, _ = examined(capsys, "--board", f"serial:{port}", "--http", "127.0.0.1:0", status=status)
    assert [each for each in lines if each.startswith(line.format(port=port))]


@pytest.mark.parametrize(("light", "line"), [
    (200, "well   camera: {folder}: 3 good pictures, 640 by 480"),
    (0, "WRONG  camera: {folder}: the picture is black"),
])  # fmt: skip
def test_a_camera_is_looked_through(light, line, capsys, tmp_path):
    for number in range(3):
        picture = np.full((480, 640, 3), (light, light * 3 // 4, light // 2), np.uint8)
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    status = 0 if light else 1
    lines, out = examined(capsys, "--board", f"camera:{tmp_path}", "--http", "127.0.0.1:0", status=status)
    assert line.format(folder=tmp_path) in lines
    assert ("The camera sees nothing." in out) is (light == 0)
    lines, _ = examined(capsys, "--board", "camera:/dev/video990", "--http", "127.0.0.1:0", status=1)
    assert "WRONG  camera: there is no camera /dev/video990" in lines


@pytest.mark.parametrize(("factory", "told"), [
    ("mock", "board: pi-1 (tac64, gpio): "),  # pins at which nothing hangs: the chain is broken
    (None, "board: this computer has no pins, or lacks the package lgpio"),
])  # fmt: skip
def test_a_board_at_the_pins_is_listened_to(tmp_path, factory, told):
    data = {"format": "tastkreis-gpio", "version": 1, "board": "pi-1", "load": 8, "buttons": {"done": 5}}
    (tmp_path / "pins.json").write_text(json.dumps(data))
    environment = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    environment |= {"GPIOZERO_PIN_FACTORY": factory} if factory else {}
    done = tastkreis("doctor", "--board", "gpio:pins.json", "--speech", "print", "--http", "127.0.0.1:0", cwd=tmp_path,
                     env=environment)  # fmt: skip
    (line,) = [line for line in done.stdout.splitlines() if "board: " in line and "plugged" not in line]
    assert line.startswith(f"WRONG  {told}")
    assert line.endswith("reports bus") is (factory == "mock")
    assert done.returncode == 1
    assert "Warning" not in done.stderr


def test_a_file_of_pins_that_cannot_be_read_is_bad_input(tmp_path):
    for board in ("gpio:none.json", "film:0", "serial:"):
        done = tastkreis("doctor", "--board", board, "--speech", "none", cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert board.partition(":")[2] in done.stderr


def test_heat_and_power_of_a_raspberry_pi(tmp_path, monkeypatch):
    heat, bits = tmp_path / "temp", tmp_path / "get_throttled"
    heat.write_text("61300\n")
    monkeypatch.setattr(health, "HEAT", heat)
    monkeypatch.setattr(health, "THROTTLED", (bits,))
    for text, undervolted, throttled in (("0", False, False), ("50005", True, True), ("50000", True, True),
                                         ("40000", False, True), ("1", True, False)):  # fmt: skip
        bits.write_text(text + "\n")
        found = health.health(Path.cwd())
        assert (found.temperature_c, found.is_undervolted, found.is_throttled) == (61.3, undervolted, throttled), text
    monkeypatch.setattr(health, "THROTTLED", ())
    assert health.health(Path.cwd()).is_undervolted is None


def test_what_becomes_wrong_while_people_play_is_told_once(monkeypatch):
    now, facts, told, machines = [0.0], [], [], iter([WELL, HOT, HOT, WELL, HOT, WELL, WEAK, HOT])
    monkeypatch.setattr(care, "health", lambda folder: next(machines))
    counts = {"dropped": 0}
    one = care.Care(Path(), lambda: counts, lambda: now[0], facts.append, lambda key, line: told.append(key))
    for t in (0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 900.0):
        now[0] = t
        one.look()
    assert told == ["health_heat", "health_well", "health_power"]
    assert [fact.data["wrong"] for fact in facts] == [["heat"], [], ["heat"], [], ["power"]]
    assert facts[0].data["temperature_c"] == 91.0
    counts["dropped"] = 7
    one.close()
    assert facts[-1].data["counts"] == {"dropped": 7}


def weak_power(folder):
    """A Raspberry Pi whose firmware reports a weak supply."""
    path = folder / "vcgencmd"
    path.write_text("#!/bin/sh\necho throttled=0x50005\n")
    path.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_the_firmware_is_asked_where_the_kernel_does_not_tell(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", weak_power(tmp_path)["PATH"])
    monkeypatch.setattr(health, "ASK_S", 60.0)
    found = health.health(tmp_path)
    assert (found.is_undervolted, found.is_throttled) == (True, True)
    (tmp_path / "vcgencmd").write_text("#!/bin/sh\nsleep 20\n")
    monkeypatch.setattr(health, "ASK_S", 0.1)
    assert health.health(tmp_path).is_undervolted is None


def test_a_weak_supply_is_said_at_the_table_shown_and_kept(tmp_path, capsys):
    options = ("run", "--http", "127.0.0.1:0", "--speech", "print", "--language", "en", "--log", tmp_path / "e.db")
    with running(*options, environment=weak_power(tmp_path)) as process:
        lines = []
        threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True).start()
        wait_until(lambda: any("power supply is too weak, the computer slows down" in line for line in lines))
        url = wait_until(lambda: next((line.split()[-1] for line in lines if "http://" in line), ""))
        assert Page(url).state["health"] == ["power"]
        process.send_signal(15)
        assert process.wait(PATIENCE_S) == 0
    (game,) = read_games(tmp_path / "e.db")
    noted = [fact.data for fact in game if fact.kind == "health"]
    assert noted[0]["is_undervolted"]
    assert noted[-1]["counts"]["health_power"] == 1
    _, out = examined(capsys, "--log", str(tmp_path / "e.db"), "--http", "127.0.0.1:0")
    assert "the last evening noted: " in out
    assert "health_power 1" in out
