"""A quick table, also in its first minute, before anything is known of how fast its people are."""

from tests.plain.hours import followed
from tests.plain.plain_table import Hands
from tests.plain.strangers import stranger


def test_a_first_minute_without_a_rest_is_not_one_long_action(tmp_path):
    trace, truth = stranger(6, "rushes", "duel", limit=40)
    missed, figures, notes = followed(tmp_path, trace, truth)
    assert missed <= 1, notes
    assert not figures["wrong"] + figures["accused"], notes


def test_an_opening_onto_an_own_piece_may_be_as_fast_as_a_flicker():
    hands = Hands("A:20,y,y,y B:30,y,y,y C:40,y,y,y D:48,y,y,y", first="D")
    hands.wait(3)
    hands.lift("Dy")
    hands.lift("48", 0.2)
    hands.put("48", 0.12)  # the piece out of the yard comes down at once
    hands.put("Dy", 0.2)
    hands.wait(0.3)
    hands.move("20", "26")
    hands.wait(9)
    assert hands.told == [("D", "Dy-48"), ("A", "20-26")]
