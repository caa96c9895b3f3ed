"""The measurement of TAC against the engine of the time when it was alone still runs, and both play the same games."""

import pytest

from tests.bench.tac_ratio import BEFORE, compared, earlier


def test_both_engines_play_the_same_game(tmp_path):
    if not earlier(BEFORE, tmp_path):
        pytest.skip("no history here")
    found = compared(tmp_path, "duel", "basic", repeats=1, games=1)
    assert found["same_games"]
    assert found["ratio"] > 0
