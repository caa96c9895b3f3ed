"""Whatever is sent to the commands of any game: an answer, or one clear refusal; never anything else."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from engine.errors import InvalidNotation
from engine.registry import commands

CASES = Path(__file__).parent.parent / "golden" / "cases"
GAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
LETTERS = st.sampled_from([*"0123456789abcdeABCDEFKTwb:=.,-+?~*# /@xyl", "\n", "é", "\ud800"])
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 14), st.floats(), st.text(LETTERS, max_size=8),
    st.lists(st.sampled_from(["1", "12", "?", "13", 5, None]), max_size=8),
    st.dictionaries(st.sampled_from("ABTKwb"), st.sampled_from([None, "a1=23", ["1"], "?"]), max_size=3),
)  # fmt: skip


def rows(game, sort):
    return [json.loads(line) for line in (CASES / game / f"{sort}.jsonl").read_text(encoding="utf-8").splitlines()]


REQUESTS = {game: [case["request"] for case in rows(game, "legal")][:20] for game in GAMES}
RECORDS = {game: [case["record"] for case in rows(game, "bad")] for game in GAMES}


@st.composite
def spoiled(draw, value):
    """A text, a list or an object with one thing in it changed."""
    if isinstance(value, str) and draw(st.booleans()):
        at = draw(st.integers(0, len(value)))
        cut = draw(st.integers(0, 2))
        return value[:at] + draw(st.text(LETTERS, max_size=2)) + value[at + cut :]
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(spoiled(value[at])), *value[at + 1 :]]
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 4)) == 0:
            return {name: value[name] for name in value if name != key}
        return {**value, key: draw(spoiled(value[key]))}
    if isinstance(value, dict):
        return {**value, draw(st.sampled_from(["seat", "card", "draw", "shown", "note", "deal", "x"])): draw(VALUES)}
    return draw(VALUES)


def told(work):
    """The refusal in one line, or the answer. What cannot be read is refused; anything else would be a fault."""
    try:
        return "", work()
    except InvalidNotation as error:
        refused = str(error)
    assert "\n" not in refused
    return refused, None


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_spoiled_question(game, data):
    request = data.draw(spoiled(data.draw(st.sampled_from(REQUESTS[game]))))
    for ask in (commands(game).legal, lambda question: commands(game).perft(question, 1)):
        refused, answer = told(lambda ask=ask: ask(request))
        assert refused or json.dumps(answer)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_spoiled_record(game, data):
    record = data.draw(st.sampled_from(RECORDS[game]))
    at = data.draw(st.integers(0, min(len(record) - 1, 14)))
    lines = [*record[:at], data.draw(spoiled(record[at])), *record[at + 1 :]][:30]
    refused, steps = told(lambda: list(commands(game).replay([json.dumps(line) for line in lines])))
    if not refused:
        assert "violation" in steps[-1] or "winner" in steps[-1]
        assert all("position" in play for play in steps[:-1])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["", "\n\n", "{", "[]", "7", '{"game":"%s"}', '{"game":"%s","notation":1}\n[]'])
def test_files_that_are_no_record(game, text, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_text(text.replace("%s", game), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tastkreis replay: game.jsonl: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("depth", [300, 480, 900, 960, 985, 990, 100_000])
@pytest.mark.parametrize("key", ["game", "position", "seat", "x"])
def test_brackets_without_an_end(key, depth, tmp_path, capsys, monkeypatch):
    deep = f'{{"game":"tacocat","{key}":' + "[" * depth + "]" * depth + "}\n"
    path = tmp_path / "game.jsonl"
    path.write_text(deep, encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    for words in (["legal"], ["perft", "1"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO(deep))
        assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_files_that_are_no_text(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(path)]) == 2
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_refused_where_there_are_none(game, capsys):
    assert main(["simulate", "--game", game, "--games", "1", "--rule", "skip-empty-hand=allowed"]) == 2
    assert main(["simulate", "--game", game, "--games", "1", "--deck", "master"]) == 2
    assert main(["simulate", "--game", game, "--games", "1", "--players", "clever"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_broken_rule_has_words(game, language, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    case = rows(game, "bad")[0]
    path.write_text("\n".join(map(json.dumps, case["record"])), encoding="utf-8")
    assert main(["replay", str(path), "--language", language]) == 1
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["violation"] in case["rules"]
    assert last["text"].strip()
