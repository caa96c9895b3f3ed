"""The map that fits what single holes answered: where another's sensor answers too, holes tell whose is whose."""

import random

import pytest

from calibration.answers import Answers


def settled(heard, places=None, bad=frozenset()):
    return Answers(heard).settled(places or {}, bad)


def test_what_answers_elsewhere_too_is_told_by_the_hole_at_which_it_is_alone():
    """Each of three answers with its own and the next one's sensor, the last with its own alone."""
    assert settled({29: [1, 2], 30: [2, 3], 31: [3]}, {29: 2, 30: 3}) == ({29: 1, 30: 2, 31: 3}, set())


def test_a_sensor_of_two_that_always_answer_together_is_given_to_no_other_hole():
    assert settled({24: [1, 2], 51: [1, 2], 76: [1, 3]}, {24: 2, 76: 1}) == ({24: 2, 76: 3}, set())


def test_what_answers_at_two_holes_that_have_no_other_is_certain_for_neither():
    places, uncertain = settled({5: [1], 6: [1], 7: [2]}, {5: 1, 7: 2})
    assert (places, uncertain) == ({5: 1, 7: 2}, {5, 6})


def test_a_hole_that_was_only_slid_over_is_doubted_where_another_has_its_sensor_alone():
    places, uncertain = settled({9: [1]}, {8: 1})
    assert uncertain == {8, 9}
    assert len(places) == 1


def test_who_answers_every_time_is_what_counts():
    answers = Answers()
    answers.rest(3, [1, 2])
    answers.rest(3, [1])
    assert answers.told() == {"3": [1]}
    answers.rest(3, [7])  # the piece had been laid on another hole before
    assert answers.settled({}, set()) == ({3: 7}, set())


def test_what_cannot_be_trusted_is_given_to_no_hole():
    assert settled({3: [1, 2], 4: [2]}, {3: 1, 4: 2}, bad={2}) == ({3: 1, 4: 2}, set())
    assert settled({3: [1, 2]}, {3: 2}, bad={1}) == ({3: 2}, set())


@pytest.mark.parametrize("seed", range(60))
def test_whoever_answers_elsewhere_as_well_the_map_is_the_true_one(seed):
    """Each of 40 holes has a sensor; up to 12 answer at one or two other holes. No two answer always together."""
    lot = random.Random(seed)
    true = {place: place + 100 for place in range(40)}
    heard = {place: {channel} for place, channel in true.items()}
    for place in lot.sample(range(1, 40), 12):
        heard[place] |= {true[other] for other in lot.sample(range(place), min(place, 2))}
    wrong = dict(zip(true, lot.sample(sorted(true.values()), 40), strict=True))
    assert settled(heard, wrong) == (true, set())
