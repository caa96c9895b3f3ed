"""The profile: all that is known of one physical board, in one versioned file; and the deck file, tag to card.

What the keys mean is in docs/profile.md.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.errors import BadProfile, ProfileTooNew
from calibration.reading import parse_json, read_text
from engine.contract import Layout

FORMAT = "tastkreis-profile"
VERSION = 1
NO_PLACE = -1
"""In `channels`: a channel that belongs to no place."""

Extras = Mapping[str, str | int | float | bool]
_HEX = frozenset("0123456789ABCDEFabcdef")


@dataclass(frozen=True, slots=True)
class Profile:
    """One physical board: how its sensors are wired, which work, whose cards and hands it serves.

    channels: place of each sensor on the wire (index i: channel i; -1: none); empty: wired as the layout counts.
    without: places whose sensor is absent or not to be trusted.
    tags: card of each tag id (hex). seats: for each seat what is remembered of it (`pace`, `name`, ...).
    hall: what Hall sensors read: `rest` of each channel, `threshold`, `poles` of each seat.
    """

    board: str
    layout: str
    channels: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, Extras] = field(default_factory=dict)
    hall: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    """What buttons say, by name, where that is not the usual."""
    camera: Mapping[str, Any] = field(default_factory=dict)
    """What a camera has learned, as it stands in the file; `calibration.camera_profile` reads it."""

    @property
    def without_mask(self) -> int:
        """`without` as a picture: bit i is set where the sensor of place i is not to be used."""
        return sum(1 << place for place in self.without)


def load_profile(path: str | os.PathLike[str], layout: Layout | None = None) -> Profile:
    """The profile in a file; with `layout` also checked to fit that board.

    Raises: BadProfile, ProfileTooNew (both ValueError); OSError when the file cannot be read.
    """
    data = _read_object(path)
    if data.get("format") != FORMAT:
        raise BadProfile(path, "format", f"expected {FORMAT!r}, found {data.get('format')!r}")
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadProfile(path, "version", f"not a version: {version!r}")
    if version > VERSION:
        raise ProfileTooNew(path, "version", f"written by a newer program ({version}; this one reads up to {VERSION})")
    for key in data:
        if key not in ("format", "version", "board", "layout", *_PARTS):
            raise BadProfile(path, str(key), "unknown key")
    profile = Profile(
        board=_text(path, "board", data.get("board")),
        layout=_text(path, "layout", data.get("layout")),
        **{key: read(path, key, data[key]) for key, read in _PARTS.items() if key in data},
    )
    if layout is not None:
        check_profile(profile, layout, path)
    return profile


def check_profile(profile: Profile, layout: Layout, path: str | os.PathLike[str] = "profile") -> None:
    """Sees to it that a profile fits a board. Raises: BadProfile."""
    if profile.layout != layout.name:
        raise BadProfile(path, "layout", f"this profile is for {profile.layout}, not for {layout.name}")
    for place in profile.channels:
        if not NO_PLACE <= place < layout.size:
            raise BadProfile(path, "channels", f"{layout.name} has no place {place}")
    if profile.channels and len(profile.channels) != layout.size:
        raise BadProfile(path, "channels", f"{len(profile.channels)} channels where {layout.size} belong")
    if profile.hall and len(profile.hall["rest"]) != layout.size:
        raise BadProfile(path, "hall.rest", f"{len(profile.hall['rest'])} readings where {layout.size} belong")
    for place in profile.without:
        if not 0 <= place < layout.size:
            raise BadProfile(path, "without", f"{layout.name} has no place {place}")
    for seat in profile.seats:
        if layout.owners and seat not in layout.owners:
            raise BadProfile(path, f"seats.{seat}", f"{layout.name} has no such seat")


def save_profile(profile: Profile, path: str | os.PathLike[str]) -> None:
    """Writes a profile; the file is either the old one or the whole new one, whatever happens. Raises: OSError."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "board": profile.board, "layout": profile.layout}
    if profile.channels:
        data["channels"] = list(profile.channels)
    if profile.without:
        data["without"] = list(profile.without)
    if profile.tags:
        data["tags"] = dict(profile.tags)
    if profile.seats:
        data["seats"] = {seat: dict(extras) for seat, extras in profile.seats.items()}
    if profile.keys:
        data["keys"] = dict(profile.keys)
    if profile.hall:
        data["hall"] = dict(profile.hall)
    if profile.camera:
        data["camera"] = dict(profile.camera)
    write_object(path, data)


def load_deck(path: str | os.PathLike[str]) -> dict[str, str]:
    """The deck file: card of each tag id. Raises: BadProfile; OSError."""
    return dict(_tags(path, "", _read_object(path)))


def save_deck(tags: Mapping[str, str], path: str | os.PathLike[str]) -> None:
    """Writes the deck file as a whole. Raises: OSError."""
    write_object(path, dict(sorted(tags.items())))


def _read_object(path: str | os.PathLike[str]) -> dict[str, Any]:
    try:
        data = parse_json(read_text(path), lambda pairs: _no_twins(path, pairs))
    except BadProfile:
        raise
    except json.JSONDecodeError as error:
        raise BadProfile(path, "", f"line {error.lineno}: not JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise BadProfile(path, "", "not a text file in UTF-8") from error
    except ValueError as error:
        raise BadProfile(path, "", str(error)) from error
    if not isinstance(data, dict):
        raise BadProfile(path, "", "not a JSON object")
    return data


def _no_twins(path: str | os.PathLike[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise BadProfile(path, key, _twice(data[key], value))
        data[key] = value
    return data


def _twice(one: Any, other: Any) -> str:
    """What is wrong with a key that is told twice; what long values are helps nobody."""
    is_short = isinstance(one, str) and isinstance(other, str)
    return f"told twice, as {one!r} and as {other!r}" if is_short else "told twice"


def write_object(path: str | os.PathLike[str], data: Mapping[str, Any]) -> None:
    """Writes a JSON object; the file is either the old one or the whole new one. Raises: OSError."""
    path = os.path.abspath(os.fspath(path))
    handle, fresh = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path))
    try:
        with open(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(fresh, 0o644)
        os.replace(fresh, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(fresh)
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _text(path: str | os.PathLike[str], key: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise BadProfile(path, key, f"a text is expected, found {value!r}")
    return value


def _places(path: str | os.PathLike[str], key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadProfile(path, key, "a list of places is expected")
    used: set[int] = set()
    least = NO_PLACE if key == "channels" else 0
    for count, place in enumerate(value):
        if not isinstance(place, int) or isinstance(place, bool) or place < least:
            raise BadProfile(path, f"{key}[{count}]", f"not a place: {place!r}")
        if place in used and place != NO_PLACE:
            raise BadProfile(path, f"{key}[{count}]", f"place {place} is told twice")
        used.add(place)
    return tuple(value)


def _tags(path: str | os.PathLike[str], key: str, value: Any) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise BadProfile(path, key, "an object from tag id to card is expected")
    prefix = key + "." if key else ""
    for tag, card in value.items():
        if not tag or not set(tag) <= _HEX:
            raise BadProfile(path, prefix + tag, "not a tag id in hex")
        if not isinstance(card, str) or not card:
            raise BadProfile(path, prefix + tag, f"not a card: {card!r}")
    tags: dict[str, str] = {}
    for tag, card in value.items():
        if tag.upper() in tags:
            raise BadProfile(path, prefix + tag.upper(), _twice(tags[tag.upper()], card))
        tags[tag.upper()] = card
    return tags


def _seats(path: str | os.PathLike[str], key: str, value: Any) -> Mapping[str, Extras]:
    if not isinstance(value, dict):
        raise BadProfile(path, key, "an object from seat to its settings is expected")
    for seat, extras in value.items():
        if len(seat) != 1 or not "A" <= seat <= "Z":
            raise BadProfile(path, f"{key}.{seat}", "not a seat")
        if not isinstance(extras, dict):
            raise BadProfile(path, f"{key}.{seat}", "an object is expected")
        for name, setting in extras.items():
            if not isinstance(setting, str | int | float):
                raise BadProfile(path, f"{key}.{seat}.{name}", f"not a text, number or yes/no: {setting!r}")
    return value


def _hall(path: str | os.PathLike[str], key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict) or set(value) != {"rest", "threshold", "poles"}:
        raise BadProfile(path, key, "an object with rest, threshold and poles is expected")
    rest, threshold, poles = value["rest"], value["threshold"], value["poles"]
    if not isinstance(rest, list) or not all(_is_number(each, 0, 1023) for each in rest):
        raise BadProfile(path, f"{key}.rest", "a list of readings from 0 to 1023 is expected")
    if not _is_number(threshold, 1, 511):
        raise BadProfile(path, f"{key}.threshold", f"a number from 1 to 511 is expected, found {threshold!r}")
    if not isinstance(poles, dict) or not all(pole in (1, -1) for pole in poles.values()):
        raise BadProfile(path, f"{key}.poles", "an object from seat to 1 or -1 is expected")
    return value


def _is_number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _camera(path: str | os.PathLike[str], key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadProfile(path, key, "an object is expected")
    return value


def _keys(path: str | os.PathLike[str], key: str, value: Any) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(order, str) and order.strip() for order in value.values()):
        raise BadProfile(path, key, "an object from the name of a button to what it says is expected")
    return dict(value)


_PARTS: Mapping[str, Callable[[str | os.PathLike[str], str, Any], Any]] = {
    "channels": _places, "without": _places, "tags": _tags, "seats": _seats, "hall": _hall, "camera": _camera,
    "keys": _keys,
}  # fmt: skip
