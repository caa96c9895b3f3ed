"""Boards and readers that are not as they should be, heard by the whole table."""

import json

import pytest
from command import tastkreis

from firmware import wire

YARDS = (0b1111 << 80) | (0b1111 << 88)
TAG = "04A1B2C3D4"

class Evening:
    """A trace of a duel, written line by line."""

    def __init__(self):
        self.lines, self.seq = [b"0.000 >game tac basic duel first=A position=A:y,y,y,y C:y,y,y,y"], 0
        self.tell(0.1, "OCC", wire.to_hex(YARDS, 96))

    def tell(self, t, kind, *fields):
        sentence = wire.encode(kind, self.seq, int(t * 1000), list(fields)).rstrip()
        self.lines.append(b"%.3f %s" % (t, sentence))
        self.seq += 1

    def played(self, tmp_path, *options):
        path, events = tmp_path / "odd.trace", tmp_path / "odd.jsonl"
        path.write_bytes(b"\n".join(self.lines) + b"\n")
        done = tastkreis("run", "--board", f"trace:{path}", "--speech", "none", "--language", "en", "--events", events,
                         *options)  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return [json.loads(line) for line in events.read_text("utf-8").splitlines()]


def test_one_card_that_the_reader_loses_three_times_is_one_discard(tmp_path):
    tags = tmp_path / "tags.json"
    tags.write_text(json.dumps({TAG: "3"}))
    evening = Evening()
    evening.tell(1.0, "CARD", "pit", TAG)
    for number in range(3):
        evening.tell(3.0 + number, "CARD", "pit", "-")
        evening.tell(3.04 + number, "CARD", "pit", TAG)
    evening.tell(8.0, "OCC", wire.to_hex(YARDS, 96))
    events = evening.played(tmp_path, "--tags", tags)
    assert [event["action"] for event in events if event["type"] == "move"] == ["discard"]


@pytest.mark.parametrize("gap_s", [0.04, 1.5, 20.0])
def test_one_card_that_the_reader_loses_for_long_is_one_discard(gap_s, tmp_path):
    tags = tmp_path / "tags.json"
    tags.write_text(json.dumps({TAG: "3"}))
    evening = Evening()
    evening.tell(1.0, "CARD", "pit", TAG)
    for number in range(3):
        evening.tell(30.0 * number + 5.0, "CARD", "pit", "-")
        evening.tell(30.0 * number + 5.0 + gap_s, "CARD", "pit", TAG)
    evening.tell(99.0, "OCC", wire.to_hex(YARDS, 96))
    events = evening.played(tmp_path, "--tags", tags)
    assert [event["action"] for event in events if event["type"] == "move"] == ["discard"]


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        (("1", "b", "1", "tactik4", "FF"), "belongs to another game: tactik4."),
        (("1", "b", "1", "snooker", "FF"), "belongs to another game: snooker."),
        (("2", "b", "1", "tac64", "F" * 24), "speaks protocol 2, which I do not understand. It needs other firmware."),
    ],
)
def test_a_board_of_another_kind_is_named(tmp_path, hello, words):
    evening = Evening()
    evening.tell(1.0, "HELLO", *hello)
    evening.tell(9.0, "OCC", wire.to_hex(YARDS, 96))
    said = [event["text"] for event in evening.played(tmp_path) if event["type"] == "speech"]
    assert any(words in text for text in said), said


def test_pictures_of_another_size_are_named(tmp_path):
    evening = Evening()
    for number in range(3):
        evening.tell(1.0 + number, "OCC", "F" * 20)
    said = [event["text"] for event in evening.played(tmp_path) if event["type"] == "speech"]
    assert len([text for text in said if "does not fit its game" in text]) == 1, said


def test_what_a_board_of_another_game_can_see_is_not_told(tmp_path):
    evening = Evening()
    evening.lines = [b"0.000 >game tac basic teams first=A", b"0.500 !plugged"]
    evening.tell(1.0, "HELLO", "1", "b", "1", "tactik4", "F" * 20)
    evening.tell(9.0, "HELLO", "1", "b", "1", "tactik4", "F" * 20)
    said = [event["text"] for event in evening.played(tmp_path) if event["type"] == "speech"]
    assert said
    assert not [text for text in said if "does not see" in text]
