"""The power goes while a card that was used lies on the reader: board and companion start, and it is nobody's card."""

import contextlib
import json
import os
import select
import threading
import time
import tty

import pytest
from table_program import TableProgram

from firmware import wire

YARDS = wire.to_hex(0xFFFF << 80, 96)
UNIQUE, KIND = "04A1B2C3D4", b"card:3".hex().upper()
HEARTBEAT_S = 0.5


class Board:
    """A board at a pseudo-terminal that has its power from whoever opens it: asked for its name after `cut`, it starts
    anew, and tells of the tag on its reader."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port, self.lying = os.ttyname(self.slave), ""
        self._lock, self._is_over, self.is_awake = threading.Lock(), threading.Event(), threading.Event()
        self._seq, self._started = 0, time.monotonic()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def cut(self):
        """The power goes."""
        self.is_awake.clear()

    def tell(self, kind, *fields):
        with self._lock:
            ms = int((time.monotonic() - self._started) * 1000)
            os.write(self.master, wire.encode(kind, self._seq, ms, list(fields)))
            self._seq += 1

    def lay(self, tag):
        self.lying = tag
        self.tell("CARD", "pit", tag)

    def _run(self):
        while not self._is_over.is_set():
            if select.select([self.master], [], [], HEARTBEAT_S)[0] and b"?HELLO" in os.read(self.master, 1000):
                self._named()
            if self.is_awake.is_set():
                self.tell("OCC", YARDS)

    def _named(self):
        is_start = not self.is_awake.is_set()
        if is_start:
            self._seq, self._started = 0, time.monotonic()
        self.tell("HELLO", "1", "b", "1", "tac64", "F" * 24)
        self.tell("OCC", YARDS)
        if is_start and self.lying:
            self.lay(self.lying)
        self.is_awake.set()

    def close(self):
        self._is_over.set()
        self._thread.join()
        for end in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(end)


@pytest.fixture
def board():
    one = Board()
    yield one
    one.close()


@pytest.mark.parametrize("tag", [UNIQUE, KIND])
def test_a_used_card_on_the_reader_is_nobodys_after_a_power_cut(tag, board, tmp_path):
    tags = tmp_path / "tags.json"
    tags.write_text(json.dumps({UNIQUE: "3"}))
    options = ("--board", f"serial:{board.port}", "--no-http", "--speech", "none", "--tags", str(tags), "--log",
               str(tmp_path / "evening.db"))  # fmt: skip
    with contextlib.ExitStack() as stack:
        first = TableProgram(*options, events=tmp_path / "1.jsonl")
        stack.callback(first.process.kill)
        first.wait_event("setup")
        board.lay(tag)
        first.wait_event("move")
        first.kill()
        board.cut()
        second = TableProgram(*options, events=tmp_path / "2.jsonl")
        stack.callback(second.process.kill)
        second.wait(board.is_awake.is_set, "nobody asked the board for its name")
        board.lay(b"card:6".hex().upper())
        second.wait_event("card")
        assert [event["card"] for event in second.events("card")] == ["6"]
        assert second.stop() == 0
