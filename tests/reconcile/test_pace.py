"""The hold of each seat: learnt from its own rests, or set; never shorter than what was seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.reconcile.pace import ENOUGH, HOLD_S, KEPT, UNKNOWN_S, Pace

PASSING = [0.05, 0.1, 0.15] * ENOUGH


def learnt(passing: list[float], observed: list[float] = (), seat: str = "A") -> Pace:  # type: ignore[assignment]
    """The pace after rests on holes passed, and on right holes that were not meant."""
    pace = Pace()
    for rest_s in passing:
        pace = pace.passed(seat, rest_s)
    for rest_s in observed:
        pace = pace.observed(seat, rest_s)
    return pace


def test_who_has_not_shown_a_pace_is_held_longest() -> None:
    assert Pace().hold_s("A") == UNKNOWN_S
    assert learnt([0.1] * (ENOUGH - 1)).hold_s("A") == UNKNOWN_S


def test_quick_hands_are_learnt_and_held_shorter_each_seat_for_itself() -> None:
    pace = learnt(PASSING)
    assert pace.hold_s("A") < UNKNOWN_S
    assert pace.hold_s("B") == UNKNOWN_S


def test_a_long_rest_on_a_right_hole_makes_hands_slow_at_once() -> None:
    assert learnt(PASSING, [0.2]).hold_s("A") == learnt(PASSING).hold_s("A")
    assert learnt(PASSING, [0.6]).hold_s("A") >= HOLD_S["slow"]


def test_slow_hands_are_held_long() -> None:
    assert learnt([0.3] * 3 * ENOUGH).hold_s("A") >= HOLD_S["slow"]


def test_what_the_table_sets_counts_until_it_is_automatic_again() -> None:
    pace = learnt(PASSING).set("A", "slow")
    assert pace.hold_s("A") == HOLD_S["slow"]
    assert pace.set("A", "normal").hold_s("A") == HOLD_S["normal"]
    assert pace.set("A", "auto").hold_s("A") == learnt(PASSING).hold_s("A")
    with pytest.raises(ValueError, match="pace"):
        pace.set("A", "sometimes")


@given(st.lists(st.floats(0.0, 0.3), max_size=60), st.lists(st.floats(0.0, 0.8), max_size=20))
def test_a_hold_is_longer_than_any_rest_that_was_seen(passing: list[float], observed: list[float]) -> None:
    assert learnt(passing, observed).hold_s("A") > max(observed, default=0.0)


def test_many_rests_do_not_make_it_forget_or_grow() -> None:
    pace = learnt(PASSING * 10)
    assert len(pace.rhythms["A"].passing_s) <= KEPT
    assert pace.hold_s("A") == learnt(PASSING).hold_s("A")


def test_holds_are_those_of_the_events_page() -> None:
    """A little above the longest rest of quick, normal and slow hands, and the longest for unknown ones."""
    assert 0.25 < HOLD_S["quick"] < HOLD_S["normal"] < HOLD_S["slow"] <= UNKNOWN_S == 0.9
    assert HOLD_S["normal"] > 0.45
    assert HOLD_S["slow"] > 0.80
