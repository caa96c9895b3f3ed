"""Catalogues of words: one TOML file a language. All words that are spoken are there, none in the code.

A text holds typed blanks, `{seat:seat}` or `{n:fields}`; `phrase` fills them in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from string import Formatter
from typing import Any

from companion.speech.errors import BadCatalogue, UnknownLanguage

LANGUAGES = ("de", "en", "fr")
NUMBER_COUNT = 100
"""Numbers 0..99 have words; no distance on a board is larger than its ring of 96 and a house."""

Blank = tuple[str, str]
"""Name and kind of a blank in a text."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The words of one language. Keys are dotted: `say.turn`, `explain.jump`, `rule.T3.6`, `card.7`."""

    language: str
    texts: Mapping[str, str]
    numbers: tuple[str, ...]
    respell: Mapping[str, str]
    """Words that the synthesizer gets in another spelling, so that it says them right."""
    elision: Mapping[str, str] = field(default_factory=dict)
    """Words that lose their end before a name that begins with a vowel: `de` and `d'`."""

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str) -> str:
        """The text with its blanks. Raises: BadCatalogue."""
        try:
            return self.texts[key]
        except KeyError:
            raise BadCatalogue(self.language, key, "no such text") from None


def blanks(text: str) -> frozenset[Blank]:
    """The blanks of a text. Raises: ValueError for unbalanced braces."""
    return frozenset((name, kind or "") for _, name, kind, _ in Formatter().parse(text) if name is not None)


def load(language: str) -> Catalogue:
    """Reads the catalogue of a language. Raises: UnknownLanguage, BadCatalogue."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language, LANGUAGES)
    text = resources.files("companion.speech").joinpath("catalogue", f"{language}.toml").read_text(encoding="utf-8")
    return parse(language, text)


def parse(language: str, text: str) -> Catalogue:
    """A catalogue from the text of its file. Raises: BadCatalogue."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCatalogue(language, "", str(error)) from error
    numbers = tree.pop("numbers", ())
    if len(numbers) != NUMBER_COUNT:
        raise BadCatalogue(language, "numbers", f"{NUMBER_COUNT} words are needed, there are {len(numbers)}")
    respell, elision = tree.pop("respell", {}), tree.pop("elision", {})
    texts = dict(_flat(language, "", tree))
    for key, value in texts.items():
        try:
            blanks(value)
        except ValueError as error:
            raise BadCatalogue(language, key, str(error)) from error
    return Catalogue(language, texts, tuple(numbers), dict(respell), dict(elision))


def _flat(language: str, prefix: str, tree: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flat(language, f"{key}.", value)
        elif isinstance(value, str):
            yield key, value
        else:
            raise BadCatalogue(language, key, f"a text is needed, not {value!r}")
