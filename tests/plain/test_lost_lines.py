"""A line of the board that is lost while two pieces are exchanged: one of them was never seen to be lifted."""

from plain_table import Hands


def exchanged_with_a_lost_line(hands, one, other):
    """Two pieces change places; that the other one was in the air is on a line that is lost."""
    hands.lift(one)
    hands.t += 0.9
    hands.show(lost=1)
    hands.put(one)
    hands.wait(3)


def test_an_exchange_of_which_a_line_was_lost_is_found_out_by_what_follows():
    hands = Hands("A:14,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    exchanged_with_a_lost_line(hands, "14", "30")
    hands.move("14", "B1")  # only a piece of B can go there
    hands.wait(3)
    hands.move("40", "50")
    hands.wait(3)
    assert hands.told == [("A", "14~30"), ("B", "14-B1"), ("C", "40-50")]


def test_who_felt_a_piece_while_a_line_was_lost_has_exchanged_nothing():
    hands = Hands("A:14,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    exchanged_with_a_lost_line(hands, "14", "30")
    hands.move("14", "19")
    hands.wait(3)
    hands.move("30", "36")
    hands.wait(9)
    assert hands.told == [("A", "14-19"), ("B", "30-36")]
