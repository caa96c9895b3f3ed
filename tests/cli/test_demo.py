"""The demonstration at both clocks: the same parts, the same course, and it plays to its end."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.clock import FastClock
from companion.virtual.rehearsal import rehearse

GAMES = [
    ("basic", "teams", "quick", 17), ("master", "duel", "slow", 4), ("basic", "three-free", "normal", 9),
    ("master", "solo", "auto", 5),
]  # fmt: skip


def demo(path: Path, *words: str) -> list[dict[str, Any]]:
    """The events of a demonstration."""
    assert main(["demo", "--speech", "none", "--events", str(path), *words]) == 0
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def moves(events: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(e["seat"], e["card"], e["action"]) for e in events if e["type"] == "move"]


@pytest.mark.parametrize(("deck", "variant", "pace", "seed"), GAMES)
def test_a_whole_game_is_played_as_it_was_rehearsed(
    deck: str, variant: str, pace: str, seed: int, tmp_path: Path
) -> None:
    words = ["--clock", "fast", "--deck", deck, "--variant", variant, "--pace", pace, "--seed", str(seed)]
    events = demo(tmp_path / "events", *words)
    _, scenes = rehearse("tac", {"variant": variant, "deck": deck}, seed)
    assert moves(events) == [(scene.seat, scene.card, scene.action) for scene in scenes]
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert [event["t"] for event in events] == sorted(event["t"] for event in events)
    assert any(event["type"] == "won" for event in events)
    assert events[-1]["t"] > 2 * len(scenes)


def test_what_is_said_takes_its_time_at_the_fast_clock_too(tmp_path: Path) -> None:
    events = demo(tmp_path / "events", "--clock", "fast", "--plies", "6")
    spoken = [event for event in events if event["type"] == "speech"]
    lengths = [b["t"] - a["t"] for a, b in pairwise(spoken) if b["spoken"] == "finished"]
    assert min(lengths) > 0.5
    cards = [event["t"] for event in events if event["type"] == "card"]
    talking = [(a["t"], b["t"]) for a, b in pairwise(spoken) if a["spoken"] == "started"]
    assert not any(begin < card < end for card in cards for begin, end in talking)


def test_both_clocks_play_the_same(tmp_path: Path) -> None:
    words = ["--variant", "duel", "--plies", "6", "--speed", "5", "--no-wait"]
    fast = demo(tmp_path / "fast", "--clock", "fast", *words)
    real = demo(tmp_path / "real", "--no-http", *words)
    # A busy machine may hold a hand up, or show two of its touches at once; what is played stays the same.
    kinds = ("card", "move", "turn", "setup", "violation", "question")
    told = [[(e["type"], e.get("seat"), e.get("action")) for e in events if e["type"] in kinds]
            for events in (fast, real)]  # fmt: skip
    assert told[0] == told[1]
    assert len(moves(fast)) == 6


def test_the_same_seed_gives_the_same_bytes_and_its_trace_plays_again(tmp_path: Path) -> None:
    trace = tmp_path / "evening.trace"
    words = ["--clock", "fast", "--plies", "30", "--seed", "5"]
    one, two = demo(tmp_path / "one", *words), demo(tmp_path / "two", *words, "--record-trace", str(trace))
    assert one == two
    again = tmp_path / "again"
    words = ["--pace", "quick", "--speech", "none", "--events", str(again)]
    assert main(["run", "--board", f"trace:{trace}", *words]) == 0
    played = [json.loads(line) for line in again.read_text(encoding="utf-8").splitlines()]
    kinds = ("card", "lift", "place", "move", "turn", "violation", "question")

    def told(events: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        return [(e["t"], e["type"], e.get("action"), e.get("cell")) for e in events if e["type"] in kinds]

    assert told(played) == told(one)


def test_the_first_line_tells_how_to_change_language_and_pace(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--clock", "fast", "--plies", "1", "--language", "en", "--pace", "slow"]) == 0
    first, *said = capfd.readouterr().err.splitlines()
    assert "speaks en" in first
    assert "the hands are slow" in first
    assert "de|en|fr" in first
    assert "quick|normal|slow|auto" in first
    assert any(line.startswith("« New cards, ") for line in said)


class Clerk:
    """A part that acts at given times, and notes when."""

    def __init__(self, name: str, times: list[float], clock: FastClock, notes: list[tuple[str, float]]) -> None:
        self.name, self.times, self.clock, self.notes = name, times, clock, notes

    def due(self) -> float | None:
        return self.times[0] if self.times else None

    def act(self) -> None:
        self.times.pop(0)
        self.notes.append((self.name, self.clock()))


def test_the_clock_lets_each_part_act_at_its_time_and_the_first_one_first() -> None:
    clock, notes = FastClock(), []
    parts = [Clerk("a", [1.0, 5.0, 0.5], clock, notes), Clerk("b", [1.0, 2.0], clock, notes)]
    clock.run(parts, lambda: False)
    assert notes == [("a", 1.0), ("b", 1.0), ("b", 2.0), ("a", 5.0), ("a", 5.0)]


def test_a_clock_that_stands_still_is_told() -> None:
    clock = FastClock(3.0)

    class Busy:
        def due(self) -> float | None:
            return 0.0

        def act(self) -> None:
            return

    with pytest.raises(RuntimeError, match=r"stands still at 3\.000 s: Busy"):
        clock.run([Busy()], lambda: False)


@pytest.mark.parametrize("words", [["--http", "127.0.0.1:0"], ["--speech-wav", "x"]])
def test_what_the_fast_clock_cannot_do_is_told_in_one_line(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--clock", "fast", *words]) == 2
    assert capfd.readouterr().err.startswith(f"tastkreis demo: {words[0]}: at the fast clock")


def test_who_has_won_is_heard_out_by_hands_that_do_not_wait_too(tmp_path: Path) -> None:
    events = demo(tmp_path / "events", "--clock", "fast", "--no-wait", "--variant", "duel", "--speed", "8")
    spoken = [event for event in events if event["type"] == "speech"]
    assert spoken[-1]["spoken"] == "finished"
    assert "gewonnen" in spoken[-1]["text"]
