"""What follows from a ply that is in doubt is told only as long as nothing else is worth asking about."""

import pytest
from plain_table import Hands

from companion.plain.belief import SHARED, SPOKEN_S, SURE, SUREST, WAITED, Following, sure_after


@pytest.mark.parametrize(("agreed", "is_told"), [(1.0, True), (0.9, True), (0.8, False), (0.54, False)])
def test_a_ply_that_is_as_good_as_certain_after_one_in_doubt(agreed, is_told):
    found = Following(None, 0.999 * agreed, 0, 0.0, agreed)
    assert (found.chance >= sure_after(found, SPOKEN_S, False)) is is_told


@pytest.mark.parametrize("followers", [1, 2, 5, 12, 20])
def test_what_has_been_in_doubt_for_many_plies_is_no_surer_for_that(followers):
    found = Following(None, 0.93, followers, 0.0, 1.0)
    assert found.chance < sure_after(found, 0.22, False) == SURE


def test_the_longest_rest_leaves_less_doubt_where_more_would_be_wrong_with_it():
    rest_s, least = WAITED[-1]
    needed = [sure_after(Following(None, 1.0, each, 0.0, 1.0), rest_s, False) for each in (0, SHARED, 4 * SHARED)]
    assert needed == pytest.approx([least, 1 - (1 - least) / 2, 1 - (1 - least) / 5])


def test_nothing_is_told_as_beyond_doubt():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "15")
    hands.wait(3)
    hands.move("30", "39")
    hands.wait(3)
    assert [ply.certainty for ply in hands.plain.belief.plies] == [SUREST, SUREST]


def test_how_a_game_ended_is_told_although_what_happened_before_its_last_ply_is_in_doubt():
    hands = Hands("A:49,A2,A3,A4 B:16,34,B3,B4 C:28,C2,C3,C4", first="B", variant="three-free")
    hands.wait(3)
    for cell in ("16", "49"):
        hands.lift(cell)
    for cell in ("49", "16"):
        hands.put(cell)
    hands.wait(5)
    hands.lift("34")
    hands.put("34", 1.5)
    hands.move("28", "C1")
    hands.wait(7)
    assert hands.told == []
    hands.wait(2)
    assert hands.told == [("B", "16~49"), ("C", "28-C1")]
    assert all(0.5 < ply.certainty < 0.8 for ply in hands.plain.belief.plies)
