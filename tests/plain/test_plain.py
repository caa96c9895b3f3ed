"""What is told of a table without cards."""

from time import process_time

import pytest
from plain_table import Hands

MIDDLE = "A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def test_a_move_is_told_after_it_has_rested():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("05", "17")
    hands.wait(0.5)
    assert hands.told == []
    hands.wait(2.5)
    assert hands.told == [("A", "05-17")]
    assert hands.plain.belief.plies[0].card == "12"
    assert hands.plain.belief.plies[0].state.seat == "B"


def test_a_piece_felt_is_no_move():
    hands = Hands(MIDDLE)
    for _ in range(3):
        hands.wait(2)
        hands.lift("30")
        hands.put("30")
    hands.wait(5)
    assert hands.told == []
    assert hands.plain.belief.wrong is None


def test_seats_that_moved_nothing_have_played_silently():
    hands = Hands(MIDDLE)
    hands.wait(6)
    hands.move("30", "39")
    hands.wait(3)
    assert hands.told in ([("A", "discard"), ("B", "30-39")], [("A", "skip"), ("B", "30-39")])


def test_a_captured_piece_shows_whose_it_was():
    hands = Hands("A:05,y,y,y B:10,y,y,y C:y,y,y,y D:15,y,y,y")
    hands.wait(3)
    hands.lift("10")
    hands.move("05", "10")
    hands.put("By")
    hands.wait(6)
    assert hands.position == "A:10,y,y,y B:y,y,y,y C:y,y,y,y D:15,y,y,y"


def test_two_pieces_lifted_together_may_have_been_exchanged():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:02,y,y,y D:y,y,y,y")
    hands.wait(3)
    for cell in ("05", "30"):
        hands.lift(cell)
    for cell in ("30", "05"):
        hands.put(cell)
    hands.wait(4)
    hands.move("05", "10")  # now a piece of B, if they were exchanged
    hands.wait(4)
    hands.lift("10")
    hands.move("02", "10")
    hands.put("By")  # whose piece goes home proves it
    hands.wait(4)
    assert hands.position == "A:30,y,y,y B:y,y,y,y C:10,y,y,y D:y,y,y,y"


def test_what_no_card_can_do_is_wrong_and_then_taken_as_it_stands():
    hands = Hands("A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "02")  # three backward
    hands.wait(8.3)
    wrong = hands.plain.belief.wrong
    assert wrong is not None
    assert [(one.owner, one.origin, one.target) for one in wrong] == [("A", "05", "02")]
    assert hands.told == []
    hands.move("30", "39")
    hands.wait(3)
    hands.move("40", "50")
    hands.wait(3)
    assert hands.position == "A:02,20,y,y B:39,y,y,y C:50,y,y,y D:60,y,y,y"
    assert hands.plain.belief.plies[0].is_found


def test_done_tells_at_once():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("05", "17")
    hands.wait(0.1)
    hands.plain = hands.plain.pressed(hands.t)
    assert hands.told == [("A", "05-17")]


@pytest.mark.parametrize(("card", "position"), [("3", "A:08,y,y,y"), ("7", "A:05,y,y,y")])
def test_a_card_told_decides_between_a_move_and_half_a_seven(card, position):
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.plain = hands.plain.told("A", card, hands.t)
    hands.move("05", "08")
    hands.wait(2)
    assert hands.position.startswith(position)


def test_the_value_is_not_changed_by_what_follows():
    hands = Hands(MIDDLE)
    before = hands.plain
    readings = before.readings
    hands.move("05", "17")
    hands.wait(3)
    assert before.readings == readings
    assert before.belief.plies == ()


def test_what_may_be_half_a_seven_is_a_part_first():
    hands = Hands("A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "08")
    hands.wait(1.0)
    part = hands.plain.belief.part
    assert part is not None
    assert (part.seat, part.origin, part.target, part.fields) == ("A", "05", "08", 3)
    assert hands.told == []
    hands.move("20", "24")
    hands.wait(6)
    assert hands.told == [("A", "05-08,20-24")]
    assert hands.plain.belief.plies[0].card == "7"
    assert hands.plain.belief.part is None


def test_a_tac_takes_back_first():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "15")
    hands.wait(4)
    assert hands.told == [("A", "05-15")]
    hands.move("15", "05")
    hands.wait(0.6)
    hands.lift("40")
    hands.move("30", "40")
    hands.put("Cy")
    hands.wait(8)
    assert hands.told == [("A", "05-15"), ("B", "30-40")]
    assert hands.plain.belief.plies[1].card == "tac"
    assert hands.position == "A:05,y,y,y B:40,y,y,y C:y,y,y,y D:60,y,y,y"


def test_sixteen_pieces_at_once_take_no_time():
    hands = Hands("A:05,20,25,A4 B:30,33,B2,B4 C:40,44,C1,C4 D:01,60,D3,D4")
    hands.wait(3)
    full = set(hands.places)
    hands.places = set()
    hands.t += 0.5
    hands.show()
    began = process_time()
    hands.places = set(range(2, 64, 4))
    hands.t += 0.5
    hands.show()
    hands.wait(6)
    assert process_time() - began < 0.5
    hands.places = full
    hands.t += 0.5
    hands.show()
    hands.wait(6)
    assert hands.position == "A:05,20,25,A4 B:30,33,B2,B4 C:40,44,C1,C4 D:01,60,D3,D4"


def test_a_board_without_sensors_in_the_yards_sees_an_opening():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", mask=(1 << 80) - 1)
    hands.wait(3)
    hands.move("Ay", "00")
    hands.wait(5)
    assert hands.told == [("A", "Ay-00")]


def test_what_comes_down_without_being_lifted_is_two_openings_where_no_yard_shows_it():
    hands = Hands("A:y,y,y,y B:y,y,y,y C:32*,y,y,y D:y,y,y,y", first="D", mask=(1 << 80) - 1)
    hands.wait(3)
    hands.put("48")
    hands.put("00", 0.1)
    hands.wait(3)
    hands.move("32", "41")  # B has laid a card aside
    hands.wait(8)
    assert hands.position == "A:00,y,y,y B:y,y,y,y C:41,y,y,y D:48,y,y,y"


def test_a_break_of_some_hours_is_survived():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.lift("05")
    hands.t += 20000
    hands.put("17")
    hands.wait(6)
    assert hands.told == [("A", "05-17")]
    hands.t += 30000
    hands.move("30", "39")
    hands.wait(9)
    assert hands.told[-1] == ("B", "30-39")
