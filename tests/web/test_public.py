"""Nothing goes to a page that the loudspeaker would not tell everybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.facts import KINDS
from companion.web.public import EVENT_KEYS, STATE_KEYS, public_event, public_state

SECRET = "a card of somebody's hand"


def test_every_kind_of_event_has_its_public_keys():
    assert set(EVENT_KEYS) == set(KINDS)


@given(kind=st.sampled_from(KINDS), key=st.text(min_size=1, max_size=8))
def test_a_key_that_is_not_on_the_list_stays_inside(kind, key):
    known = {"t", "n", "type", *EVENT_KEYS[kind]}
    shown = public_event({"t": 1.0, "n": 2, "type": kind, key: SECRET} | ({} if key in known else {"more": 1}))
    assert set(shown) <= known
    if key not in known:
        assert SECRET not in repr(shown)


def test_of_a_private_utterance_only_its_being_is_told():
    event = {"t": 1.0, "n": 7, "type": "speech", "text": SECRET, "language": "de", "priority": "now", "private": "B",
             "spoken": "started"}  # fmt: skip
    shown = public_event(event)
    assert SECRET not in repr(shown)
    assert shown["n"] == 7
    assert shown["private"] == "B"


def test_a_public_utterance_is_told_in_full():
    event = {"t": 1.0, "n": 7, "type": "speech", "text": "Rot ist am Zug.", "language": "de", "priority": "normal",
             "private": None, "spoken": "finished"}  # fmt: skip
    assert public_event(event) == event


def test_an_unknown_kind_shows_nothing_but_its_number():
    assert public_event({"t": 1.0, "n": 3, "type": "hand", "cards": [SECRET]}) == {"t": 1.0, "n": 3, "type": "hand"}


@pytest.mark.parametrize("key", ["hands", "hand", "deck_order", "tokens", "utterance"])
def test_the_state_has_named_keys_only(key):
    shown = public_state({key: SECRET, "seat": "A"})
    assert shown == {"seat": "A", "table": None}
    assert key not in STATE_KEYS


def test_private_utterances_are_no_part_of_the_state():
    heard = {"text": "Rot ist am Zug.", "private": None}
    shown = public_state({"utterances": [heard, {"text": SECRET, "private": "A"}]})
    assert shown["utterances"] == [heard]


def test_what_lies_at_a_seat_is_face_down_and_only_the_pile_is_open():
    shown = public_state({}, {"places": [], "loose": [], "cards": {"pit": "7", "A": SECRET, "B": "4"}})
    assert shown["table"] == {"places": [], "loose": [], "cards": {"pit": "7"}}
