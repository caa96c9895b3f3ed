"""Four pieces in hands for long are a TAC that takes an exchange back and makes another; more are a cleared table."""

from plain_table import Hands

FOUR = "A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y"


def exchanged(hands, one, other):
    hands.lift(one)
    hands.lift(other)
    hands.put(other)
    hands.put(one)


def test_a_tac_is_thought_over_with_four_pieces_in_hands():
    hands = Hands("A:05,y,y,y B:31,y,y,y C:34,y,y,y D:60,y,y,y")
    hands.wait(3)
    exchanged(hands, "05", "31")
    hands.wait(3)
    for cell in ("05", "31", "34", "60"):
        hands.lift(cell, 0.5)
    hands.wait(25)
    assert hands.plain.belief.wrong is None
    for cell in ("05", "31", "34", "60"):
        hands.put(cell, 0.5)
    hands.wait(2)
    hands.move("60", "C1")  # only C's piece can go there
    hands.wait(9)
    hands.move("34", "40")
    hands.wait(9)
    assert "34~60" in {action for _, action in hands.told}


def test_a_cleared_table_that_is_put_back_is_right_at_once():
    hands = Hands(FOUR)
    hands.wait(3)
    cells = ("05", "50", "10", "30", "40")
    for cell in cells:
        hands.lift(cell)
    hands.wait(10)
    assert hands.plain.belief.wrong is not None
    for cell in cells:
        hands.put(cell)
    hands.wait(0.3)
    assert hands.plain.belief.wrong is None
    exchanged(hands, "05", "30")
    hands.wait(2)
    actions = {reading.link.option.action for reading in hands.plain.readings if reading.link}
    assert "05~30" in actions
