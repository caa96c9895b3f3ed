"""Profiles and deck files: written whole, read back equal, and refused with file, key and reason."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadProfile, CalibrationError, ProfileTooNew
from calibration.profile import Profile, check_profile, load_deck, load_profile, save_deck, save_profile
from engine.contract import Layout

LAYOUT = Layout("small", ("00", "01", "02", "A1"), ("Ay", "By"), 2, ("A", "B"))
FULL = Profile(
    "board-1", "small", (1, 0, 2, 3, 4, -1, -1, 7), (6,), {"04A1B2": "7", "FF": "tac"},
    {"A": {"pace": "slow", "name": "Ömer", "rate": 1.5, "is_blind": True}},
)  # fmt: skip


def write(path, **changes):
    data = {"format": "tastkreis-profile", "version": 1, "board": "board-1", "layout": "small"} | changes
    path.write_text(json.dumps({key: value for key, value in data.items() if value is not None}), encoding="utf-8")
    return path


@pytest.mark.parametrize("profile", [FULL, Profile("board-1", "small")])
def test_a_profile_is_read_back_as_it_was_written(tmp_path, profile):
    save_profile(profile, tmp_path / "p.json")
    assert load_profile(tmp_path / "p.json", LAYOUT) == profile


def test_places_without_sensor_as_a_picture():
    assert Profile("b", "small", without=(0, 6)).without_mask == 0b1000001


def test_saving_leaves_nothing_beside_the_file(tmp_path):
    path = tmp_path / "p.json"
    save_profile(FULL, path)
    save_profile(Profile("board-2", "small"), path)
    assert os.listdir(tmp_path) == ["p.json"]
    assert load_profile(path).board == "board-2"


def test_a_failed_save_keeps_the_old_file(tmp_path):
    path = tmp_path / "p.json"
    save_profile(FULL, path)
    with pytest.raises(TypeError):
        save_profile(Profile("board-2", "small", seats={"A": {"pace": object()}}), path)
    assert load_profile(path) == FULL
    assert os.listdir(tmp_path) == ["p.json"]


@pytest.mark.parametrize(
    ("changes", "key", "what"),
    [
        ({"format": "other"}, "format", "expected 'tastkreis-profile', found 'other'"),
        ({"format": None}, "format", "found None"),
        ({"version": 0}, "version", "not a version"),
        ({"version": "1"}, "version", "not a version"),
        ({"version": True}, "version", "not a version"),
        ({"version": 2}, "version", "written by a newer program"),
        ({"board": None}, "board", "a text is expected"),
        ({"layout": 7}, "layout", "a text is expected"),
        ({"layout": "tac64"}, "layout", "for tac64, not for small"),
        ({"chanels": []}, "chanels", "unknown key"),
        ({"channels": "0"}, "channels", "a list of places"),
        ({"channels": [0, 1]}, "channels", "2 channels where 8 belong"),
        ({"channels": [0, 1, 2, 3, 4, 5, 6, 6]}, "channels[7]", "place 6 is told twice"),
        ({"channels": [0, 1, 2, 3, 4, 5, 6, 8]}, "channels", "small has no place 8"),
        ({"channels": [0, 1, 2, 3, 4, 5, 6, "7"]}, "channels[7]", "not a place: '7'"),
        ({"channels": [0, 1, 2, 3, 4, 5, 6, -2]}, "channels[7]", "not a place: -2"),
        ({"without": [8]}, "without", "small has no place 8"),
        ({"without": [-1]}, "without[0]", "not a place: -1"),
        ({"without": [True]}, "without[0]", "not a place: True"),
        ({"tags": []}, "tags", "an object from tag id to card"),
        ({"tags": {"xyz": "7"}}, "tags.xyz", "not a tag id in hex"),
        ({"tags": {"": "7"}}, "tags.", "not a tag id in hex"),
        ({"tags": {"FF": 7}}, "tags.FF", "not a card: 7"),
        ({"tags": {"FF": "7", "ff": "8"}}, "tags.FF", "told twice, as '7' and as '8'"),
        ({"seats": []}, "seats", "an object"),
        ({"seats": {"a": {}}}, "seats.a", "not a seat"),
        ({"seats": {"C": {}}}, "seats.C", "small has no such seat"),
        ({"seats": {"A": "slow"}}, "seats.A", "an object is expected"),
        ({"seats": {"A": {"pace": []}}}, "seats.A.pace", "not a text, number or yes/no"),
    ],
)
def test_a_bad_profile_is_named_with_file_key_and_reason(tmp_path, changes, key, what):
    path = write(tmp_path / "p.json", **changes)
    with pytest.raises(BadProfile) as caught:
        load_profile(path, LAYOUT)
    assert (caught.value.path, caught.value.key) == (str(path), key)
    assert str(caught.value).startswith(f"{path}: {key}: ")
    assert what in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, CalibrationError)


def test_a_newer_profile_is_an_error_of_its_own(tmp_path):
    with pytest.raises(ProfileTooNew):
        load_profile(write(tmp_path / "p.json", version=2, anything="new"))


@pytest.mark.parametrize(
    ("data", "what"),
    [(b"", "line 1: not JSON"), (b"{\n  'a'}", "line 2: not JSON"), (b"[]", "not a JSON object"), (b"\xff", "UTF-8"),
     (b'{"format": 1, "format": 2}', "format: told twice"),
     (b'{"tags": {"04A1": "7", "04A1": "8"}}', "04A1: told twice, as '7' and as '8'")],
)  # fmt: skip
def test_a_file_that_is_no_profile(tmp_path, data, what):
    (tmp_path / "p.json").write_bytes(data)
    with pytest.raises(BadProfile, match=what):
        load_profile(tmp_path / "p.json")


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_profile(tmp_path / "nothing.json")


def test_a_profile_made_in_memory_is_checked_too():
    check_profile(FULL, LAYOUT)
    with pytest.raises(BadProfile, match=r"^profile: layout: "):
        check_profile(Profile("b", "tac64"), LAYOUT)


def test_a_deck_file_is_a_plain_object(tmp_path):
    save_deck({"FF": "tac", "04A1": "7"}, tmp_path / "deck.json")
    assert json.loads((tmp_path / "deck.json").read_text()) == {"04A1": "7", "FF": "tac"}
    assert load_deck(tmp_path / "deck.json") == {"04A1": "7", "FF": "tac"}


def test_a_bad_deck_file_is_named(tmp_path):
    (tmp_path / "deck.json").write_text('{"04A1": ""}')
    with pytest.raises(BadProfile, match=r"deck.json: 04A1: not a card"):
        load_deck(tmp_path / "deck.json")


CHANNELS = st.permutations(range(8)).map(tuple)


@given(
    CHANNELS, st.sets(st.integers(0, 7)), st.dictionaries(st.text("0123456789ABCDEF", min_size=1), st.text(min_size=1))
)
def test_any_profile_survives_the_file(tmp_path_factory, channels, without, tags):
    path = tmp_path_factory.mktemp("profile") / "p.json"
    profile = Profile("b", "small", channels, tuple(sorted(without)), tags)
    save_profile(profile, path)
    assert load_profile(path, LAYOUT) == profile
