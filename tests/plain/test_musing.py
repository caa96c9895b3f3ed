"""A table at which somebody thinks for long where a piece might stay: there a rest tells nothing any more."""

from plain_table import Hands

from companion.plain import costs

FOUR = "A:05,y,y,y B:20,y,y,y C:40,y,y,y D:60,y,y,y"


def mused(seconds):
    """A pushes its piece on to 09, thinks on the way for so long, and goes on to 15; then B moves."""
    hands = Hands(FOUR)
    hands.wait(3)
    hands.move("05", "09")
    hands.wait(seconds)
    hands.move("09", "15")
    hands.wait(3)
    hands.move("20", "30")
    hands.wait(3)
    return hands


def test_who_went_on_after_a_long_thought_is_told_only_once_the_next_has_played():
    hands = mused(20)
    assert hands.told[0] == ("A", "05-15")
    told = len(hands.told)
    hands.move("40", "45")
    hands.wait(20)  # C may still go on
    assert len(hands.told) <= told + 1
    assert ("C", "40-45") not in hands.told
    hands.move("60", "03")
    hands.wait(2)
    assert ("C", "40-45") in hands.told


def test_a_short_stop_on_the_way_leaves_rests_as_telling_as_they_were():
    hands = mused(0.5)
    hands.move("40", "45")
    hands.wait(5)
    assert hands.told == [("A", "05-15"), ("B", "20-30"), ("C", "40-45")]


def test_done_tells_at_once_that_an_action_is_over_there():
    hands = mused(20)
    hands.move("40", "45")
    hands.plain = hands.plain.pressed(hands.t + 0.1)
    assert ("C", "40-45") in hands.told


def test_a_piece_that_was_tried_and_put_back_is_no_thought():
    hands = Hands(FOUR)
    hands.wait(3)
    hands.move("05", "09")
    hands.wait(20)
    hands.move("09", "05")
    hands.wait(2)
    hands.move("05", "15")
    hands.wait(4)
    likeliest = min(hands.plain.readings, key=lambda each: each.cost)
    assert likeliest.paces.musing < 0.1


def test_one_long_thought_is_remembered_and_many_short_rests_fade_it():
    paces = costs.any_paces(4)
    known = paces.mused(1, 1)
    assert known.musing > 0.5 > known.mused(200, 0).musing
    usual, often = (costs.within(25.0, costs.Rest.PLAIN, each) for each in (paces, known))
    assert often < usual - 2
