"""Tacocat: hands, duels, attacks and answers, hidden cards; the fast engine against a slow one."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib import resources
from pathlib import Path

import brute_tacocat as brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction, InvalidNotation
from engine.registry import commands
from engine.tacocat.actions import read_action
from engine.tacocat.box import Box, arrow, usual
from engine.tacocat.match import play_game
from engine.tacocat.options import actions, attacks, results
from engine.tacocat.players import BUILT_IN, Player
from engine.tacocat.position import Hand, Position, start
from engine.tacocat.replay import Deal, Play
from engine.tacocat.state import State, begin

TABLE = Path(__file__).parent.parent / "golden" / "perft" / "tacocat.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
HEADER = {"game": "tacocat", "notation": 1}
DECK = usual().deck()


@st.composite
def positions(draw, most=6):
    """Moments of a round with all cards known, and a player whom the round waits for."""
    cards = draw(st.permutations(DECK))
    size = draw(st.integers(1, most))
    kind = draw(st.sampled_from(["exchange", "second", "both", "duel", "reply", "attack", "answer", "show", "last"]))
    spaces = st.sampled_from([1, 2, 3, 5, 6, 7]) if kind == "exchange" else st.integers(1, 7)
    token = 4 if kind == "both" else draw(spaces)
    seat = arrow(token) if kind == "exchange" else draw(st.sampled_from("AB"))
    foe, hands = brute.FOE[seat], {}
    sizes = {"A": size, "B": size}
    waits = {
        "exchange": f"exchange:{seat}", "both": "exchange:AB", "second": f"exchange:{seat}/{draw(st.integers(1, 4))}",
        "duel": "duel:AB", "reply": f"duel:{seat}/{cards[-1]}", "attack": f"attack:{seat}", "show": "show:AB",
        "last": f"show:{seat}/{cards[-1]}",
    }  # fmt: skip
    if kind in ("show", "last"):
        sizes = {seat: 1, foe: int(kind == "show")}
    if kind == "reply":
        sizes[seat] += 1
    if kind == "answer":
        laid = draw(st.sampled_from([list(attack) for attack in attacks(tuple(sorted(cards[-6:])))]))
        cards = brute.less(cards, laid)
        sizes[seat] += len(laid)
        waits["answer"] = f"answer:{seat}/{','.join(map(str, laid))}"
    for owner in "AB":
        hands[owner], cards = cards[: sizes[owner]], cards[sizes[owner] :]
    covered = draw(st.sets(st.integers(1, 7), max_size=4)) - {token}
    return brute.write(token, covered, hands, waits[kind]), seat


@settings(max_examples=150, deadline=None)
@given(positions(most=5))
def test_results_of_the_slow_engine(case):
    text, seat = case
    position = Position.parse(text)
    assert str(position) == text
    found = results(position, seat)
    assert found == brute.results(text, seat)
    assert len(found) == len(actions(position, seat)), "each result once"


@settings(max_examples=60, deadline=None)
@given(positions(most=9), st.randoms(use_true_random=False))
def test_results_parse_back_and_are_reached_by_their_action(case, lot):
    text, seat = case
    state = begin(Position.parse(text))
    found = results(state.position, seat)
    for key in lot.sample(sorted(found), min(8, len(found))):
        assert str(Position.parse(key)) == key
        assert str(state.play(seat, found[key]).position) == key


@settings(max_examples=60, deadline=None)
@given(positions(most=4), st.randoms(use_true_random=False))
def test_what_is_no_result_breaks_a_rule(case, lot):
    text, seat = case
    state = begin(Position.parse(text))
    found = brute.results(text, seat)
    for _ in range(20):
        kind = lot.choice(["exchange", "duel", "attack", "answer", "show"])
        many = 1 if kind in ("duel", "show") else lot.randint(1, 4)
        low = "low" if kind == "answer" and lot.random() < 0.4 else ""
        words = [low + str(lot.randint(1, 12)) for _ in range(many)]
        action = f"{kind}:{','.join(words)}"
        drawn = (0,) * many if kind == "exchange" else None
        if state.wrong(seat, read_action(action), drawn) is None:
            assert str(state.play(seat, action, drawn).position) in found
        else:
            assert action not in found.values()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_table(row):
    assert commands("tacocat").perft(row["request"], len(row["counts"])) == row["counts"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_counts_of_the_slow_engine(row):
    depth = sum(count <= 300 for count in row["counts"])
    assert brute.perft(row["request"]["position"], depth) == row["counts"][:depth]


def test_a_jumbo_attack_on_nine_cards():
    hand = "2,3,5,6,7,8,9,10,12"
    position = Position.parse(f"2 covered:4 A:{hand} B:1 answer:A/3,4,5,6,7,8,9,10")
    found = results(position, "A")
    assert found["2 covered:4 A:12 B:1 show:AB"]
    assert len(found) == len(set(found.values()))


def test_whom_a_space_points_to():
    assert [arrow(space) for space in range(1, 8)] == ["B", "B", "B", "AB", "A", "A", "A"]


def test_the_box_says_that_it_guesses():
    text = resources.files("engine.tacocat").joinpath("box.toml").read_text(encoding="utf-8")
    assert "guesses" in text
    assert Box.read(text) == usual()
    assert (len(DECK), usual().hand_size(4)) == (38, 7)
    other = Box.read(text.replace("12 = 1", "12 = 2"))
    assert (other.count(12), len(other.deck())) == (2, 39)
    with pytest.raises(InvalidNotation):
        Position.parse("4 covered:- A:12 B:12 show:AB")
    assert Position.parse("4 covered:- A:12 B:12 show:AB", other)


@pytest.mark.parametrize(("old", "new"), [
    ("12 = 1", ""), ("12 = 1", "13 = 1"), ("12 = 1", "12 = -1"), ("12 = 1", '12 = "1"'), ("[4, 9", "[4, 99"),
    ("[4, 9", "[9"), ("[cards]", "[kards]"), ("hand-sizes", "hand sizes"), ("[4, 9", "[4.0, 9"), ("[4, 9", "[true, 9"),
])  # fmt: skip
def test_a_box_that_cannot_be(old, new):
    text = resources.files("engine.tacocat").joinpath("box.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(InvalidNotation):
        Box.read(text.replace(old, new))


def round_of(text):
    return begin(Position.parse(text))


def test_after_an_exchange_of_none_under_one_arrow_the_duel_follows():
    state = round_of("3 covered:4 A:1,1,2,2,3,4 B:5,5,5,6,6,7 exchange:B")
    assert str(state.play("B", "exchange:-", ()).position.waits) == "duel:AB"
    assert str(state.play("B", "exchange:5,7", (8, 9)).position.waits) == "exchange:A/2"
    both = round_of("4 covered:- A:1,1,2,2,3,4,8 B:5,5,5,6,6,7,9 exchange:AB")
    assert str(both.play("A", "exchange:-", ()).position.waits) == "exchange:B/7"


def test_a_tie_that_leaves_one_card_each_is_void():
    state = round_of("3 covered:4 A:2,5 B:5,6 duel:AB").play("A", "duel:5")
    assert str(state.play("B", "duel:5").position) == "3 covered:4 A:- B:- deal"
    assert str(state.play("B", "duel:6").position.waits) == "show:AB"


def test_the_lower_card_wins_and_covered_spaces_are_skipped():
    state = round_of("3 covered:1,2,4 A:2 B:5 show:AB").play("B", "show:5").play("A", "show:2")
    assert (str(state.position), state.winner) == ("0 covered:1,2,3,4 A:- B:- won:A", "A")
    tie = round_of("3 covered:4 A:5 B:5 show:AB").play("A", "show:5").play("B", "show:5")
    assert str(tie.position) == "3 covered:4 A:- B:- deal"


def test_a_card_good_enough_may_be_given_up():
    found = results(Position.parse("3 covered:4 A:8,9 B:1 answer:A/5"), "A")
    assert found == {"3 covered:4 A:9 B:1 show:AB": "answer:8", "3 covered:4 A:8 B:1 show:AB": "answer:9"}
    state = round_of("3 covered:4 A:8,9,9 B:1,2 answer:A/5")
    assert str(state.play("A", "answer:low8").position.waits) == "attack:B"


def test_a_view_hides_the_other_hand_and_what_lies_face_down():
    state = round_of("3 covered:4 A:5,9 B:2,7,7 duel:B/6")
    assert str(state.view("B").position) == "3 covered:4 A:?,? B:2,7,7 duel:B/?"
    assert (state.gone, state.view("B").gone, state.view("A").gone) == ((6,), (), (6,))
    assert str(state.view("A").position) == "3 covered:4 A:5,9 B:?,?,? duel:B/6"
    shown = round_of("3 covered:4 A:- B:7 show:B/6")
    assert str(shown.view("B").position) == str(shown.position)


def test_unknown_cards_may_be_any_and_known_ones_are_checked():
    state = round_of("3 covered:4 A:5,? B:?,? attack:A")
    assert str(state.play("A", "attack:9").position) == "3 covered:4 A:5 B:?,? answer:B/9"
    assert str(state.play("A", "attack:5").position) == "3 covered:4 A:? B:?,? answer:B/5"
    reply = round_of("3 covered:4 A:2,?,? B:?,? answer:A/8")
    assert reply.wrong("A", read_action("answer:low3")).key == "tacocat-not-lowest"
    assert reply.wrong("A", read_action("answer:low1")) is None
    assert reply.wrong("A", read_action("answer:8")) is None
    assert reply.legal("A") is None


@pytest.mark.parametrize(("position", "seat", "action", "drawn", "rule", "key"), [
    ("4 covered:- A:- B:- deal", "A", "duel:3", None, "O2.7", "tacocat-deal-first"),
    ("0 covered:4 A:- B:- won:A", "A", "duel:3", None, "O3.2", "tacocat-won"),
    ("3 covered:4 A:1,2 B:3,4 attack:A", "B", "attack:3", None, "O2.7", "tacocat-not-now"),
    ("3 covered:4 A:1,2 B:3,4 attack:A", "A", "duel:1", None, "O2.7", "tacocat-not-now"),
    ("3 covered:4 A:1,2 B:3,4 duel:B/2", "A", "duel:1", None, "O2.7", "tacocat-not-now"),
    ("3 covered:4 A:1,2 B:3,4 attack:A", "A", "attack:3", None, "O2.7", "tacocat-not-held"),
    ("3 covered:4 A:1,2 B:3,4 attack:A", "A", "attack:1,1", None, "O2.7", "tacocat-not-held"),
    ("3 covered:4 A:1,2,2 B:3,4,4 attack:A", "A", "attack:1,2", None, "O2.4", "tacocat-no-attack"),
    ("3 covered:4 A:2,2 B:3,4 attack:A", "A", "attack:2,2", None, "O2.4", "tacocat-last-card"),
    ("3 covered:4 A:2,9 B:3 answer:A/5", "A", "answer:low2,9", None, "O2.5", "tacocat-answer-count"),
    ("3 covered:4 A:2,9 B:3 answer:A/5", "A", "answer:2", None, "O2.5", "tacocat-too-low"),
    ("3 covered:4 A:2,9 B:3 answer:A/5", "A", "answer:low9", None, "O2.5", "tacocat-not-lowest"),
    ("3 covered:4 A:2,3,9 B:3 answer:A/5,5", "A", "answer:low2,low9", None, "O2.5", "tacocat-not-lowest"),
    ("3 covered:4 A:2,3,9 B:3,4,4 exchange:A/1", "A", "exchange:2,3", (5, 5), "O2.2", "tacocat-too-many"),
    ("3 covered:4 A:2,3,9 B:3,4,4 exchange:A/2", "A", "exchange:2,3", (5,), "O2.2", "tacocat-drawn-count"),
    ("3 covered:4 A:2,3,9 B:3,4,12 exchange:A/2", "A", "exchange:2,3", (5, 12), "O1.2", "tacocat-not-left"),
    ("3 covered:4 A:2,3,12 B:3,4,4 exchange:A/2", "A", "exchange:2,12", (5, 12), "O1.2", "tacocat-not-left"),
])  # fmt: skip
def test_broken_rules_are_named(position, seat, action, drawn, rule, key):
    with pytest.raises(IllegalAction) as raised:
        round_of(position).play(seat, action, drawn)
    assert (raised.value.explanation.rule, raised.value.explanation.key) == (rule, key)


@pytest.mark.parametrize(("hands", "key"), [
    ({"A": ["1"] * 2 + ["2"] * 3 + ["3", "3"], "B": ["4"] * 5 + ["5", "5"]}, None),
    ({"A": None, "B": ["4"] * 5 + ["5", "?"]}, None),
    ({"A": ["1"] * 3 + ["2"] * 3 + ["3"], "B": ["4"] * 5 + ["5", "5"]}, "tacocat-deal-card"),
    ({"A": ["12", "2", "2", "2", "3", "3", "3"], "B": ["4"] * 5 + ["5", "12"]}, "tacocat-deal-card"),
    ({"A": ["1"], "B": None}, "tacocat-deal-size"),
])  # fmt: skip
def test_deals(hands, key):
    end = list(commands("tacocat").replay([json.dumps(HEADER), json.dumps({"deal": hands})]))[-1]
    assert end == {"winner": None, "plies": 0} if key is None else (end["ply"], end["violation"].key) == (1, key)


@pytest.mark.parametrize("position", ["3 covered:4 A:2 B:5 show:AB", "0 covered:4 A:- B:- won:A"])
def test_deals_out_of_time(position):
    header, deal = {**HEADER, "position": position}, {"deal": {"A": None, "B": None}}
    end = list(commands("tacocat").replay([json.dumps(header), json.dumps(deal)]))[-1]
    assert end["violation"].rule == ("O3.2" if "won" in position else "O2.7")


TEXT = "3 covered:4 A:3,5,5,7 B:?,?,?,? attack:A"


@pytest.mark.parametrize(("old", "new"), [
    ("3 cov", "9 cov"), ("3 cov", "4 cov"), ("3 cov", "0 cov"), ("covered:4", "covered:"), ("covered:4", "covered:5,4"),
    ("covered:4", "covered:4,4"), ("covered:4", "covered:8"), ("covered:4", "covered:0"), ("3,5,5,7", "5,3,5,7"),
    ("3,5,5,7", ""), ("3,5,5,7", "3,5,5,13"), ("3,5,5,7", "3,5,5,07"), ("3,5,5,7", "0"), ("?,?,?,?", "?,?,?,2"),
    ("attack:A", "attack"), ("attack:A", "attack:C"), ("attack:A", "attack:AB"), ("attack:A", "attack:A/"),
    ("attack:A", "attack:A/5"), ("attack:A", "deal:A"), ("attack:A", "deal"), ("attack:A", "won:A"),
    ("attack:A", "exchange:A"), ("attack:A", "exchange:AB"), ("attack:A", "exchange:A/0"), ("attack:A", "exchange:A/x"),
    ("attack:A", "answer:A"), ("attack:A", "answer:A/5,4"), ("attack:A", "answer:A/?"), ("attack:A", "duel:A"),
    ("attack:A", "duel:AB/5"), ("attack:A", "show:A/?"), ("attack:A", "duel:A/5,6"), (" attack:A", ""), (" A:", "  A:"),
    ("attack:A", "attack:A "), ("A:3", "B:3"), ("?,?,?,?", "12,12"), ("3,5,5,7", "-,3"), ("attack:A", "exchange:A/007"),
])  # fmt: skip
def test_texts_that_are_no_position(old, new):
    assert str(Position.parse(TEXT)) == TEXT
    with pytest.raises(InvalidNotation):
        Position.parse(TEXT.replace(old, new, 1))


@pytest.mark.parametrize("change", [
    {"seat": "C"}, {"seat": None}, {"position": 7}, {"position": TEXT.replace("A:3,", "A:").replace("5,7", "5,7,?")},
    {"position": "3 covered:4 A:5 B:5,6 duel:A/?"}, {"variant": "full"}, {"game": "tactix"},
])  # fmt: skip
def test_bad_questions(change):
    question = {"game": "tacocat", "position": TEXT, "seat": "A"}
    assert len(commands("tacocat").legal(question)) == 4
    with pytest.raises(InvalidNotation):
        commands("tacocat").legal({**question, **change})


def test_nothing_to_do_for_the_other_player():
    assert commands("tacocat").legal({"game": "tacocat", "position": TEXT, "seat": "B"}) == {}
    over = "8 covered:4 A:- B:- won:B"
    assert commands("tacocat").legal({"game": "tacocat", "position": over, "seat": "B"}) == {}


@pytest.mark.parametrize("line", [
    {"seat": "C", "action": "duel:3"}, {"seat": "A"}, {"seat": "A", "action": "duel:13"}, {"seat": "A", "action": ""},
    {"seat": "A", "action": "duel:"}, {"seat": "A", "action": "duel:3,4"}, {"seat": "A", "action": "attack:low3"},
    {"seat": "A", "action": "duel:3", "draw": None}, {"seat": "A", "action": "exchange:3"}, {"deal": None},
    {"seat": "A", "action": "exchange:3", "draw": [3]}, {"seat": "A", "action": "exchange:3", "draw": "3"},
    {"deal": {"A": None}}, {"deal": {"A": None, "B": None, "C": None}}, {"deal": {"A": ["x"], "B": None}},
    {"deal": {"A": "3", "B": None}}, {"seat": "A", "action": "exchange:"}, {"seat": "A", "action": "attack:-"},
    {"seat": "A", "action": "answer:low"}, {"seat": "A", "action": "show:?"}, {"swap": {}},
    {"seat": "A", "action": "duel:3", "card": "3"}, {"seat": "A", "action": "exchange:3", "draw": ["03"]},
])  # fmt: skip
def test_bad_lines_of_a_record_are_named_with_their_number(line):
    with pytest.raises(InvalidNotation, match="line 2"):
        list(commands("tacocat").replay([json.dumps(HEADER), json.dumps(line)]))


@pytest.mark.parametrize("change", [
    {"variant": "full"}, {"dealer": "A"}, {"position": "4"}, {"position": "3 covered:4 A:5 B:5,6 duel:A/?"},
])  # fmt: skip
def test_bad_first_lines(change):
    with pytest.raises(InvalidNotation):
        list(commands("tacocat").replay([json.dumps({**HEADER, **change})]))


class Watching:
    """Plays by lot and notes that nothing hidden was in sight."""

    def choose(self, sight, seat, found, lot):
        position = sight.position
        assert position.hand(seat).is_known
        assert position.hand(brute.FOE[seat]).known == ()
        if position.waits.kind == "duel":
            assert not any(position.waits.cards)
        return BUILT_IN["random"].choose(sight, seat, found, lot)


def test_players_see_only_what_they_may():
    players: dict[str, Player] = {"A": Watching(), "B": Watching()}
    for seed in range(5):
        state, events = play_game(players, random.Random(seed))
        assert state.winner
        assert sum(isinstance(event, Play) for event in events) == state.ply


def test_whole_rounds_deal_the_deck_once():
    state, events = play_game({"A": BUILT_IN["random"], "B": BUILT_IN["random"]}, random.Random(3))
    seen: Counter[int] = Counter()
    again: State = begin()
    for event in events:
        if isinstance(event, Deal):
            seen = Counter()
            again = again.deal(event.hands)
            seen.update(card for hand in event.hands.values() for card in hand or ())
        else:
            again = again.after(*event)
            seen.update(event.drawn or ())
        assert not seen - Counter(DECK)
    assert again == state


def test_a_hand_counts_its_cards():
    hand = Hand((3, 5), 2)
    assert (str(hand), hand.size, hand.without((5, 9, 9)), hand.without((9, 9, 9))) == ("3,5,?,?", 4, Hand((3,)), None)
    assert hand.plus((4, 0)) == Hand((3, 4, 5), 3)
    assert str(start()) == "4 covered:- A:- B:- deal"
