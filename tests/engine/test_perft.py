"""Counts of plays to a depth of three or four: the table, the fast engine and the slow one agree."""

import json
from pathlib import Path

import brute_tac as brute
import pytest

from engine.tac.board.position import Position
from engine.tac.course.perft import after, open_state, perft, plays
from engine.tac.moves.situation import Setup
from engine.tac.settings.variants import VARIANTS

TABLE = Path(__file__).parent.parent / "golden" / "perft" / "tac.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
NAMES = [row["name"] for row in ROWS]
FEW = 1500
"""The slow engine counts no further than to about so many plays."""


def state_of(request):
    position = Position.parse(request["position"], VARIANTS[request["variant"]].seats)
    return open_state(Setup(request["variant"], request["deck"]), position, request["seat"], request["hands"])


def turn_of(request):
    hands = tuple(tuple(request["hands"].get(seat, ())) for seat in brute.Table(request["variant"]).seats)
    return brute.Turn(request["variant"], request["position"], hands, request["seat"])


def opened(position, seat, hands, variant="teams"):
    return open_state(Setup(variant, "master"), Position.parse(position, VARIANTS[variant].seats), seat, hands)


def test_table_is_large_and_varied():
    assert len(ROWS) >= 40
    assert {row["request"]["variant"] for row in ROWS} == set(VARIANTS)
    assert {row["request"]["deck"] for row in ROWS} == {"basic", "master"}
    assert all(len(row["counts"]) in (3, 4) for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_counts_of_the_table(row):
    assert perft(state_of(row["request"]), len(row["counts"])) == row["counts"]


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_counts_of_the_slow_engine(row):
    depth = sum(number <= FEW for number in row["counts"])
    assert brute.perft(turn_of(row["request"]), depth) == row["counts"][:depth]


def test_a_discard_is_one_result_of_each_kind_of_card():
    state = opened("A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A", {"A": ["2", "2", "3"], "B": ["1"]})
    assert perft(state, 3) == [2, 2, 3]


def test_a_seat_that_sits_out_discards_or_answers_with_tac():
    position = "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    state = opened(position, "A", {"A": ["8"], "B": ["tac", "2", "2"], "C": ["3"]})
    skipped = next(after(state, play) for play in plays(state) if play[1] and play[1][1] == "skip")
    found = [(card, result and result[1]) for card, result in plays(skipped)]
    assert found == [("tac", "20-28"), ("tac", "skip"), ("tac", None), ("2", None)]


def test_a_win_ends_the_game_or_is_answered():
    position = "A:A1,A2,A3,A4 B:20,y,y,y C:30,C2,C3,C4 D:y,y,y,y"
    hands = {"A": ["2"], "B": ["2", "tac"], "C": ["3"], "D": ["2"]}
    assert perft(opened(position, "C", hands), 1) == [2]
    assert perft(opened(position, "C", {**hands, "B": ["2", "5"]}), 2) == [2, 1]
    won = "A:A1,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:y,y,y,y"
    assert perft(opened(won, "D", hands), 2) == [0, 0]


def test_hands_are_passed_by_a_fool():
    position = "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    state = opened(position, "A", {"A": ["fool", "2"], "B": ["3"], "C": ["5"], "D": ["9"]})
    passed = next(after(state, play) for play in plays(state) if play[0] == "fool")
    assert passed.seat == "A"
    assert [result and result[1] for _, result in plays(passed)] == ["05-08"]


def test_under_a_devil_the_next_seat_plays():
    position = "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    state = opened(position, "A", {"A": ["devil"], "B": ["3"], "C": ["5"]})
    (play,) = plays(state)
    assert (after(state, play).seat, after(state, play).by) == ("B", "A")


def test_nobody_left_to_play():
    assert perft(opened("A:y,y,y,y C:y,y,y,y", "A", {}, "duel"), 2) == [0, 0]
    assert perft(opened("A:y,y,y,y C:y,y,y,y", "A", {"C": ["1"]}, "duel"), 2) == [1, 0]
    assert perft(opened("A:y,y,y,y C:y,y,y,y", "A", {"C": ["1"]}, "duel"), 0) == []
