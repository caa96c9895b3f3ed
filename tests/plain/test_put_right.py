"""What hands do besides the game, and put right again: none of it changes what is told, and nobody is accused."""

from plain_table import Hands

MIDDLE = "A:05,A3,A4,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def test_a_piece_put_one_hole_too_far_and_put_right_ten_seconds_later():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.move("05", "14")
    hands.wait(10)
    assert hands.told == [("A", "05-14")]
    hands.move("14", "13")
    hands.wait(1)
    hands.move("30", "32")
    hands.wait(4)
    hands.move("40", "43")
    hands.wait(4)
    assert hands.told[:2] == [("A", "05-13"), ("B", "30-32")]
    assert not hands.plain.belief.is_named


def test_a_corner_that_is_knocked_over_and_put_back():
    hands = Hands("A:02,05,A3,y B:04,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "15")
    hands.wait(4)
    for cell in ("02", "04", "A3"):
        hands.lift(cell, 0.05)
    for cell in ("04", "A3", "02"):
        hands.put(cell, 0.7)
    hands.wait(4)
    hands.move("04", "12")
    hands.wait(8)
    assert hands.told == [("A", "05-15")]
    assert hands.plain.belief.question.actions == {"02~04", "nothing"}
    assert not hands.plain.belief.is_named
    assert hands.plain.answered("nothing").belief.plies[-1].option.action == "04-12"


def test_a_child_that_changes_two_pieces_of_a_house():
    hands = Hands(MIDDLE)
    hands.wait(3)
    for cell in ("A3", "A4"):
        hands.lift(cell, 0.4)
    for cell in ("A3", "A4"):
        hands.put(cell, 0.9)
    hands.wait(4)
    hands.move("05", "13")
    hands.wait(4)
    assert hands.told == [("A", "05-13")]


def test_a_captured_piece_that_goes_home_a_round_later():
    hands = Hands("A:05,y,y,y B:10,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.lift("10")
    hands.lift("05")
    hands.put("10")
    hands.wait(4)
    hands.move("40", "43")
    hands.wait(4)
    hands.move("60", "02")
    hands.wait(4)
    hands.move("10", "18")
    hands.wait(4)
    hands.put("By")
    hands.wait(4)
    assert [action for _, action in hands.told if "-" in action] == ["05-10", "40-43", "60-02", "10-18"]


def test_a_seven_in_any_order_with_ten_seconds_between():
    hands = Hands("A:05,20,A1,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("20", "22")
    hands.wait(10)
    hands.move("A1", "A2")
    hands.wait(10)
    hands.move("05", "09")
    hands.wait(4)
    hands.move("30", "38")
    hands.wait(4)
    assert [seat for seat, _ in hands.told] == ["A", "B"]
    assert hands.position == "A:09,22,A2,y B:38,y,y,y C:40,y,y,y D:60,y,y,y"
