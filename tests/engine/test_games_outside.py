"""Whole games by engines that share nothing with the fast ones: results, records, hidden hands, broken rules."""

from __future__ import annotations

from random import Random

import outside_notation
import outside_tacocat
import outside_tactik
import outside_tactiki
import outside_tactix
import pytest
from outside import disagreement

GAMES = [(outside_tactik, "tactik", 2), (outside_tactix, "tactix", 3), (outside_tacocat, "tacocat", 4),
         (outside_tactiki, "tactiki", 1)]  # fmt: skip


@pytest.mark.parametrize(("source", "name", "games"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_second_reading_of_the_rules_says_the_same(source, name, games):
    kinds = set()
    for number in range(games):
        for case in source.cases(Random(f"test/{name}/{number}")):
            found = disagreement(name, case)
            assert found is None, f"game {number}, {case.kind}, {case.why}: {found}"
            kinds.add(case.kind)
    assert kinds == {"legal", "replay", "broken"}


def test_texts_and_counts_by_a_second_reading_of_the_notation():
    told = set()
    for number in range(15):
        for name, case in outside_notation.cases(Random(f"test/{number}")):
            assert disagreement(name, case) is None, (name, case)
            told.add((name, case.kind, case.wanted if case.kind != "perft" else None))
    for name in outside_notation.MOMENTS:
        assert {(name, kind, can) for kind in ("position", "action") for can in (True, False)} < told
        assert (name, "perft", None) in told
