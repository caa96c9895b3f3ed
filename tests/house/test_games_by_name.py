"""Outside `engine/` nobody knows a game, an action, a card or a kind of cell by its name: the games tell all of it."""

import ast
import functools
import json
import re

import pytest
from source_tree import ROOT, modules, place, told, tree

from engine.contract import SWAP
from engine.registry import GAMES, USUAL, commands, settings_of

ROOMS = ("companion", "calibration", "hardware", "firmware")
SAYINGS = {"swap"}
"""What people say to the table, which is also the name of a card; the kind of an exchange is a word of the contract."""
PLAYED = {"tac": (6, {"deck": "master"})}
"""Games that are played by lot to find the names of actions: how many, and with which settings."""
YARD = "y"
"""How the name of a yard ends."""


@functools.cache
def names():
    """Every name of a game, of a card and of an action without a place, as far as it is a word."""
    found = set(GAMES)
    for game in GAMES:
        found |= {card for pack in settings_of(game).packs.values() for card, _ in pack}
        many, settings = PLAYED.get(game, (3, {}))
        for finished in commands(game).simulate(many, 1, ("random",), settings):
            lines = [json.loads(line) for line in finished.lines]
            found |= {line["action"] for line in lines if "action" in line}
    return frozenset(name for name in found if name.replace("-", "").isalpha()) - {SWAP} - SAYINGS


def named(source):
    """Every constant of a syntax tree that is such a name."""
    for node in ast.walk(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names():
            yield node


def identifiers(node):
    """The names that a node of a syntax tree gives or uses."""
    for field in ("name", "attr", "id", "arg"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


def yards(source):
    """Every place where the name of a cell is taken apart, or put together, as that of a yard."""
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("endswith", "startswith"):
            if any(isinstance(arg, ast.Constant) and arg.value == YARD for arg in node.args):
                yield node
        elif isinstance(node, ast.JoinedStr) and len(node.values) == 2:
            end = node.values[-1]
            if isinstance(end, ast.Constant) and end.value == YARD:
                yield node
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Subscript)
            and any(isinstance(part, ast.Constant) and part.value == YARD for part in node.comparators)
        ):
            yield node


def sliced(source):
    """Every place where the text of a picture is taken apart."""
    for node in ast.walk(source):
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", getattr(node.value, "id", "")) == "picture":
            yield node


def outside():
    """Every module that may not know a game."""
    return [path for module, path in modules().items() if module.split(".")[0] in ROOMS]


def test_nobody_outside_the_engine_knows_a_name_of_a_game():
    wrong = [f"{place(path, node)} {node.value!r}" for path in outside() for node in named(tree(path))]
    assert not wrong, told(wrong)


def test_nobody_outside_the_engine_reads_the_names_of_yards():
    """`hardware` knows no game; its board files name the yards themselves."""
    wrong = [place(path, node) for path in outside() if "hardware" not in path.parts for node in yards(tree(path))]
    assert not wrong, told(wrong)


def test_nobody_outside_the_engine_takes_a_picture_apart():
    wrong = [place(path, node) for path in outside() for node in sliced(tree(path))]
    assert not wrong, told(wrong)


def test_no_script_of_the_page_knows_a_name_of_a_game():
    """Nor takes the name of a card apart to find out what it does."""
    scripts = sorted((ROOT / "companion" / "web" / "static").glob("*.js"))
    texts = {path.name: path.read_text("utf-8") for path in scripts}
    wrong = [f"{name} {text!r}" for name, script in texts.items()
             for text in re.findall(r"""["'`]([\w-]+)["'`]""", script) if text in names()]  # fmt: skip
    cuts = re.compile(r"(?:card|action)\.(?:slice|startsWith|match|split|replace)\(")
    wrong += [f"{name} {cut}" for name, script in texts.items() for cut in cuts.findall(script)]
    assert len(scripts) > 5
    assert not wrong, told(wrong)


def test_no_identifier_outside_the_engine_is_a_verb_or_a_game():
    """Not even as the name of a function or of what it takes: the session knows no `skip` and no `discard`.

    What draws boards and learns wires has words of its own."""
    table = [path for path in outside() if "companion" in path.parts]
    wrong = [f"{place(path, node)} {name!r}" for path in table for node in ast.walk(tree(path))
             for name in identifiers(node) if name.replace("_", "-") in names()]  # fmt: skip
    assert not wrong, told(wrong)


def test_the_contract_knows_all_its_types():
    contracts = [path for module, path in modules().items()
                 if module in ("engine.contract", "engine.values", "engine.registry", "engine.house_rules",
                               "companion.plain.contract")]  # fmt: skip
    assert len(contracts) == 5
    wrong = [place(path, node) for path in contracts for node in ast.walk(tree(path))
             if "Any" in (getattr(node, "id", ""), getattr(node, "attr", ""))]  # fmt: skip
    assert not wrong, told(wrong)


@pytest.mark.parametrize("name", [USUAL, "discard", "skip", "pass-hands", "devil", "trickster", "tactix", "7x1"])
def test_the_names_are_found(name):
    assert (name in names()) is name.replace("-", "").isalpha()


@pytest.mark.parametrize("source", ['cell.endswith("y")', 'f"{seat}y"', 'cell[1] == "y"', 'cell[1:] == "y"'])
def test_each_way_to_read_a_yard_is_found(source):
    assert len(list(yards(ast.parse(source)))) == 1


@pytest.mark.parametrize("source", ["state.picture[3]", "picture[:64]", "a.b.picture[1:]"])
def test_each_way_to_slice_a_picture_is_found(source):
    assert len(list(sliced(ast.parse(source)))) == 1
