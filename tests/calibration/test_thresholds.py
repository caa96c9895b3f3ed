"""Hall thresholds by ear: rest, noise, poles and what is odd, from raw readings alone."""

import random

import pytest

from calibration.errors import BadProfile
from calibration.profile import Profile, load_profile, save_profile
from calibration.thresholds import ThresholdsWizard
from engine.tac.board.holes import LAYOUT


class Sensors:
    """96 Hall sensors: each with a rest of its own and a little noise; a piece moves the one beneath it."""

    def __init__(self, seed=1):
        self.lot = random.Random(seed)
        self.rest = [500 + self.lot.randrange(30) for _ in range(96)]
        self.piece = None

    def read(self):
        values = {channel: rest + self.lot.randrange(-4, 5) for channel, rest in enumerate(self.rest)}
        if self.piece is not None:
            values[self.piece[0]] += self.piece[1]
        return values


class Session:
    def __init__(self, sensors=None, wizard=None):
        self.sensors, self.t, self.said = sensors or Sensors(), 0.0, []
        self.wizard = wizard or ThresholdsWizard(LAYOUT)
        self.said += self.wizard.begin()

    def look(self, times=1):
        for _ in range(times):
            self.t += 0.2
            self.said += self.wizard.raw(self.t, self.sensors.read())

    def lay(self, channel, step):
        self.sensors.piece = (channel, step)
        self.look(5)
        self.sensors.piece = None
        self.look(2)

    def keys(self):
        return [one.key for one in self.said]


def test_rest_threshold_and_poles_are_learnt():
    session = Session()
    session.look(12)
    for channel, step in ((3, 200), (70, -180), (12, 210), (95, -160)):
        session.lay(channel, step)
    assert session.keys() == ["thresholds_begin", *["thresholds_piece"] * 4, "thresholds_poles", "thresholds_review"]
    assert [one.facts["seat"] for one in session.said[1:5]] == list("ABCD")
    wizard = session.wizard
    assert all(abs(found - rest) <= 5 for found, rest in zip(wizard.rest, session.sensors.rest, strict=True))
    assert 70 <= wizard.threshold <= 85
    assert wizard.poles == {"A": 1, "B": -1, "C": 1, "D": -1}
    wizard.key(session.t, "done")
    assert wizard.is_done


def test_a_piece_counts_once_and_a_hand_that_passes_by_not_at_all():
    session = Session()
    session.look(12)
    session.sensors.piece = (3, 200)
    session.look(1)  # passed by
    session.sensors.piece = None
    session.look(2)
    assert session.wizard.poles == {}
    session.sensors.piece = (3, 200)
    session.look(20)  # left lying
    assert session.wizard.poles == {"A": 1}
    session.sensors.piece = (4, -200)  # the next one laid at once
    session.look(5)
    assert session.wizard.poles == {"A": 1, "B": -1}


def test_the_board_has_to_be_empty_first():
    session = Session()
    session.look(5)
    session.lay(3, 200)
    session.look(5)
    assert session.wizard.rest == ()
    session.look(10)
    assert abs(session.wizard.rest[3] - session.sensors.rest[3]) <= 5


def test_sensors_that_are_odd_are_named_by_their_hole():
    sensors = Sensors()
    sensors.rest[7] = 0
    channels = (*range(1, 96), 0)
    session = Session(sensors, ThresholdsWizard(LAYOUT, channels))
    session.look(12)
    for step in (200, -200, 200, -200):
        session.lay(20, step)
    (odd,) = [one for one in session.said if one.key == "thresholds_odd"]
    assert odd.facts["cells"] == ["08"]


def test_switches_have_no_threshold():
    session = Session()
    session.sensors.rest = [0] * 96
    session.look(12)
    assert session.keys() == ["thresholds_begin", "thresholds_none"]
    assert session.wizard.is_done
    assert not session.wizard.is_hall


def test_seats_that_are_passed_over_and_nothing_felt():
    session = Session()
    session.look(12)
    for _ in range(4):
        session.said += session.wizard.key(session.t, "next")
    assert session.keys()[-1] == "thresholds_weak"
    assert [one.key for one in session.wizard.key(session.t, "done")] == ["thresholds_weak"]
    assert not session.wizard.is_done
    assert [one.key for one in session.wizard.key(session.t, "back")] == ["thresholds_begin"]
    assert session.wizard.rest == ()


def test_the_profile_keeps_it(tmp_path):
    hall = {"rest": [512] * 96, "threshold": 80, "poles": {"A": 1, "B": -1}}
    save_profile(Profile("b", "tac64", hall=hall), tmp_path / "p")
    assert load_profile(tmp_path / "p", LAYOUT).hall == hall


@pytest.mark.parametrize(
    ("hall", "what"),
    [
        ([], "hall: an object with rest, threshold and poles is expected"),
        ({"rest": [512] * 96, "threshold": 80}, "hall: an object with rest"),
        ({"rest": [1024], "threshold": 80, "poles": {}}, "hall.rest: a list of readings from 0 to 1023"),
        ({"rest": [512], "threshold": 80, "poles": {}}, "hall.rest: 1 readings where 96 belong"),
        ({"rest": [512] * 96, "threshold": 0, "poles": {}}, "hall.threshold: a number from 1 to 511"),
        ({"rest": [512] * 96, "threshold": 80, "poles": {"A": 2}}, "hall.poles: an object from seat to 1 or -1"),
    ],
)
def test_a_profile_with_other_readings_is_refused(tmp_path, hall, what):
    save_profile(Profile("b", "tac64", hall={"x": 0}), tmp_path / "p")
    text = (tmp_path / "p").read_text()
    import json

    data = {**json.loads(text), "hall": hall}
    (tmp_path / "p").write_text(json.dumps(data))
    with pytest.raises(BadProfile) as caught:
        load_profile(tmp_path / "p", LAYOUT)
    assert what in str(caught.value)
