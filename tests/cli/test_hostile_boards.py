"""Boards that are not as they should be, at the calibration: one line, one sentence in the table's language, nothing
saved."""

import os
import threading
import tty
from contextlib import closing, contextmanager

import pytest
from command import tastkreis

from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.tac.board.holes import LAYOUT
from firmware import wire

EMPTY = "0" * 24
OTHER_PLACES = "what the board tells does not have the 96 places of a tac64"
WHOLE = ("1", "b", "1", "tac64", "F" * 24)


@contextmanager
def answering(hello=None, picture=None):
    """The port of a board that answers `?HELLO` with this name and this picture, and repeats the picture."""
    master, slave = os.openpty()
    tty.setraw(slave)
    stop, count = threading.Event(), iter(range(65536))

    def tell(kind, fields):
        number = next(count)
        os.write(master, wire.encode(kind, number, 100 * number, list(fields)))

    def listen():
        heard = b""
        while not stop.is_set():
            heard += os.read(master, 100)
            if heard.endswith(b"?HELLO\r\n"):
                heard = b""
                tell("HELLO", hello)
                if picture is not None:
                    tell("OCC", [picture])

    def beat():
        while not stop.wait(0.3):
            if picture is not None:
                tell("OCC", [picture])

    threads = [threading.Thread(target=each, daemon=True) for each in (listen, beat)]
    for thread in threads:
        thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        stop.set()
        os.write(slave, b"\n")
        for thread in threads:
            thread.join()
        os.close(slave)
        os.close(master)


@pytest.mark.parametrize("step", ["wiring", "cards"])
@pytest.mark.parametrize(("hello", "picture", "line", "sentence"), [
    (WHOLE, "F" * 20, OTHER_PLACES, "passt nicht zu seinem Spiel"),
    ((*WHOLE[:4], "F" * 23), EMPTY, OTHER_PLACES, "passt nicht zu seinem Spiel"),
    (WHOLE, None, "b shows no picture", "Ich finde kein Brett"),
    (("1", "b", "1", "snooker", "FF"), EMPTY, "the board b is a snooker, not a tac64",
     "zu einem anderen Spiel: snooker."),
    (("2", "b", "1", "tac64", "F" * 24), EMPTY, "the board b speaks protocol 2, not 1", "spricht Protokoll 2,"),
])  # fmt: skip
def test_a_board_that_cannot_be_calibrated_is_told_and_nothing_saved(tmp_path, step, hello, picture, line, sentence):
    with answering(hello, picture) as port:
        done = tastkreis("calibrate", step, "--board", f"serial:{port}", "--profile", "p", "--language", "de",
                         "--speech", "print", cwd=tmp_path)  # fmt: skip
    said, told = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert said.startswith("« ")
    assert sentence in said
    assert told == f"tastkreis calibrate: --board serial:{port}: {line}"
    assert list(tmp_path.iterdir()) == []


def test_a_name_with_a_mask_of_another_length_is_not_found(tmp_path):
    with answering((*WHOLE[:4], "F" * 23), EMPTY) as port:
        done = tastkreis("calibrate", "find", "--port", port, "--language", "fr", "--speech", "print")
    line = f"the board b at {port} does not tell the 96 places of a tac64"
    sentence = "Ce que signale le plateau branché ne convient pas à son jeu. Il lui faut un autre micrologiciel."
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"« {sentence} »\ntastkreis calibrate: {line}\n"


def test_two_boards_of_one_name_are_told_with_both_ports():
    with closing(VirtualBoard(VirtualTable(LAYOUT), "one")) as board, \
            closing(VirtualBoard(VirtualTable(LAYOUT), "one")) as other:  # fmt: skip
        board.plug()
        other.plug()
        done = tastkreis("calibrate", "find", "--port", board.port, "--port", other.port, "--language", "de",
                         "--speech", "print")  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "« Es sind mehrere Bretter angesteckt. Bitte nur eines stecken lassen. »\n"
        f"tastkreis calibrate: two boards are called one, at {board.port} and {other.port}: "
        "unplug one, or name its port\n"
    )
