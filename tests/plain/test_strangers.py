"""Other people at a table without cards: what they do is what is true, and most of it is known."""

import pytest

from tests.plain.hours import followed
from tests.plain.strangers import STRANGERS, stranger


@pytest.mark.parametrize("habit", STRANGERS)
def test_hands_leave_the_board_as_the_game_has_it(habit):
    trace, truth = stranger(5, habit, limit=40)  # raises where they do not
    assert trace.startswith(b"0.")
    assert [row["n"] for row in truth[1:]] == list(range(1, len(truth)))
    assert stranger(5, habit, limit=40) == (trace, truth)


@pytest.mark.parametrize(("habit", "deck"), [("calm", "basic"), ("keeps", "master"), ("beside", "basic")])
def test_most_of_an_hour_is_known_and_nobody_accused(tmp_path, habit, deck):
    trace, truth = stranger(7, habit, "teams", deck, limit=60)
    missed, figures, notes = followed(tmp_path, trace, truth)
    assert missed <= 2, notes
    assert figures["wrong"] <= 1, notes
    assert figures["accused"] == 0
