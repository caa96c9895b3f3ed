"""Hands that are quicker than their card, and than the action before: what they made is not lost."""

from __future__ import annotations

from dataclasses import replace

from table_top import TableTop

from companion.session.history import History
from companion.session.pending import not_told
from companion.session.reading import Reading


def test_an_exchange_while_somebody_else_still_holds_a_piece() -> None:
    table = TableTop()
    table.begin("basic teams first=C position=A:40,y,y,y B:16,y,y,y C:61,y,y,y D:48,y,y,y")
    table.say(1.0, "card C 13")
    table.touch(2.0, "-Cy")
    table.touches(7.0, 0.4, ("-48", "-16", "+16", "+48"))
    table.touch(12.0, "+32")
    table.say(12.1, "card D trickster")
    table.say(13.5, "card A 3")
    table.touches(14.0, 0.5, ("-40", "+43"))
    table.say(16.0, "card B 7")
    table.touches(17.0, 0.5, ("-48", "+55"))
    table.tick(24.0)
    assert table.actions() == ["Cy-32", "16~48", "40-43", "48-55"]
    assert not table.told("violation")


def test_an_exchange_before_its_card_is_waited_for_though_the_next_card_comes_at_once() -> None:
    table = TableTop()
    table.begin("basic teams first=D position=A:40,y,y,y B:16,y,y,y C:51,y,y,y D:48,y,y,y")
    table.touches(2.0, 0.5, ("-48", "-16", "+16", "+48"))
    table.say(4.0, "card D trickster")
    table.say(4.1, "card A 3")
    table.touches(5.5, 0.5, ("-40", "+43"))
    table.tick(8.0)
    assert table.actions() == ["16~48", "40-43"]
    assert not table.told("violation")


def test_what_was_played_before_a_reading_branched_off_is_told_with_it() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    begun = table.session.table
    for t, seat, card, source, target in ((1.0, "A", "5", "05", "10"), (5.0, "B", "6", "20", "26")):
        table.say(t, f"card {seat} {card}")
        table.touches(t + 1.0, 0.5, (f"-{source}", f"+{target}"))
        table.until(t + 3.5)
    told = table.session.table
    assert begun is not None
    assert told is not None
    behind = replace(begun, history=History())
    missing = not_told(Reading(told), behind)
    assert [fact.data.get("action") for fact in missing if fact.kind == "move"] == ["05-10", "20-26"]


def test_a_question_that_nobody_answers_holds_nothing_up_for_long_though_something_was_wrong_meanwhile() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:36,A1,A3,A4 B:34,B2,B3,B4 C:37,57,C3,C4 D:D2,D3,D4,y")
    table.say(1.0, "card A 8")
    table.say(2.0, "card B tac")
    table.say(3.0, "card C tac")
    table.touches(4.0, 1.0, ("-57", "+01"))
    table.say(6.0, "card D 3")
    table.say(7.0, "card A 3")
    table.say(8.0, "card B 1")
    table.touch(9.0, "-34")
    table.touches(12.0, 0.4, ("-01", "+13"))
    table.tick(15.5)
    table.touch(16.0, "+35")
    for t, card in ((16.2, "C 12"), (17.0, "D 5"), (18.0, "A 10"), (19.0, "B 9"), (20.0, "C 2")):
        table.say(t, f"card {card}")
    table.touches(21.0, 1.0, ("-37", "+39"))
    table.tick(25.0)
    assert table.told("question")
    assert table.actions()[-2:] == ["discard", "37-39"]


def test_a_piece_of_a_yard_in_a_hand_hides_no_end_that_the_next_seat_plays_on_from() -> None:
    table = TableTop()
    table.begin("basic two-against-one first=C position=A:02,y,y,y B:B2,y,y,y C:59,y,y,y")
    table.say(1.0, "card C 5")
    table.touch(1.5, "-By")
    table.touches(1.9, 0.15, ("-59", "+61", "-61", "+63", "-63", "+00"))
    table.touches(3.6, 0.5, ("-Ay", "-00", "+Cy", "+00"))
    table.say(5.6, "card A 13")
    table.touch(5.8, "+By")
    table.say(7.0, "card B 4")
    table.say(8.0, "card C 8")
    table.tick(12.0)
    assert table.actions()[:2] == ["59-00", "Ay-00"]
    assert not table.told("violation")


def test_two_exchanges_one_after_the_other_the_second_before_its_card() -> None:
    table = TableTop()
    table.begin("basic two-against-one first=C position=A:02,y,y,y B:12,y,y,y C:32*,y,y,y")
    table.say(1.0, "card C trickster")
    table.touches(1.3, 0.35, ("-12", "-02", "+02", "+12"))
    table.touches(3.0, 0.3, ("-32", "+32"))
    table.touches(3.6, 0.4, ("-12", "-02", "+02", "+12"))
    table.say(5.2, "card A trickster")
    table.say(5.3, "card B 3")
    table.touches(5.4, 0.15, ("-12", "+14", "-14", "+15"))
    table.say(6.0, "card C 8")
    table.touches(6.1, 2.0, ("-32", "+32"))
    table.tick(12.0)
    assert table.actions()[:3] == ["02~12", "02~12", "12-15"]
    assert not table.told("violation")


def test_an_exchange_that_has_ended_is_no_part_of_the_next_one() -> None:
    table = TableTop()
    table.begin("basic duel-teams first=C position=A:00,15,32,y B:50,y,y,y C:y,y,y,y D:y,y,y,y")
    table.say(1.0, "card C 13")
    table.touches(1.5, 0.4, ("-Cy", "-32", "+32"))
    table.say(3.0, "card D 1")
    table.touches(3.5, 0.4, ("-Dy", "+48"))
    table.until(9.9)
    table.touches(10.0, 0.25, ("-15", "+15", "-32", "+32", "-00", "+00"))
    table.touches(12.4, 0.3, ("-00", "-32", "+Ay", "+32"))
    table.say(13.5, "card A trickster")
    table.touch(13.7, "+00")
    table.until(14.65)
    table.touch(14.7, "-50")
    table.say(14.75, "card B 6")
    table.touch(14.8, "+56")
    table.until(16.5)
    table.touches(17.0, 0.4, ("-56", "-32", "+32", "+56"))
    table.say(18.5, "card C trickster")
    table.touches(18.7, 0.2, ("-56", "-48"))
    table.say(19.1, "card D 8")
    table.touch(19.5, "+56")
    table.touches(20.0, 0.3, ("-15", "+22"))
    table.say(21.0, "card A 7")
    table.touches(21.2, 0.3, ("-32", "+28"))
    table.say(22.0, "card B 4")
    table.touch(22.6, "+Ay")
    table.tick(29.0)
    assert table.actions() == ["Cy-32", "Dy-48", "00~32", "50-56", "32~56", "48-56", "15-22", "32-28"]
    assert not table.told("question")


def test_who_sits_out_lays_a_tac_away_and_the_next_seat_moves_before_its_card() -> None:
    table = TableTop()
    table.begin("master three-free first=A position=A:24,30,A4,y B:58,B1,B3,y C:09,32*,C3,C4")
    table.say(1.0, "card A 8")
    table.say(4.0, "card B tac")
    table.touches(7.0, 0.4, ("-32", "+34", "-34", "+38"))
    table.say(8.4, "card C 6")
    table.until(12.0)
    table.say(14.0, "card A 3")
    table.tick(20.0)
    assert table.actions() == ["skip", "discard", "32-38"]
    assert not table.told("violation")


def test_an_eight_that_was_used_after_the_next_card_came_is_told_so_soon() -> None:
    table = TableTop()
    table.begin("basic teams first=D position=A:28,60,A4,y B:B1,B3,y,y C:48,C4,y,y D:23,47,49,y")
    table.say(1.0, "card D 8")
    table.say(1.3, "card A 12")
    table.touches(1.4, 0.35, ("-49", "+57"))
    table.say(2.4, "card B 3")
    table.touches(2.5, 0.15, ("-28", "+40"))
    table.say(3.2, "card C 6")
    table.touches(3.9, 0.4, ("-48", "+54"))
    table.say(5.0, "card D 12")
    table.touches(5.2, 0.4, ("-23", "+35"))
    table.tick(8.0)
    assert [entry.option.action for entry in table.session.table.history.actions] == [
        "49-57", "28-40", "discard", "48-54", "23-35",
    ]  # fmt: skip
    assert not table.told("violation")


def test_a_captured_piece_is_not_called_for_once_the_next_card_lies_there() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:00,03,A4,y B:26,48,B4,y C:32,41,y,y D:D2,D3,D4,y")
    table.say(1.0, "card A 7")
    table.touches(2.1, 0.4, ("-03", "+05"))
    table.touch(3.4, "-00")
    table.say(7.7, "card B 6")
    table.touches(8.3, 0.4, ("-26", "-32", "+32"))
    table.touches(9.7, 0.5, ("+Cy", "+Ay"))
    table.tick(14.0)
    assert table.actions() == ["03-05,00-05", "26-32"]
    assert not table.told("violation")


def test_behind_an_open_question_a_captured_piece_in_a_hand_hides_no_end() -> None:
    table = TableTop()
    table.begin("basic teams first=C position=A:06,61,y,y B:16,20,37,y C:10,35,y,y D:y,y,y,y")
    table.say(1.0, "card C trickster")
    table.touches(2.0, 0.3, ("-16", "-37", "-61", "+61", "+16", "+37"))
    table.until(8.0)
    table.say(8.0, "card D 3")
    table.say(9.0, "card A 7")
    table.touches(10.0, 0.4, ("-06", "+08", "-08", "+13", "-10"))
    table.say(13.0, "card B 2")
    table.touches(13.2, 0.4, ("-20", "+22"))
    table.until(15.0)
    table.touch(16.0, "+Cy")
    table.until(18.0)
    table.say(18.0, "answer 16~61")
    table.tick(22.0)
    assert table.told("question")
    assert table.actions() == ["16~61", "discard", "06-13", "20-22"]
    assert not table.told("violation")


def test_an_exchange_of_two_of_three_pieces_is_told_by_what_follows_at_once() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:46,y,y,y B:16*,35,B1,B4 C:32,y,y,y D:48,58,D3,y")
    table.touch(1.0, "-16 -32")
    table.touches(1.5, 0.5, ("-35", "+35", "+16", "+32"))
    table.say(3.4, "card A trickster")
    table.touches(3.5, 0.2, ("-32", "+34", "-34", "+36", "-36", "+39"))
    table.touches(5.5, 0.4, ("-35", "+Cy"))
    table.say(6.2, "card B 7")
    table.say(6.3, "card C 6")
    table.touches(7.5, 0.4, ("-48", "+56"))
    table.say(9.0, "card D 8")
    table.tick(14.0)
    assert table.actions() == ["32~35", "32-39", "discard", "48-56"]
    assert not table.told("violation")
