"""The companion at the table with simulated people: the first actions of evenings of many kinds, without one fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from tests.people.evening import evening, save
from tests.people.judge import judge

EVENINGS = [
    (1, "normal", "teams", "basic"), (2, "slow", "teams", "master"), (3, "hopper", "duel", "basic"),
    (4, "explorer", "three-free", "basic"), (5, "clumsy", "teams", "basic"), (6, "trouble", "teams", "basic"),
    (7, "careless", "teams", "master"), (8, "rough", "team-of-four", "basic"), (9, "ring", "teams", "basic"),
    (10, "careless-said", "two-against-one", "basic"), (11, "careless-stuck", "teams", "basic"),
    (12, "ponderer", "teams", "basic"), (13, "late", "teams", "basic"), (14, "twice", "teams", "master"),
    (15, "snatcher", "duel-teams", "basic"), (16, "stray", "teams", "master"), (17, "knocker", "teams", "basic"),
    (18, "undecided", "teams", "basic"), (19, "midgame", "solo", "basic"), (20, "silent", "three-double", "basic"),
]  # fmt: skip
ACTIONS = 40


@pytest.mark.parametrize("case", EVENINGS, ids=lambda case: f"{case[1]}-{case[2]}")
def test_the_companion_is_right_about_the_evening(case: tuple[int, str, str, str], tmp_path: Path) -> None:
    trace, truth = evening(*case, limit=ACTIONS)
    events = tmp_path / "events.jsonl"
    board = "trace:" + save(str(tmp_path), trace, truth)
    assert main(["run", "--board", board, "--events", str(events), "--no-http", "--speech", "none"]) == 0
    found = judge(truth, [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()])
    assert found.faults == []
    assert found.counts["right"] == found.counts["actions"] > 10
