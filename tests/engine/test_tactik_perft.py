"""Counts of plays of TAC-TIK to a depth of three or four: the table, the fast engine and the slow one agree."""

from __future__ import annotations

import io
import json
from pathlib import Path

import brute_tactik as brute
import pytest

from companion.cli import main
from engine.errors import InvalidNotation
from engine.tactik import commands
from engine.tactik.variants import VARIANTS

TABLE = Path(__file__).parent.parent / "golden" / "perft" / "tactik.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
NAMES = [row["name"] for row in ROWS]
FEW = 600
"""The slow engine counts no further than to about so many plays."""


def test_table_is_large_and_varied() -> None:
    assert len(ROWS) >= 50
    assert {row["request"]["variant"] for row in ROWS} == set(VARIANTS)
    assert {len(row["counts"]) for row in ROWS} == {3, 4}


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_counts_of_the_table(row) -> None:
    assert commands.perft(row["request"], len(row["counts"])) == row["counts"]


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_counts_of_the_slow_engine(row) -> None:
    depth = sum(number <= FEW for number in row["counts"])
    asked = row["request"]
    hands = {player: tuple(cards) for player, cards in asked["hands"].items()}
    counts = brute.perft(asked["variant"], asked["position"], asked["seat"], hands, depth)
    assert counts == row["counts"][:depth]


def test_a_discard_is_one_result_of_each_kind_of_card() -> None:
    asked = {"game": "tactik", "variant": "simple2", "position": "A:y,y,y,y C:y,y,y,y", "seat": "A"}
    assert commands.perft({**asked, "hands": {"A": ["2", "2", "3"], "C": ["1"]}}, 3) == [2, 2, 3]
    assert commands.perft({**asked, "hands": {"C": ["1", "10"]}}, 2) == [2, 2]
    assert commands.perft({**asked, "hands": {}}, 2) == [0, 0]


def test_the_command(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(ROWS[0]["request"]) + "\n"))
    assert main(["perft", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == {"counts": ROWS[0]["counts"][:2]}


@pytest.mark.parametrize("hands", [None, [], {"B": ["1"]}, {"A": "1"}, {"A": ["7"]}, {"A": [1]}, {"A": ["?"]}])
def test_hands_that_cannot_be_read(hands) -> None:
    asked = {"game": "tactik", "variant": "simple2", "position": "A:y,y,y,y C:y,y,y,y", "seat": "A"}
    with pytest.raises(InvalidNotation):
        commands.perft({**asked, "hands": hands}, 1)
