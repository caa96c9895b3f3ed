"""Every broken rule of the smaller games has a row in its engine's table, and a sentence in every language."""

import ast
import re
from pathlib import Path

import pytest

from companion.speech.catalogue import LANGUAGES, blanks, load
from companion.speech.wording import Wording
from engine.contract import Explanation

ROOT = Path(__file__).resolve().parents[2] / "engine"
GAMES = ("tactix", "tacocat", "tactiki")


def rows(game):
    """Key, rule and facts of each row of the table at the top of a game's `explain`."""
    table = ast.get_docstring(ast.parse((ROOT / game / "explain.py").read_text(encoding="utf-8")))
    for keys, rule, facts in re.findall(r"^\| ([a-z][a-z, -]*) \| ([A-Z][0-9.]+) \| ([^|]*) \|$", table, re.MULTILINE):
        names = set(re.findall("[a-z]+", re.sub(r"\([^)]*\)", "", facts).partition(":")[0]))
        for key in keys.split(", "):
            yield key, rule, names


def used(game):
    """Key and rule of each explanation that the engine of a game can give, as far as they are written out."""
    for path in (ROOT / game).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        both = rf'Explanation\(\s*"([A-Z][0-9.]+)", "({game}-[a-z-]+)"'
        yield from ((key, rule) for rule, key in re.findall(both, text))
        yield from ((key, None) for key in re.findall(rf'"({game}-[a-z-]+)"', text))


@pytest.mark.parametrize("game", GAMES)
def test_the_table_tells_every_key(game):
    told = {key: rule for key, rule, _ in rows(game)}
    assert len(told) >= 14
    assert {key for key, _ in used(game)} == set(told)
    assert [(key, rule) for key, rule in used(game) if rule not in (None, told[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_key_has_a_sentence_made_of_its_facts(game, language):
    catalogue, wording = load(language), Wording(language)
    plain = wording.explanation(Explanation("X", "surely-unknown"))
    for key, rule, facts in rows(game):
        assert f"explain.{key}" in catalogue, key
        assert {name for name, _ in blanks(catalogue.text(f"explain.{key}"))} <= facts, key
        for number in (1, 3):
            said = wording.explanation(Explanation(rule, key, dict.fromkeys(facts, number)))
            assert said != plain.replace("X", rule)
            assert "{" not in said
            assert " que un" not in said, "in French that is qu'un"
