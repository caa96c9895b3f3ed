"""The virtual board, heard through its pseudo-terminal as any serial terminal would."""

import os
import select
import subprocess
import tempfile

import pytest

from companion.virtual.board import VirtualBoard
from companion.virtual.table import BadName, VirtualTable
from engine.contract import Layout
from firmware import wire

LAYOUT = Layout("tac64", tuple(f"{number:02d}" for number in range(80)), ("Ay", "By", "Cy", "Dy"), 4, tuple("ABCD"))
PATIENCE_S = 60.0


class Listener:
    """A serial terminal: the bare port, line by line."""

    def __init__(self, port):
        self.fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.rest = b""

    def line(self):
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.fd], [], [], PATIENCE_S)
            assert ready, f"nothing more comes after {self.rest!r}"
            self.rest += os.read(self.fd, 4096)
        line, self.rest = self.rest.split(b"\n", 1)
        return line + b"\n"

    def sentence(self, *kinds):
        """The next sentence of one of these kinds."""
        while True:
            try:
                found = wire.decode(self.line())
            except wire.BadSentence:
                continue
            if not kinds or found[0] in kinds:
                return found

    def fields(self, *kinds):
        return self.sentence(*kinds)[3]

    def send(self, line):
        os.write(self.fd, line + b"\r\n")


@pytest.fixture
def make():
    boards, listeners = [], []

    def make(**more):
        table = VirtualTable(LAYOUT)
        board = VirtualBoard(table, **more)
        boards.append(board)
        board.plug()
        listener = Listener(board.port)
        listeners.append(listener)
        return table, board, listener

    yield make
    for listener in listeners:
        os.close(listener.fd)
    for board in boards:
        board.close()


def picture(table):
    return [wire.to_hex(table.occupied(), 96)]


def test_it_names_itself_and_tells_its_picture(make):
    table, _, heard = make(board="oak")
    assert heard.sentence()[0::3] == ("HELLO", ["1", "oak", "1.0.0", "tac64", "F" * 24])
    assert heard.sentence()[0::3] == ("OCC", ["00000000000000000000FFFF"])
    assert picture(table) == ["00000000000000000000FFFF"]


def test_every_line_ends_with_cr_lf_and_numbers_run_on_and_wrap(make):
    table, _, heard = make(first_seq=65534, first_ms=2**32 - 1)
    lines = [heard.line(), heard.line()]
    table.press("done")
    lines += [heard.line(), heard.line()]
    assert all(line.endswith(b"\r\n") for line in lines)
    assert [wire.decode(line)[1] for line in lines] == [65534, 65535, 0, 1]


def test_a_change_is_told_when_it_is_stable(make):
    table, _, heard = make()
    heard.fields("OCC")
    table.lift(80)
    assert heard.fields("OCC") == picture(table)
    table.put(0, "A")
    assert heard.fields("OCC") == ["80000000000000000000" + "7FFF"]


def test_a_changed_picture_has_to_be_stable_for_the_debounce_time(make):
    table, _, heard = make()
    heard.fields("OCC")
    heard.send(b"!DEBOUNCE,200")
    heard.send(b"!RAW,on")
    heard.fields("RAW")
    table.press("now")
    table.lift(80)
    pressed, told = heard.sentence("BTN"), heard.sentence("OCC")
    while told[3] != picture(table):
        told = heard.sentence("OCC")
    assert told[2] - pressed[2] >= 190


def test_the_table_knows_when_a_board_has_told_how_things_lie(make):
    table, board, heard = make()
    heard.fields("OCC")
    heard.send(b"!DEBOUNCE,200")
    heard.send(b"!RAW,on")
    heard.fields("RAW")
    table.lift(80)
    assert not table.is_seen()
    while heard.fields("OCC") != picture(table):
        pass
    assert table.is_seen()
    table.press("done")
    heard.fields("BTN")
    board.unplug()
    table.put(80, "A")
    assert table.is_seen(), "there is no board to wait for"


def test_a_heartbeat_comes_without_any_change(make):
    _, _, heard = make()
    beats = [heard.sentence("OCC"), heard.sentence("OCC")]
    # A machine that is busy may hold a board up; not every time.
    while not 900 <= beats[-1][2] - beats[-2][2] <= 1500 and len(beats) < 20:
        beats.append(heard.sentence("OCC"))
    assert len(beats) < 20
    assert all(beat[3] == beats[0][3] for beat in beats)


def test_cards_and_buttons_are_told_at_once(make):
    table, _, heard = make()
    heard.fields("OCC")
    table.lay("7")
    table.lay("7")
    table.lay("13", reader="B")
    table.lay("")
    table.lay("")
    table.press("done")
    said = [heard.sentence("CARD", "BTN")[0::3] for _ in range(7)]
    assert said == [
        ("CARD", ["pit", "636172643A37"]), ("CARD", ["pit", "-"]), ("CARD", ["pit", "636172643A37"]),
        ("CARD", ["B", "636172643A3133"]), ("CARD", ["pit", "-"]), ("BTN", ["done", "down"]), ("BTN", ["done", "up"]),
    ]  # fmt: skip


def test_it_answers_hello(make):
    _, _, heard = make()
    heard.fields("OCC")
    heard.send(b"?HELLO")
    assert heard.sentence()[0] == "HELLO"
    assert heard.sentence()[0] == "OCC"


@pytest.mark.parametrize("line", [b"?WHO", b"!RAW,maybe", b"!DEBOUNCE,1", b"!LED,96,ff0000", b"\xff"])
def test_a_wrong_line_is_answered_with_a_fault(make, line):
    _, _, heard = make()
    heard.send(line)
    assert heard.fields("FAULT") == ["input", "-"]


def test_raw_mode_tells_all_places(make):
    _, _, heard = make()
    heard.send(b"!RAW,on")
    values = {}
    while len(values) < 96:
        first, *some = heard.fields("RAW")
        values |= {int(first) + offset: int(value) for offset, value in enumerate(some)}
    assert all((values[index] > 500) is (index >= 80) for index in range(96))


def test_lights_can_be_lit(make):
    _, board, heard = make()
    heard.send(b"!LED,5,ff0000")
    heard.send(b"?WHO")
    heard.fields("FAULT")
    assert board.lights == {5: "ff0000"}


def test_places_without_sensor_are_never_filled(make):
    _, _, heard = make(mask=(1 << 80) - 1)
    assert heard.fields("HELLO")[-1] == "F" * 20 + "0000"
    assert heard.fields("OCC") == ["0" * 24]


def test_a_sensor_fails_and_works_again(make):
    table, board, heard = make()
    heard.fields("OCC")
    board.stick(3, True)
    assert heard.fields("FAULT") == ["stuck-on", "3"]
    assert heard.fields("OCC") == ["10000000000000000000FFFF"]
    board.mend(3)
    assert heard.fields("FAULT") == ["clear", "3"]
    assert heard.fields("OCC") == picture(table)


def test_the_path_stays_while_the_cable_comes_and_goes(make):
    table, board, heard = make()
    heard.fields("OCC")
    board.unplug()
    board.unplug()
    assert not os.path.lexists(board.port)
    with pytest.raises(OSError, match="Input/output"):
        os.write(heard.fd, b"?HELLO\n")
    table.lift(80)
    board.plug()
    board.plug()
    again = Listener(board.port)
    assert again.sentence()[:2] == ("HELLO", 0)
    assert again.fields("OCC") == picture(table)
    os.close(again.fd)


def test_nobody_listening_does_not_stop_it(make):
    table, _, heard = make()
    for _ in range(400):
        table.press("done")
    number = 0
    while number < 802:
        number = heard.sentence()[1]


def test_closing_twice_is_fine_and_removes_the_port():
    board = VirtualBoard(VirtualTable(LAYOUT))
    board.plug()
    board.close()
    board.close()
    assert not os.path.exists(os.path.dirname(board.port))


@pytest.mark.parametrize("name", ["x" * 90, "7,8", "$OCC", "sieben\n", "ü"])
def test_a_name_that_no_sentence_can_carry_does_not_end_the_board(make, name):
    table, _, listener = make()
    for do in (table.lay, table.press, lambda odd: table.lay("7", odd)):
        with pytest.raises(BadName):
            do(name)
    table.lay("7")
    assert listener.fields("CARD") == ["pit", "636172643A37"]
    assert table.snapshot()["cards"] == {"pit": "7"}


def test_folders_of_the_dead_are_removed_and_those_of_the_living_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen(["true"]) as dead:
        pass
    own = f"tastkreis-{os.getpid()}-abc"
    names = [f"tastkreis-{dead.pid}-abc", own, "tastkreis-1-abc", "tastkreis-x-y", "other-1-2"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "board").symlink_to("/dev/null")
    board = VirtualBoard(VirtualTable(LAYOUT))
    kept = {path.name for path in tmp_path.iterdir()}
    board.close()
    assert kept >= set(names[1:])
    assert names[0] not in kept
    assert {path.name for path in tmp_path.iterdir()} == set(names[1:])
