"""Finding the board: real virtual boards behind pseudo-terminals, silent and foreign ports, two boards at once."""

import os
import stat
import threading
import time
import tty
from contextlib import ExitStack
from functools import partial
from types import SimpleNamespace

import pytest

from companion.sensing import ports, serial_board
from companion.sensing.errors import NoBoard, SeveralBoards
from companion.sensing.ports import Found, Refused, ask, ask_all, choose, likely_ports
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.contract import Layout
from engine.tac.board.holes import LAYOUT
from firmware import wire

asked = partial(ask, clock=time.monotonic)
PATIENT_S = 60.0
"""As long as a board may need that a busy machine holds up."""


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(ports, "PATIENCE_S", PATIENT_S)


@pytest.fixture
def boards():
    with ExitStack() as stack:

        def opened(name="tastkreis-01", layout=LAYOUT):
            board = VirtualBoard(VirtualTable(layout), name)
            stack.callback(board.close)
            board.plug()
            return board

        yield opened


@pytest.fixture
def terminal():
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_a_board_says_its_name(boards):
    board = boards()
    assert ask(board.port, time.monotonic) == Found(board.port, "tastkreis-01", "1.0.0", "tac64", "1", "F" * 24)


def test_a_port_is_asked_no_more_when_it_is_over(terminal):
    assert isinstance(ask(terminal[1], time.monotonic, lambda: True), Refused)


def test_the_one_board_among_ports_is_chosen(boards, terminal):
    board, is_found = boards(), threading.Event()
    missing = board.port + "-none"

    def asking(port):
        answer = ask(port, time.monotonic, is_found.is_set)
        if isinstance(answer, Found):
            is_found.set()
        return answer

    answers = ask_all([terminal[1], missing, board.port], asking)
    assert [type(each) for each in answers] == [Refused, Refused, Found]
    assert choose(answers, LAYOUT).port == board.port
    assert f"there is no serial port {missing}" in answers[1].why


def test_a_silent_port_and_one_that_speaks_otherwise(terminal, monkeypatch):
    monkeypatch.setattr(ports, "PATIENCE_S", 0.5)
    master, port = terminal
    assert ask(port, time.monotonic).why == f"nothing answers at {port}"
    monkeypatch.setattr(ports, "PATIENCE_S", PATIENT_S)
    done, said, looks = threading.Event(), [], []

    def chatter():
        while not done.wait(0.02):
            said.append(os.write(master, b"$GPGGA,1,2*33\r\nhello\r\n"))

    def has_heard_enough():
        looks.append(len(said) > 10)
        return sum(looks) > 2

    thread = threading.Thread(target=chatter)
    thread.start()
    try:
        assert ask(port, time.monotonic, has_heard_enough).why == f"what is at {port} does not speak the board protocol"
    finally:
        done.set()
        thread.join()


def test_a_board_with_noise_around_its_name_is_heard(terminal):
    master, port = terminal
    hello = wire.encode("HELLO", 0, 1, ["1", "b", "1", "tac64", "F" * 24])

    def answer():
        heard = b""
        while b"?HELLO" not in heard:
            heard += os.read(master, 100)
        os.write(master, b"\xff\xfe$OCC,1,2" + hello)

    thread = threading.Thread(target=answer)
    thread.start()
    found = ask(port, time.monotonic)
    thread.join()
    assert found == Found(port, "b", "1", "tac64", "1", "F" * 24)


def test_a_board_that_says_much_before_its_name_is_given_the_same_time(terminal):
    master, port = terminal
    words = [wire.encode("OCC", n, n, ["0" * 24]) for n in range(40)]

    def talk():
        for each in words:
            os.write(master, each)
            time.sleep(0.01)
        os.write(master, wire.encode("HELLO", 40, 40, ["1", "b", "1", "tac64", "F" * 24]))

    thread = threading.Thread(target=talk)
    thread.start()
    found = ask(port, time.monotonic)
    thread.join()
    assert found == Found(port, "b", "1", "tac64", "1", "F" * 24)


def test_a_port_that_another_program_holds(boards):
    board = boards()
    with serial_board.open_port(board.port):
        assert ask(board.port, time.monotonic).why == f"the serial port {board.port} is in use by another program"


def found(port="p", board="b", layout="tac64", protocol="1", mask="F" * 24):
    return Found(port, board, "1", layout, protocol, mask)


@pytest.mark.parametrize(
    ("answers", "board", "error", "line"),
    [
        ([], "", NoBoard, "no board found: no serial port has a board on it"),
        ([Refused("p", "nothing answers at p")], "", NoBoard, "no board found: nothing answers at p"),
        ([found("p"), found("q")], "", SeveralBoards,
         "two boards are called b, at p and q: unplug one, or name its port"),
        ([found("p"), found("q", "c")], "", SeveralBoards,
         "there is more than one board (b and c, at p and q): name the port of one"),
        ([found(layout="tactik4")], "", NoBoard, "the board b at p is a tactik4, not a tac64"),
        ([found(layout="chess")], "", NoBoard, "the board b at p is a chess, not a tac64"),
        ([found(protocol="2")], "", NoBoard, "the board b at p speaks protocol 2, not 1"),
        ([found(mask="F" * 23)], "", NoBoard, "the board b at p does not tell the 96 places of a tac64"),
        ([found(mask="X" * 24)], "", NoBoard, "the board b at p does not tell the 96 places of a tac64"),
        ([found()], "x", NoBoard, "the board at p is called b, not x"),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_told_in_one_line(answers, board, error, line):
    with pytest.raises(error) as caught:
        choose(answers, LAYOUT, board)
    assert str(caught.value) == line


def test_a_name_tells_two_boards_apart(boards):
    one, other = boards("one"), boards("other")
    answers = ask_all([one.port, other.port], asked)
    assert choose(answers, LAYOUT, "other").port == other.port
    with pytest.raises(SeveralBoards):
        choose(answers, LAYOUT)


def test_a_board_of_another_layout_is_told_apart(boards):
    small = Layout("tactik4", tuple(f"{i:02d}" for i in range(14)), ("Ay",), 2, ("A",))
    one, other = boards("one", small), boards("other")
    assert choose(ask_all([one.port, other.port], asked), LAYOUT).port == other.port


def test_likely_ports_by_their_stable_name_and_the_likeliest_first(tmp_path, monkeypatch):
    from serial.tools import list_ports

    pico, bridge = tmp_path / "ttyACM1", tmp_path / "ttyUSB0"
    for path in (pico, bridge):
        path.touch()
    (tmp_path / "usb-Pico-if00").symlink_to(pico)
    comports = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device=str(bridge), vid=0x1A86, pid=0x7523),
        SimpleNamespace(device=str(pico), vid=0x2E8A, pid=0x0005),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: comports)
    assert likely_ports(str(tmp_path / "usb-*")) == (str(tmp_path / "usb-Pico-if00"), str(bridge))


@pytest.mark.parametrize(
    ("mode", "group", "advice"),
    [(0o660, "dialout", "its group is dialout; type: sudo adduser $USER dialout, then log out and in again"),
     (0o600, "dialout", "only root may use it; type: sudo chmod a+rw "),
     (0o660, "root", "only root may use it; type: sudo chmod a+rw ")],
)  # fmt: skip
def test_a_port_without_permission_names_the_way_in(monkeypatch, mode, group, advice):
    import grp

    import serial

    def refused(*args, **options):
        raise serial.SerialException(13, "Permission denied")

    monkeypatch.setattr(serial, "Serial", refused)
    monkeypatch.setattr(serial_board.os.path, "exists", lambda path: True)
    monkeypatch.setattr(serial_board.os, "stat", lambda path: SimpleNamespace(st_gid=20, st_mode=stat.S_IFCHR | mode))
    monkeypatch.setattr(grp, "getgrgid", lambda number: SimpleNamespace(gr_name=group))
    assert ask("/dev/ttyACM0", time.monotonic).why.startswith(f"no access to the serial port /dev/ttyACM0; {advice}")
