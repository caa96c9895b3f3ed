"""Records: read, written again without loss, and what cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidNotation
from engine.tac.hands.cards import CARDS
from engine.tac.record.notation import Deal, Event, Header, Note, Play, Swap, parse_record, write_record

HEADER = '{"game": "tac", "notation": 1, "deck": "master", "variant": "teams", "dealer": "D"}'
DEAL = '{"deal": {"A": ["1", "7"], "B": null, "C": ["2", "2"], "D": null}}'

cards = st.sampled_from(CARDS)
seats = st.sampled_from("ABCD")
hands = st.none() | st.lists(cards, max_size=6).map(tuple)
plays = st.builds(
    Play, seats, cards, st.sampled_from(["05-12", "Ay-00", "05-09,A1-A2", "skip", "discard", "05~33", "05x05"]),
    st.none() | seats,
)  # fmt: skip
events: st.SearchStrategy[Event] = st.one_of(
    st.dictionaries(seats, hands).map(Deal),
    st.dictionaries(seats, st.none() | cards).map(Swap),
    st.text().map(Note),
    plays,
)
headers = st.builds(
    Header,
    st.sampled_from(["basic", "master"]),
    st.sampled_from(["teams", "solo", "three-double"]),
    seats,
    st.none() | st.just("A:y,y,y,y B:y,y,y,y C:y,y,y,y D:00,y,y,y"),
    st.just({}) | st.just({"next-seat": "with-cards"}),
)


@given(headers, st.lists(events, max_size=8))
def test_what_is_written_is_read_again(header: Header, written: list[Event]) -> None:
    read_header, numbered = parse_record(write_record(header, written))
    assert read_header == header
    assert [event for _, event in numbered] == written
    assert [number for number, _ in numbered] == list(range(2, len(written) + 2))


def test_lines_are_in_the_form_of_the_notation() -> None:
    text = write_record(Header("master", "teams", "D"), [Play("A", "7", "05-12", "D"), Note("Würfelt jemand?")])
    assert text.splitlines() == [
        HEADER,
        '{"seat": "A", "card": "7", "action": "05-12", "by": "D"}',
        '{"note": "Würfelt jemand?"}',
    ]


def test_blank_lines_count_but_say_nothing() -> None:
    _, numbered = parse_record(f"{HEADER}\n\n{DEAL}\n")
    assert [number for number, _ in numbered] == [3]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("x", "no JSON"),
        ("[1]", "JSON object expected"),
        ('{"seat": "A", "card": "11", "action": "skip"}', "card"),
        ('{"seat": "A", "card": 7, "action": "skip"}', "card"),
        ('{"seat": "E", "card": "7", "action": "skip"}', "seat"),
        ('{"seat": "A", "card": "7"}', "action is missing"),
        ('{"seat": "A", "card": "7", "action": 7}', "action"),
        ('{"seat": "A", "card": "7", "action": "05+12"}', "action"),
        ('{"seat": "A", "card": "7", "action": "64-65"}', "action"),
        ('{"seat": "A", "card": "7", "action": "05-12", "bye": "D"}', "key"),
        ('{"seat": "A", "card": "7", "action": "05-12", "by": "X"}', "seat"),
        ('{"deal": ["1"]}', "deal"),
        ('{"deal": {"A": "1"}}', "hand"),
        ('{"deal": {"Z": []}}', "seat"),
        ('{"swap": {"A": "14"}}', "card"),
        ('{"note": 5}', "note"),
        ('{"comment": "?"}', "event"),
    ],
)
def test_bad_lines_are_named(line: str, told: str) -> None:
    with pytest.raises(InvalidNotation, match="line 2") as caught:
        parse_record(f"{HEADER}\n{line}\n")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "ludo"), ("notation", 2), ("notation", True), ("deck", "tarot"), ("variant", "teams-of-nine"),
        ("dealer", "E"), ("position", 5), ("rules", []), ("rules", {"no-such-rule": "x"}), ("date", "today"),
    ],
)  # fmt: skip
def test_bad_headers_are_named(key: str, value: object) -> None:
    line = {**json.loads(HEADER), key: value}
    with pytest.raises(InvalidNotation, match="line 1"):
        parse_record(json.dumps(line))


def test_a_deal_or_swap_that_nobody_knows_is_null() -> None:
    header = HEADER.replace("teams", "two-against-one").replace('"D"', '"C"')
    _, numbered = parse_record(header + '\n{"deal": null}\n{"swap": null}\n')
    assert [event for _, event in numbered] == [
        Deal({"A": None, "B": None, "C": None}),
        Swap({"B": None, "C": None}),
    ]


def test_the_dealer_sits_at_an_occupied_place() -> None:
    with pytest.raises(InvalidNotation, match="dealer"):
        parse_record(HEADER.replace("teams", "duel"))


def test_an_empty_record_is_none() -> None:
    with pytest.raises(InvalidNotation, match="empty"):
        parse_record("\n")


def test_a_piece_tried_from_the_yard_to_a_wrong_field_can_be_read() -> None:
    _, numbered = parse_record(HEADER + '\n{"seat": "A", "card": "1", "action": "Ay-16"}')
    assert numbered == ((2, Play("A", "1", "Ay-16")),)
