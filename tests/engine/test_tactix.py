"""TACTIX: dice that roll, ways that turn, ends and draws; the fast engine against a slow one."""

from __future__ import annotations

import json
import random
from pathlib import Path

import brute_tactix as brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction, InvalidNotation
from engine.registry import commands
from engine.tactix.dice import DICE, PIECES, TEXTS, Die, die_of, turned
from engine.tactix.moves import after, moves, perft, results
from engine.tactix.paths import SQUARES
from engine.tactix.position import START, VARIANTS, Position, start
from engine.tactix.state import begin

TABLE = Path(__file__).parent.parent / "golden" / "perft" / "tactix.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
HEADER = {"game": "tactix", "notation": 1, "variant": "full"}
DICE_OF = {side: [text for text in PIECES if text[0] == side and text[1] != "K"] for side in "wb"}


@st.composite
def positions(draw):
    """Positions that can be, with a side to move."""
    variant = draw(st.sampled_from(VARIANTS))
    goals = {"w": {"e9"}, "b": {"e1"}}
    squares = draw(st.permutations(SQUARES).map(list))
    board = {}
    for side in "wb":
        barred = goals[side] | ({"e5"} if variant == "short" else set())
        square = next(one for one in squares if one not in barred)
        squares.remove(square)
        board[square] = f"{side}K"
        for piece in draw(st.lists(st.sampled_from(DICE_OF[side]), max_size=8)):
            board[squares.pop()] = piece
    return brute.write(board, draw(st.sampled_from("wb"))), variant


def test_the_start_is_as_the_rules_say():
    right = {5: 6, 1: 5, 2: 1, 6: 2}
    position = start()
    assert str(position) == START
    tops = []
    for piece in position.pieces[:9]:
        die = die_of(piece)
        tops.append(die.top if die else "K")
        if die:
            assert (die.front, die.right) == (3, right[die.top])
    assert tops == [5, 1, 2, 6, "K", 6, 2, 1, 5]


def test_dice_are_the_24_ways_of_a_western_die():
    assert len(set(DICE)) == 24
    assert all(brute.painted(die.top, die.front)["east"] == die.right for die in DICE)
    assert len(TEXTS) == 50


@pytest.mark.parametrize("tips", ["NNNN", "EEEE", "NS", "EW", "NNEENNEE"])
def test_tips_that_come_back(tips):
    assert all(turned(tips)[piece] == piece for piece in TEXTS)


@given(st.sampled_from(DICE), st.text("NESW", max_size=6))
def test_tips_of_the_table_are_tips_of_a_real_die(die, tips):
    real, names = brute.painted(die.top, die.front), {"N": "up", "E": "right", "S": "down", "W": "left"}
    for tip in tips:
        real = brute.rolled(real, names[tip])
    number = DICE.index(die) + 1
    assert die_of(turned(tips)[number]) == Die(real["top"], real["south"], real["east"])


@settings(max_examples=60, deadline=None)
@given(positions())
def test_results_of_the_slow_engine(case):
    text, variant = case
    position = Position.parse(text, variant)
    assert str(position) == text
    found = results(position, variant)
    assert found == brute.results(text, variant)
    made = {str(after(position, move, variant)): move.action for move in moves(position)}
    assert made == found


@settings(max_examples=30, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_results_parse_back_and_are_reached_by_their_action(case, lot):
    text, variant = case
    position = Position.parse(text, variant)
    state = begin(variant, position)
    found = results(position, variant)
    for key in lot.sample(sorted(found), min(8, len(found))):
        assert str(Position.parse(key, variant)) == key
        if not state.is_over:
            assert str(state.play(position.side, found[key]).position) == key


def test_the_other_way_with_the_same_end_is_understood():
    state = begin("full", Position.parse("a1=wK e5=w41 i9=bK w", "full"))
    one, other = (state.play("w", action).position for action in ("e5-e7-g7", "e5-g5-g7"))
    assert one == other
    assert "e5-g5-g7" not in results(state.position, "full").values()
    blocked = Position.parse("a1=wK e5=w41 e6=w53 i9=bK w", "full")
    assert "e5-g5-g7" in results(blocked, "full").values()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_table(row):
    request = row["request"]
    position = Position.parse(request["position"], request["variant"])
    depth = sum(count <= 120_000 for count in row["counts"])
    assert perft(position, request["variant"], depth) == row["counts"][:depth]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_slow_engine(row):
    depth = sum(count <= 2_000 for count in row["counts"])
    request = row["request"]
    assert brute.perft(request["position"], request["variant"], depth) == row["counts"][:depth]


def play(state, *actions):
    for number, action in enumerate(actions):
        assert not state.is_over, number
        state = state.play(state.seat, action)
    return state


def test_a_position_that_stands_for_the_third_time_is_a_draw():
    state = begin("full", Position.parse("a1=wK i1=w53 i9=bK w", "full"))
    to_and_fro = ("a1-a2", "i9-i8", "a2-a1", "i8-i9")
    state = play(state, *to_and_fro, *to_and_fro)
    assert (state.draw, state.winner, state.moves()) == ("repetition", None, [])


def test_a_capture_begins_the_count_anew():
    state = begin("full", Position.parse("a1=wK b1=b13 i1=w53 i9=bK w", "full"))
    state = play(state, "a1-b1")
    assert (state.quiet, len(state.seen)) == (0, 1)


def quiet_walk(length):
    """So many moves without a capture, by lot, and the game still goes on."""
    lot = random.Random(5)
    while True:
        state = begin("full", Position.parse("a1=wK e5=w12 a9=bK w", "full"))
        while not state.is_over and state.quiet < length:
            found = [move for move in state.moves() if not state.after(move).is_over and not move.captured]
            if not found:
                break
            state = state.after(lot.choice(found))
        if state.quiet == length:
            return state


def test_fifty_moves_of_each_side_without_capture_are_a_draw():
    state = quiet_walk(99)
    ends = [state.after(move) for move in state.moves()]
    assert {end.draw for end in ends if end.winner is None and end.quiet} <= {"fifty", "repetition"}
    assert any(end.draw == "fifty" for end in ends)


def test_who_cannot_move_draws():
    before = begin("full", Position.parse("a1=wK b1=w65 c1=b13 a2=w64 b2=b13 a4=b12 i9=bK b", "full"))
    assert before.draw is None
    state = play(before, "a4-a3")
    assert str(state.position) == "a1=wK b1=w65 c1=b13 a2=w64 b2=b13 a3=b51 i9=bK w"
    assert (state.draw, state.moves()) == ("no-move", [])
    record = [json.dumps({**HEADER, "position": str(state.position)})]
    assert list(commands("tactix").replay(record)) == [{"winner": None, "plies": 0, "draw": "no-move"}]
    with pytest.raises(IllegalAction, match=r"X3\.2"):
        state.play("w", "a1-a2")


@pytest.mark.parametrize(("position", "action", "winner"), [
    ("e8=wK a9=bK w", "e8-e9", "w"),
    ("a1=wK a2=b14 i9=bK b", "a2-a1", "b"),
    ("e2=bK i9=wK b", "e2-e1", "b"),
])  # fmt: skip
def test_ends(position, action, winner):
    state = begin("full", Position.parse(position, "full"))
    assert play(state, action).winner == winner


def test_the_short_game_is_won_in_the_centre():
    text = "e4=wK i9=bK w"
    assert play(begin("short", Position.parse(text, "short")), "e4-e5").winner == "w"
    assert play(begin("full", Position.parse(text, "full")), "e4-e5").winner is None


def test_a_winning_move_wins_whatever_else_is_true():
    state = begin("full", Position.parse("e8=wK a9=bK w", "full"))._replace(quiet=99)
    assert play(state, "e8-e9").draw is None


@pytest.mark.parametrize(("position", "action", "rule", "key"), [
    (START, "b1-b2-c2", "X2.1", "tactix-too-many"),
    (START, "a1-a4", "X2.1", "tactix-too-few"),
    (START, "e1-e3", "X2.1", "tactix-king-one"),
    (START, "a1-a1", "X2.1", "tactix-stays"),
    (START, "a1-c3", "X2.2", "tactix-diagonal"),
    (START, "a1-a3-a2", "X2.2", "tactix-no-turn"),
    (START, "a1-a3-a6", "X2.2", "tactix-no-turn"),
    (START, "a1-a6-a6", "X2.2", "tactix-no-turn"),
    (START, "a1-a3-b3-b5", "X2.2", "tactix-two-turns"),
    (START, "a1-f1", "X2.3", "tactix-jump"),
    (START, "e1-f1", "X2.3", "tactix-own-piece"),
    (START, "e5-e6", "X4.2", "tactix-no-piece"),
    (START, "b9-b8", "X4.2", "tactix-not-own"),
    ("a9=bK e9=wK won:w", "a9-a8", "X3.1", "tactix-won"),
])  # fmt: skip
def test_broken_rules_are_named(position, action, rule, key):
    state = begin("full", Position.parse(position, "full"))
    with pytest.raises(IllegalAction) as raised:
        state.play(state.seat, action)
    explanation = raised.value.explanation
    assert (explanation.rule, explanation.key) == (rule, key)
    assert explanation.facts["seat"] == state.seat


@pytest.mark.parametrize("text", [
    "", "w", START[:-2], START.replace("a1=w53 b1=w13", "b1=w13 a1=w53"), START + " w", START.replace(" ", "  ", 1),
    START.replace("w53", "w52", 1), START.replace("w53", "w55", 1), START.replace("w53", "W53", 1),
    START.replace("e1=wK", "e1=wK e2=wK"), START.replace("e1=wK ", ""), START.replace("e9=bK ", ""),
    START[:-1] + "won:w", START[:-1] + "won:x", START[:-1] + "x", START.replace(" w", " a3=w13 w"), "e9=wK a9=bK w",
    START.replace("i9=b54", "j9=b54"), "a9=bK e9=wK w", "a9=bK e9=wK won:b", START[:-1] + "W", "a1 w", "a1= w",
])  # fmt: skip
def test_texts_that_are_no_position(text):
    with pytest.raises(InvalidNotation):
        Position.parse(text, "full")


@pytest.mark.parametrize("change", [
    {"variant": "long"}, {"variant": None}, {"position": 7}, {"position": "w"}, {"seat": "w"}, {"game": "tac"},
])  # fmt: skip
def test_bad_questions(change):
    question = {"game": "tactix", "variant": "full", "position": START}
    assert len(commands("tactix").legal(question)) == 37
    with pytest.raises(InvalidNotation):
        commands("tactix").legal({**question, **change})


@pytest.mark.parametrize("line", [
    {"seat": "A", "action": "a1-a6"}, {"seat": "w"}, {"action": "a1-a6"}, {"seat": "w", "action": "a1"},
    {"seat": "w", "action": "a1-a0"}, {"seat": "w", "action": "a1-a6", "card": "1"}, {"seat": "w", "action": 7},
    {"seat": "w", "action": "a1 a6"}, {"note": 7}, {"deal": {}}, {}, {"seat": "w", "action": "a1-a6\n"},
    {"note": "", "seat": "w"},
])  # fmt: skip
def test_bad_lines_of_a_record_are_named_with_their_number(line):
    with pytest.raises(InvalidNotation, match="line 3"):
        list(commands("tactix").replay([json.dumps(HEADER), '{"note":"x"}', json.dumps(line)]))


@pytest.mark.parametrize("change", [
    {"notation": 2}, {"notation": True}, {"notation": None}, {"variant": "x"}, {"dealer": "A"}, {"position": None},
    {"position": "x"}, {"game": "tac"},
])  # fmt: skip
def test_bad_first_lines(change):
    with pytest.raises(InvalidNotation):
        list(commands("tactix").replay([json.dumps({**HEADER, **change})]))


def test_records_that_end_at_once():
    header = {**HEADER, "position": "a9=bK e9=wK won:w"}
    assert list(commands("tactix").replay([json.dumps(header)])) == [{"winner": ["w"], "plies": 0}]
    *_, last = commands("tactix").replay([json.dumps(header), '{"seat":"b","action":"a9-a8"}'])
    assert (last["ply"], last["violation"].rule) == (1, "X3.1")
