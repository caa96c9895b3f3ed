"""One contract for every way in: the same gestures give the same inputs, from a board, a file, and a recording."""

import os
import queue
import time

import pytest

from companion.inputs import Button, Cable, CardTag, Fault, Hello, OccupancyFrame, Said
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import SerialBoard
from companion.sensing.trace import TraceRecorder, read_trace
from companion.virtual.board import VirtualBoard
from companion.virtual.electronics import tag_of_card
from companion.virtual.table import VirtualTable
from engine.contract import Layout
from firmware import wire

LAYOUT = Layout("tac64", tuple(f"{number:02d}" for number in range(80)), ("Ay", "By", "Cy", "Dy"), 4, tuple("ABCD"))
START = 0xFFFF << 80
MASK = (1 << 96) - 1
PATIENCE_S = 60.0

# What is done at the table, and what the session has to hear of it, in order.
PLUGGED = [("cable", True), ("hello", MASK), ("frame", START, False)]
EVENING = [
    ("plug",),
    ("lay", "1"), ("lift", 80), ("put", 0, "A"),
    ("lay", "13"), ("lift", 0), ("put", 13, "A"),
    ("press", "done"),
    ("lay", "13"), ("said", "card B 13"),
    ("unplug",), ("lift", 13), ("put", 64, "A"), ("plug",),
    ("lift", 84), ("put", 84, "B"), ("stick", 3, True), ("mend", 3), ("lay", ""),
]  # fmt: skip
YARD = START & ~(1 << 80)
HEARD = [
    *PLUGGED,
    ("card", "1"), ("frame", YARD, False), ("frame", YARD | 1, False),
    ("card", None), ("card", "13"), ("frame", YARD, False), ("frame", YARD | 1 << 13, False),
    ("button", "done", True), ("button", "done", False),
    ("card", None), ("card", "13"), ("said", "card B 13"),
    ("cable", False), ("cable", True), ("hello", MASK), ("frame", YARD | 1 << 64, True),
    ("frame", YARD & ~(1 << 84) | 1 << 64, False), ("frame", YARD | 1 << 64, False),
    ("fault", "stuck-on", 3), ("frame", YARD | 1 << 64 | 1 << 3, False),
    ("fault", "clear", 3), ("frame", YARD | 1 << 64, False), ("card", None),
]  # fmt: skip


def essence(inputs):
    """Inputs without their time; heartbeats told once, and the board's name once after each cable, right behind it:
    who opens a port while the board is speaking may hear a picture first."""
    told, last, named_at = [], None, None
    for each in inputs:
        if isinstance(each, Cable):
            told.append(("cable", each.is_connected))
            last, named_at = None, len(told) if each.is_connected else None
        elif isinstance(each, OccupancyFrame) and (each.occupied != last or each.lost):
            last = each.occupied
            told.append(("frame", each.occupied, each.lost > 0))
        elif isinstance(each, Hello) and named_at is not None:
            told.insert(named_at, ("hello", each.mask))
            named_at = None
        elif isinstance(each, CardTag):
            told.append(("card", each.card))
        elif isinstance(each, Button):
            told.append(("button", each.name, each.is_down))
        elif isinstance(each, Fault):
            told.append(("fault", each.code, each.index))
        elif isinstance(each, Said):
            told.append(("said", each.text))
    return told


class Live:
    """The virtual board behind a pseudo-terminal, read by the driver of real boards, and recorded."""

    def __init__(self, folder):
        self.trace = os.path.join(folder, "live.trace")
        self.record = TraceRecorder(self.trace)
        self.table = VirtualTable(LAYOUT)
        self.board = VirtualBoard(self.table)
        self.waiting = queue.Queue()
        self.inputs = []
        self.serial = None

    def perform(self, step, *values):
        """Does it and waits until all that is expected so far has been heard."""
        if step == "said":
            self.say(*values)
        elif step in ("lift", "put", "lay", "press"):
            getattr(self.table, step)(*values)
        else:
            getattr(self.board, step)(*values)
        if self.serial is None:
            reader = SentenceReader(LAYOUT, {})
            self.serial = SerialBoard(self.board.port, reader, self.waiting.put, time.monotonic, self.record)
            self.serial.start()

    def say(self, text):
        said = Said(round(time.monotonic(), 3), text)
        self.record.said(said.t, text)
        self.waiting.put(said)

    def hear(self, count):
        until = time.monotonic() + PATIENCE_S
        while len(essence(self.inputs)) < count:
            assert time.monotonic() < until, f"{count} expected, heard {essence(self.inputs)}"
            self.inputs.append(self.waiting.get(timeout=PATIENCE_S))

    def close(self):
        if self.serial is not None:
            self.serial.close()
        self.board.close()
        self.record.close()


class Written:
    """A trace written by hand: what a board at this table says, in the file's form."""

    def __init__(self):
        self.lines = []
        self.places = dict.fromkeys(range(80, 96), True)
        self.seq, self.ms, self.card, self.is_plugged = 0, 0, "", False

    def note(self, rest):
        self.lines.append(b"%d.%03d " % divmod(self.ms, 1000) + rest + b"\n")

    def send(self, kind, *fields):
        self.ms += 125
        if self.is_plugged:
            self.note(wire.encode(kind, self.seq, self.ms, fields).rstrip(b"\n"))
        self.seq += 1

    def occ(self):
        self.send("OCC", wire.to_hex(sum(1 << place for place, on in self.places.items() if on), 96))

    def perform(self, step, *values):
        if step == "plug":
            self.seq, self.is_plugged = 0, True
            self.note(b"!plugged")
            self.send("HELLO", "1", "b", "1", "tac64", "F" * 24)
            self.occ()
        elif step == "unplug":
            self.is_plugged = False
            self.note(b"!unplugged")
        elif step in ("lift", "put"):
            self.places[values[0]] = step == "put"
            self.occ()
        elif step == "lay":
            self.lay(*values)
        elif step == "press":
            self.send("BTN", *values, "down")
            self.send("BTN", *values, "up")
        elif step == "said":
            self.note(b">" + values[0].encode())
        else:
            self.send("FAULT", "stuck-on" if step == "stick" else "clear", str(values[0]))
            self.places[values[0]] = step == "stick"
            self.occ()

    def lay(self, card):
        if self.card:
            self.send("CARD", "pit", "-")
        self.card = card
        if card:
            self.send("CARD", "pit", tag_of_card(card))


def live_evening(folder):
    live = Live(folder)
    try:
        plan = iter(COUNTS)
        for step in EVENING:
            live.perform(*step)
            live.hear(next(plan))
    finally:
        live.close()
    return live


# How much of HEARD has been heard after each step of EVENING.
COUNTS = [3, 4, 5, 6, 8, 9, 10, 12, 14, 15, 16, 16, 16, 19, 20, 21, 23, 25, 26]


def from_a_board(folder):
    return live_evening(folder).inputs


def from_a_file(folder):
    path = os.path.join(folder, "written.trace")
    written = Written()
    for step in EVENING:
        written.perform(*step)
    with open(path, "wb") as file:
        file.writelines(written.lines)
    return list(read_trace(path, SentenceReader(LAYOUT, {})))


def from_a_recording(folder):
    live = live_evening(folder)
    played = list(read_trace(live.trace, SentenceReader(LAYOUT, {})))
    assert [_bare(each) for each in played[: len(live.inputs)]] == [_bare(each) for each in live.inputs]
    return played


def _bare(each):
    return Cable(each.t, each.is_connected, each.source) if isinstance(each, Cable) else each


@pytest.mark.parametrize("way_in", [from_a_board, from_a_file, from_a_recording])
class TestContract:
    def test_the_same_gestures_give_the_same_inputs(self, way_in, tmp_path):
        assert essence(way_in(str(tmp_path))) == HEARD

    def test_time_never_runs_backwards(self, way_in, tmp_path):
        times = [each.t for each in way_in(str(tmp_path))]
        assert times == sorted(times)
