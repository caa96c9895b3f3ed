"""A board that is wrong with every card is named by its own rule."""

import pytest
from plain_table import Hands

from companion.plain.finding import with_found
from companion.plain.wrong import is_unexplained

MIDDLE = "A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


@pytest.mark.parametrize(
    ("position", "origin", "target", "rule", "key"),
    [
        (MIDDLE, "05", "02", "T1.6", "backward"),
        (MIDDLE, "05", "22", "T3.2", "too-many"),
        ("A:25,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", "25", "35", "T3.6", "jump"),
        ("A:10,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", "10", "B1", "T1.3", "other-house"),
        ("A:00*,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", "00", "A2", "T3.9", "fresh"),
        ("A:05,A2,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", "A2", "01", "T3.11", "leaves-house"),
        (MIDDLE, "Ay", "03", "T4.2", "opening-wrong-field"),
        (MIDDLE, "05", "16", "T3.2", "no-card"),  # eleven fields: there is no such card
    ],
)
def test_one_piece(position, origin, target, rule, key):
    hands = Hands(position)
    hands.wait(3)
    hands.move(origin, target)
    hands.wait(6)
    assert hands.plain.belief.wrong is None  # half an action looks wrong more easily
    hands.wait(6)
    broken = hands.plain.belief.broken
    assert broken is not None
    assert (broken.rule, broken.key, broken.facts["seat"]) == (rule, key, "A")
    assert [(one.owner, one.origin, one.target) for one in hands.plain.belief.wrong] == [("A", origin, target)]
    assert hands.told == []
    hands.move(target, origin)
    hands.wait(1.5)
    assert (hands.plain.belief.wrong, hands.plain.belief.broken) == (None, None)


def test_a_captured_piece_in_the_yard_of_another_seat():
    hands = Hands("A:05,y,y,y B:10,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.lift("10")
    hands.move("05", "10")
    hands.put("Cy")
    hands.wait(12)
    assert hands.plain.belief.broken.key == "wrong-yard"
    assert ("B", "10", "Cy") in [(one.owner, one.origin, one.target) for one in hands.plain.belief.wrong]
    hands.move("Cy", "By")
    hands.wait(6)
    assert hands.told == [("A", "05-10")]
    assert hands.plain.belief.wrong is None


def test_a_seat_that_moves_again_before_anybody_else_could_is_out_of_turn():
    hands = Hands("A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "15")
    hands.wait(0.6)
    hands.move("20", "29")
    hands.wait(12)
    broken = hands.plain.belief.broken
    assert broken is not None
    assert (broken.rule, broken.key, broken.facts) == ("T2.8", "out-of-turn", {"seat": "A", "expected": "B"})
    hands.move("29", "20")
    hands.wait(2)
    assert hands.plain.belief.broken is None
    assert hands.told == [("A", "05-15")]


@pytest.mark.parametrize(("dearer", "is_wrong"), [(8.0, False), (13.0, True)])
def test_what_may_be_halfway_is_not_wrong_as_long_as_it_is_likely_at_all(dearer, is_wrong):
    hands = Hands("A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "08")  # three fields, perhaps of a 7
    plain = hands.plain
    started = next(each for each in plain.readings if each.link is None)
    readings = with_found(plain.ground, (started,), plain.view, hands.t, plain.marks[-1])
    totals = [dearer] + [0.0] * (len(readings) - 1)
    assert len(readings) > 1
    assert is_unexplained(plain.ground, readings, totals, plain.view, frozenset()) is is_wrong


def test_what_was_named_stays_named_while_hands_move():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("05", "02")
    hands.wait(12)
    hands.lift("02")
    assert hands.plain.belief.broken.key == "backward"


def test_nobody_is_accused_of_what_another_seat_may_have_done():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("60", "03")  # A, B and C may have laid a card aside
    hands.wait(20)
    assert hands.plain.belief.wrong is None


def test_a_piece_that_a_seven_passed_and_nobody_took_home_is_named_after_a_while():
    hands = Hands("A:05,20,y,y B:08,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "12")
    hands.wait(19)
    assert hands.plain.belief.wrong is None
    hands.wait(3)
    broken = hands.plain.belief.broken
    assert broken is not None
    assert (broken.rule, broken.key, broken.facts["origin"]) == ("T3.7", "captured-left-out", "08")
    hands.move("08", "By")
    hands.wait(8)
    assert hands.plain.belief.wrong is None
    assert hands.told == [("A", "05-12")]


def test_who_plays_on_is_not_accused_of_what_was_left_out_before():
    hands = Hands("A:05,20,y,y B:08,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "12")
    hands.wait(3)
    hands.move("40", "50")
    hands.wait(12)
    broken = hands.plain.belief.broken
    assert broken is not None
    assert (broken.rule, broken.facts["seat"], broken.facts["origin"]) == ("T3.7", "A", "08")


def test_a_piece_that_went_home_before_anybody_has_captured_it_accuses_nobody():
    hands = Hands("A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    hands.lift("30")
    hands.put("By")
    hands.wait(9)
    assert hands.plain.belief.wrong is not None
    assert hands.plain.belief.broken is None
