"""The 7, against a search step by step and against every way to write it."""

import brute_tac as brute
import pytest
from hypothesis import assume, given, settings
from tac_boards import situation, situations, table

from engine.tac.moves.options import can_use, resolve, results, spellings
from engine.tac.moves.situation import Setup
from engine.tac.settings.rules import Rules


def sevens(moment):
    return {str(position): action for position, action in results(moment, "7")}


@given(situations())
@settings(max_examples=150, deadline=None)
def test_results_are_those_of_single_steps(moment):
    board = brute.read(str(moment.position))
    assert set(sevens(moment)) == brute.sevens(board, table(moment), moment.seat)


@given(situations())
@settings(max_examples=30, deadline=None)
def test_texts_are_the_first_of_the_shortest(moment):
    found = sevens(moment)
    assume(0 < len(found) < 25)
    board = brute.read(str(moment.position))
    assert found == brute.run_texts(board, table(moment), moment.seat)


@given(situations())
@settings(max_examples=60, deadline=None)
def test_every_spelling_is_understood(moment):
    found = sevens(moment)
    assume(0 < len(found) < 60)
    for key, action in found.items():
        texts = spellings(moment, "7", key)
        assert texts[0] == action
        assert len({text.count(",") for text in texts}) == 1
        for text in texts[:6]:
            after = resolve(moment, "7", text)
            assert after is not None
            assert (str(after[0]), after[1]) == (key, action)


@pytest.mark.parametrize(
    ("position", "text", "after", "canonical"),
    [
        # split into single steps, in any order
        ("A:05,20,y,y", "05-06,20-22,06-09,22-23", "A:09,23,y,y", "05-09,20-23"),
        # to and fro in the house
        ("A:05,A1,y,y", "A1-A2,A2-A1,A1-A3,05-08", "A:08,A3,y,y", "05-08,A1-A4,A4-A3"),
        # over the start field into the house
        ("A:62,y,y,y", "62-00,00-01,01-05", "A:05,y,y,y", "62-05"),
        ("A:62,y,y,y", "62-A3,A3-A1", "A:A1,y,y,y", "62-A3,A3-A1"),
        ("A:62,y,y,y", "62-A1,A1-A4,A4-A3", "A:A3,y,y,y", "62-A4,A4-A3"),
    ],
)
def test_any_correct_way_to_write_it(position, text, after, canonical):
    rest = " B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    found = resolve(situation(position + rest, "A"), "7", text)
    assert found is not None
    assert str(found[0]) == after + rest
    assert found[1] == canonical


@pytest.mark.parametrize(
    "text",
    ["05-11", "05-13", "05-09,09-11", "05-12,20-21", "A4-A3,05-11", "05-04,04-12", "20-27", "17-24", "05~20", "skip",
     "discard"],
)  # fmt: skip
def test_wrong_ways_are_refused(text):
    moment = situation("A:05,A3,A4,y B:20,y,y,y C:17,y,y,y D:y,y,y,y", "A")
    assert resolve(moment, "7", "05-12") is not None
    assert resolve(moment, "7", text) is None


def test_captures_on_the_way():
    moment = situation("A:05,y,y,y B:07,y,y,y C:10,y,y,y D:12,y,y,y", "A")
    assert sevens(moment) == {"A:12,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y": "05-12"}


def test_locked_pieces_do_not_step():
    moment = situation("A:A3,A4,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    assert sevens(moment) == {}
    assert not can_use(moment, "7")


def test_neighbour_with_a_gap_behind_it_is_not_locked():
    moment = situation("A:A1,A2,A4,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    assert set(sevens(moment)) == {
        "A:A1,A3,A4,y B:y,y,y,y C:y,y,y,y D:y,y,y,y",
    }


def test_fresh_piece_may_not_go_home():
    assert all("A:A" not in key for key in sevens(situation("A:00*,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")))
    assert any("A:A" in key for key in sevens(situation("A:00,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")))


def test_rest_goes_to_the_partner():
    moment = situation("A:63,A2,A3,A4 B:y,y,y,y C:20,y,y,y D:y,y,y,y", "A")
    assert "A:A1,A2,A3,A4 B:y,y,y,y C:25,y,y,y D:y,y,y,y" in sevens(moment)
    alone = situation("A:63,A2,A3,A4 B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    assert list(sevens(alone)) == ["A:06,A2,A3,A4 B:y,y,y,y C:y,y,y,y D:y,y,y,y"]


def test_rest_has_no_taker_without_partner():
    assert list(sevens(situation("A:63,A2,A3,A4 C:20,y,y,y", "A", "duel"))) == ["A:06,A2,A3,A4 C:20,y,y,y"]


def test_last_piece_goes_in_exactly():
    home = "B:B1,B2,B3,B4 C:C1,C2,C3,C4 D:y,y,y,y"
    assert f"A:A1,A2,A3,A4 {home}" in sevens(situation(f"A:58,A2,A3,A4 {home}", "A"))
    assert f"A:A1,A2,A3,A4 {home}" not in sevens(situation(f"A:59,A2,A3,A4 {home}", "A"))


def test_rest_in_a_team_of_four_stays_with_one_seat():
    position = "A:60,A2,A3,A4 B:10,y,y,y C:C1,C2,C3,C4 D:50,y,y,y"
    found = sevens(situation(position, "A", "team-of-four"))
    assert "A:A1,A2,A3,A4 B:12,y,y,y C:C1,C2,C3,C4 D:50,y,y,y" in found
    assert "A:A1,A2,A3,A4 B:10,y,y,y C:C1,C2,C3,C4 D:52,y,y,y" in found
    assert "A:A1,A2,A3,A4 B:11,y,y,y C:C1,C2,C3,C4 D:51,y,y,y" not in found


def test_house_rules_for_the_seven():
    position = "A:60,A2,A3,A4 B:10,y,y,y C:C1,C2,C3,C4 D:50,y,y,y"
    moment = situation(position, "A", "team-of-four")
    free = Setup("team-of-four", "master", Rules(seven_remainder="free"))
    moment = type(moment)(free, moment.position, "A")
    assert "A:A1,A2,A3,A4 B:11,y,y,y C:C1,C2,C3,C4 D:51,y,y,y" in sevens(moment)
    onward = Setup("teams", "master", Rules(seven_in_house="forward-only"))
    only_house = situation("A:A1,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    assert can_use(only_house, "7")
    assert not can_use(type(only_house)(onward, only_house.position, "A"), "7")
