"""The whole program, killed under load. `tests/bench/kills.py` kills it hundreds of times."""

from tests.e2e.whole_kills import Evening

KILLS = 2


def test_everything_announced_survives_kills_of_the_whole_program(tmp_path):
    evening = Evening(tmp_path, 5)
    while evening.kills < KILLS or evening.announced <= 5:
        evening.cut()
        assert evening.kills < 30, "too little was played for a proof"
    evening.play_on()
