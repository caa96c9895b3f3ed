"""TacTiki: columns, attacks, statues, secrets; the fast engine against a slow one."""

from __future__ import annotations

import json
import random
from pathlib import Path

import brute_tactiki as brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction, InvalidNotation
from engine.registry import commands
from engine.tactiki.board import STEPS, piece
from engine.tactiki.clash import compared
from engine.tactiki.explain import read_action
from engine.tactiki.match import play_game
from engine.tactiki.moves import actions, results, settled
from engine.tactiki.players import BUILT_IN
from engine.tactiki.position import Position
from engine.tactiki.setup import explain_setup, read_placing, write_placing
from engine.tactiki.state import State, begin

TABLE = Path(__file__).parent.parent / "golden" / "perft" / "tactiki.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
HEADER = {"game": "tactiki", "notation": 1}
SETUP = {"setup": {"T": "a1=23,b1=34,c1=25,d1=54,e1=11", "K": "a5=35,b5=44,c5=52,d5=31,e5=12"}}
OPEN = "T:a1.1=2,a1.2=3,b1.1=3 K:a2.1=4,a2.2=1,c5.1=5+2 T 2"


@st.composite
def positions(draw, hides=True):
    """Positions that can be, before the end, with some ranks unknown."""
    pieces = [(side, rank) for side in "TK" for rank in "1122334455"]
    pieces = draw(st.permutations(pieces))[: draw(st.integers(4, 20))]
    columns, gone = {square: [] for square in brute.SQUARES}, {"T": [], "K": []}
    squares = draw(st.lists(st.sampled_from(brute.SQUARES), min_size=3, max_size=16))
    for side, rank in pieces:
        if hides and draw(st.integers(0, 3)) == 0:
            rank = "?"
        square = draw(st.sampled_from([*squares, None]))
        own = [owner for owner, _ in columns.get(square, ())]
        if square is None or (square[1] == brute.HOME[brute.FOE[side]] and own.count(side) == 4):
            gone[side].append(rank)
        else:
            columns[square].append([side, rank])
    return brute.write(columns, gone, draw(st.sampled_from(["T 1", "T 2", "K 1", "K 2"])))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_results_of_the_slow_engine(text):
    position = Position.parse(text)
    assert str(position) == text
    found = results(position)
    assert found == brute.results(text)
    assert len(found) == len(actions(position)), "each result once"


@settings(max_examples=80, deadline=None)
@given(positions(hides=False))
def test_results_parse_back_and_are_reached_by_their_action(text):
    state = begin(Position.parse(text))
    found = {} if state.is_over else results(state.board)
    for key, action in found.items():
        after = key.partition("#")[0]
        assert str(Position.parse(after)) == after
        assert str(state.play(state.board.side, action).position) == after


@settings(max_examples=60, deadline=None)
@given(positions())
def test_what_is_no_result_breaks_a_rule(text):
    state = begin(Position.parse(text))
    if state.is_over:
        return
    side, allowed = state.board.side, set(results(state.board).values())
    known = {str(action) for action in actions(state.board)}
    assert known == allowed
    for origin in brute.SQUARES:
        for target in brute.SQUARES:
            if f"{origin}-{target}" not in allowed:
                with pytest.raises(IllegalAction):
                    state.play(side, f"{origin}-{target}")


@settings(max_examples=60, deadline=None)
@given(positions(hides=False), st.sampled_from("TK"))
def test_a_view_shows_no_rank_that_was_not_shown(text, seat):
    position = Position.parse(text)
    seen = str(position.view(seat))
    _, gone, _ = brute.read(text)
    columns, gone_seen, _ = brute.read(seen)
    assert all((rank == "?") == (owner != seat) for column in columns.values() for owner, rank in column)
    assert gone_seen == {side: sorted(ranks) for side, ranks in gone.items()}, "who is defeated was shown"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_table(row):
    depth = sum(count <= 60_000 for count in row["counts"])
    assert commands("tactiki").perft(row["request"], depth) == row["counts"][:depth]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_slow_engine(row):
    depth = sum(count <= 300 for count in row["counts"])
    assert brute.perft(row["request"]["position"], depth) == row["counts"][:depth]


@pytest.mark.parametrize(("one", "other", "end"), [
    (1, 5, "wins"), (5, 1, "loses"), (5, 4, "wins"), (2, 1, "wins"), (1, 2, "loses"), (3, 3, "ties"), (1, 1, "ties"),
])  # fmt: skip
def test_one_beats_five(one, other, end):
    assert compared(one, other) == end


def test_steps_of_the_corners():
    assert STEPS["T"][0] == (5, 1)
    assert STEPS["K"][24] == (19, 23)
    assert STEPS["T"][20] == STEPS["K"][4] == ()


def played(position, action, shown=None):
    state = begin(Position.parse(position))
    return state.play(state.board.side, action, shown)


def test_an_attack_goes_on_until_it_ends():
    column = "T:a1.1={} K:a2.1=1,a2.2=2,a2.3=3 T 2"
    ends = {
        "4": "T:a2.1=4 K:+123 T 1", "3": "T:a2.4=3 K:a2.1=1,a2.2=2,a2.3=3 T 1",
        "2": "T:+2 K:a2.1=1,a2.2=2,a2.3=3 K 2", "5": "T:+5 K:a2.1=1+23 K 2",
    }  # fmt: skip
    for rank, end in ends.items():
        assert str(played(column.format(rank), "a1-a2").position) == end


def test_an_attack_stops_at_an_own_piece():
    after = played("T:a1.1=4,a2.2=1 K:a2.1=5,a2.3=2 T 2", "a1-a2")
    assert str(after.position) == "T:a2.2=1,a2.3=4 K:a2.1=5+2 T 1"


def test_shown_ranks_are_known_from_then_on():
    after = played("T:a1.1=? K:a2.1=?,a2.2=? T 2", "a1-a2", (4, 3, 4))
    assert str(after.position) == "T:a2.2=4 K:a2.1=4+3 T 1"
    assert str(after.view("K").position) == str(after.position)
    back = begin(Position.parse("T:a1.1=4 K:a2.1=4,b5.1=3 T 2")).play("T", "a1-a2")
    assert str(back.view("K").position) == "T:a2.2=4 K:a2.1=4,b5.1=3 T 1"
    assert str(back.view("T").position) == "T:a2.2=4 K:a2.1=4,b5.1=? T 1"


def test_a_reincarnation_is_a_secret_again():
    state = begin(Position.parse("T:b1.1=2,c1.1=2+34 K:c5.1=1 T 2")).play("T", "reincarnate:3@a1")
    assert str(state.position) == "T:a1.1=3,b1.1=2,c1.1=2+4 K:c5.1=1 K 2"
    assert str(state.view("K").position) == "T:a1.1=?,b1.1=?,c1.1=?+? K:c5.1=1 K 2"
    hidden = begin(Position.parse("T:b1.1=2,c1.1=2+34 K:c5.1=1 T 2")).play("T", "reincarnate:?@a1")
    assert str(hidden.position) == "T:a1.1=?,b1.1=2,c1.1=2+? K:c5.1=1 K 2"


def test_a_statue_wins_at_once_and_what_lies_between_is_no_matter():
    text = "T:a4.1=5,a5.1=1,a5.3=2,a5.4=3,a5.5=4 K:b2.1=2,a5.2=1 T 2"
    after = played(text, "a4-a5")
    assert (after.winner, str(after.position).split()[-1]) == ("T", "won:T")
    assert commands("tactiki").legal({"game": "tactiki", "position": str(after.position)}) == {}


def test_a_second_step_that_is_not_possible_is_omitted():
    assert str(played("T:a4.1=5 K:c5.1=2 T 2", "a4-a5").position) == "T:a5.1=5 K:c5.1=2 K 2"


def test_a_turn_without_any_possibility_passes():
    after = played("T:a1.1=5 K:c2.1=2 K 1", "c2-c1")
    assert str(after.position) == "T:a1.1=5 K:c1.1=2 T 2"
    assert str(after.play("T", "a1-a2").play("T", "a2-a3").position) == "T:a3.1=5 K:c1.1=2 T 2"
    assert str(settled(Position.parse("T:a3.1=5 K:c1.1=2 K 2"))) == "T:a3.1=5 K:c1.1=2 T 2"
    assert str(begin(Position.parse("T:a5.1=5 K:c2.1=2 T 1")).position) == "T:a5.1=5 K:c2.1=2 K 2"


def test_nobody_can_do_anything():
    after = played("T:a5.1=5 K:c2.1=2 K 1", "c2-c1")
    assert (after.draw, str(after.position)) == ("no-move", "T:a5.1=5 K:c1.1=2 T 2")
    assert after.actions() == []
    with pytest.raises(IllegalAction, match=r"K4\.2"):
        after.play("T", "a5-a4")


def walk(quiet, steps=1):
    return begin(Position.parse(f"T:a2.1=5 K:c4.1=2 T {steps}"))._replace(quiet=quiet)


@pytest.mark.parametrize(("action", "quiet", "draw"), [("a2-b2", 200, "no-progress"), ("a2-a3", 0, None)])
def test_200_steps_aside_are_a_draw(action, quiet, draw):
    for steps in (1, 2):
        after = walk(199, steps).play("T", action)
        assert (after.quiet, after.draw) == (quiet, draw)
        if draw:
            assert str(after.position) == "T:b2.1=5 K:c4.1=2 K 2"
            assert after.actions() == []


def test_a_defeat_or_a_reincarnation_is_progress():
    sideways = begin(Position.parse("T:a2.1=5 K:b2.1=2,c4.1=2 T 2"))._replace(quiet=7)
    assert sideways.play("T", "a2-b2").quiet == 0
    tie = begin(Position.parse("T:a2.1=2 K:b2.1=2,c4.1=2 T 2"))._replace(quiet=7)
    assert tie.play("T", "a2-b2").quiet == 8
    back = begin(Position.parse("T:a2.1=5+1 K:c4.1=2 T 2"))._replace(quiet=7)
    assert back.play("T", "reincarnate:1@a1").quiet == 0


@pytest.mark.parametrize(("position", "seat", "action", "shown", "rule", "key"), [
    (OPEN, "K", "c5-c4", None, "K2.1", "tactiki-out-of-turn"),
    (OPEN, "T", "d1-d2", None, "K2.3", "tactiki-no-piece"),
    (OPEN, "T", "c5-c4", None, "K2.3", "tactiki-not-own"),
    ("T:e1.1=1,a3.1=2 K:a3.2=2,b5.1=3 T 2", "T", "a3-a4", None, "K2.3", "tactiki-not-on-top"),
    (OPEN, "T", "b1-a2", None, "K2.3", "tactiki-diagonal"),
    (OPEN, "T", "b1-d1", None, "K2.3", "tactiki-too-far"),
    (OPEN, "T", "b1-b1", None, "K2.3", "tactiki-too-far"),
    ("T:b2.1=2 K:c5.1=1 T 2", "T", "b2-b1", None, "K2.3", "tactiki-backward"),
    ("T:b2.1=2 K:b4.1=1 K 2", "K", "b4-b5", None, "K2.3", "tactiki-backward"),
    ("T:b1.1=1,a5.1=2 K:c5.1=1 T 2", "T", "a5-b5", None, "K2.4", "tactiki-arrived"),
    ("T:a1.1=2 K:b1.1=1,c5.1=3 T 2", "T", "a1-b1", None, "K2.4", "tactiki-safe"),
    (OPEN, "T", "reincarnate:1@c1", None, "K2.5", "tactiki-not-defeated"),
    (OPEN, "T", "reincarnate:?@c1", None, "K2.5", "tactiki-not-defeated"),
    (OPEN.replace(" K:", "+1 K:"), "T", "reincarnate:2@c1", None, "K2.5", "tactiki-not-defeated"),
    (OPEN.replace(" K:", "+1 K:"), "T", "reincarnate:1@a1", None, "K2.5", "tactiki-start-taken"),
    (OPEN.replace(" K:", "+1 K:"), "T", "reincarnate:1@c2", None, "K2.5", "tactiki-not-a-start"),
    (OPEN.replace(" K:", "+1 K:").replace("T 2", "T 1"), "T", "reincarnate:1@c1", None, "K2.5", "tactiki-after-step"),
    (OPEN.replace(" K:", "+? K:"), "T", "reincarnate:3@c1", None, "K1.2", "tactiki-rank-count"),
    (OPEN, "T", "a1-a2", (2, 1, 4), "K3.1", "tactiki-wrong-rank"),
    (OPEN, "T", "a1-a2", (3, 2), "K3.1", "tactiki-wrong-rank"),
    (OPEN, "T", "a1-a2", (3, 1), "K3.3", "tactiki-too-few-shown"),
    (OPEN, "T", "a1-a2", (3,), "K3.3", "tactiki-too-few-shown"),
    (OPEN, "T", "a1-a2", (3, 1, 4, 4), "K3.3", "tactiki-too-many-shown"),
    (OPEN, "T", "b1-b2", (3, 1), "K3.1", "tactiki-nobody-attacked"),
    ("T:a1.1=3 K:a2.1=?,b2.1=2,c2.1=2 T 2", "T", "a1-a2", (3, 2), "K1.2", "tactiki-rank-count"),
])  # fmt: skip
def test_broken_rules_are_named(position, seat, action, shown, rule, key):
    state = begin(Position.parse(position))
    with pytest.raises(IllegalAction) as raised:
        state.play(seat, action, shown)
    explanation = raised.value.explanation
    assert (explanation.rule, explanation.key) == (rule, key)
    assert explanation.facts["seat"] in (seat, "K")


def test_an_attack_that_hangs_on_an_unknown_rank_has_to_be_told():
    with pytest.raises(InvalidNotation, match="shown"):
        played("T:a1.1=? K:a2.1=2 T 2", "a1-a2")
    assert played("T:a1.1=1 K:a2.1=?,a2.2=2 T 2", "a1-a2").board.gone("T"), "the second one is never met"


@pytest.mark.parametrize(("side", "text", "key"), [
    ("T", "a1=23,b1=34,c1=25,d1=54,e1=11", None), ("T", "e1=23,b1=34,c1=25,d1=54,a1=11", None),
    ("K", "a5=??,b5=?3,c5=??,d5=??,e5=??", None), ("T", "a1=23,b1=34,c1=25,d1=54", "tactiki-setup-count"),
    ("T", "a5=23,b1=34,c1=25,d1=54,e1=11", "tactiki-setup-square"), ("T", "a1=234,b1=3,c1=25,d1=54,e1=11",
    "tactiki-setup-count"), ("T", "a1=23,b1=33,c1=25,d1=54,e1=11", "tactiki-rank-count"),
])  # fmt: skip
def test_setups(side, text, key):
    placing = read_placing(side, text)
    assert write_placing(placing) == text
    wrong = explain_setup({side: placing, brute.FOE[side]: None})
    assert (wrong and wrong.key) == key


def test_setups_out_of_time():
    lines = [json.dumps(line) for line in (HEADER, SETUP, {"seat": "K", "action": "a5-a4"}, SETUP)]
    *_, end = commands("tactiki").replay(lines)
    assert (end["ply"], end["violation"].key) == (2, "tactiki-setup-done")
    *_, end = commands("tactiki").replay([lines[0], lines[2]])
    assert (end["ply"], end["violation"].key) == (1, "tactiki-setup-first")
    assert list(commands("tactiki").replay(lines[:1])) == [{"winner": None, "plies": 0}]


@pytest.mark.parametrize(("old", "new"), [
    ("T:", "t:"), (" T 2", ""), (" T 2", " T 3"), (" T 2", " T"), (" T 2", " won:T"), (" T 2", " won:X"),
    ("a1.1", "a1.2"), ("a1.1=2,a1.2=3", "a1.2=3,a1.1=2"), ("a1.1=2,", ""), ("b1.1=3", "b1.1=6"), ("b1.1=3", "b1.1="),
    ("b1.1", "b1.01"), ("b1.1", "f1.1"), ("b1.1", "b6.1"), ("+2", "+"), ("+2", "+21"), ("+2", "+?1"), ("+2", "+6"),
    ("b1.1=3", "b1.1=3,"),
    ("c5.1=5", "a2.1=5"), ("c5.1=5", "a1.1=5"), ("+2", "+222"), ("+2", "+22?????????"), (" K:", "  K:"), (" K:", " T:"),
    ("T 2", "T 2 "), ("b1.1=3", "c1.1=3,b1.1=3"), ("a1.2=3", "a1.3=3"),
])  # fmt: skip
def test_texts_that_are_no_position(old, new):
    assert str(Position.parse(OPEN)) == OPEN
    with pytest.raises(InvalidNotation):
        Position.parse(OPEN.replace(old, new, 1))


def test_a_statue_that_nobody_claims_is_no_position():
    text = "T:a5.1=1,a5.2=2,a5.3=3,a5.4=4,a5.5=5 K:c5.1=1 {}"
    assert Position.parse(text.format("won:T")).winner == "T"
    for end in ("T 2", "K 1", "won:K"):
        with pytest.raises(InvalidNotation):
            Position.parse(text.format(end))


@pytest.mark.parametrize("change", [{"seat": "T"}, {"position": None}, {"position": ""}, {"game": "tac"}, {"x": "1"}])
def test_bad_questions(change):
    question = {"game": "tactiki", "position": OPEN}
    assert len(commands("tactiki").legal(question)) == 5
    with pytest.raises(InvalidNotation):
        commands("tactiki").legal({**question, **change})


@pytest.mark.parametrize("line", [
    {"seat": "A", "action": "a1-a2"}, {"seat": "T"}, {"seat": "T", "action": "a1"}, {"seat": "T", "action": "a1-a6"},
    {"seat": "T", "action": "reincarnate:3"}, {"seat": "T", "action": "reincarnate:6@a1"}, {"setup": None},
    {"seat": "T", "action": "reincarnate:3@a1", "shown": "33"}, {"seat": "T", "action": "a1-a2", "shown": ""},
    {"seat": "T", "action": "a1-a2", "shown": "3?"}, {"seat": "T", "action": "a1-a2", "shown": None}, {"setup": {}},
    {"seat": "T", "action": "a1-a2", "shown": [3, 4]}, {"setup": {"T": None}}, {"setup": {"T": "a1", "K": None}},
    {"setup": {"T": "a1=23,a1=32", "K": None}}, {"setup": {"T": "a1=67", "K": None}}, {"setup": {"T": 7, "K": None}},
    {"seat": "T", "action": "a1-a2", "draw": None}, {"deal": {}}, {"setup": {"T": "", "K": None}},
])  # fmt: skip
def test_bad_lines_of_a_record_are_named_with_their_number(line):
    with pytest.raises(InvalidNotation, match="line 2"):
        list(commands("tactiki").replay([json.dumps(HEADER), json.dumps(line)]))


def test_what_hangs_on_unknown_ranks_names_its_line():
    header = {**HEADER, "position": "T:a1.1=? K:a2.1=2 T 2"}
    lines = [json.dumps(line) for line in (header, {"note": "x"}, {"seat": "T", "action": "a1-a2"})]
    with pytest.raises(InvalidNotation, match="line 3"):
        list(commands("tactiki").replay(lines))


@pytest.mark.parametrize("change", [{"variant": "full"}, {"position": "x"}, {"position": 7}, {"notation": "1"}])
def test_bad_first_lines(change):
    with pytest.raises(InvalidNotation):
        list(commands("tactiki").replay([json.dumps({**HEADER, **change})]))


class Watching:
    """Plays by lot; keeps what it saw of the opponent."""

    def __init__(self) -> None:
        self.seen: list[tuple[State, str]] = []

    def place(self, side, lot):
        return BUILT_IN["random"].place(side, lot)

    def choose(self, sight, found, lot):
        self.seen.append((sight, sight.board.side))
        return found[int(lot.random() * len(found))]


def test_players_see_only_what_was_shown_and_a_tracker_without_secrets_sees_the_same():
    for seed in range(3):
        watching = Watching()
        state, _, plays = play_game({"T": watching, "K": BUILT_IN["greedy"]}, random.Random(seed))
        assert state.is_over
        # Somebody who is told nothing but what the rules reveal comes to the same knowledge as the view.
        table = begin().set_up({"T": None, "K": None})
        views = iter(watching.seen)
        for play in plays:
            if play.seat == "T" and len(table.actions()) > 1:
                sight = next(views, None)
                if sight is not None:
                    _, gone, _ = brute.read(str(table.position))
                    seen = brute.read(str(sight[0].position))
                    ours = brute.read(str(table.position))
                    for square in brute.SQUARES:
                        theirs = [rank for owner, rank in seen[0][square] if owner == "K"]
                        assert theirs == [rank for owner, rank in ours[0][square] if owner == "K"]
                    assert seen[1]["K"] == gone["K"]
            action = play.action
            if not hasattr(action, "target"):
                action = read_action(f"reincarnate:?@{str(action)[-2:]}")
            table = table.play(play.seat, str(action), play.shown)


def test_a_piece_as_a_number():
    assert [piece("T", 3), piece("K", 3, True)] == [3, 27]
