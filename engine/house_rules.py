"""House rules as data: the open points of a rule book, what each can be, and the values that somebody chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import InvalidNotation


@dataclass(frozen=True, slots=True)
class Choice:
    """One open point of the book: `values` maps each allowed value to what it means; the first is the default."""

    name: str
    rule: str
    meaning: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value that the rules page settles on."""
        return next(iter(self.values))

    @property
    def attribute(self) -> str:
        """The name as one of Python."""
        return self.name.replace("-", "_")


def read(choices: Sequence[Choice], mapping: Mapping[str, object]) -> dict[str, str]:
    """Values by the name of their choice, checked. Raises: InvalidNotation."""
    by_name = {choice.name: choice for choice in choices}
    found: dict[str, str] = {}
    for name, value in mapping.items():
        if name not in by_name:
            raise InvalidNotation("house rule", name, f"known: {', '.join(by_name)}")
        allowed = by_name[name].values
        if not isinstance(value, str) or value not in allowed:
            raise InvalidNotation(f"value of house rule {name}", value, f"allowed: {', '.join(allowed)}")
        found[name] = value
    return found


def read_pairs(choices: Sequence[Choice], pairs: Iterable[str]) -> dict[str, str]:
    """Values from texts such as `next-seat=with-cards`. Raises: InvalidNotation."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise InvalidNotation("house rule", pair, "written NAME=VALUE")
        mapping[name.strip()] = value.strip()
    return read(choices, mapping)


def changes(choices: Sequence[Choice], chosen: Mapping[str, str]) -> dict[str, str]:
    """Only what differs from the rules page, in the order of the choices: what a record or a log has to tell."""
    return {each.name: chosen[each.name] for each in choices if chosen.get(each.name, each.default) != each.default}
