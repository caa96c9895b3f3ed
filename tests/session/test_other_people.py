"""People of whom nothing was ever measured say their cards, and are followed to the end of what they play."""

from __future__ import annotations

import pytest

from tests.bench.strangers import evening


@pytest.mark.parametrize(
    ("seed", "habit", "variant", "deck"),
    [
        (305, "keeps", "three-free", "master"),
        (306, "keeps", "duel-teams", "basic"),
        (320, "overlaps", "teams", "basic"),
        (326, "overlaps", "duel", "master"),
        (321, "mixed", "three-free", "master"),
    ],
)
def test_every_action_is_told_as_it_was_played(seed: int, habit: str, variant: str, deck: str) -> None:
    found = evening(seed, habit, variant, deck, limit=120)
    assert (found["wrong"], found["open"]) == (0, 0)
    assert found["right"] == found["actions"]


@pytest.mark.parametrize(
    ("seed", "variant", "deck", "limit"),
    [(2007, "two-against-one", "basic", 110), (2008, "teams", "basic", 150)],
)
def test_cards_are_told_before_the_action_is_over_and_a_hole_or_two_have_no_sensor(
    seed: int, variant: str, deck: str, limit: int
) -> None:
    found = evening(seed, "drawn", variant, deck, limit, cards="early", sensors="gaps")
    assert (found["wrong"], found["open"]) == (0, 0)
