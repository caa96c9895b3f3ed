"""Counting along: a click a hole, and the number where the piece rests."""

import itertools

import pytest

from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.utterance import Earcon
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording

RING = [f"{number:02d}" for number in range(64)]
HOUSES = [f"{seat}{place}" for seat in "ABCD" for place in range(1, 5)]


class Clicks(SilentVoice):
    def __init__(self):
        super().__init__()
        self.heard = []

    def start(self, text, language, earcon=None):
        self.heard.append(text or str(earcon))
        return 0.0


@pytest.fixture
def voice():
    return Clicks()


@pytest.fixture
def desk(voice):
    made = SpeechDesk(Wording("de"), voice, lambda fact: None)
    made.remember([Fact("game", 0.0, {"cells": [*RING, *HOUSES], "heaps": ["Ay"]})])
    made.hear(Fact("card", 0.5, {"seat": "A", "card": "7", "by": "tag"}))
    made.tick(5.0)
    voice.heard.clear()
    return made


def hop(desk, *cells, t=10.0, step_s=0.4):
    """Lifts a piece from the first cell and puts it on each of the others in turn."""
    for here, there in itertools.pairwise(cells):
        desk.hear(Fact("lift", t, {"cell": here}))
        desk.hear(Fact("place", t + step_s / 2, {"cell": there}))
        t += step_s
    return t


def test_a_click_for_each_hole_and_the_number_where_it_rests(desk, voice):
    t = hop(desk, "05", "06", "07", "08")
    assert voice.heard == [str(Earcon.STEP)] * 3
    desk.tick(t + 3)
    assert voice.heard[3:] == ["Drei."]


def test_it_goes_on_where_it_rested(desk, voice):
    t = hop(desk, "62", "63", "00")
    desk.tick(t + 3)
    hop(desk, "00", "01", "02", t=t + 3)
    desk.tick(t + 9)
    assert [text for text in voice.heard if text != str(Earcon.STEP)] == ["Zwei.", "Vier."]


def test_backward_is_counted_too(desk, voice):
    desk.tick(hop(desk, "05", "04", "03", "02", "01") + 3)
    assert voice.heard[-1] == "Vier."


@pytest.mark.parametrize(("cells", "clicks"), [(("05", "12"), 0), (("05", "06"), 1), (("05", "06", "20"), 1),
                                               (("05", "A1"), 0), (("16", "A1"), 0), (("A1", "A3"), 0)])  # fmt: skip
def test_a_leap_is_not_counted(desk, voice, cells, clicks):
    desk.tick(hop(desk, *cells) + 5)
    assert voice.heard == [str(Earcon.STEP)] * clicks


@pytest.mark.parametrize("start", [("62", "63", "00", "A1", "A2"), ("14", "15", "16", "B1", "B2")])
def test_it_is_counted_into_the_house(desk, voice, start):
    desk.tick(hop(desk, *start) + 3)
    assert voice.heard == [*[str(Earcon.STEP)] * 4, "Vier."]


def test_a_hole_that_was_slid_over_too_fast_is_counted(desk, voice):
    desk.tick(hop(desk, "05", "06", "08", "09") + 3)
    assert voice.heard == [*[str(Earcon.STEP)] * 3, "Vier."]
    voice.heard.clear()
    desk.tick(hop(desk, "14", "15", "B1", "B2", t=20.0) + 3)
    assert voice.heard == [*[str(Earcon.STEP)] * 3, "Vier."]


@pytest.mark.parametrize("is_taken_first", [True, False])
def test_a_piece_that_is_captured_on_the_way_does_not_begin_the_count_anew(desk, voice, is_taken_first):
    t = hop(desk, "05", "06", "07")
    touches = ["-08", "+Ay", "-07", "+08"] if is_taken_first else ["-07", "-08", "+08", "+Ay"]
    for number, touch in enumerate(touches):
        kind = "lift" if touch[0] == "-" else "place"
        desk.hear(Fact(kind, t + number / 10, {"cell": touch[1:]}))
    desk.tick(hop(desk, "08", "09", t=t + 1) + 3)
    assert voice.heard == [*[str(Earcon.STEP)] * 4, "Vier."]


def test_another_piece_is_counted_from_where_it_stood(desk, voice):
    t = hop(desk, "05", "06", "07", "08")
    desk.tick(hop(desk, "20", "21", "22", t=t) + 3)
    assert voice.heard == [*[str(Earcon.STEP)] * 5, "Zwei."]


def test_an_action_that_is_settled_needs_no_number(desk, voice):
    t = hop(desk, "05", "06", "07", "08")
    desk.hear(Fact("turn", t, {"seat": "B", "round": 1, "deal": 1}))
    data = {"seat": "A", "card": "3", "action": "05-08", "position": "?", "certainty": 1.0}
    desk.hear(Fact("move", t + 0.2, data))
    desk.tick(t + 9)
    assert "Drei." not in voice.heard


def test_it_can_be_switched_off(desk, voice):
    desk.obey("speech count off", 6.0)
    desk.tick(8.0)
    voice.heard.clear()
    desk.tick(hop(desk, "05", "06", "07", "08") + 5)
    assert voice.heard == []
