"""Earcons: short, soft, each its own."""

import array
import itertools

import pytest

from companion.speech.earcon import LOUDNESS, TONES, tone
from companion.speech.utterance import Earcon

RATE = 22050


@pytest.mark.parametrize("earcon", Earcon)
def test_it_is_short_and_soft_and_begins_and_ends_in_silence(earcon):
    samples = array.array("h", tone(earcon, RATE))
    assert len(samples) / RATE < 0.5
    assert max(map(abs, samples)) == pytest.approx(32767 * LOUDNESS, rel=0.02)
    assert abs(samples[0]) < 50
    assert set(samples[-RATE // 20 :]) == {0}


def test_every_class_of_news_has_its_own():
    assert set(TONES) == set(Earcon)
    shapes = [tuple((b[0] > a[0]) - (b[0] < a[0]) for a, b in itertools.pairwise(notes)) for notes in TONES.values()]
    assert len(set(shapes)) == len(shapes)
