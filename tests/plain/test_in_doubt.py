"""What follows from a ply that is in doubt is told only as long as nothing else is worth asking about."""

import pytest

from companion.plain.belief import SPOKEN_S, Following, sure_after


@pytest.mark.parametrize(("agreed", "is_told"), [(1.0, True), (0.9, True), (0.8, False), (0.54, False)])
def test_a_ply_that_is_as_good_as_certain_after_one_in_doubt(agreed, is_told):
    found = Following(None, 0.999 * agreed, 0, 0.0, agreed)
    assert (found.chance >= sure_after(found, SPOKEN_S, False)) is is_told
