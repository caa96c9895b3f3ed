"""What a reader makes of a board's bytes: inputs, losses, and never an end of the reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import Profile
from companion.inputs import Button, CardTag, Fault, Hello, Lost, OccupancyFrame
from companion.sensing.reader import BLINK_S, SentenceReader
from engine.contract import Layout
from firmware import wire

RING = tuple(f"{number:02d}" for number in range(64))
HOUSES = tuple(f"{seat}{number}" for seat in "ABCD" for number in range(1, 5))
LAYOUT = Layout("tac64", RING + HOUSES, ("Ay", "By", "Cy", "Dy"), 4, tuple("ABCD"))
START = 0xFFFF << 80
MASK = (1 << 96) - 1


def occ(seq, occupied=START, ms=None):
    return wire.encode("OCC", seq, 1000 + seq if ms is None else ms, [wire.to_hex(occupied, 96)])


def hello(seq, ms, mask=MASK):
    return wire.encode("HELLO", seq, ms, ["1", "board-1", "1.0.0", "tac64", wire.to_hex(mask, 96)])


def line(kind, seq, *fields, ms=None):
    return wire.encode(kind, seq, 1000 + seq if ms is None else ms, list(fields))


def whole(kind, seq, *fields):
    """A sentence with a right check sum, whether our protocol has it or not."""
    body = ",".join((kind, str(seq), str(1000 + seq), *fields))
    return f"${body}*{wire.crc16(body.encode()):04X}\r\n".encode()


def damaged(sentence):
    return sentence[:12] + b"~" + sentence[13:]


def reader(**more):
    return SentenceReader(LAYOUT, {"04a1b2": "trickster"}, **more)


def read(*lines, by=None):
    by = by or reader()
    return [each for number, each_line in enumerate(lines) for each in by.feed(each_line, float(number))]


def frames(*lines):
    return [each for each in read(*lines) if isinstance(each, OccupancyFrame)]


def lost(*lines):
    return [frame.lost for frame in frames(*lines)]


def test_every_type_of_sentence():
    assert read(
        hello(0, 12), occ(1, 5), line("CARD", 2, "pit", "636172643A37"), line("CARD", 3, "pit", "-"),
        line("BTN", 4, "done", "down"), line("BTN", 5, "done", "up"), line("FAULT", 6, "stuck-on", "53"),
        line("FAULT", 7, "input", "-"), line("RAW", 8, "0", "0", "1023"),
    ) == [
        Hello(0.0, "board-1", "1.0.0", "tac64", MASK),
        OccupancyFrame(1.0, 5),
        CardTag(2.0, "pit", "636172643A37", "7"),
        CardTag(3.0, "pit", "-", None),
        Button(4.0, "done", True),
        Button(5.0, "done", False),
        Fault(6.0, "stuck-on", 53),
        Fault(7.0, "input", None),
    ]  # fmt: skip


def test_raw_values_are_kept_by_place():
    by = reader()
    assert read(line("RAW", 0, "16", "3", "800"), by=by) == []
    assert by.raw == {16: 3, 17: 800}


@pytest.mark.parametrize(
    ("tag", "card"),
    [("636172643A3133", "13"), ("636172643a746163", "tac"), ("04A1B2", "trickster"), ("04a1b2", "trickster"),
     ("04A1B3", None), ("636172643A", None), ("6361", None), ("636", None), ("636172643AFF", None), ("FF3A37", None)],
)  # fmt: skip
def test_a_tag_tells_its_card_or_is_unknown(tag, card):
    assert read(line("CARD", 0, "B", tag)) == [CardTag(0.0, "B", tag.upper(), card)]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (occ(1)[:-6] + b"0000\r\n", "crc"),
        (line("OCC", 1, "0" * 28), "fields"),
        (line("OCC", 1, "0" * 23), "fields"),
        (line("OCC", 1, "0" * 23 + "X"), "fields"),
        (b"$TEMP,1,1001,23.0*" + b"%04X\r\n" % wire.crc16(b"TEMP,1,1001,23.0"), "type"),
        (b"$" + b"A" * 300 + b"\r\n", "long"),
        (line("OCC", 1, "0" * 180), "fields"),
        (b"$OCC,1\r\n", "form"),
        (b"\xff\xfe\x00\r\n", "noise"),
        (line("CARD", 1, "attic", "-"), "fields"),
        (line("CARD", 1, "pit", "xyz"), "fields"),
        (line("BTN", 1, "done", "sideways"), "fields"),
        (line("FAULT", 1, "stuck-on", "96"), "fields"),
        (line("FAULT", 1, "stuck-on", "x"), "fields"),
        (line("RAW", 1, "95", "1", "2"), "fields"),
        (line("RAW", 1, "0", "1024"), "fields"),
        (line("HELLO", 1, "1", "b", "1", "tac64", "F" * 23), "fields"),
    ],
)
def test_a_bad_line_is_dropped_and_counted_and_its_number_is_missing(bad, reason):
    by = reader()
    first, drop, after = read(occ(0), bad, occ(2), by=by)
    assert isinstance(drop, Lost)
    assert (first.lost, drop.reason, after.lost) == (0, reason, 1)
    assert by.counts == {reason: 1}


def test_a_sentence_of_unknown_type_does_not_make_the_next_a_doubled_one():
    extra = b"$TEMP,1,1001,23.0*%04X\r\n" % wire.crc16(b"TEMP,1,1001,23.0")
    assert lost(occ(0), extra, occ(1)) == [0, 0]


def test_a_board_of_another_layout_is_told_as_it_is():
    other = wire.encode("HELLO", 0, 5, ["1", "six", "1.0.0", "tactik6", "FFFF"])
    assert read(other) == [Fault(0.0, "layout", None, "tactik6", "six")]


def test_reading_goes_on_at_the_next_dollar():
    good = occ(1)
    for before in (b"\xff\x00@", b"$OCC,0,99", b"$$", damaged(occ(0)).rstrip(), b"\r"):
        inputs = read(before + good)
        assert inputs[-1] == OccupancyFrame(0.0, START), before
        assert all(isinstance(each, Lost) for each in inputs[:-1])


def test_a_line_feed_alone_ends_a_sentence_and_empty_lines_are_nothing():
    assert read(occ(0).replace(b"\r", b""), b"\n\r\n\n", occ(1)) == [
        OccupancyFrame(0.0, START),
        OccupancyFrame(2.0, START),
    ]


def test_lost_sentences_are_counted_up_to_the_next_frame():
    assert lost(occ(0), occ(1), occ(5), line("CARD", 7, "pit", "-"), occ(9), occ(10)) == [0, 0, 3, 2, 0]


def test_the_number_wraps():
    assert lost(occ(65534, ms=1), occ(65535, ms=2), occ(0, ms=3), occ(2, ms=4)) == [0, 0, 0, 1]


def test_the_time_wraps_without_a_restart():
    inputs = read(hello(7, 2**32 - 10), occ(8, ms=2**32 - 5), occ(9, ms=3), hello(10, 4))
    assert [each.lost for each in inputs[1:3]] == [0, 0]
    assert not inputs[3].is_restart


@pytest.mark.parametrize(
    "sentence", [occ(1), line("CARD", 1, "pit", "-"), hello(1, 1001), line("BTN", 1, "done", "up")]
)
def test_a_doubled_line_counts_once(sentence):
    by = reader()
    assert len(read(occ(0), sentence, sentence, sentence, occ(2), by=by)) == 3
    assert by.counts == {"doubled": 2}


def test_a_doubled_line_behind_a_damaged_one_counts_once():
    by = reader()
    assert len(read(occ(0), occ(1), damaged(occ(1)), occ(1), occ(2), by=by)) == 4
    assert by.counts == {"doubled": 1, "crc": 1}


def test_two_sentences_that_changed_places_are_not_lost():
    inputs = read(occ(0), line("CARD", 2, "pit", "-", ms=1001), occ(1, 7, ms=1001), occ(1, 7, ms=1001), occ(3))
    assert [type(each).__name__ for each in inputs] == ["OccupancyFrame", "CardTag", "OccupancyFrame", "OccupancyFrame"]
    assert [each.lost for each in inputs if isinstance(each, OccupancyFrame)] == [0, 0, 0]


def test_a_picture_that_a_later_one_overtook_is_dropped():
    by = reader()
    inputs = read(occ(0), occ(2, 7), occ(1, 3), occ(3, 7), by=by)
    assert [(each.occupied, each.lost) for each in inputs] == [(START, 0), (7, 1), (7, 0)]
    assert by.counts == {"late": 1}


def test_a_card_told_late_counts():
    inputs = read(occ(0), occ(2), line("CARD", 1, "pit", "-"), occ(3))
    assert [type(each).__name__ for each in inputs] == ["OccupancyFrame", "OccupancyFrame", "CardTag", "OccupancyFrame"]
    assert inputs[-1].lost == 0


def test_a_restart_is_a_gap():
    inputs = read(hello(0, 12), occ(1, ms=15), occ(2, ms=9000), hello(0, 12), occ(1, ms=15), occ(2, ms=1015))
    assert [each.is_restart for each in inputs if isinstance(each, Hello)] == [False, True]
    assert [each.lost for each in inputs if isinstance(each, OccupancyFrame)] == [0, 0, 1000, 0]


def test_a_restart_is_seen_without_its_hello():
    assert lost(occ(500, ms=90000), occ(3, ms=700), occ(4, ms=1700)) == [0, 1000, 0]
    assert lost(occ(1, ms=90000), occ(1, ms=700)) == [0, 1000]


def test_a_restart_whose_hello_was_lost_is_told_by_the_next():
    inputs = read(hello(0, 12), occ(9, ms=9000), occ(1, ms=15), hello(2, 700), hello(3, 1700))
    assert [each.is_restart for each in inputs if isinstance(each, Hello)] == [False, True, False]


def test_a_restart_is_seen_by_the_number_alone():
    inputs = read(hello(0, 5), occ(1, ms=8), hello(0, 240))
    assert inputs[-1].is_restart


def test_a_number_that_wraps_to_a_hello_is_no_restart():
    assert not read(occ(65535, ms=500), hello(0, 600))[-1].is_restart


def test_a_restart_is_no_sentence_that_comes_late():
    assert lost(occ(0, ms=50000), occ(5, ms=90000), occ(3, ms=700)) == [0, 4, 1000]


def test_nothing_comes_late_through_a_pulled_cable():
    by = reader()
    read(occ(0), occ(2), by=by)
    by.interrupt(3.0)
    assert [each.lost for each in read(occ(1), by=by)] == [1000]


def test_a_picture_overtaken_twice_is_dropped():
    inputs = read(occ(0), line("CARD", 3, "pit", "-"), occ(2, 7), occ(1, 3))
    assert [each.occupied for each in inputs if isinstance(each, OccupancyFrame)] == [START, 7]


def test_a_hello_on_request_is_no_restart():
    inputs = read(hello(0, 5), occ(1, ms=8), hello(2, 9), occ(3, ms=9))
    assert not inputs[2].is_restart
    assert inputs[3].lost == 0


def test_a_pulled_cable_is_a_gap_and_ends_a_half_line():
    by = reader()
    assert [each.lost for each in read(occ(0), occ(1)[:20], by=by)] == [0]
    assert by.interrupt(5.0) == [Lost(5.0, "form")]
    assert [each.lost for each in read(occ(2), occ(3), by=by)] == [1000, 0]


def test_places_are_wired_as_the_profile_says():
    channels = list(range(96))
    channels[0], channels[1], channels[2] = 5, 0, -1
    by = reader(channels=channels, without=1 << 7)
    inputs = read(
        hello(0, 1), occ(1, 0b111), line("FAULT", 2, "stuck-on", "0"), line("FAULT", 3, "stuck-off", "2"),
        line("RAW", 4, "0", "9", "8"), by=by,
    )  # fmt: skip
    missing = 1 << 7 | 1 << 2 | 1 << 1
    assert inputs[0].mask == MASK & ~missing
    assert inputs[1].occupied == 1 << 5 | 1 << 0
    assert inputs[2:] == [Fault(2.0, "stuck-on", 5), Fault(3.0, "stuck-off", None)]
    assert by.raw == {5: 9, 0: 8}


def test_a_reader_takes_a_profile():
    profile = Profile("board-1", "tac64", (1, 0, *range(2, 96)), (3,), {"AA": "7"})
    by = SentenceReader(LAYOUT, profile.tags, channels=profile.channels, without=profile.without_mask)
    inputs = read(hello(0, 1), occ(1, 1), line("CARD", 2, "pit", "AA"), by=by)
    assert inputs[0].mask == MASK & ~(1 << 3)
    assert inputs[1].occupied == 2
    assert inputs[2].card == "7"


STREAM = st.lists(
    st.one_of(
        st.integers(0, 9).map(occ),
        st.integers(0, 9).map(lambda seq: damaged(occ(seq))),
        st.integers(0, 9).map(lambda seq: hello(seq, 1000 + seq)),
        st.binary(max_size=40),
        st.sampled_from([b"$", b"\n", b"\r\n", b"\x00" * 1500, b"$" * 300, b">card A 7\n"]),
    ),
    max_size=12,
)


@given(STREAM, st.lists(st.integers(1, 700), max_size=20))
def test_it_does_not_matter_in_which_pieces_the_bytes_arrive(pieces, cuts):
    data = b"".join(pieces)
    whole, parts = reader(), reader()
    at_once = whole.feed(data, 0.0)
    piecewise = []
    for cut in cuts:
        piecewise += parts.feed(data[:cut], 0.0)
        data = data[cut:]
    piecewise += parts.feed(data, 0.0)
    assert piecewise == at_once
    assert parts.counts == whole.counts


@given(STREAM)
def test_nothing_ends_the_reading(pieces):
    by = reader()
    by.feed(b"".join(pieces) + b"\n", 0.0)
    last = by.feed(occ(77, 0b1011, ms=50000), 9.0)
    assert last[-1].occupied == 0b1011


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=40))
def test_losses_add_up(steps):
    """Whatever is lost or damaged: what the frames tell sums up to what did not arrive."""
    seq, sent, missing = 0, [occ(0)], 0
    for skipped, is_damaged in steps:
        seq += skipped + 1
        missing += skipped + is_damaged
        sent.append(damaged(occ(seq)) if is_damaged else occ(seq))
    sent.append(occ(seq + 1))
    assert sum(lost(*sent)) == missing


def test_however_much_noise_stands_in_a_row_it_is_told_once_and_counted_whole():
    by = reader()
    assert by.sentence(b"$" * 1000, 1.0) == [Lost(1.0, "form")]
    assert by.counts["form"] == 1000
    line = b"noise$$$OCC,1,2$$" + occ(0)[:-2] + b"$" * 50
    inputs = by.sentence(line, 2.0)
    assert [type(each) for each in inputs] == [Lost, OccupancyFrame]
    assert sum(by.counts.values()) == 1000 + 1 + 2 + 1 + 2 + 50


def raw(body):
    return b"$" + body + b"*%04X\r\n" % wire.crc16(body)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (line("HELLO", 1, "2", "b", "1", "tac64", "F" * 24), ("protocol", "2", "b")),
        (raw(b"HELLO,1,1001,2,b,1,tac64,FFFF,secure"), ("protocol", "2")),
        (raw(b"HELLO,1,1001,2"), ("protocol", "2")),
        (line("HELLO", 1, "1", "b", "1", "tac65", "F" * 24), ("layout", "tac65", "b")),
    ],
)
def test_a_board_of_another_kind_says_so(sentence, told):
    code, *rest = told
    assert Fault(1.0, code, None, *rest) in read(occ(0), sentence)


UNIQUE, SPOKEN = "04A1B2", "636172643A37"


def cards(*told):
    """What the reader makes of cards told at these times: `(t, reader, tag)`."""
    by = reader()
    inputs = [each for number, (t, place, tag) in enumerate(told)
              for each in by.feed(line("CARD", number, place, tag, ms=int(t * 1000)), t)]  # fmt: skip
    return [(each.t, each.tag) for each in inputs if isinstance(each, CardTag)]


def test_a_card_that_the_reader_loses_for_a_moment_is_still_the_same_card():
    told = [(0.0, "pit", UNIQUE)]
    for number in range(3):
        told += [(1.0 + number, "pit", "-"), (1.04 + number, "pit", UNIQUE)]
    assert cards(*told) == [(0.0, UNIQUE), (1.0, "-"), (2.0, "-"), (3.0, "-")]


def test_a_card_that_is_told_again_without_having_been_taken_away_is_the_same_card():
    assert cards((0.0, "pit", UNIQUE), (5.0, "pit", UNIQUE.lower()), (9.0, "pit", UNIQUE)) == [(0.0, UNIQUE)]


def test_a_card_that_is_taken_away_and_laid_again_is_laid_again():
    again = [(0.0, "pit", UNIQUE), (5.0, "pit", "-"), (5.0 + BLINK_S, "pit", UNIQUE)]
    assert len(cards(*again)) == 3


def test_another_card_of_the_same_kind_is_another_card():
    """A tag that says what it is does not say which of the two it is."""
    assert len(cards((0.0, "pit", SPOKEN), (1.0, "pit", "-"), (1.04, "pit", SPOKEN))) == 3
    assert len(cards((0.0, "pit", UNIQUE), (1.0, "pit", "-"), (1.04, "pit", "04FFFF"), (1.1, "pit", UNIQUE))) == 4


def test_each_reader_has_its_own_card():
    assert len(cards((0.0, "pit", UNIQUE), (0.1, "pit", "-"), (0.2, "A", UNIQUE))) == 3


@pytest.mark.parametrize(("cut_s", "times"), [(20.0, 1), (70.0, 2)])
def test_a_card_under_a_pulled_cable_lies_there_still(cut_s, times):
    by = reader()
    by.feed(line("CARD", 0, "pit", UNIQUE), 0.0)
    by.interrupt(1.0)
    by.feed(line("HELLO", 0, "1", "b", "1", "tac64", "F" * 24, ms=1), cut_s)
    told = by.feed(line("CARD", 1, "pit", UNIQUE, ms=2), cut_s)
    assert 1 + len(told) == times


KIND = b"card:7".hex().upper()


def tags_of(*inputs):
    return [each.tag for each in inputs if isinstance(each, CardTag)]


@pytest.mark.parametrize("tag", [KIND, "04A1B2"])
def test_a_card_that_lay_there_when_the_board_restarted_is_told_once(tag):
    one = reader()
    read(occ(7), line("CARD", 8, "pit", tag), by=one)
    again = [hello(0, 10), line("CARD", 1, "pit", tag, ms=20), line("CARD", 2, "pit", "-", ms=30)]
    assert tags_of(*read(*again, by=one)) == ["-"]


def test_a_kind_of_card_that_is_laid_again_on_a_running_board_is_another_one():
    one = reader()
    read(occ(7), line("CARD", 8, "pit", KIND), by=one)
    assert tags_of(*read(line("CARD", 9, "pit", "-"), line("CARD", 10, "pit", KIND), by=one)) == ["-", KIND]


@pytest.mark.parametrize("tag", [KIND, "04A1B2"])
def test_what_lay_there_before_the_start_is_not_laid_when_the_board_starts_too(tag):
    one = reader()
    one.lay_before({"pit": tag})
    assert tags_of(*read(hello(0, 10), line("CARD", 1, "pit", tag, ms=20), by=one)) == []
    assert tags_of(*read(line("CARD", 2, "pit", "-"), line("CARD", 3, "pit", KIND), by=one)) == ["-", KIND]


def test_a_board_that_ran_on_tells_of_cards_that_are_laid():
    one = reader()
    one.lay_before({"pit": KIND})
    assert tags_of(*read(hello(70, 90_000), line("CARD", 71, "pit", KIND, ms=90_020), by=one)) == [KIND]


def test_what_is_laid_long_after_the_start_of_a_board_is_laid():
    one = reader()
    one.lay_before({"pit": KIND})
    one.feed(hello(0, 10), 0.0)
    assert tags_of(*one.feed(line("CARD", 1, "pit", KIND, ms=9000), 9.0)) == [KIND]


@pytest.mark.parametrize("fields", [("2", "b", "1", "tac64", "F" * 24), ("1", "b", "1", "snooker", "F" * 24),
                                    ("1", "b", "1", "tactik4", "F" * 24)])  # fmt: skip
def test_what_a_board_of_another_kind_tells_counts_for_nothing(fields):
    one = reader()
    told = read(line("HELLO", 0, *fields), occ(1), line("CARD", 2, "pit", "04A1B2"), line("BTN", 3, "done", "down"),
                by=one)
    assert not [each for each in told if isinstance(each, OccupancyFrame | CardTag | Button)]
    assert one.counts["foreign"] == 3
    assert [type(each) for each in read(hello(4, 5000), occ(5, ms=5001), by=one)] == [Hello, OccupancyFrame]


@pytest.mark.parametrize("fields", [("1", "b", "1", "tactik4", "F" * 20), ("2", "b", "1", "tac64", "F" * 24, "more")])
def test_a_board_of_another_kind_is_there_whatever_it_tells(fields):
    one = reader()
    read(whole("HELLO", 0, *fields), by=one)
    before = one.sentences
    assert read(line("OCC", 1, "F" * 20), whole("SPIN", 2, "7"), by=one) == []
    assert one.sentences == before + 2
    assert [type(each) for each in read(damaged(occ(3)), by=one)] == [Lost]


@pytest.mark.parametrize("bad", [("OCC", "F" * 20), ("OCC", "X" * 24), ("HELLO", "1", "b", "1", "tac64", "F" * 23)])
def test_whole_sentences_that_cannot_be_read_again_and_again_are_told_once_and_are_a_board(bad):
    one = reader()
    told = read(hello(0, 1000), *(line(bad[0], number, *bad[1:]) for number in range(1, 5)), by=one)
    assert [type(each) for each in told] == [Hello, Lost, Fault]
    assert (told[-1].code, told[-1].index) == ("places", None)
    assert (one.sentences, one.counts) == (4, {"fields": 1, "foreign": 3})
    assert [type(each) for each in read(occ(5), by=one)] == [OccupancyFrame]


def test_no_picture_is_taken_from_a_board_whose_names_cannot_be_read():
    """Its mask has not the places of its layout: nobody knows which board it is. Told once, and after the cable."""
    one, mask = reader(), ("1", "b", "1", "tac64", "F" * 23)
    for number in range(0, 20, 10):
        told = read(line("HELLO", number, *mask), occ(number + 1), line("CARD", number + 2, "pit", "04A1B2"),
                    line("HELLO", number + 3, *mask), occ(number + 4), by=one)  # fmt: skip
        assert [(type(each), each.code) for each in told] == [(Fault, "places")]
        one.interrupt(3.0)
    assert one.counts == {"foreign": 10}
    read(line("HELLO", 20, *mask), by=one)
    assert [type(each) for each in read(occ(21), hello(22, 5000), occ(23, ms=5001), by=one)] == [Hello, OccupancyFrame]


def test_another_board_in_the_place_of_a_foreign_one_is_heard_at_once():
    one = reader()
    read(line("HELLO", 0, "2", "b", "1", "tac64", "F" * 24), by=one)
    one.interrupt(3.0)
    assert [type(each) for each in read(occ(5), by=one)] == [OccupancyFrame]
