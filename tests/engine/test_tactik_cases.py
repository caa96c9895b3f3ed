"""What an independent implementation of TAC-TIK says: results, whole records, broken rules (`tests/golden/tactik/`)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine.tactik import commands

CASES = Path(__file__).parent.parent / "golden" / "tactik"


def rows(sort: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{sort}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def replayed(record: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list(commands.replay([json.dumps(line) for line in record]))


def digest(lines) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("card", ["1", "2", "3", "4", "5", "6", "8", "9", "10", "12", "swap", "7x1"])
def test_results(card: str) -> None:
    cases = [case for case in rows("legal") if case["request"]["card"] == card]
    assert len(cases) >= 8
    for case in cases:
        found = commands.legal(case["request"])
        if "results" in case:
            assert found == case["results"], case["request"]
        else:
            keys = sorted(found)
            assert (len(keys), digest(keys)) == (case["count"], case["sha256"]), case["request"]
            assert digest(f"{key} {found[key]}" for key in keys) == case["actions_sha256"], case["request"]


@pytest.mark.parametrize("case", rows("games"), ids=lambda case: case["record"][0]["variant"])
def test_whole_games(case: dict[str, Any]) -> None:
    assert replayed(case["record"]) == case["expected"]


@pytest.mark.parametrize("case", rows("bad"), ids=lambda case: case["kind"])
def test_broken_rules(case: dict[str, Any]) -> None:
    *before, last = replayed(case["record"])
    assert not any("violation" in step for step in before)
    assert last["ply"] == case["ply"]
    assert last["violation"].rule in case["rules"]
