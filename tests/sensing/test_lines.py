"""Lines out of a stream, with bounded memory."""

from hypothesis import given
from hypothesis import strategies as st

from companion.sensing.lines import LONGEST, LineSplitter


def test_lines_come_when_they_are_complete():
    splitter = LineSplitter()
    assert splitter.feed(b"one\ntw") == [b"one"]
    assert splitter.feed(b"o\r\n\n") == [b"two\r", b""]
    assert splitter.feed(b"half") == []
    assert splitter.flush() == b"half"
    assert splitter.flush() == b""


def test_endless_noise_is_cut():
    splitter = LineSplitter()
    assert [len(line) for line in splitter.feed(b"x" * (3 * LONGEST + 5))] == [LONGEST] * 3


def test_a_cut_goes_before_a_sentence_that_begins_there():
    splitter = LineSplitter()
    sentence = b"$" + b"s" * 60
    lines = splitter.feed(b"x" * (LONGEST - 20) + sentence + b"\n")
    assert lines == [b"x" * (LONGEST - 20), sentence]


@given(st.lists(st.binary(max_size=900), max_size=8), st.booleans())
def test_no_byte_is_lost_but_line_feeds(pieces, is_ended):
    splitter = LineSplitter()
    lines = [line for piece in pieces for line in splitter.feed(piece)]
    rest = splitter.flush()
    assert b"".join([*lines, rest]) == b"".join(pieces).replace(b"\n", b"")
    assert all(len(line) <= LONGEST for line in [*lines, rest])
