"""A short evening with all parts on: nothing grows, lags, is lost or left over.

`tests/bench/soak.py` plays eight hours.
"""

from tests.bench.soak import soak, wrong


def test_an_evening_with_all_parts_on(tmp_path):
    figures = soak(tmp_path, 0.05, 3)
    assert wrong(figures) == []
    assert figures.games == 1
    assert figures.page_events >= figures.events > 800
    assert len(figures.lags_s) > 60
