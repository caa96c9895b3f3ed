"""What older versions wrote is read: one evening of each is kept in `tests/golden/versions`."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from command import tastkreis

from calibration.profile import load_deck, load_profile
from companion.cli.rules import read_rules_file
from companion.store.log import read_games
from companion.store.schema import VERSION
from engine.tac.board.holes import LAYOUT
from firmware import wire

VERSIONS = sorted(path for path in (Path(__file__).parents[1] / "golden" / "versions").iterdir() if path.is_dir())
ENDED = "A:05,y,y,y C:32*,y,y,y"
MOVES = [("A", "1", "Ay-00"), ("C", "13", "Cy-32"), ("A", "5", "00-05"), ("C", "2", "32-34")]
YARDS = (0b1110 << 80) | (0b1110 << 88)
BOARD = YARDS | 1 << 5 | 1 << 32

pytestmark = pytest.mark.parametrize("kept", VERSIONS, ids=lambda path: path.name)


@pytest.fixture
def log(kept, tmp_path):
    """A copy: what is opened to be written is brought to the present form."""
    return Path(shutil.copy(kept / "evening.db", tmp_path / "evening.db"))


def events_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_an_evening_is_read_and_stays_as_it_is(kept, log):
    before = log.read_bytes()
    (game,) = read_games(log)
    assert [(f.data["seat"], f.data["card"], f.data["action"]) for f in game if f.kind == "move"] == MOVES
    done = tastkreis("incidents", log)
    assert done.returncode == 0
    assert "T3.2" in done.stdout
    assert log.read_bytes() == before


def test_an_evening_goes_on(kept, log, tmp_path):
    frames = [b"%d.000 " % t + wire.encode("OCC", t, 1000 * t, [wire.to_hex(BOARD, 96)]).rstrip() for t in range(1, 9)]
    trace = tmp_path / "on.trace"
    trace.write_bytes(b"\n".join(frames) + b"\n")
    events = tmp_path / "on.jsonl"
    done = tastkreis("run", "--board", f"trace:{trace}", "--log", log, "--speech", "none", "--events", events)
    assert (done.returncode, done.stderr) == (0, "")
    (setup,) = [event for event in events_of(events) if event["type"] == "setup"]
    assert setup["position"] == ENDED
    base = sqlite3.connect(log)
    assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert base.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    base.close()


def test_a_recorded_evening_plays_the_same(kept, tmp_path):
    events = tmp_path / "again.jsonl"
    done = tastkreis("run", "--board", f"trace:{kept / 'evening.trace'}", "--speech", "none", "--events", events)
    assert (done.returncode, done.stderr) == (0, "")
    moves = [event for event in events_of(events) if event["type"] == "move"]
    assert [(move["seat"], move["card"], move["action"]) for move in moves] == MOVES


def test_profile_deck_rules_and_record(kept):
    profile = load_profile(kept / "profile.json", LAYOUT)
    assert (profile.without, profile.tags) == ((3, 4), {"04A1B2": "7"})
    assert profile.seats["A"] == {"pace": "quick", "name": "Anna"}
    assert load_deck(kept / "deck.json") == {"04A1B2": "trickster", "04A1B3": "tac"}
    assert read_rules_file(kept / "rules.toml") == {"empty-hand": "end-deal"}
    done = tastkreis("replay", kept / "record.jsonl")
    plays = sum('"card"' in line for line in (kept / "record.jsonl").read_text("utf-8").splitlines())
    assert (done.returncode, len(done.stdout.splitlines())) == (0, plays + 1)
