"""Traces: what is played, what is noise, what cannot be played; and a recorder that writes the same form."""

import threading

import pytest

from companion.inputs import Cable, CardTag, Lost, OccupancyFrame, Said
from companion.sensing.errors import BadTrace, SensingError
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import TraceRecorder, read_trace
from engine.contract import Layout
from firmware import wire

LAYOUT = Layout("small", tuple(f"{number:02d}" for number in range(14)), ("Ay",), 2, ("A",))


def reader():
    return SentenceReader(LAYOUT, {})


def occ(seq, ms, text="8000"):
    return wire.encode("OCC", seq, ms, [text]).rstrip()


@pytest.fixture
def play(tmp_path):
    def play(data, by=None, **more):
        path = tmp_path / "evening.trace"
        path.write_bytes(data)
        return list(read_trace(path, by or reader(), **more))

    return play


def test_an_evening(play):
    inputs = play(
        b"0.000 >game tac basic teams first=A\n"
        b"0.050 " + occ(0, 5) + b"\n"
        b"0.051 " + occ(1, 6, "C000") + b"\r\n"
        b"1.000 !unplugged\n"
        b"2.000 !plugged\n"
        b"2.500 " + occ(2, 2400) + b"\n"
        b"2.500 >done"
    )
    assert inputs == [
        Said(0.0, "game tac basic teams first=A"),
        OccupancyFrame(0.05, 1),
        OccupancyFrame(0.051, 3),
        Cable(1.0, False, "board"),
        Cable(2.0, True, "board"),
        OccupancyFrame(2.5, 1, 1000),
        Said(2.5, "done"),
    ]


def test_a_sentence_on_its_way_when_the_cable_is_pulled_does_not_end_the_gap(play):
    inputs = play(
        b"1.000 " + occ(0, 5) + b"\n1.000 !unplugged\n1.001 " + occ(1, 6) + b"\n2.000 !plugged\n2.500 " + occ(2, 9)
    )
    assert [each.lost for each in inputs if isinstance(each, OccupancyFrame)] == [0, 1000, 1000]


def test_a_cable_put_in_at_the_start_is_no_gap(play):
    assert play(b"0.000 !plugged\n1.000 " + occ(0, 5)) == [Cable(0.0, True, "board"), OccupancyFrame(1.0, 1)]


@pytest.mark.parametrize(
    "noise",
    [b"", b"\xff\x00\r", b"hello", b"$", b">card \xff 7", b">done\x00", b"!plug\x80ged", b"\r\r", b">",
     b">\xdb\xb9(", b">k", b"!\xc3\xa4"],
)
def test_noise_is_dropped(play, noise):
    by = reader()
    inputs = play(b"1.000 " + noise + b"\n1.001 " + occ(0, 5) + b"\n", by)
    assert inputs[-1] == OccupancyFrame(1.001, 1)
    assert all(isinstance(each, Lost) for each in inputs[:-1])
    assert by.counts.total() == len(inputs) - 1 == bool(noise.strip(b"\r"))


def test_a_sentence_behind_noise_on_the_same_line_is_read(play):
    by = reader()
    assert play(b"1.000 \xff>!" + occ(0, 5) + b"\n", by) == [Lost(1.0, "noise"), OccupancyFrame(1.0, 1)]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"", "no readable time"),
        (b"hello", "no readable time"),
        (b"1.5", "no readable time"),
        (b"1 >done", "no readable time"),
        (b"-1.000 >done", "no readable time"),
        (b"nan >done", "no readable time"),
        (b"1e3 >done", "no readable time"),
        (b" 1.000 >done", "no readable time"),
        (b"1.000>done", "no readable time"),
        (b"0.999 >done", "time runs backwards"),
        (b"2.000 >jump", "unknown verb"),
        (b"2.000 >card A 99", "unknown card"),
        (b"2.000 >card Z 7", "unknown seat"),
        (b"2.000 >game tac position=A", "no good"),
        (b"2.000 !pulled", "neither unplugged nor plugged"),
    ],
)
def test_what_cannot_be_played_is_named_with_file_and_line(play, tmp_path, line, what):
    def check_position(text):
        raise ValueError(f"{text} is no good")

    with pytest.raises(BadTrace, match=what) as caught:
        play(b"1.000 >done\n" + line + b"\n", cards={"7"}, check_position=check_position)
    assert str(caught.value).startswith(f"{tmp_path / 'evening.trace'}:2: ")
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SensingError)


def test_inputs_before_the_bad_line_have_been_given(tmp_path):
    path = tmp_path / "evening.trace"
    path.write_bytes(b"1.000 >done\nrubbish\n")
    inputs = read_trace(path, reader())
    assert next(inputs) == Said(1.0, "done")
    with pytest.raises(BadTrace):
        next(inputs)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(read_trace(tmp_path / "nowhere.trace", reader()))


def test_a_recording_played_gives_the_same_inputs(tmp_path):
    path = tmp_path / "recorded.trace"
    recorder = TraceRecorder(path)
    live, by = [], reader()
    wired = [
        occ(0, 5), b"\xff\x00noise", b">card A 7", b"!unplugged", b"$OCC,half", occ(1, 9) + b"\r",
        wire.encode("CARD", 2, 10, ["pit", "636172643A37"]).rstrip(), occ(2, 11), b"ab\x00\x80$" + occ(4, 12),
    ]  # fmt: skip
    for number, line in enumerate(wired):
        t = number / 8
        recorder.wire(t, line)
        live += by.sentence(line, t)
    recorder.said(2.0, "card A 7")
    recorder.cable(2.5, False)
    recorder.cable(3.0, True)
    recorder.wire(3.25, occ(5, 900))
    live += [Said(2.0, "card A 7"), Cable(2.5, False, "board"), Cable(3.0, True, "board")]
    by.interrupt(2.5)
    live += by.sentence(occ(5, 900), 3.25)
    recorder.close()
    played = reader()
    assert list(read_trace(path, played)) == live
    assert played.counts == by.counts
    assert sum(isinstance(each, CardTag) for each in live) == 1


def test_what_is_recorded_is_on_disk_at_once(tmp_path):
    path = tmp_path / "recorded.trace"
    recorder = TraceRecorder(path)
    recorder.said(1.0004, "done")
    assert path.read_bytes() == b"1.000 >done\n"
    recorder.close()
    recorder.said(2.0, "done")
    assert path.read_bytes() == b"1.000 >done\n"


def test_time_never_runs_backwards_in_a_recording(tmp_path):
    path = tmp_path / "recorded.trace"
    recorder = TraceRecorder(path)
    recorder.said(2.0, "done")
    recorder.said(1.5, "again")
    recorder.close()
    assert path.read_bytes() == b"2.000 >done\n2.000 >again\n"


def test_a_saying_that_cannot_be_read_is_not_recorded(tmp_path):
    path = tmp_path / "recorded.trace"
    recorder = TraceRecorder(path)
    for text in ("jump", "", "ask one\n2.000 >done", "card A 7"):
        recorder.said(1.0, text)
    recorder.close()
    assert path.read_bytes() == b"1.000 >card A 7\n"


def test_a_recording_is_never_overwritten(tmp_path):
    path = tmp_path / "recorded.trace"
    path.touch()
    recorder = TraceRecorder(path)
    recorder.said(0.0, "done")
    recorder.close()
    with pytest.raises(FileExistsError, match="already holds something"):
        TraceRecorder(path)


def test_several_threads_record_whole_lines(tmp_path):
    path = tmp_path / "recorded.trace"
    recorder = TraceRecorder(path)
    threads = [
        threading.Thread(target=lambda name=name: [recorder.said(k / 9, f"ask {name} {k}") for k in range(50)])
        for name in "ABC"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recorder.close()
    assert len(list(read_trace(path, reader()))) == 150
