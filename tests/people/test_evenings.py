"""Simulated evenings keep their word: legal games, true positions, and hands that rest no longer than promised."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.tac.board.position import Position
from tests.people.checks import at, frames, lines, mask_of, rests
from tests.people.drawn import LOOSE_QUIRKS, profile_of
from tests.people.evening import evening, save
from tests.people.habits import PROFILES
from tests.people.play import SEATS
from tests.people.quirks import Quirks
from tests.people.tac_game import tac
from tests.people.truth import Eyes
from tests.people.wire import crc16, sentence

CASES = [
    ("normal", "teams", "basic"), ("slow", "teams", "master"), ("hopper", "duel", "basic"),
    ("explorer", "teams", "master"), ("clumsy", "three-free", "basic"), ("trouble", "teams", "basic"),
    ("careless", "teams", "master"),
    ("rough", "team-of-four", "master"), ("careless-stuck", "teams", "basic"), ("ring", "teams", "basic"),
    ("careless-hands", "two-against-one", "basic"), ("careless-said", "teams", "basic"),
]  # fmt: skip
SEED = 5
LIMIT = 40


@cache
def made(profile: str, variant: str, deck: str) -> tuple[bytes, list[dict[str, Any]]]:
    return evening(SEED, profile, variant, deck, LIMIT)


def actions(truth: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in truth if "expect" in row]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case))
def test_the_game_of_the_truth_is_legal(case: tuple[str, str, str]) -> None:
    _, truth = made(*case)
    _, variant, deck = case
    game = tac(variant, deck)
    state = game.begin({"variant": variant, "deck": deck, "first": truth[0]["first"]})
    for row in actions(truth):
        assert (row["seat"], row.get("by")) == (state.seat, state.by)
        options = [*game.options(state, row["card"]), game.aside(state, row["card"])]
        option = next(o for o in options if o.action == row["action"])
        state = game.play(state, option)
        assert state.position == row["position"]


@pytest.mark.parametrize("case", [case for case in CASES if case[0] not in ("trouble", "rough")], ids=lambda c: c[0])
def test_the_board_shows_the_true_position_when_the_hands_are_off(case: tuple[str, str, str]) -> None:
    trace, truth = made(*case)
    found = frames(trace)
    game = tac(case[1], case[2])
    mask = mask_of(game.layout, truth[0]["mask"])
    seats = SEATS.get(case[1], "ABCD")
    shown = 0
    for row in truth[1:]:
        if "fault" in row:
            mask &= ~(1 << game.layout.holes.index(row["cell"]))
        if "expect" not in row or not row["changes"]:
            continue
        eyes = Eyes(game.layout, mask)
        wanted = eyes.see_picture(Position.parse(row["position"], seats).picture())
        quiet = [eyes.see(f.wire) for f in found if row["t_quiet"] <= f.t <= row["t_quiet"] + 0.3]
        shown += wanted in (quiet or [eyes.see(at(found, row["t_quiet"] + 0.3).wire)])
    assert shown >= sum(row["changes"] for row in actions(truth)) - 2  # a lost or flickering line now and then


@pytest.mark.parametrize("profile", ["normal", "slow", "quick", "slider", "hopper", "ring"])
def test_nobody_rests_long_on_the_end_of_another_action(profile: str) -> None:
    trace, truth = evening(SEED, profile, "teams", "basic", LIMIT)
    game = tac("teams", "basic")
    eyes = Eyes(game.layout, mask_of(game.layout, truth[0]["mask"]))
    shown = rests(frames(trace), eyes)
    longest = max(pace.hold for pace in PROFILES[profile].paces)
    state = game.begin({"variant": "teams", "deck": "basic", "first": truth[0]["first"]})
    for row in actions(truth):
        options = game.options(state, row["card"])
        mine = next((o for o in options if o.action == row["action"]), game.aside(state, row["card"]))
        other = {eyes.see_picture(o.picture) for o in options} - {eyes.see_picture(mine.picture)}
        for begin, end, seen in shown:
            if seen in other and begin > row["t_first"] and end < row["t_done"] + 0.1:
                assert end - begin < longest + 0.005
        state = game.play(state, mine)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case))
def test_mistakes_stay_long_enough_and_are_repaired(case: tuple[str, str, str]) -> None:
    _, truth = made(*case)
    by_number = {row["n"]: row for row in actions(truth)}
    for row in truth[1:]:
        if "mistake" not in row:
            continue
        assert row["start"] <= row["shown"] <= row["repair"] - 3.5
        assert row["repair"] <= row["repaired"] <= by_number[row["n"]]["t_done"] + 1e-6 or row["demand"] == "reaction"
        assert row["rules"] == sorted(row["rules"])
        assert ("again" in row) is (row["how"] == "restore")


def test_every_kind_of_mistake_is_made_by_somebody() -> None:
    kinds = set()
    for seed in range(2):
        for profile, deck in (("careless-quick", "basic"), ("careless", "master")):
            _, truth = evening(seed, profile, "teams", deck, 160)
            kinds |= {row["mistake"] for row in truth[1:] if "mistake" in row}
    assert len(kinds) >= 11


def test_times_run_forward_and_cards_come_in_order() -> None:
    trace, truth = made("normal", "teams", "basic")
    times = [t for t, _ in lines(trace)]
    assert times == sorted(times)
    cards = [row["t_card"] for row in actions(truth)]
    assert cards == sorted(cards)
    assert all(row["t_next"] > row["t_quiet"] >= row["t_done"] for row in actions(truth))


def test_a_captured_piece_that_is_taken_away_last_to_a_yard_without_sensors_waits_for_what_follows() -> None:
    last = evening(6, "ring", limit=12)[1][-1]
    assert last["action"] == "42-49"
    assert last["optional"]


def test_trouble_is_really_on_the_wire() -> None:
    trace, truth = evening(1, "trouble", "teams", "basic", 150)
    received = frames(trace)
    numbers = [frame.seq for frame in received]
    pairs = list(pairwise(numbers))
    assert any(a == b for a, b in pairs), "no doubled line"
    assert any((b - a) % 65536 > 1 for a, b in pairs), "no lost line"
    assert any(b < a for a, b in pairs), "no wrap and no restart"
    sentences = [data for _, data in lines(trace) if data.startswith(b"$")]
    assert any(b"%04X" % crc16(data[1:-5]) != data[-4:] for data in sentences), "no damaged line"
    assert sum("board" in row for row in truth[1:]) == trace.count(b"!unplugged") + trace.count(b"!plugged")


@pytest.mark.parametrize("habit", ["rough", "drawn"])
def test_the_same_seed_gives_the_same_evening(habit: str) -> None:
    assert evening(7, habit, "teams", "master", 15) == evening(7, habit, "teams", "master", 15)


def test_people_drawn_by_lot_are_others_each_time_and_leave_one_right_answer() -> None:
    drawn = [profile_of("drawn", seed) for seed in range(200)]
    assert len({repr(people) for people in drawn}) == 200
    chances = [item.name for item in fields(Quirks) if item.type == "float"]
    had = {name for name in chances if any(getattr(people.quirks, name) for people in drawn)}
    assert had == set(chances) - set(LOOSE_QUIRKS)


def test_people_drawn_by_lot_play_legal_games() -> None:
    for seed in range(6):
        _, truth = evening(seed, "drawn", "teams", "basic", 20)
        game, head = tac(), truth[0]
        state = game.begin({"variant": "teams", "deck": "basic", "first": head["first"], "position": head["start"]})
        for row in actions(truth):
            options = [*game.options(state, row["card"]), game.aside(state, row["card"])]
            state = game.play(state, next(o for o in options if o.action == row["action"]))
            assert state.position == row["position"]


def test_an_evening_is_saved_beside_its_truth(tmp_path: Path) -> None:
    trace, truth = made("normal", "teams", "basic")
    path = Path(save(str(tmp_path), trace, truth))
    assert path.read_bytes() == trace
    rows = [json.loads(line) for line in path.with_name(path.stem + ".truth.jsonl").read_text().splitlines()]
    assert rows == truth


def test_sums_are_those_of_the_protocol() -> None:
    assert crc16(b"123456789") == 0x29B1
    assert sentence("HELLO,0,50,1,tastkreis-01,1.0.0,tac64,FFFFFFFFFFFFFFFFFFFFFFFF").endswith(b"*3815")


def test_no_sentence_overtakes_another() -> None:
    for profile in ("slow", "ring", "quick"):
        trace, _ = evening(3, profile, "teams", "basic", 120)
        numbers = [frame.seq for frame in frames(trace)]
        assert numbers == sorted(numbers)
