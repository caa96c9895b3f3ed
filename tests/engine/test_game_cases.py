"""What independent implementations of the rules say: results, records and broken rules of the smaller games."""

import hashlib
import json
from pathlib import Path

import pytest

from engine.registry import commands

CASES = Path(__file__).parent.parent / "golden" / "cases"
GAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())


def rows(game, sort):
    lines = (CASES / game / f"{sort}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def replayed(game, record):
    return list(commands(game).replay([json.dumps(line) for line in record]))


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_results(game):
    cases = rows(game, "legal")
    assert len(cases) >= 20
    for case in cases:
        found = commands(game).legal(case["request"])
        if "results" in case:
            assert found == case["results"], case["request"]
        else:
            keys = sorted(found)
            assert (len(keys), digest(keys)) == (case["count"], case["sha256"]), case["request"]
            assert digest(f"{key} {found[key]}" for key in keys) == case["actions_sha256"], case["request"]


@pytest.mark.parametrize("game", GAMES)
def test_whole_games(game):
    for case in rows(game, "games"):
        assert replayed(game, case["record"]) == case["expected"]


@pytest.mark.parametrize(("game", "case"), [(game, case) for game in GAMES for case in rows(game, "bad")],
                         ids=lambda value: value if isinstance(value, str) else value["kind"])  # fmt: skip
def test_broken_rules(game, case):
    *before, last = replayed(game, case["record"])
    assert not any("violation" in step for step in before)
    assert last["ply"] == case["ply"]
    assert last["violation"].rule in case["rules"]
    assert last["violation"].key.startswith(f"{game}-")
