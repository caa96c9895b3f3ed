"""What was told is not taken back for a reading that costs more, nor while the table has just been asked."""

from __future__ import annotations

from pathlib import Path

import pytest
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


def test_what_explains_everything_in_a_moment_is_waited_for_before_anybody_is_accused() -> None:
    """Green has opened, puts its other marble home instead, and somebody feels the yard when the next card comes."""
    table = TableTop()
    table.begin("basic teams first=A position=A:13,y,y,y B:03,y,y,y C:y,y,y,y D:24,38,48,y")
    table.tag(1.0, "8")
    table.touches(2.0, 0.4, ("-13", "+21"))
    table.tag(5.0, "13")
    table.touches(6.0, 0.8, ("-By", "+16"))
    table.tick(8.0)
    assert table.told("move")[-1].data["action"] == "By-16"
    table.touches(11.7, 1.3, ("-03", "+By"))
    table.touches(15.4, 0.1, ("-Ay", "+Ay"))
    table.tag(15.9, "4")
    table.tick(20.0)
    assert not table.told("violation")
    (revised,) = table.told("revised")
    assert revised.data["position"].split()[1] == "B:16,y,y,y"


def test_what_nobody_has_answered_does_not_silence_the_table_for_good(tmp_path: Path) -> None:
    """An evening in which an exchange among alike pieces is asked, and everybody just plays on."""
    _, _, row = play(((167500049, "flaky", "teams", "basic"), "told", str(tmp_path)))
    assert row.found.counts["open"] < 5
    assert not row.found.faults


def test_a_card_that_was_laid_away_may_be_used_where_the_move_before_was_another_one() -> None:
    """Black has second thoughts while red lays a ten: with the first move it cannot be used, with the other it can."""
    table = TableTop()
    table.begin("basic teams first=A position=A:18,46,y,y B:16,y,y,y C:00,y,y,y D:14,y,y,y")
    table.tag(1.0, "9")
    table.touches(2.0, 0.8, ("-46", "+55"))
    table.touches(6.0, 0.7, ("-18", "+27", "-55", "+46"))
    table.tag(8.3, "10")
    table.touches(11.0, 0.7, ("-16", "+26"))
    table.tick(14.0)
    assert table.session.state.position.startswith("A:27,46,y,y B:26")
    assert not table.told("violation")


def test_a_hand_that_puts_right_what_is_wrong_has_captured_nothing() -> None:
    """Black moved back with a three and takes that up again: its own piece three holes on has not been captured."""
    table = TableTop()
    table.begin("master duel-teams first=C position=A:18,21,y,y B:34,B3,B4,y C:56,C3,C4,y D:08,14,D3,y")
    table.tag(0.3, "13")
    table.touch(0.9, "-Cy")
    table.touch(2.0, "+32")
    table.tag(6.8, "6")
    table.touches(8.6, 0.6, ("-32", "+32", "-08", "-14", "+14", "+Dy"))
    table.tag(13.5, "3")
    table.touch(15.6, "-18")
    table.touch(17.2, "+15")
    table.tick(19.7)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T1.6"]
    table.touches(19.8, 0.08, ("-15", "+15") * 4)
    table.touch(23.3, "-15")
    table.touch(24.5, "+18")
    table.touches(27.2, 0.3, ("-21", "+22", "-22", "+23", "-23", "+24"))
    table.tick(30.0)
    assert [(fact.data["card"], fact.data["action"]) for fact in table.told("move")][2:] == [("3", "21-24")]
    assert not table.told("revised")


@pytest.mark.parametrize(
    ("seed", "habit", "variant", "deck"),
    [
        (380000009, "careless-quick", "two-against-one", "basic"),  # felt before a card that was changed
        (380000070, "rough", "three-free", "basic"),  # dearer before what was told alike
        (380000069, "careless-stuck", "teams", "basic"),  # two unseen moves of which nothing is to be seen
        (380000238, "rough", "two-against-one", "master"),
    ],
)
def test_who_breaks_a_rule_is_told_so(seed: int, habit: str, variant: str, deck: str, tmp_path: Path) -> None:
    """Evenings in which something far-fetched explained a mistake, and cost less than it should."""
    _, _, row = play(((seed, habit, variant, deck, 600), "told", str(tmp_path)))
    assert not row.found.faults


def test_who_lays_the_next_card_upon_an_end_has_seen_it() -> None:
    """An angel has moved black one on; that it was to be thirteen, and black's thirteen none, explains no mistake."""
    table = TableTop()
    table.begin("master three-free first=C position=A:12,A2,A3,A4 B:29,B2,B3,B4 C:55,C2,C3,C4")
    table.tag(1.0, "angel")
    table.touches(2.3, 2.5, ("-12", "+13"))
    table.tag(6.9, "13")
    table.touch(7.8, "-13")
    for hop in range(14, 25):
        table.touch(7.7 + 0.15 * (hop - 13), f"+{hop}")
        table.touch(7.8 + 0.15 * (hop - 13), f"-{hop}")
    table.touch(9.6, "+25")
    table.tick(12.0)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.2"]
    assert not table.told("revised")


def opened_instead() -> TableTop:
    """Green has moved its starting marble with a king, puts it back and leaves it there as one that has come out."""
    table = TableTop()
    table.begin("basic teams first=D position=A:36,42,y,y B:00,63,y,y C:31,y,y,y D:45,48,y,y")
    table.tag(1.0, "13")
    table.touches(2.0, 0.6, ("-48", "+61"))
    table.tick(6.0)
    table.touches(7.0, 0.6, ("-61", "+48"))
    table.tick(11.0)
    return table


def test_who_goes_on_upon_a_board_put_back_takes_the_card_for_used_where_it_leaves_the_board_so() -> None:
    table = opened_instead()
    assert table.choices == [("13", "takeback")]
    table.tag(14.0, "7")
    table.touches(15.0, 0.6, ("-42", "+43", "-36", "+42"))
    table.tick(20.0)
    assert not table.told("violation")
    assert len(table.told("setup")) == 1
    assert table.session.state.position == "A:42,43,y,y B:00,63,y,y C:31,y,y,y D:45,48*,y,y"
    (revised,) = table.told("revised")
    assert revised.data["moves"][0]["action"] == "Dy-48"


def test_whose_move_was_learnt_late_may_change_it_as_well() -> None:
    table = opened_instead()
    table.tag(14.0, "7")
    table.touches(15.0, 0.6, ("-42", "+43", "-36", "+42"))
    table.tick(20.0)
    table.touches(21.0, 0.6, ("-42", "+41", "-43", "+44"))
    table.tick(26.0)
    assert not table.told("violation")
    assert table.session.state.position == "A:41,44,y,y B:00,63,y,y C:31,y,y,y D:45,48*,y,y"


def test_who_has_captured_and_thinks_again_may_rest_before_the_captured_marble_is_back() -> None:
    """Black captures with a ten, then makes it with the other marble; green's marble still lies in its yard."""
    table = TableTop()
    table.begin("basic teams first=A position=A:35,61,A3,A4 B:07,11,14,B4 C:30,C2,C4,y D:17,20,25,D4")
    table.tag(1.0, "10")
    table.touches(2.0, 0.8, ("-61", "-07", "+07", "+By"))
    table.tick(7.0)
    table.touches(8.0, 0.9, ("-07", "+45", "-35", "+61"))
    table.tick(12.9)
    table.touches(13.0, 0.8, ("-By", "+07"))
    table.tick(17.0)
    assert not table.told("violation")
    assert table.session.state.position == "A:45,61,A3,A4 B:07,11,14,B4 C:30,C2,C4,y D:17,20,25,D4"


def test_people_who_think_again_are_not_accused(tmp_path: Path) -> None:
    """An evening in which a capture is taken back as well, while somebody feels a house."""
    _, _, row = play(((451000, "wavering", "team-of-four", "basic"), "told", str(tmp_path)))
    assert not row.found.faults


def test_who_thinks_again_after_the_next_card_is_laid_accuses_nobody() -> None:
    """Two marbles of black stand elsewhere than was told: red, whose card lies there, would have broken two rules."""
    table = TableTop()
    table.begin("basic teams first=A position=A:10,20,y,y B:28,40,y,y C:33,y,y,y D:50,y,y,y")
    table.tag(1.0, "5")
    table.touches(2.0, 0.5, ("-10", "+15"))
    table.tag(7.0, "3")
    table.touches(8.0, 0.5, ("-15", "+10", "-20", "+25"))
    table.touches(12.0, 0.5, ("-28", "+31"))
    table.tick(16.0)
    assert not table.told("violation")
    assert table.session.state.position == "A:10,25,y,y B:31,40,y,y C:33,y,y,y D:50,y,y,y"
