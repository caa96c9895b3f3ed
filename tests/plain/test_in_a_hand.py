"""Captured pieces that stay in a hand while others play on, and pieces of a yard that fingers play with."""

import pytest
from plain_table import Hands

from companion.plain import costs
from companion.plain.belief import CALM_S, OVER_S, counted
from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances
from tests.plain.hours import followed
from tests.plain.strangers import stranger

FOUR = "A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y"


def capture_and_keep(hands):
    """A takes a piece of B, and keeps it in the hand."""
    hands.wait(3)
    hands.lift("10")
    hands.move("05", "10")
    hands.wait(2)


def test_play_goes_on_while_a_captured_piece_is_in_a_hand():
    hands = Hands(FOUR)
    capture_and_keep(hands)
    hands.move("30", "36")
    hands.wait(2)
    hands.move("40", "41")
    hands.wait(2)
    assert hands.told == [("A", "05-10"), ("B", "30-36")]
    hands.put("By")
    hands.move("20", "26")
    hands.wait(9)
    assert hands.told[2:] == [("C", "40-41"), ("D", "20-26")]
    assert hands.plain.belief.wrong is None


def test_it_may_come_home_while_the_next_piece_is_in_the_air():
    hands = Hands(FOUR)
    capture_and_keep(hands)
    hands.lift("30")
    hands.put("By")
    hands.put("36")
    hands.wait(9)
    assert hands.told == [("A", "05-10"), ("B", "30-36")]


def test_it_may_come_onto_its_start_at_once():
    hands = Hands(FOUR)
    capture_and_keep(hands)
    hands.put("16")
    hands.wait(2)
    hands.move("40", "41")
    hands.wait(9)
    assert hands.told == [("A", "05-10"), ("B", "By-16"), ("C", "40-41")]


def test_a_captured_piece_of_another_seat_comes_onto_its_start_at_once():
    hands = Hands("A:05,50,y,y B:30,36,y,y C:10,45,y,y D:20,60,y,y")
    capture_and_keep(hands)
    hands.move("30", "31")
    hands.wait(2)
    hands.put("32")
    hands.wait(2)
    hands.move("20", "21")
    hands.wait(9)
    assert hands.told == [("A", "05-10"), ("B", "30-31"), ("C", "Cy-32"), ("D", "20-21")]


def test_fingers_play_with_a_piece_of_a_yard_while_others_play():
    hands = Hands(FOUR)
    hands.wait(3)
    hands.lift("Dy")
    hands.move("05", "08")
    hands.wait(2)
    hands.move("30", "36")
    hands.wait(2)
    hands.put("Dy")
    hands.wait(9)
    assert hands.told == [("A", "05-08"), ("B", "30-36")]


def test_a_quick_table_is_followed():
    hands = Hands(FOUR)
    hands.wait(3)
    moves = ["05-06", "30-31", "40-41", "20-21", "06-09", "31-36", "41-42", "21-26", "50-52", "36-37", "45-51", "26-29"]
    for action in moves:
        origin, target = action.split("-")
        hands.lift(origin, 0.3)
        hands.put(target, 0.2)
    hands.wait(9)
    assert [action for _, action in hands.told] == moves


def test_a_pace_of_less_than_a_second_can_be_learnt():
    paces = costs.any_paces(4)
    for number in range(12):
        paces = costs.learnt(costs.Gap(0.4, (), number % 4, 0), paces)
    assert costs.gap(costs.Gap(0.4, (), 0, 0), paces) < 0


def look(position):
    game = TacGame("basic")
    return Chances().moment(game.begin({"variant": "teams", "deck": "basic", "first": "B", "position": position}))


def test_a_seven_of_a_seat_that_acts_after_silent_plays_has_its_captures_ahead():
    before = look("A:14,y,y,y B:16,17,18,y C:56,y,y,y D:60,y,y,y")  # B is to act, and A has made it
    after = Chances().look(look("A:21,y,y,y B:17,18,y,y C:56,y,y,y D:60,y,y,y"))
    assert Chances().is_halfway(before, after)
    assert Chances().is_left_out(before, after)


def test_nobody_is_to_blame_where_pieces_of_several_owners_stand_elsewhere():
    hands = Hands(FOUR)
    hands.wait(3)
    for cell in ("05", "30"):
        hands.lift(cell, 0.05)
    hands.put("03", 0.2)
    hands.put("27", 0.2)
    hands.wait(30)
    assert hands.plain.belief.wrong is not None
    assert hands.plain.belief.broken is None


@pytest.mark.parametrize(("habit", "seed"), [("keeps", 98005), ("reuses", 97301)])
def test_an_hour_of_people_who_keep_what_they_capture(tmp_path, habit, seed):
    trace, truth = stranger(seed, habit, "two-against-one", limit=200)
    missed, figures, notes = followed(tmp_path, trace, truth)
    assert missed <= 1, notes
    assert figures["wrong"] == figures["accused"] == 0, notes


def test_the_last_plies_of_a_game_are_told_although_nothing_decides_how_they_came_about():
    hands = Hands("A:62,A2,A3,A4 B:54,B2,B3,y C:C1,C2,C3,C4 D:33,51,D3,y", first="C")
    hands.wait(3)
    chances, plain = Chances(), hands.plain
    over = plain.readings[0].moment._replace(is_won=True)
    going, done = plain.readings[0], plain.readings[0]._replace(moment=over)
    assert counted(chances, [going], [1.0], 8.0) == 8.0
    assert counted(chances, [done], [1.0], 7.9) == 7.9
    assert counted(chances, [done], [1.0], 8.0) == OVER_S
    assert counted(chances, [going], [1.0], 90.0) == CALM_S  # while the game goes on nothing is told as at its end
