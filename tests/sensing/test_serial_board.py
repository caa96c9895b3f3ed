"""A board at a port: opened, pulled, silent, put back; over real pseudo-terminals."""

import os
import queue
import threading
import time
import tty

import pytest

from companion.inputs import Button, Cable, CardTag, Fault, Hello, Lost, OccupancyFrame
from companion.sensing import serial_board
from companion.sensing.errors import PortInUse, PortNotFound
from companion.sensing.reader import FOREIGN_PLACES, MISFITS, SentenceReader
from companion.sensing.serial_board import SerialBoard, open_port, open_soon
from companion.sensing.trace import TraceRecorder, read_trace
from engine.contract import Layout
from firmware import wire

LAYOUT = Layout("small", tuple(f"{number:02d}" for number in range(14)), ("Ay",), 2, ("A",))
PATIENCE_S = 60.0
FLOOD_BYTES = 2_000_000


def occ(seq, text="8000", ms=None):
    return wire.encode("OCC", seq, 100 + seq if ms is None else ms, [text])


class Terminal:
    """One end of a pseudo-terminal behind a path that stays; the test is the board."""

    def __init__(self, path):
        self.path = str(path)
        self.plug()

    def plug(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.symlink(os.ttyname(self.slave), self.path)

    def unplug(self):
        os.unlink(self.path)
        os.close(self.slave)
        os.close(self.master)

    def say(self, data):
        os.write(self.master, data)

    def asked(self):
        """What the computer said, up to the end of a line."""
        data = b""
        while not data.endswith(b"\n"):
            data += os.read(self.master, 1)
        return data


class Companion:
    """Listens through a SerialBoard and keeps what comes."""

    def __init__(self, port, record=None, clock=time.monotonic):
        self.inputs = queue.Queue()
        self.reader = SentenceReader(LAYOUT, {})
        self.board = SerialBoard(port, self.reader, self.inputs.put, clock, record)
        self.board.start()

    def next(self, kind=None):
        while True:
            found = self.inputs.get(timeout=PATIENCE_S)
            if kind is None or isinstance(found, kind):
                return found


@pytest.fixture
def terminal(tmp_path):
    terminal = Terminal(tmp_path / "board")
    yield terminal
    if os.path.lexists(terminal.path):
        terminal.unplug()


@pytest.fixture
def companion(terminal):
    companion = Companion(terminal.path)
    assert terminal.asked() == b"?HELLO\r\n"
    yield companion
    companion.board.close()


def test_it_asks_for_the_name_and_hears(terminal, companion):
    terminal.say(wire.encode("HELLO", 0, 1, ["1", "b", "1", "small", "FFFF"]) + occ(1))
    assert companion.next().is_connected
    assert companion.next(Hello).board == "b"
    assert companion.next(OccupancyFrame).occupied == 1


def test_a_name_that_was_damaged_on_its_way_is_asked_for_again(terminal, companion):
    assert terminal.asked() == b"?HELLO\r\n"
    terminal.say(wire.encode("HELLO", 0, 1, ["1", "b", "1", "small", "FFFF"]).replace(b"b", b"c") + occ(1))
    assert terminal.asked() == b"?HELLO\r\n"
    terminal.say(wire.encode("HELLO", 2, 3, ["1", "b", "1", "small", "FFFF"]))
    assert companion.next(Hello).board == "b"


def test_a_mask_that_has_not_the_places_of_the_layout_is_told(terminal, companion):
    for number in range(MISFITS):
        assert terminal.asked() == b"?HELLO\r\n"
        terminal.say(wire.encode("HELLO", number, number, ["1", "b", "1", "small", "FFF"]))
    assert companion.next(Fault).code == FOREIGN_PLACES


def test_a_board_that_turns_out_to_be_of_another_kind_is_gone(terminal, companion):
    """A picture of it was taken before; it names itself, and its mask has not the places of its layout."""
    terminal.say(occ(0))
    assert companion.next(OccupancyFrame)
    for number in range(1, 1 + MISFITS):
        terminal.say(wire.encode("HELLO", number, number, ["1", "b", "1", "small", "FFF"]))
    assert not companion.next(Cable).is_connected
    assert companion.next(Fault).code == FOREIGN_PLACES
    terminal.say(occ(3) + wire.encode("HELLO", 4, 4, ["1", "b", "1", "small", "FFFF"]))
    assert companion.next().is_connected
    assert companion.next(Hello).board == "b"


def test_sentences_in_pieces_with_foreign_bytes_around(terminal, companion):
    terminal.say(b"\xff\x00\x80" + occ(0)[:9])
    terminal.say(occ(0)[9:] + b"$OCC,1,1")
    terminal.say(b"\r\nnoise\n" + wire.encode("BTN", 2, 102, ["done", "down"]) + occ(3, "C000"))
    found = [companion.next() for _ in range(7)]
    assert [type(each) for each in found] == [Cable, Lost, OccupancyFrame, Lost, Lost, Button, OccupancyFrame]
    assert (found[-1].occupied, found[-1].lost) == (3, 1)


def test_time_is_in_whole_milliseconds_so_that_a_recording_has_it_exactly(terminal, companion):
    terminal.say(occ(0))
    found = companion.next(OccupancyFrame)
    assert found.t == round(found.t, 3)


def test_a_pulled_cable_is_told_and_the_board_found_again(terminal, companion):
    terminal.say(occ(0) + b"$OCC,1")
    companion.next(OccupancyFrame)
    terminal.unplug()
    assert isinstance(companion.next(), Lost)
    now = pytest.approx(time.monotonic(), abs=PATIENCE_S)
    assert companion.next() == Cable(now, False, "board", "no sentences come")
    terminal.plug()
    assert terminal.asked() == b"?HELLO\r\n"
    terminal.say(occ(1))
    assert companion.next().is_connected
    assert companion.next().lost == 1000


def test_a_cable_pulled_again_and_again(terminal, companion):
    for number in range(3):
        terminal.say(occ(number))
        assert companion.next(Cable).is_connected
        terminal.unplug()
        assert not companion.next(Cable).is_connected
        terminal.plug()
        assert terminal.asked() == b"?HELLO\r\n"


def test_a_board_that_starts_anew_is_not_gone_and_its_card_lies_there_still(terminal, companion):
    card = ["pit", b"card:7".hex().upper()]
    hello = wire.encode("HELLO", 0, 1, ["1", "b", "1", "small", "FFFF"])
    terminal.say(occ(7, ms=60_000) + wire.encode("CARD", 8, 60_100, card) + occ(9, ms=61_000))
    assert [type(companion.next()) for _ in range(4)] == [Cable, OccupancyFrame, CardTag, OccupancyFrame]
    terminal.say(b"$OCC,10,61" + hello + occ(1, "C000", ms=30) + wire.encode("CARD", 2, 40, card))
    terminal.say(occ(3, ms=1_000))
    assert isinstance(companion.next(), Lost)
    assert companion.next().is_restart
    frames = [companion.next(), companion.next()]
    assert [(frame.occupied, frame.lost) for frame in frames] == [(3, 1000), (1, 0)]


def test_a_port_that_stays_but_says_nothing_counts_as_gone(terminal, companion, monkeypatch):
    terminal.say(occ(0))
    assert companion.next(Cable).is_connected
    monkeypatch.setattr(serial_board, "SILENCE_S", 0.3)
    gone = companion.next(Cable)
    assert not gone.is_connected
    assert terminal.asked() == b"?HELLO\r\n"
    terminal.say(occ(1))
    assert companion.next(Cable).is_connected


def test_noise_alone_is_no_sign_of_life(terminal, companion, monkeypatch):
    terminal.say(occ(0))
    assert companion.next(Cable).is_connected
    monkeypatch.setattr(serial_board, "SILENCE_S", 0.3)
    found = None
    while not isinstance(found, Cable):
        terminal.say(b"\xff\xfe$OCC,1,2\n")
        found = companion.next((Lost, Cable))
    assert not found.is_connected


def test_a_board_of_another_kind_does_not_come_and_go(terminal):
    """It is heard for more than twice the time after which a silent one has gone; the time is ours."""
    now = [100.0]
    companion = Companion(terminal.path, clock=lambda: now[0])
    terminal.say(wire.encode("HELLO", 0, 1, ["1", "b", "1", "tactik4", "F" * 20]))
    assert companion.next() == Fault(100.0, "layout", None, "tactik4", "b")
    for number in range(1, 11):
        now[0] += serial_board.SILENCE_S / 4
        heard = companion.reader.sentences
        terminal.say(wire.encode("OCC", number, 1000 + number, ["F" * 20]))
        while companion.reader.sentences == heard:
            time.sleep(0.005)
    assert companion.inputs.empty(), "it is not the board that is waited for, and has not gone"
    terminal.say(wire.encode("HELLO", 20, 3000, ["1", "c", "1", "small", "FFFF"]))
    assert companion.next().is_connected
    assert companion.next().board == "c"
    companion.board.close()


def test_a_board_that_never_says_anything_is_told(terminal, monkeypatch):
    monkeypatch.setattr(serial_board, "SILENCE_S", 0.1)
    companion = Companion(terminal.path)
    assert not companion.next().is_connected
    companion.board.close()


def test_silence_is_told_within_three_seconds():
    assert serial_board.SILENCE_S + serial_board.READ_S < 3


def test_lines_are_sent_to_the_board(terminal, companion):
    assert companion.board.send("!RAW,on")
    assert terminal.asked() == b"!RAW,on\r\n"


def test_sending_never_waits(terminal, companion):
    done = threading.Event()

    def shout():
        while companion.board.send("!LED,1,ff0000"):
            continue
        done.set()

    threading.Thread(target=shout, daemon=True).start()
    assert done.wait(PATIENCE_S)


def test_nothing_is_sent_to_a_board_that_is_gone(terminal, companion):
    terminal.say(occ(0))
    companion.next(OccupancyFrame)
    terminal.unplug()
    assert not companion.next(Cable).is_connected
    assert not companion.board.send("!RAW,on")


def test_a_port_that_does_not_exist_is_told_at_once(tmp_path):
    missing = str(tmp_path / "nothing")
    board = SerialBoard(missing, SentenceReader(LAYOUT, {}), print, time.monotonic)
    with pytest.raises(PortNotFound) as caught:
        board.start()
    assert str(caught.value) == f"there is no serial port {missing}"
    board.close()


def test_a_file_is_no_port(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PortNotFound, match="file is not a serial port"):
        open_port(str(tmp_path / "file"))
    with pytest.raises(PortNotFound, match="is not a serial port"):
        open_port(str(tmp_path))


def test_a_port_in_use_is_told_at_once(terminal, companion):
    with pytest.raises(PortInUse) as caught:
        open_port(terminal.path)
    assert str(caught.value) == f"the serial port {terminal.path} is in use by another program"


def test_a_port_that_somebody_only_asks_for_its_board_is_waited_for(terminal):
    asked = open_port(terminal.path)
    later = threading.Timer(0.4, asked.close)
    later.start()
    line = open_soon(terminal.path)
    later.join()
    assert line.is_open
    line.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_port_without_access_is_told(tmp_path):
    (tmp_path / "port").touch(mode=0o000)
    with pytest.raises(PortInUse, match="no access"):
        open_port(str(tmp_path / "port"))


def test_closing_frees_the_port_and_ends_the_thread(terminal):
    companion = Companion(terminal.path)
    companion.board.close()
    companion.board.close()
    open_port(terminal.path).close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("board ")]


def test_closing_while_the_port_is_gone(terminal):
    companion = Companion(terminal.path)
    terminal.unplug()
    assert not companion.next(Cable).is_connected
    companion.board.close()


def test_everything_that_came_is_recorded(terminal, tmp_path):
    recorder = TraceRecorder(tmp_path / "evening.trace")
    companion = Companion(terminal.path, recorder)
    terminal.say(b"\xff\n\r\n>done\n" + occ(0) + wire.encode("CARD", 1, 101, ["pit", "-"]) + b"$OCC")
    live = [companion.next() for _ in range(5)]
    terminal.unplug()
    live += [companion.next() for _ in range(2)]
    terminal.plug()
    terminal.asked()
    terminal.say(occ(2))
    live += [companion.next() for _ in range(2)]
    companion.board.close()
    recorder.close()
    first = live[0].t
    assert [type(each) for each in live] == [
        Lost, Lost, Cable, OccupancyFrame, CardTag, Lost, Cable, Cable, OccupancyFrame,
    ]  # fmt: skip
    played = list(read_trace(tmp_path / "evening.trace", SentenceReader(LAYOUT, {})))
    assert played[0].t == first
    assert [_bare(each) for each in played] == [_bare(each) for each in live]


def _bare(each):
    return Cable(each.t, each.is_connected, each.source) if isinstance(each, Cable) else each


FLOODS = {"dollars": b"$", "short lines": b"a\n", "feeds": b"\n", "long noise": b"x", "sentences": b"$OCC,1,2,3*\n"}


@pytest.mark.parametrize("piece", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_noise_is_counted_and_no_more(terminal, tmp_path, piece, monkeypatch):
    """Two megabytes as fast as the port takes them: nothing piles up, and the next sentence is heard at once."""
    # A busy machine takes longer for them than a board may be silent, and a port opened anew forgets what waits.
    monkeypatch.setattr(serial_board, "SILENCE_S", 1000.0)
    recorder = TraceRecorder(tmp_path / "flood.trace")
    companion = Companion(terminal.path, recorder)
    assert terminal.asked() == b"?HELLO\r\n"
    terminal.say(occ(0))
    companion.next(OccupancyFrame)
    flood = piece * (FLOOD_BYTES // len(piece))
    began, worked = time.monotonic(), time.process_time()
    while flood:
        flood = flood[os.write(terminal.master, flood[:4096]) :]
    terminal.say(b"\r\n" + occ(1))
    told = 0
    while not isinstance(companion.inputs.get(timeout=PATIENCE_S), OccupancyFrame):
        told += 1
    took_s = time.monotonic() - began
    worked_s = time.process_time() - worked
    companion.board.close()
    recorder.close()
    assert told < 110 * (took_s + 2)
    assert os.path.getsize(tmp_path / "flood.trace") < 200_000 * (took_s + 2)
    assert worked_s < 20.0, "ten times what it took when this was written"
