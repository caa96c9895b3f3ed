"""JSON texts of questions and records: objects with the keys that are known, or one clear error.

Every game's commands read what comes from outside through these few functions.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.errors import InvalidNotation

QUOTED = 80
"""Letters of a wrong text that an error repeats."""


def read_object(text: str, what: str = "question") -> dict[str, Any]:
    """The JSON object in a text. Raises: InvalidNotation."""
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("JSON", text.strip()[:QUOTED], str(error)) from error
    if not isinstance(value, dict):
        raise InvalidNotation(what, text.strip()[:QUOTED], "a JSON object wanted")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which every key is told once. Raises: ValueError: of two, nobody knows which one was meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        told = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in told if told.count(key) > 1)!r} is told twice")
    return found


def refuse_unknown(value: Mapping[str, Any], keys: Collection[str]) -> None:
    """Raises: InvalidNotation for a key that is not among `keys`."""
    for key in value:
        if key not in keys:
            raise InvalidNotation("key", key, "known: " + ", ".join(sorted(keys)))


def text_of(value: Mapping[str, Any], key: str, what: str = "question") -> str:
    """The text under a key that must be there. Raises: InvalidNotation."""
    if key not in value:
        raise InvalidNotation(what, json.dumps(value)[:QUOTED], f"{key!r} is missing")
    text = value[key]
    if not isinstance(text, str):
        raise InvalidNotation(key, text, "a text wanted")
    return text


def known_text(value: Mapping[str, Any], key: str, known: Collection[str], what: str = "question") -> str:
    """The text under a key, one of those that are known. Raises: InvalidNotation."""
    text = text_of(value, key, what)
    if text not in known:
        raise InvalidNotation(key, text, "known: " + ", ".join(known))
    return text


def hands_of(question: Mapping[str, Any], seats: Collection[str], cards: Collection[str]) -> dict[str, list[str]]:
    """The hands that a question names, by seat; not every seat needs one. Raises: InvalidNotation."""
    hands = question.get("hands")
    if not isinstance(hands, dict):
        raise InvalidNotation("hands", hands, "an object with a list of cards for each seat wanted")
    for seat, hand in hands.items():
        if seat not in seats:
            raise InvalidNotation("seat", seat, f"known: {' '.join(seats)}")
        if not isinstance(hand, list):
            raise InvalidNotation(f"hand of {seat}", hand, "a list of cards wanted")
        for card in hand:
            if not isinstance(card, str) or card not in cards:
                raise InvalidNotation("card", card, f"known: {' '.join(cards)}")
    return hands


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Adds the number of the line to an InvalidNotation that is raised within."""
    try:
        yield
    except InvalidNotation as error:
        raise InvalidNotation(f"line {number}: {error.what}", error.value, error.hint) from None


def numbered_objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a record with their line numbers, from 1; empty lines are passed over. Raises: InvalidNotation."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            with at_line(number):
                value = read_object(line, "line")
            yield number, value


def check_notation(header: Mapping[str, Any]) -> None:
    """Whether the first line of a record names the version of the notation. Raises: InvalidNotation."""
    version = header.get("notation")
    if version != 1 or isinstance(version, bool | float):
        raise InvalidNotation("notation", version, "1 expected")


def read_record(
    lines: Iterable[str], game: str, header_keys: Collection[str], forms: Mapping[str, Collection[str]]
) -> tuple[dict[str, Any], list[tuple[int, str, dict[str, Any]]]]:
    """A whole record: its first line, and every later line that is no note as (number, form, object).

    `forms`: the key that tells what a line is, with all keys that such a line may have. Raises: InvalidNotation.
    """
    header: dict[str, Any] | None = None
    events = []
    known = {**forms, "note": ("note",)}
    for number, value in numbered_objects(lines):
        with at_line(number):
            if header is None:
                known_text(value, "game", (game,), "first line")
                refuse_unknown(value, header_keys)
                check_notation(value)
                header = value
                continue
            form = next((key for key in known if key in value), None)
            if form is None:
                raise InvalidNotation("line", json.dumps(value)[:QUOTED], f"{', '.join(known)} expected")
            refuse_unknown(value, known[form])
            if form == "note":
                text_of(value, "note", "line")
            else:
                events.append((number, form, value))
    if header is None:
        raise InvalidNotation("record", "", "it is empty")
    return header, events
