"""Reading what a page sends: JSON objects with named fields of a known kind, and nothing else."""

from __future__ import annotations

import json
from typing import Any

from companion.web.errors import Refused

LONGEST_TEXT = 400
WAYS = ("phone", "voice", "button")
"""How a person's input may come from a page; what is said for `card` events."""


def read_object(body: bytes, *fields: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON object in a request. Raises: Refused 400 if it is none, or has other fields than these."""
    try:
        data = json.loads(body, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise Refused(400, "The request is no JSON.") from None
    if not isinstance(data, dict):
        raise Refused(400, "The request is no JSON object.")
    missing = [name for name in fields if name not in data]
    unknown = [name for name in data if name not in fields and name not in optional]
    if missing or unknown:
        raise Refused(400, f"Fields expected: {', '.join(fields)}.", f"missing: {missing}, unknown: {unknown}"[:200])
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which every field is told once. Raises: ValueError: of two, nobody knows which one was meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field is told twice")
    return found


def read_line(value: object, what: str) -> str:
    """A text of one printable line. Raises: Refused 400."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TEXT or not value.isprintable():
        raise Refused(400, f"{what} has to be one line of text, at most {LONGEST_TEXT} characters.")
    return value.strip()


def read_way(value: object) -> str:
    """The way an input came. Raises: Refused 400."""
    if value not in WAYS:
        raise Refused(400, f"by has to be one of {', '.join(WAYS)}.")
    return str(value)


def read_index(value: object, size: int) -> int:
    """A wire index. Raises: Refused 400."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < size:
        raise Refused(400, f"index has to be a whole number from 0 to {size - 1}.")
    return value
