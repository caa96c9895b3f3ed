"""Phrases: a text of the catalogue with its blanks filled in, in the words of one language.

Kinds of blanks: `seat seats` names; `hole holes` a place by its name, `at to from` with its preposition; `card cards`,
`a_card a_cards` with their article; `count` a number in words, `feminine` one of marbles, `fields pieces places plays
times incidents missing extra open hand stones` counted things, `were at_most must` how many steps were made, are
allowed, are needed, `spots` places of a house; `text` as it is. Holes are written in digits (they are names),
everything counted in words: a synthesizer reads "1,5" as a decimal and "17." as an ordinal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from companion.speech.catalogue import Catalogue
from engine.contract import Cell, Seat

_RING = re.compile(r"^\d{2,3}$")
_HOUSE = re.compile(r"^([A-Z])(\d)$")
_BLANKS = re.compile(r"  +")
NAMING, VOWELS = ("seat", "seats"), frozenset("aeiouyàâéèêëîïôœù")
_YARD = re.compile(r"^([A-Z])y$")
EITHER = " / "
"""Between several words for one thing that a person may say."""


def walking_order(cell: Cell) -> tuple[int, str, int]:
    """Sort key of places: once round the ring, then the houses, then the yards."""
    if _RING.match(cell):
        return (0, "", int(cell))
    if house := _HOUSE.match(cell):
        return (1, house[1], int(house[2]))
    return (2, cell, 0)


class Phrase:
    """The words of one language, with the names of this table's seats.

    `names`: what a seat is called (`Anna`); `colours`: a colour of the catalogue (`red`) where it has no name.
    """

    def __init__(self, catalogue: Catalogue, names: Mapping[Seat, str] | None = None,
                 colours: Mapping[Seat, str] | None = None) -> None:  # fmt: skip
        self.catalogue = catalogue
        self._names = dict(names or {})
        self._colours = dict(colours or {})
        self._kinds: dict[str, Callable[[Any], str]] = {
            "seat": self.seat, "seats": lambda many: self.join([self.seat(one) for one in many]),
            "hole": self.hole, "holes": lambda many: self.join([self.hole(one) for one in many]),
            "at": lambda cell: self._place("at", cell), "to": lambda cell: self._place("to", cell),
            "from": lambda cell: self._place("from", cell),
            "card": self.card, "a_card": self.a_card,
            "a_cards": lambda many: self.join([self.a_card(one) for one in many]),
            "cards": lambda many: self.join([self.card(one) for one in many]),
            "count": self.count, "feminine": self.feminine, "fields": lambda n: self._counted("fields", n),
            "pieces": lambda n: self._counted("pieces", n), "places": lambda n: self._counted("places", n),
            "plays": lambda n: self._counted("plays", n), "hand": lambda n: self._counted("hand", n),
            "stones": lambda n: self._counted("stones", n),
            "incidents": lambda n: self._counted("incidents", n),
            "were": lambda n: self._counted("were", n), "at_most": lambda n: self._counted("at_most", n),
            "must": lambda n: self._counted("must", n),
            "times": lambda n: self._counted("times", n),
            "open": lambda n: self._counted("open", n), "spots": self._spots,
            "missing": lambda n: self._counted("missing", n), "extra": lambda n: self._counted("extra", n),
            "text": str, "": str,
        }  # fmt: skip

    def say(self, key: str, facts: Mapping[str, Any] | None = None, **more: Any) -> str:
        """The text of `key` with its blanks filled. Raises: BadCatalogue, KeyError for a missing fact."""
        facts = {**(facts or {}), **more}
        out: list[str] = []
        for literal, name, kind, _ in Formatter().parse(self.catalogue.text(key)):
            out.append(literal)
            if name is not None:
                value = self._kinds[kind or ""](facts[name])
                if kind in NAMING and len(value) > 1 and value[0].lower() in VOWELS:
                    out[-1] = self._elided(out[-1])
                out.append(value)
        # A blank can be empty: a card that nobody told.
        return _BLANKS.sub(" ", "".join(out))

    def _elided(self, before: str) -> str:
        """What stands before a name that begins with a vowel: `la réserve d'` for `la réserve de `."""
        for word, short in self.catalogue.elision.items():
            if before == f"{word} " or before.endswith(f" {word} "):
                return before[: -len(word) - 1] + short
        return before

    def has(self, key: str) -> bool:
        """Whether there is a text of this key."""
        return key in self.catalogue

    def words(self, room: str) -> list[str]:
        """What is told of one room of the catalogue, such as what can be said to the table: of several words for one
        thing the first."""
        return [text.split(EITHER)[0] for key, text in self.catalogue.texts.items() if key.startswith(f"{room}.")]

    def spellings(self, room: str) -> Iterator[tuple[str, str]]:
        """All words of a room with their keys, without the room."""
        for key, text in self.catalogue.texts.items():
            if key.startswith(f"{room}."):
                yield from ((key.removeprefix(f"{room}."), word) for word in text.split(EITHER))

    def meant(self, room: str, text: str) -> str | None:
        """The key, without its room, of the text that somebody said, in any case; None if there is none."""
        wanted = " ".join(text.split()).casefold()
        return next((key for key, word in self.spellings(room) if word.casefold() == wanted), None)

    def begins(self, room: str, text: str) -> tuple[str, str] | None:
        """The key of the longest words of a room with which a text begins, and the rest of it; None if there are
        none."""
        wanted = " ".join(text.split())
        found = [(len(word), key) for key, word in self.spellings(room)
                 if f"{wanted} ".casefold().startswith(f"{word} ".casefold())]  # fmt: skip
        if not found:
            return None
        length, key = max(found)
        return key, wanted[length:].strip()

    def asked(self, text: str) -> str | None:
        """The query that somebody said in the words of this language, `kugeln rot` as `pieces rot`; None if none."""
        found = self.begins("query", text)
        return None if found is None else " ".join(found).strip()

    def called(self, seat: Seat) -> set[str]:
        """All that a seat can be called: its letter, its name, its colour in this language and in English."""
        colour = self._colours.get(seat, "")
        own = f"colour.{colour}"
        names = {seat, self.seat(seat), colour, self.catalogue.text(own) if own in self.catalogue else ""}
        return {name.casefold() for name in names if name}

    def seat(self, seat: Any) -> str:
        """What a seat is called; nobody where it is None."""
        if seat is None:
            return self.catalogue.text("say.nobody")
        if seat in self._names:
            return self._names[seat]
        colour = f"colour.{self._colours.get(seat, '')}"
        return self.catalogue.text(colour) if colour in self.catalogue else str(seat)

    def hole(self, cell: Any) -> str:
        """The name of a place: `5`, `Haus 3 von A`."""
        return self._place("hole", cell)

    def card(self, card: Any) -> str:
        """The name of a card."""
        key = f"card.{card}"
        return self.catalogue.text(key) if key in self.catalogue else str(card)

    def a_card(self, card: Any) -> str:
        """One card of its kind: `eine Fünf`, which nobody takes for five cards."""
        key = f"a_card.{card}"
        return self.catalogue.text(key) if key in self.catalogue else self.card(card)

    def count(self, number: Any) -> str:
        """A number in words; what a die shows is written with a digit."""
        if isinstance(number, str) and number.isdecimal():
            number = int(number)
        if isinstance(number, int) and 0 <= number < len(self.catalogue.numbers):
            return self.catalogue.numbers[number]
        return str(number)

    def feminine(self, number: Any) -> str:
        """A number in words, of things that are feminine in languages that ask for it (une bille, deux billes)."""
        key = f"feminine.{number}"
        return self.catalogue.text(key) if key in self.catalogue else self.count(number)

    def join(self, parts: Sequence[str]) -> str:
        """`a, b und c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("list.last", first=", ".join(parts[:-1]), last=parts[-1])

    def apart(self, parts: Sequence[str]) -> str:
        """Clauses one after the other: `a; b`."""
        return self.catalogue.text("list.apart").join(parts)

    def ways(self, parts: Sequence[str]) -> str:
        """What can be done instead of each other, `a; oder b`: each may have commas, and parts of its own."""
        return self.catalogue.text("list.or").join(parts)

    def _counted(self, thing: str, number: Any) -> str:
        many = self.count(number)
        form = {0: "none", 1: "one"}.get(number, "other")
        return self.catalogue.text(f"plural.{thing}.{form}").replace("{n}", many)

    def _spots(self, numbers: Sequence[int]) -> str:
        """Places of a house by their numbers: `Platz eins und zwei`."""
        form = "one" if len(numbers) == 1 else "other" if numbers else "none"
        return self.catalogue.text(f"plural.spots.{form}").replace("{n}", self.join([self.count(n) for n in numbers]))

    def _place(self, how: str, cell: Any) -> str:
        text = str(cell)
        if _RING.match(text):
            return self.say(f"place.{how}.ring", n=str(int(text)))
        if house := _HOUSE.match(text):
            return self.say(f"place.{how}.house", n=house[2], seat=house[1])
        if yard := _YARD.match(text):
            return self.say(f"place.{how}.yard", seat=yard[1])
        return self.say(f"place.{how}.ring", n=text)


def sentence(text: str) -> str:
    """The text with a capital first letter and a mark at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def sentences(parts: Iterable[str]) -> str:
    """Several sentences in a row; empty ones are left out."""
    return " ".join(sentence(part) for part in parts if part.strip())
