"""Killed at random moments, with half-written pages: nothing that was announced is lost, nothing is there twice.

`tests/bench/kills.py` does it five hundred times.
"""

from kills import Evening

KILLS = 12


def test_everything_announced_survives(tmp_path):
    evening = Evening(tmp_path / "evening.db", 3)
    while evening.kills < KILLS or evening.announced <= 3 * KILLS:
        evening.cut()
        assert evening.kills < 5 * KILLS, "too little was written for a proof"
