"""An evening that the companion once lost for good: it finds its way back to the table by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.cli import main
from engine.tac.board.holes import LAYOUT
from tests.people.checks import lines
from tests.people.evening import evening
from tests.people.night import FULL
from tests.plain.stranger_habits import drawn
from tests.plain.strangers import stranger

CUT_AT_S = 4600.0
"""The game was lost a quarter of an hour before."""
AMISS = ("disturbed", "setup", "revised", "violation")


def told_until(trace: bytes, end_s: float, folder: Path) -> list[dict[str, Any]]:
    """What is told of an evening up to this time."""
    end = next(number for number, (t, _) in enumerate(lines(trace)) if t > end_s)
    cut, events = folder / "cut.trace", folder / "events.jsonl"
    cut.write_bytes(b"".join(trace.splitlines(keepends=True)[:end]))
    assert main(["run", "--board", f"trace:{cut}", "--events", str(events), "--no-http", "--speech", "none"]) == 0
    return [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]


def test_a_game_that_went_astray_is_found_again(tmp_path: Path) -> None:
    trace, truth = evening(7027, "drawn", "teams", "basic")
    told = told_until(trace, CUT_AT_S, tmp_path)
    newest = [fact["position"] for fact in told if fact["type"] in ("move", "setup")][-1]
    true = [row["position"] for row in truth if "position" in row and row["t_quiet"] < CUT_AT_S]
    assert newest in true[-2:]


def test_a_game_that_went_astray_behind_an_open_question_is_found_again(tmp_path: Path) -> None:
    ring = FULL & (1 << len(LAYOUT.holes)) - 1
    trace, _ = stranger(6404, drawn(6404), "three-double", "master", 600, "late", ring)
    kinds = [fact["type"] for fact in told_until(trace, 420.0, tmp_path)]
    first = kinds.index("question")
    assert "disturbed" in kinds[first:]
    assert "setup" in kinds[kinds.index("disturbed") :]


def test_lost_lines_in_a_deal_lead_nothing_astray(tmp_path: Path) -> None:
    trace, truth = evening(420000161, "flaky", "duel-teams", "master")
    told = told_until(trace, 520.0, tmp_path)
    assert [fact["type"] for fact in told if fact["type"] in AMISS] == ["setup"]
    moves = [fact["position"] for fact in told if fact["type"] == "move"]
    assert moves == [row["position"] for row in truth[1 : len(moves) + 1]]
    given = [fact["seat"] for fact in told if fact["type"] == "turn" and fact.get("gives")]
    assert given[-4:] == ["C", "D", "A", "B"], "the deal after this one begins when it should"


def test_three_exchanges_one_right_after_the_other_are_followed(tmp_path: Path) -> None:
    trace, truth = stranger(5163, drawn(5163), "teams", "master", 600, "mixed", FULL)
    told = told_until(trace, 820.0, tmp_path)
    assert not [fact["type"] for fact in told if fact["type"] in ("violation", "disturbed")]
    moves = [fact["position"] for fact in told if fact["type"] == "move"]
    true = [row["position"] for row in truth[1 : len(moves) + 1]]
    assert len(moves) > 200
    assert sum(move != other for move, other in zip(moves, true, strict=True)) <= 1
