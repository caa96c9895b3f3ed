"""Two exchanges in a row, each of three pieces that were in the air: which of them an answer is meant for."""

from __future__ import annotations

from table_top import TableTop

OF_THREE = ("-00", "-42", "-62", "+00", "+42", "+62")
OF_TWO = ("-00", "-62", "+00", "+62")
"""What Blue does: with three pieces in the air nobody can tell which two are exchanged, with two everybody sees it."""


def asked_once(second: tuple[str, ...] = OF_THREE) -> TableTop:
    """A table that is asked what Red has exchanged; Blue has exchanged as well, and nobody has been told of it."""
    table = TableTop()
    table.begin("basic teams first=B position=A:14,42,62,A4 B:32,B4,y,y C:00,C3,C4,y D:D2,D3,D4,y")
    table.tag(1.0, "trickster")
    table.touches(2.0, 0.4, ("-00", "-32", "-62", "+00", "+32", "+62"))
    table.tick(6.0)
    assert {action for _, action in table.choices} == {"00~32", "00~62", "32~62"}
    table.tag(7.0, "-")
    table.tag(8.0, "trickster")
    table.touches(9.0, 0.4, second)
    table.tick(12.0)
    return table


def test_an_answer_that_fits_both_settles_neither() -> None:
    table = asked_once()
    table.say(13.0, "answer 00~62")
    table.tick(14.0)
    assert not table.told("move")
    assert table.told("again")
    table.say(15.0, "answer 00~32")
    table.tick(16.0)
    assert table.actions() == ["00~32", "00~62"]


def test_a_number_answers_what_was_asked() -> None:
    table = asked_once()
    first = next(number for number, (_, action) in enumerate(table.choices, 1) if action == "00~62")
    table.say(13.0, f"answer {first}")
    table.tick(14.0)
    assert table.actions() == ["00~62"]


def test_an_answer_that_fits_the_one_asked_alone_settles_it() -> None:
    table = asked_once()
    table.say(13.0, "answer 32~62")
    table.tick(14.0)
    assert table.actions() == ["32~62"]


def test_who_names_what_all_have_seen_last_has_not_answered() -> None:
    table = asked_once(OF_TWO)
    table.say(13.0, "answer 00~62")
    table.tick(14.0)
    assert not table.told("move")
    assert table.told("again")
    table.say(15.0, "answer 32~62")
    table.tick(16.0)
    assert table.actions() == ["32~62", "00~62"]


def test_who_says_it_once_more_has_answered() -> None:
    table = asked_once(OF_TWO)
    table.say(13.0, "answer 00~62")
    table.say(18.0, "answer 00~62")
    table.tick(19.0)
    assert table.actions() == ["00~62", "00~62"]


def test_who_says_once_more_what_fits_both_has_answered_what_was_asked() -> None:
    table = asked_once()
    table.say(13.0, "answer 00~62")
    table.say(18.0, "answer 00~62")
    table.tick(19.0)
    assert table.actions() == ["00~62"]
    assert {fact.data["ply"] for fact in table.told("question")} == {1, 2}
