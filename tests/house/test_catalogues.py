"""Every language says everything: the same texts with the same blanks, and no text is missing that is asked for."""

import ast
import json
import re

import pytest
from source_tree import ROOT, modules, place, told, tree

from companion.speech.catalogue import LANGUAGES, blanks, load
from engine.tac.hands import cards

PAGE = ROOT / "companion" / "web" / "static" / "texts"
OTHERS = [language for language in LANGUAGES if language != "en"]


def page_texts(language):
    return json.loads((PAGE / f"{language}.json").read_text(encoding="utf-8"))


def difference(ours, theirs):
    return sorted(set(ours) ^ set(theirs))


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_spoken_texts(language):
    assert difference(load("en").texts, load(language).texts) == []


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_blanks(language):
    english, other = load("en"), load(language)
    names = {key: {name for name, _ in blanks(text)} for key, text in english.texts.items()}
    wrong = [key for key, text in other.texts.items()
             if key in names and {name for name, _ in blanks(text)} - names[key]]  # fmt: skip
    assert not wrong, told(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_spoken_text_is_empty(language):
    assert [key for key, text in load(language).texts.items() if not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name(language):
    assert [card for card in cards.CARDS if f"card.{card}" not in load(language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_texts_on_the_page(language):
    assert difference(page_texts("en"), page_texts(language)) == []


def told_keys(game="tac"):
    """What the engine can explain, and the facts of it: the table at the top of the game's `explain`."""
    table = ast.get_docstring(tree(modules()[f"engine.{game}.explain"]))
    for row in re.findall(r"^\| ([a-z][a-z0-9, -]*) \| [^|]+ \| ([^|]*) \|$", table, re.MULTILINE):
        for key in row[0].split(", "):
            if key != "key":
                yield key, set(re.findall(r"[a-z]+", row[1])) | {"taken", "by"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_broken_rule_has_its_sentence(language):
    catalogue = load(language)
    keys = dict(told_keys())
    assert len(keys) > 40
    assert [key for key in keys if f"explain.{key}" not in catalogue] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_rules_use_only_facts_that_are_told(language):
    catalogue = load(language)
    wrong = [f"{key}: {sorted(missing)}" for key, facts in told_keys() if f"explain.{key}" in catalogue
             if (missing := {name for name, _ in blanks(catalogue.text(f"explain.{key}"))} - facts)]  # fmt: skip
    assert not wrong, told(wrong)


def test_every_key_that_the_engine_explains_with_is_in_its_table():
    keys = dict(told_keys())
    used = {}
    for module, path in modules().items():
        if module.startswith("engine.tac."):
            used |= {node.args[1].value: place(path, node) for node in ast.walk(tree(path))
                     if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Explanation"
                     and len(node.args) > 1 and isinstance(node.args[1], ast.Constant)}  # fmt: skip
    assert [f"{where} {key}" for key, where in used.items() if key not in keys] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tactik_has_a_sentence_for_every_broken_rule(language):
    catalogue = load(language)
    keys = dict(told_keys("tactik"))
    assert len(keys) > 40
    assert [key for key in keys if f"explain.{key}" not in catalogue] == []
    wrong = [f"{key}: {sorted(missing)}" for key, facts in keys.items()
             if (missing := {name for name, _ in blanks(catalogue.text(f"explain.{key}"))} - facts)]  # fmt: skip
    assert not wrong, told(wrong)


def test_every_key_that_tactik_explains_with_is_in_its_table():
    used = {}
    for module, path in modules().items():
        if module.startswith("engine.tactik."):
            used |= {node.args[1].value: place(path, node) for node in ast.walk(tree(path))
                     if isinstance(node, ast.Call) and len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
                     and ast.unparse(node.func).split(".")[-1] in ("Explanation", "broken")}  # fmt: skip
    keys = dict(told_keys("tactik"))
    assert len(used) > 30
    assert [f"{where} {key}" for key, where in used.items() if key not in keys] == []


def test_every_text_that_the_code_asks_for_is_there():
    catalogue = load("en")
    wrong = []
    for module, path in modules().items():
        if module.startswith("companion.speech"):
            wrong += [f"{place(path, node)} {node.args[0].value}" for node in ast.walk(tree(path))
                      if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("say", "text")
                      and node.args and isinstance(node.args[0], ast.Constant)
                      and re.fullmatch(r"[a-z]+\.[a-z_.-]+", str(node.args[0].value))
                      and node.args[0].value not in catalogue]  # fmt: skip
    assert not wrong, told(wrong)
