"""An evening that the companion once lost for good: it finds its way back to the table by itself."""

from __future__ import annotations

import json
from pathlib import Path

from companion.cli import main
from tests.people.checks import lines
from tests.people.evening import evening

CUT_AT_S = 4600.0
"""The game was lost a quarter of an hour before."""


def test_a_game_that_went_astray_is_found_again(tmp_path: Path) -> None:
    trace, truth = evening(7027, "drawn", "teams", "basic")
    end = next(number for number, (t, _) in enumerate(lines(trace)) if t > CUT_AT_S)
    cut, events = tmp_path / "cut.trace", tmp_path / "events.jsonl"
    cut.write_bytes(b"".join(trace.splitlines(keepends=True)[:end]))
    assert main(["run", "--board", f"trace:{cut}", "--events", str(events), "--no-http", "--speech", "none"]) == 0
    told = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
    newest = [fact["position"] for fact in told if fact["type"] in ("move", "setup")][-1]
    true = [row["position"] for row in truth if "position" in row and row["t_quiet"] < CUT_AT_S]
    assert newest in true[-2:]
