"""What was told is not taken back for a reading that costs more, nor while the table has just been asked."""

from __future__ import annotations

from pathlib import Path

from table_top import TableTop

from tests.bench.reconcile import play


def moved_back() -> TableTop:
    """A table at which Green has played a seven, and put everything back without a word."""
    table = TableTop()
    table.begin("basic teams first=A position=A:55,A2,A4,y B:28,32,B4,y C:31,C1,C3,C4 D:12,D2,D3,D4")
    table.tag(1.0, "8")
    table.tag(4.0, "-")
    table.tag(5.0, "8")
    table.tag(8.0, "-")
    table.tag(9.0, "7")
    made = ("-C1", "+C2", "-32", "+By", "-31", "+C1", "-55", "+58", "-A2", "+A1")
    table.touches(10.0, 0.5, made)
    table.tick(18.0)
    table.touches(19.0, 0.5, ("-58", "+55", "-A1", "+A2", "-By", "+32", "-C1", "+31", "-C2", "+C1"))
    return table


def test_who_was_asked_whether_to_take_back_is_waited_for() -> None:
    table = moved_back()
    table.tick(27.0)
    assert table.choices == [("7", "takeback")]
    assert not table.told("revised")
    table.say(28.0, "answer 1")
    table.tick(29.0)
    assert len(table.told("takeback")) == 1
    assert table.session.state.seat == "C"


def test_a_changed_card_is_waited_for_before_an_answer_is_doubted() -> None:
    table = TableTop()
    table.begin("basic teams first=B position=A:43,A2,A4,y B:44,B2,B3,B4 C:24,34,y,y D:48,D2,D3,D4")
    table.tag(1.0, "trickster")
    table.touches(2.0, 0.4, ("-34", "-48", "-44", "+48", "+34", "+44"))
    table.tick(6.0)
    assert ("trickster", "34~48") in table.choices
    table.say(7.0, "answer 34~48")
    table.tag(9.0, "trickster")
    table.touches(10.0, 0.4, ("-34", "-48", "+48", "+34"))
    table.tag(15.0, "5")
    table.tag(19.0, "10")
    table.touch(21.0, "-48")
    table.touch(22.0, "+58")
    table.tick(26.0)
    assert not table.told("revised")
    moves = [(fact.data["seat"], fact.data["card"], fact.data["action"]) for fact in table.told("move")]
    assert moves == [("B", "trickster", "34~48"), ("C", "trickster", "34~48"), ("D", "10", "48-58")]


def test_what_nobody_has_answered_does_not_silence_the_table_for_good(tmp_path: Path) -> None:
    """An evening in which an exchange among alike pieces is asked, and everybody just plays on."""
    _, _, row = play(((167500049, "flaky", "teams", "basic"), "told", str(tmp_path)))
    assert row.found.counts["open"] < 5
    assert not row.found.faults
