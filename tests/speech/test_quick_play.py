"""However quickly a game is played, every play is heard or summed up, before the next but one is played."""

import sys
from pathlib import Path

import pytest

from companion.speech.settings import Style

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))


@pytest.fixture(scope="module")
def bench():
    return pytest.importorskip("quick_play")


@pytest.fixture(scope="module")
def facts(bench):
    return bench.game(plays=120, seed=8)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("pace_s", [6.0, 3.5, 1.8, 1.3])
def test_every_play_is_told(bench, facts, pace_s, style, language):
    at_pace = bench.paced(facts, pace_s)
    one = bench.measure(*bench.simulated(at_pace, style, language), at_pace[-1].t)
    assert one["told"] == 1.0
    if pace_s < 4:
        assert one["most"] < pace_s
        assert one["busy"] < 1.0


def test_short_is_short(bench, facts):
    sounds = {style: bench.measure(*bench.simulated(bench.paced(facts, 5.0), style, "de"), 1.0)["sound"]
              for style in Style}  # fmt: skip
    assert sounds["short"] < sounds["normal"] < sounds["full"]
    assert sounds["short"] <= 1.6


def test_who_loses_a_piece_is_named_at_any_pace(bench, facts):
    at_pace = bench.paced(facts, 1.3)
    heard, _ = bench.simulated(at_pace, Style.SHORT, "de")
    whole = [fact.data["text"] for fact in heard if fact.data["spoken"] == "finished"]
    losses = [captured for fact in at_pace if fact.kind == "move" for moved in fact.data["moved"]
              for captured in moved.get("captured", ())]  # fmt: skip
    assert losses
    assert sum(text.count(" schlägt ") for text in whole) >= len(losses) - sum(
        len(moved.get("captured", ())) - 1 for fact in at_pace if fact.kind == "move"
        for moved in fact.data["moved"] if moved.get("captured"))  # fmt: skip
