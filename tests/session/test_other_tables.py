"""Short evenings of the other games with hands that feel, slip and repair: nothing is settled wrongly."""

import pytest

from tests.bench import other_tables
from tests.bench.other_tables import GAMES, evenings


@pytest.mark.parametrize("seed", [3, 8])
def test_short_evenings_are_settled_as_they_were_meant(seed, monkeypatch):
    monkeypatch.setattr(other_tables, "MOST_PLIES", 40)
    monkeypatch.setattr(other_tables, "SLIPS", 0.15)
    told = list(evenings(1, seed))
    assert [name for name, _, _ in told] == list(GAMES)
    for name, variant, figures in told:
        assert figures["wrong"] == 0, (name, variant)
        assert figures["right"] >= 10
        assert figures["noticed"] == figures["slips"] > 0
