"""What is tried for one reading is tried for all that are nearly as likely."""

from plain_table import Hands

THREE = "A:08,y,y,y B:B3,B4,y,y C:42,y,y,y"


def two_in_the_air(position, one, other, seconds, **settings):
    """Both pieces are out of their holes together; the first hole is filled again after 0.9 s, the second then."""
    hands = Hands(position, **settings)
    hands.wait(3)
    hands.lift(one)
    hands.lift(other)
    hands.put(one, 0.9)
    hands.put(other, seconds)
    return hands


def exchanged_and_overlapped():
    """A exchanges; B has its piece out of the yard when C moves, and puts it down last."""
    hands = two_in_the_air(THREE, "42", "08", 0.7, variant="two-against-one", deck="master")
    hands.lift("By", 2.8)
    hands.lift("08", 0.6)
    hands.put("15", 0.2)
    hands.put("16", 0.1)
    return hands


def test_an_exchange_stays_in_question_where_the_next_two_actions_end_at_once():
    hands = exchanged_and_overlapped()
    hands.wait(2)
    assert hands.told == []
    assert hands.plain.belief.question is not None
    assert hands.plain.belief.question.actions == {"08~42", "nothing"}


def test_who_moves_next_decides_it():
    hands = exchanged_and_overlapped()
    hands.wait(1)
    hands.move("42", "52")  # a piece of A now
    hands.wait(2)
    hands.move("16", "26")
    hands.wait(2)
    hands.move("15", "20")
    hands.wait(9)
    assert hands.position == "A:52,y,y,y B:26,B3,B4,y C:20,y,y,y"


def test_two_pieces_that_were_in_the_air_may_have_been_exchanged_although_one_goes_on_at_once():
    hands = two_in_the_air("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", "05", "30", 0.3)
    hands.lift("05", 0.15)
    hands.put("15", 0.5)  # of A, or of B by now
    hands.wait(2)
    assert hands.told == []
