"""Sentences on the wire: the published check value, the picture's bits, what is refused and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire

WORD = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="$*,"), min_size=1, max_size=20)


def test_the_check_sum_is_crc_16_ccitt_false():
    assert wire.crc16(b"123456789") == 0x29B1
    assert wire.crc16_by_bytes(b"123456789", 0, 9) == 0x29B1
    assert wire.crc16(b"") == wire.crc16_by_bytes(b"", 0, 0) == 0xFFFF


@given(st.binary(max_size=300))
def test_both_ways_to_sum_agree(data):
    assert wire.crc16(data) == wire.crc16_by_bytes(data, 0, len(data))


def test_a_sentence_ends_with_its_sum_and_cr_lf():
    line = wire.encode("OCC", 65414, 4294903853, ["00000000000000000000FFFF"])
    assert line == b"$OCC,65414,4294903853,00000000000000000000FFFF*8E5B\r\n"


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"", b"\r"])
def test_the_line_end_does_not_matter(end):
    line = wire.encode("CARD", 65535, 4294967295, ["pit", "-"])
    assert wire.decode(line[:-2] + end) == ("CARD", 65535, 4294967295, ["pit", "-"])


def test_number_and_time_wrap():
    assert wire.decode(wire.encode("BTN", 65536, 4294967296 + 7, ["done", "up"]))[1:3] == (0, 7)


@given(st.sampled_from(sorted(wire.FIELDS)), st.integers(0, 65535), st.integers(0, 2**32 - 1), st.data())
def test_what_is_encoded_is_decoded(kind, seq, ms, data):
    least, most = wire.FIELDS[kind]
    fields = data.draw(st.lists(WORD, min_size=least, max_size=min(most, 7)))
    assert wire.decode(wire.encode(kind, seq, ms, fields)) == (kind, seq, ms, fields)


def refusal(data):
    try:
        wire.decode(data)
    except wire.BadSentence as error:
        return error.reason
    return None


@given(st.binary(max_size=220))
def test_any_bytes_are_read_or_refused(data):
    assert refusal(data) in (None, "long", "form", "crc", "type", "fields")


def bare(body):
    return b"$" + body + b"*%04X" % wire.crc16(body)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "form"),
        (b"OCC,1,15,FF*0000", "form"),
        (b"$OCC,1,15,FF", "form"),
        (b"$OCC,1,15,FF*0000", "crc"),
        (bare(b"OCC,1,15,FF").lower().replace(b"occ", b"OCC"), "crc"),
        (bare(b"OCC,1,15," + b"F" * 200), "long"),
        (bare(b"TEMP,1,15,23.0"), "type"),
        (bare(b"OCC,1,15"), "fields"),
        (bare(b"OCC"), "fields"),
        (bare(b"OCC,1,15,FF,FF"), "fields"),
        (bare(b"OCC,65536,15,FF"), "fields"),
        (bare(b"OCC,1,4294967296,FF"), "fields"),
        (bare(b"OCC,-1,15,FF"), "fields"),
        (bare(b"OCC,,15,FF"), "fields"),
        (bare(b"OCC, 1,15,FF"), "fields"),
        (bare(b"OCC,1_0,15,FF"), "fields"),
        (bare(b"OCC,1,15,F\xff"), "form"),
        (bare(b"OCC,1,15,F\x00"), "form"),
    ],
)
def test_a_bad_sentence_is_refused_with_its_reason(line, reason):
    with pytest.raises(wire.BadSentence) as caught:
        wire.decode(line)
    assert caught.value.reason == reason


def test_the_longest_sentence_has_200_characters():
    body = b"HELLO,1,15,1,b,1,tac64,"
    body += b"F" * (wire.MAX_LENGTH - 6 - len(body))
    assert len(bare(body)) == 200
    assert wire.decode(bare(body) + b"\r\n")[0] == "HELLO"
    with pytest.raises(wire.BadSentence, match="long: 201"):
        wire.decode(bare(body + b"F"))


@pytest.mark.parametrize("fields", [[], ["a", "b"], [""], ["a,b"], ["a*"], ["$"], ["a\n"], ["é"]])
def test_no_wrong_sentence_can_be_made(fields):
    with pytest.raises(wire.BadSentence):
        wire.encode("OCC", 1, 1, fields)


def test_a_sentence_too_long_cannot_be_made():
    with pytest.raises(wire.BadSentence, match="long"):
        wire.encode("OCC", 1, 1, ["F" * 190])
    with pytest.raises(wire.BadSentence, match="type"):
        wire.encode("TEMP", 1, 1, ["F"])


@pytest.mark.parametrize(
    ("place", "text"),
    [(0, "800000000000000000000000"), (3, "100000000000000000000000"), (4, "080000000000000000000000"),
     (64, "000000000000000080000000"), (95, "000000000000000000000001")],
)  # fmt: skip
def test_the_first_place_is_the_highest_bit_of_the_first_digit(place, text):
    assert wire.to_hex(1 << place, 96) == text
    assert wire.from_hex(text, 96) == 1 << place


@given(st.integers(1, 200), st.data())
def test_a_picture_survives_the_wire(size, data):
    occupied = data.draw(st.integers(0, (1 << size) - 1))
    text = wire.to_hex(occupied, size)
    assert wire.from_hex(text, size) == wire.from_hex(text.lower(), size) == occupied
    by_hand = "".join("1" if occupied >> place & 1 else "0" for place in range(size))
    assert int(text, 16) == int(by_hand.ljust(4 * len(text), "0"), 2)


@pytest.mark.parametrize(("text", "size"), [("F", 96), ("F" * 25, 96), ("G" * 24, 96), ("_" * 24, 96), ("01", 7)])
def test_a_picture_of_the_wrong_length_or_padding_is_refused(text, size):
    with pytest.raises(wire.BadSentence, match="fields"):
        wire.from_hex(text, size)


def test_a_picture_with_too_many_places_cannot_be_written():
    with pytest.raises(wire.BadSentence):
        wire.to_hex(1 << 96, 96)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (b"?HELLO", ("HELLO", 0, "")),
        (b"?HELLO\r\n", ("HELLO", 0, "")),
        (b"!RAW,on", ("RAW", 1, "")),
        (b"!RAW,off", ("RAW", 0, "")),
        (b"!DEBOUNCE,5", ("DEBOUNCE", 5, "")),
        (b"!DEBOUNCE,200", ("DEBOUNCE", 200, "")),
        (b"!LED,95,ff8000", ("LED", 95, "ff8000")),
    ],
)
def test_lines_to_the_board(line, read):
    assert wire.command(line) == read


@pytest.mark.parametrize(
    "line",
    [b"", b"HELLO", b"?HELLO,1", b"!RAW", b"!RAW,maybe", b"!DEBOUNCE,4", b"!DEBOUNCE,201", b"!DEBOUNCE,x",
     b"!LED,1", b"!LED,1,ff80", b"!LED,1,gg0000", b"!LED,x,ff8000", b"\xff\xfe", b"!RAW,o\x00n"],
)  # fmt: skip
def test_wrong_lines_to_the_board(line):
    with pytest.raises(wire.BadSentence):
        wire.command(line)
