"""The table of choices: reading house rules, and the command that lists them."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from companion.cli import BadInput, main
from companion.cli.rules import read_rules_file
from engine.errors import InvalidNotation
from engine.house_rules import read_pairs
from engine.registry import commands
from engine.tac.settings.rules import CHOICES, Rules
from engine.tacocat import box

MARKED = ("T2.9", "T6.2", "T6.5", "T6.6", "T10.3")


def test_every_choice_has_a_default_and_an_alternative() -> None:
    assert {choice.rule for choice in CHOICES} == set(MARKED)
    for choice in CHOICES:
        assert len(choice.values) >= 2
        assert getattr(Rules.default(), choice.attribute) == choice.default
        assert choice.meaning.endswith(".")


def test_attributes_are_the_choices() -> None:
    assert [f.name for f in fields(Rules)] == [choice.attribute for choice in CHOICES]


@pytest.mark.parametrize(("name", "value"), [(c.name, v) for c in CHOICES for v in c.values])
def test_every_value_can_be_read(name: str, value: str) -> None:
    rules = Rules.read({name: value})
    assert getattr(rules, name.replace("-", "_")) == value
    assert Rules.read(rules.changes()) == rules


def test_only_differences_are_told() -> None:
    rules = Rules.read(read_pairs(CHOICES, ["next-seat=with-cards", "empty-hand=pass-over"]))
    assert rules.changes() == {"next-seat": "with-cards"}
    assert Rules.default().changes() == {}


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"next-seats": "with-cards"}, ("next-seats", "next-seat,")),
        ({"next-seat": "right"}, ("next-seat", "right", "with-cards")),
        ({"next-seat": 3}, ("next-seat", "3", "left-neighbour")),
    ],
)
def test_a_wrong_rule_is_named(mapping: dict[str, object], words: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Rules.read(mapping)
    assert all(word in str(caught.value) for word in words)


def test_a_pair_needs_a_sign() -> None:
    with pytest.raises(InvalidNotation, match="NAME=VALUE"):
        read_pairs(CHOICES, ["next-seat"])


def test_files_in_both_forms(tmp_path: Path) -> None:
    toml, plain = tmp_path / "house.toml", tmp_path / "house.json"
    toml.write_text('next-seat = "with-cards"\n', encoding="utf-8")
    plain.write_text('{"next-seat": "with-cards"}', encoding="utf-8")
    assert read_rules_file(toml) == read_rules_file(str(plain)) == {"next-seat": "with-cards"}


@pytest.mark.parametrize(
    ("name", "text"), [("a.toml", "next-seat"), ("a.json", "{"), ("b.json", "[]"), ("b.toml", "x=1")]
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=name):
        read_rules_file(path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xff\xfe")
    assert main(["rules", "--rules", str(path)]) == 2
    assert "not a text file" in capsys.readouterr().err


def test_the_command_lists_every_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json", "--rule", "next-seat=with-cards"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["name"] for line in lines if "is_guess" not in line] == [choice.name for choice in CHOICES]
    assert {line["name"]: line["value"] for line in lines}["next-seat"] == "with-cards"
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(choice.name in text and choice.meaning in text for choice in CHOICES)


def test_the_command_tells_what_is_guessed_and_where_it_is_corrected(capsys, monkeypatch, tmp_path) -> None:
    assert main(["rules", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    guessed = {line["name"]: line for line in lines if line.get("is_guess")}
    assert {name: (line["game"], line["rule"]) for name, line in guessed.items()} == {
        "hand-sizes": ("tacocat", "O1.1"), "cards": ("tacocat", "O1.2"),
    }  # fmt: skip
    assert guessed["hand-sizes"]["value"] == "4 9 6 7 6 9 4"
    assert sum(map(int, guessed["cards"]["value"].split())) == 38
    assert Path(guessed["cards"]["file"]).name == "box.toml"
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(line["value"] in text and line["file"] in text for line in guessed.values())
    corrected = tmp_path / "box.toml"
    corrected.write_text(Path(guessed["cards"]["file"]).read_text("utf-8").replace("7, 6, 9", "8, 6, 9"), "utf-8")
    monkeypatch.setattr(box, "file", lambda: corrected)
    box.usual.cache_clear()
    try:
        assert commands("tacocat").guesses()[0].value == "4 9 6 8 6 9 4"
        corrected.write_text("hand-sizes = 4\n", "utf-8")
        box.usual.cache_clear()
        assert main(["rules"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    finally:
        box.usual.cache_clear()


def test_a_rule_on_the_command_line_goes_before_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text('next-seat = "with-cards"\nempty-hand = "end-deal"\n', encoding="utf-8")
    assert main(["rules", "--json", "--rules", str(path), "--rule", "next-seat=left-neighbour"]) == 0
    values = {line["name"]: line["value"] for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (values["next-seat"], values["empty-hand"]) == ("left-neighbour", "end-deal")


@pytest.mark.parametrize("words", [["--rule", "x=y"], ["--rules", "no-such-file.toml"], ["--rule", "next-seat=?"]])
def test_bad_rules_are_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_page_tells_every_choice_and_value() -> None:
    page = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
    for choice in CHOICES:
        assert f"### `{choice.name}` ({choice.rule})\n\n{choice.meaning}\n" in page
        for value, meaning in choice.values.items():
            mark = " (default)" if value == choice.default else ""
            assert f"- `{value}`{mark}: {meaning}\n" in page
