"""What is told of a table without cards."""

from dataclasses import replace
from time import process_time

import pytest
from plain_table import Hands

from companion.plain import costs
from companion.plain.reading import standing_cost

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


def test_two_pieces_that_only_flickered_cost_the_same_whoever_owns_them():
    fuss = []
    for first, second in (("05", "20"), ("05", "30")):  # of one seat, of two
        hands = Hands(MIDDLE)
        hands.wait(3)
        hands.lift(first, 0.3)
        hands.lift(second, 0.01)
        hands.put(first, 0.05)
        hands.put(second, 0.05)
        view = hands.plain.view
        fuss.append(min(standing_cost(hands.plain.ground, each, view, 0.0) for each in hands.plain.readings))
    assert fuss[0] == fuss[1] < costs.TOUCH + costs.PAIR


def test_two_hands_may_exchange_as_fast_as_a_flicker():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:02,y,y,y D:y,y,y,y")
    hands.wait(3)
    five, thirty = hands.indices("05")[0], hands.indices("30")[0]
    hands.t += 0.3
    hands.places -= {five, thirty}
    hands.show()
    hands.t += 0.12
    hands.places |= {five, thirty}
    hands.show()
    hands.wait(2)
    assert len({reading.look for reading in hands.plain.readings}) > 1


def test_a_told_trickster_may_be_played_as_fast_as_a_flicker():
    hands = Hands("A:05,y,y,y B:09,y,y,y C:y,y,y,y D:y,y,y,y")
    hands.wait(1)
    hands.plain = hands.plain.told("A", "trickster", hands.t)
    for touch, cell in ((hands.lift, "09"), (hands.lift, "05"), (hands.put, "09"), (hands.put, "05")):
        touch(cell, 0.055)
    hands.wait(2)
    assert hands.told == [("A", "05~09")]


def test_an_exchange_with_one_hand_takes_the_second_piece_as_fast_as_a_flicker():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:02,y,y,y D:y,y,y,y")
    hands.wait(3)
    hands.lift("05")
    hands.lift("30", 0.4)
    hands.put("30", 0.12)  # the piece of A comes down at once
    hands.put("05", 0.5)
    hands.wait(2)
    assert len({reading.look for reading in hands.plain.readings}) > 1  # an exchange, or only felt


def test_a_tac_takes_a_seven_of_three_pieces_back_hole_by_hole_and_plays_on_at_once():
    hands = Hands("A:60,A2,A3,A4 B:07,37,B4,y C:32,48,C4,y D:28,D2,D3,D4")
    hands.wait(3)
    for origin in ("48", "60", "32"):
        hands.lift(origin, 0.7)
    for target in ("49", "A1", "33"):
        hands.put(target, 0.9)
    hands.wait(0.3)
    ways = ("A1", "63", "61", "60"), ("33", "32"), ("49", "48"), ("07", "09", "11", "14")
    for way in ways:
        hands.lift(way[0], 0.06)
        for hole in way[1:-1]:
            hands.put(hole, 0.4)
            hands.lift(hole, 0.15)
        hands.put(way[-1], 0.4)
    hands.wait(3)
    hands.move("32", "35")
    hands.wait(9)
    assert hands.position == "A:60,A2,A3,A4 B:14,37,B4,y C:35,48,C4,y D:28,D2,D3,D4"


def test_what_came_to_the_same_board_in_another_way_is_not_taken_back():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("05", "17")
    hands.wait(3)
    hands.move("30", "39")
    hands.wait(9)
    told = hands.told
    assert told == [("A", "05-17"), ("B", "30-39")]
    *marks, last = hands.plain.marks
    hands.plain = replace(hands.plain, marks=(*marks, last._replace(key=last.key + 1)))  # as if told of another way
    hands.wait(9)
    hands.move("40", "50")
    hands.wait(9)
    assert hands.told == [*told, ("C", "40-50")]
