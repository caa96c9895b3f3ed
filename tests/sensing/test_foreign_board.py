"""Boards made by others: the translator that docs/other-boards.md shows, on recorded bytes and at a port."""

import os
import queue
import re
import tty
from pathlib import Path

import pytest

from companion.inputs import Button, Cable, Hello, OccupancyFrame
from companion.sensing.errors import BadTrace, PortNotFound
from companion.sensing.foreign_board import ForeignBoard, PortSource, RecordedSource
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder, read_trace
from engine.tac.board.holes import LAYOUT

PAGE = (Path(__file__).parents[2] / "docs" / "other-boards.md").read_text("utf-8")
PATIENCE_S = 60.0


def translator():
    """The class on the page, as it stands there."""
    names = {}
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(block, names)
    return names["TwelveBytes"]()


def frame(*places):
    bits = sum(1 << (95 - place) for place in places).to_bytes(12, "big")
    return b"\xaa" + bits + bytes([sum(bits) % 256])


class Listening:
    def __init__(self, open_source, record=None, translate=None, **options):
        self.inputs = queue.Queue()
        reader = SentenceReader(LAYOUT, {}, **options)
        self.board = ForeignBoard(open_source, translate or translator(), "twelve", reader, self.inputs.put,
                                  lambda: 1.0, record)  # fmt: skip
        self.board.start()

    def until(self, is_last):
        found = []
        while not found or not is_last(found[-1]):
            found.append(self.inputs.get(timeout=PATIENCE_S))
        return found


def is_gone(each):
    return isinstance(each, Cable) and not each.is_connected


def recorded(folder, *pieces):
    path = folder / "board.bytes"
    path.write_text("".join(f"{number / 4:.3f} {data.hex()}\n" for number, data in enumerate(pieces)))
    return path


def pictures(inputs):
    return [each.occupied for each in inputs if isinstance(each, OccupancyFrame)]


def test_recorded_bytes_become_inputs(tmp_path):
    half, damaged = frame(0, 95), frame(7)[:-1] + b"\x00"
    path = recorded(tmp_path, frame(), half[:5], half[5:] + frame(3), b"\x00\xff", damaged)
    source = RecordedSource(path)
    listening = Listening(lambda: source)
    found = listening.until(is_gone)
    listening.board.close()
    assert isinstance(found[0], Cable)
    assert isinstance(found[1], Hello)
    assert (found[1].board, found[1].layout) == ("twelve", "tac64")
    assert pictures(found) == [0, 1 | 1 << 95, 1 << 3]
    assert source.heard == b"S\n"


def test_a_profile_and_a_recording_work_as_for_any_board(tmp_path):
    record = TraceRecorder(tmp_path / "evening.trace")
    source = RecordedSource(recorded(tmp_path, frame(0), frame(1)))
    channels = [1, 0, *range(2, 96)]
    listening = Listening(lambda: source, record, channels=channels)
    found = listening.until(is_gone)
    listening.board.close()
    record.close()
    assert pictures(found) == [2, 1]
    played = list(read_trace(tmp_path / "evening.trace", SentenceReader(LAYOUT, {}, channels=channels)))
    assert pictures(played) == [2, 1]


def test_at_a_port():
    master, slave = os.openpty()
    tty.setraw(slave)
    listening = Listening(lambda: PortSource(os.ttyname(slave)))
    assert os.read(master, 10) == b"S\n"
    os.write(master, frame(5))
    found = listening.until(lambda each: isinstance(each, OccupancyFrame))
    assert pictures(found) == [1 << 5]
    listening.board.close()
    os.close(slave)
    os.close(master)


def test_buttons_too(tmp_path):
    class Buttons:
        ask = b""

        def feed(self, data):
            yield "BTN", ["done", "down"]

    source = RecordedSource(recorded(tmp_path, b"x"))
    listening = Listening(lambda: source, translate=Buttons())
    found = listening.until(is_gone)
    listening.board.close()
    assert [each.name for each in found if isinstance(each, Button)] == ["done"]
    assert not listening.board.send("!RAW,on")


def test_a_port_that_is_not_there():
    with pytest.raises(PortNotFound):
        Listening(lambda: PortSource("/dev/there-is-none"))


@pytest.mark.parametrize("line", ["x 00", "0.1 0", "0.1 zz", "\xff\xfe"])
def test_recorded_bytes_that_cannot_be_read(tmp_path, line):
    path = tmp_path / "board.bytes"
    path.write_bytes(b"0.000 aa\n" + line.encode("latin1") + b"\n")
    with pytest.raises(BadTrace, match=r"board\.bytes:2: seconds and bytes in hex are expected"):
        RecordedSource(path)
