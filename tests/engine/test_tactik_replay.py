"""Records of TAC-TIK played again: deals, gifts, hidden cards, counts, the first broken rule, the winner."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording
from engine.contract import Explanation
from engine.errors import InvalidNotation
from engine.tactik import commands
from engine.tactik.hands import Hand, Hands
from engine.tactik.match import play_game
from engine.tactik.players.built_in import BUILT_IN
from engine.tactik.position import Position
from engine.tactik.record import Deal, Header, Play, Swap, parse_record, write_record
from engine.tactik.state import is_shuffled
from engine.tactik.variants import VARIANTS


def near_the_end(name: str) -> Position:
    """A board on which most pieces are home."""
    variant = VARIANTS[name]
    text = " ".join(f"{seat}:{seat}2,{seat}3,{seat}4,y" for seat in variant.seats)
    return Position.parse(text, variant.board, variant.seats)


def match(seed: int, name: str):
    variant = VARIANTS[name]
    players = dict.fromkeys(variant.players, BUILT_IN["random"])
    return play_game(variant, players, random.Random(seed), board=near_the_end(name))


def replayed(*lines: object) -> list[dict]:
    return list(commands.replay([line if isinstance(line, str) else json.dumps(line) for line in lines]))


@given(st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=8, deadline=None)
def test_a_game_played_by_lot_is_replayed_to_the_same_end(seed: int, name: str) -> None:
    played = match(seed, name)
    *plays, end = replayed(*played.lines())
    assert end == {"winner": list(played.winner or ()), "plies": played.plies}
    assert len(plays) == played.plies
    discards = [event.action == "discard" for event in played.events if isinstance(event, Play)]
    assert discards == [play["legal"] == 0 for play in plays]


@given(st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=6, deadline=None)
def test_hiding_cards_breaks_no_rule_and_changes_no_position(seed: int, name: str) -> None:
    lot, played = random.Random(seed), match(seed, name)
    lines = [json.loads(line) for line in played.lines()]
    for line in lines:
        for key in ("deal", "swap"):
            for player, cards in line.get(key, {}).items():
                if lot.random() < 0.4:
                    line[key][player] = None
                elif key == "deal" and lot.random() < 0.4:
                    line[key][player] = ["?" if lot.random() < 0.5 else card for card in cards]
    seen, hidden = replayed(*played.lines()), replayed(*lines)
    assert [play.get("position") for play in hidden] == [play.get("position") for play in seen]
    assert hidden[-1] == seen[-1]
    assert all(
        one["legal"] in (None, other["legal"]) for one, other in zip(hidden[:-1], seen[:-1], strict=True)
    )


@given(st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=6, deadline=None)
def test_a_record_parses_back(seed: int, name: str) -> None:
    played = match(seed, name)
    header, events = parse_record(played.lines())
    assert (header, events) == (played.header, played.events)
    assert parse_record(write_record(header, events).split("\n")) == (header, events)


@given(st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)), st.data())
@settings(max_examples=15, deadline=None)
def test_any_line_left_out_or_doubled_is_a_violation_or_a_shorter_record(seed, name, data) -> None:
    """Whatever is missing, nothing is accepted that could not have happened, and nothing falls over."""
    lines = match(seed, name).lines()
    at = data.draw(st.integers(1, len(lines) - 1))
    changed = lines[:at] + ([] if data.draw(st.booleans()) else [lines[at], lines[at]]) + lines[at + 1 :]
    end = replayed(*changed)[-1]
    if at < len(lines) - 1:
        assert isinstance(end.get("violation"), Explanation) or end["plies"] < len(lines)


HEAD = {"game": "tactik", "notation": 1, "variant": "simple2", "dealer": "C"}
BOARD = {"position": "A:05,y,y,y C:20,y,y,y"}
DEAL = {"deal": {"A": ["1", "2", "7x1", "4"], "C": ["5", "swap", "3", "10"]}}
TEAMS = {**HEAD, "variant": "teams4", "position": "A:05,A1,A2,A3 B:16*,y,y,y C:20,y,y,y D:40,y,y,y", "dealer": "D"}
TEAMS_DEAL = {"deal": {"A": ["1", "2", "7x1", "swap"], "B": ["5", "4", "3", "8"], "C": ["10", "9", "6", "12"],
                       "D": ["1", "2", "3", "4"]}}  # fmt: skip
TEAMS_SWAP = {"swap": {"A": "1", "B": "5", "C": "10", "D": "1"}}
OVER = {**HEAD, "position": "A:A1,A2,A3,A4 C:20,y,y,y"}


def play(seat: str, card: str, action: str) -> dict[str, str]:
    return {"seat": seat, "card": card, "action": action}


A2 = play("A", "2", "05-07")
TWO = {**HEAD, "variant": "two", "dealer": "B", "position": "A:05,y,y,y B:20,y,y,y C:40,y,y,y D:y,y,y,y"}
TWO_DEAL = {"deal": {"A": ["7x1", "2", "7x1", "4", "5", "6"], "B": ["5", "swap", "3", "10", "1", "2"]}}
TWO_SWAP = {"swap": {"A": "2", "B": "5"}}

BROKEN = [
    ([HEAD, A2], 1, "I2.2", "deal-first"),
    ([HEAD, {"swap": {"A": "1", "C": "2"}}], 1, "I2.4", "no-giving"),
    ([HEAD, DEAL, DEAL], 1, "I2.2", "deal-too-early"),
    ([HEAD, {"deal": {"A": ["1"], "C": None}}], 1, "I2.4", "hand-size"),
    ([HEAD, {"deal": {"A": ["1"] * 4, "C": ["1", "2", "3", "4"]}}], 1, "I2.1", "too-many-of-a-kind"),
    ([HEAD, {"deal": {"A": ["1"] * 4, "C": None}}, play("A", "1", "Ay-00"), play("C", "1", "Cy-32")], 2, "I2.1",
     "too-many-of-a-kind"),
    ([OVER, DEAL], 1, "I5.1", "game-over"),
    ([OVER, A2], 1, "I5.1", "game-over"),
    ([TEAMS, TEAMS_DEAL, play("A", "2", "05-07")], 1, "I2.2", "give-first"),
    ([TEAMS, TEAMS_DEAL, {"swap": {"A": "5", "B": "5", "C": "10", "D": "1"}}], 1, "I3.3", "not-held"),
    ([TEAMS, TEAMS_DEAL, TEAMS_SWAP, TEAMS_SWAP], 1, "I2.2", "no-giving"),
    ([TEAMS, TEAMS_DEAL, TEAMS_SWAP, play("B", "4", "16-12")], 1, "I2.2", "out-of-turn"),
    ([TEAMS, TEAMS_DEAL, TEAMS_SWAP, play("A", "1", "05-06")], 1, "I3.3", "not-held"),
    ([TEAMS, TEAMS_DEAL, TEAMS_SWAP, play("A", "2", "discard")], 1, "I3.1", "usable-discarded"),
    ([{**TEAMS, "position": "A:63,A1,A2,A3 B:y,y,y,y C:y,y,y,y D:y,y,y,y"}, TEAMS_DEAL, TEAMS_SWAP,
      play("A", "swap", "discard")], 1, "I3.1", "other-usable"),
    ([TWO, TWO_DEAL, TWO_SWAP, play("A", "7x1", "05-08,40-44")], 1, "I4.8", "one-colour"),
    ([TWO, TWO_DEAL, TWO_SWAP, play("A", "7x1", "05-02,40-44")], 1, "I4.8", "steps-backward"),
    ([TWO, TWO_DEAL, TWO_SWAP, play("A", "7x1", "20-27")], 1, "I3.2", "not-own"),
    ([TWO, TWO_DEAL, TWO_SWAP, play("A", "5", "05-07,40-43")], 1, "I4.8", "spread-needs-7x1"),
    ([HEAD | BOARD, DEAL, A2, play("C", "5", "20-25"), play("A", "7x1", "07-13")], 3, "I4.8", "too-few"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "ply", "rule", "key"), BROKEN)
def test_the_first_broken_rule_is_named(lines, ply, rule, key) -> None:
    end = replayed(*lines)[-1]
    assert end["ply"] == ply
    assert (end["violation"].rule, end["violation"].key) == (rule, key)
    has_its_own_words(end["violation"])


def test_a_fifth_card_of_a_kind_is_found_out_across_deals() -> None:
    hand, others = ("9", "9", "8", "8"), ("2", "3", "5", "6")
    plies = [play(seat, card, "discard") for pair in zip(hand, others, strict=True)
             for seat, card in zip("AC", pair, strict=True)]  # fmt: skip
    turned = [line for one, other in zip(plies[::2], plies[1::2], strict=True) for line in (other, one)]
    deal = {"deal": {"A": list(hand), "C": None}}
    lines = [HEAD, deal, *plies, deal, *turned]
    assert replayed(*lines)[-1] == {"winner": None, "plies": 16}
    end = replayed(*lines, {"deal": {"A": ["9", "3", "2", "12"], "C": None}})[-1]
    assert (end["ply"], end["violation"].key, end["violation"].facts) == (17, "too-many-of-a-kind", {"card": "9"})


def test_cards_are_shuffled_when_all_of_them_lie() -> None:
    deals = {name: [is_shuffled(variant, deal) for deal in range(1, 8)].index(True, 1) for name, variant in
             VARIANTS.items()}  # fmt: skip
    assert deals == {"teams4": 3, "teams6": 2, "three": 4, "two": 4, "simple4": 3, "simple2": 6}


def has_its_own_words(broken: Explanation) -> None:
    """In each language a sentence of its own, not only the number of the rule."""
    sentences = {Wording(language).explanation(broken) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert not any(broken.rule in sentence for sentence in sentences)


WAYS = """
2 | 05-08 | I3.1 too-many
2 | 05-06 | I3.1 too-few
2 | 05-03 | I4.1 backward
2 | 05-A2 | I4.1 backward
4 | 05-09 | I4.1 four-forward
4 | 05-02 | I3.1 too-few
4 | 02-A2 | I4.1 four-into-base
4 | A2-A1 | I4.6 base-backward
6 | 12-18 | I4.2 pieu-blocks
4 | 17-13 | I4.2 pieu-blocks
4 | 20-16 | I4.2 pieu-blocks
3 | 00-A3 | I4.6 jump
2 | 62-00 | I3.2 no-piece
5 | 63-A4 | I4.6 jump
4 | 63-A3 | I4.1 four-into-base
1 | A1-00 | I4.6 leaves-house
1 | A1-B2 | I4.6 leaves-house
1 | 05-B1 | I4.6 other-house
2 | A1-A3 | I4.6 house-occupied
3 | A1-A4 | I4.6 jump
1 | A3-A2 | I4.6 base-backward
1 | A3-A3 | I4.6 base-backward
1 | 26-27 | I3.2 not-own
1 | 40-41 | I3.2 partner-too-early
1 | 33-34 | I3.2 no-piece
2 | Ay-00 | I4.1 start-needs-card
swap | Ay-00 | I4.1 start-needs-card
1 | By-16 | I3.2 opening-other-seat
1 | Ay-01 | I4.1 opening-wrong-field
2 | 05~26 | I4.7 exchange-needs-swap
swap | 05-07 | I4.7 not-for-card
swap | 05~A1 | I4.7 exchange-off-ring
swap | 05~33 | I4.7 no-piece
swap | 26~40 | I4.7 exchange-not-own
swap | 05~16 | I4.7 exchange-pieu
swap | 05~05 | I4.7 no-such-action
7x1 | 05~26 | I4.7 exchange-needs-swap
7x1 | 12-19 | I4.2 pieu-blocks
7x1 | 05-13 | I4.8 too-many
7x1 | 05-06,26-32 | I3.2 not-own
7x1 | 05-06,33-39 | I3.2 no-piece
7x1 | 05-04,12-18 | I4.8 steps-backward
7x1 | 63-A3,A1-A2 | I4.8 too-few
7x1 | 63-A4,A1-A3 | I4.6 jump
7x1 | 63-A1,05-10 | I4.6 house-occupied
7x1 | A3-A2,05-11 | I4.6 base-backward
7x1 | 05-08,05-09 | I3.2 no-piece
"""
CROWD = "A:{pieces} B:16*,26,y,y C:40,y,y,y D:y,y,y,y"


@pytest.mark.parametrize("line", WAYS.strip().splitlines())
def test_what_is_wrong_with_the_way(line) -> None:
    card, action, expected = (part.strip() for part in line.split("|"))
    movers = {"12", "17", "20", "00", "02", "63"} & {action[:2]}
    pieces = ",".join([*sorted({"05", *movers}), "A1", "A3"] + ["y"] * (1 - len(movers)))
    lines = [
        {**HEAD, "variant": "teams4", "dealer": "D", "position": CROWD.format(pieces=pieces)}, {"deal": None},
        {"swap": None}, play("A", card, action),
    ]  # fmt: skip
    if action.startswith("A2"):
        lines[0]["position"] = CROWD.format(pieces="05,A2,y,y")
    end = replayed(*lines)[-1]["violation"]
    assert f"{end.rule} {end.key}" == expected
    has_its_own_words(end)


def test_a_pieu_stays_out_of_its_base_and_bars_a_second_start() -> None:
    for card, action, expected in (("2", "00-A2", "pieu-into-base"), ("1", "Ay-00", "start-on-pieu"),
                                   ("7x1", "00-A2,05-10", "pieu-into-base")):  # fmt: skip
        head = {**HEAD, "position": "A:00*,05,y,y C:20,y,y,y"}
        found = replayed(head, {"deal": None}, play("A", card, action))[-1]["violation"]
        assert (found.rule, found.key) == ("I4.2", expected)
    head = {**HEAD, "position": "A:00,05,10,A4 C:20,y,y,y"}
    found = replayed(head, {"deal": None}, play("A", "1", "Ay-00"))[-1]["violation"]
    assert (found.rule, found.key) == ("I4.1", "opening-empty-yard")


UNREADABLE = [
    "", "[]", "no json", '{"game":"tactik"}', '{"game":"tac","notation":1}',
    json.dumps({**HEAD, "variant": "teams"}), json.dumps({**HEAD, "dealer": "B"}), json.dumps({**HEAD, "notation": 2}),
    json.dumps({**HEAD, "deck": "basic"}), json.dumps({**HEAD, "position": "A:y"}), json.dumps({**HEAD, "position": 5}),
    json.dumps({**HEAD, "notation": True}), json.dumps({**HEAD, "variant": None}),
]  # fmt: skip
BAD_LINES = [
    {"deal": {"A": ["1"]}}, {"deal": {"A": ["11"], "C": None}}, {"deal": {"A": "1", "C": None}}, {"deal": []},
    {"deal": {"A": [1], "C": None}}, {"deal": {"A": None, "B": None, "C": None}}, {"swap": {"A": "x", "C": "1"}},
    {"swap": {"A": 1, "C": "1"}}, {"seat": "B", "card": "1", "action": "discard"},
    {"seat": "A", "card": "?", "action": "discard"}, {"seat": "A", "card": "7", "action": "discard"},
    {"seat": "A", "card": "1", "action": "skip"}, {"seat": "A", "card": "1"}, {"seat": "A", "action": "discard"},
    {"seat": "A", "card": "1", "action": "discard", "by": "C"}, {"note": 5}, {"what": 1}, {}, [], 7,
    {"seat": ["A"], "card": "1", "action": "discard"}, {"seat": "A", "card": "1", "action": "05-E1"},
]  # fmt: skip


@pytest.mark.parametrize("line", UNREADABLE)
def test_a_first_line_that_cannot_be_read(line) -> None:
    with pytest.raises(InvalidNotation):
        replayed(line)


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_half_accepted(line) -> None:
    with pytest.raises(InvalidNotation, match="line 4"):
        replayed(HEAD, DEAL, "", line)


def test_the_commands_answer(tmp_path, capsys, monkeypatch) -> None:
    path = tmp_path / "game.jsonl"
    lines = [HEAD | BOARD, {"note": "hello"}, DEAL, A2, play("C", "5", "20-26")]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert main(["replay", str(path), "--language", "de"]) == 1
    first, wrong = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"ply": 1, "position": "A:07,y,y,y C:20,y,y,y", "legal": 5}
    assert (wrong["ply"], wrong["violation"]) == (2, "I3.1")
    assert "sechs" in wrong["text"]


@pytest.mark.parametrize("change", [
    {"seat": "B"}, {"card": "7"}, {"position": "A:y"}, {"variant": "five"}, {"deck": "basic"}, {"card": None},
    {"seat": "D", "variant": "three", "position": "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y"},
    {"game": "tac"},
])  # fmt: skip
def test_questions_that_cannot_be_read(change) -> None:
    good = {"game": "tactik", "variant": "simple2", "position": "A:05,y,y,y C:y,y,y,y", "seat": "A", "card": "2"}
    assert commands.legal(good) == {"A:07,y,y,y C:y,y,y,y": "05-07"}
    with pytest.raises(InvalidNotation):
        commands.legal({**good, **change})
    for key in good:
        with pytest.raises(InvalidNotation):
            commands.legal({name: value for name, value in good.items() if name != key})


def test_what_is_known_of_hands() -> None:
    hands = Hands.none("ABC").dealt(4, {"A": ("1", "2", "3", "?"), "B": None}, True)
    assert hands.of("A") == Hand(("1", "2", "3"), 1)
    given = hands.given({"A": "B", "B": "C", "C": "A"}, {"A": "1", "C": "5"})
    assert given.of("A") == Hand(("2", "3", "5"), 1)
    assert given.of("B") == Hand(("1",), 3), "what B kept is unknown, what it got is not"
    assert given.of("C") == Hand((), 4)
    assert given.played("B", "9").of("B") == Hand(("1",), 2)
    assert given.played("B", "1").of("B") == Hand((), 3)
    assert given.possible_cards("A")[:3] == ("1", "2", "3")
    with pytest.raises(InvalidNotation):
        Hands.none("AB").dealt(1, {"A": ("1",), "B": ("2",)}, True).played("A", "3")


def test_a_record_is_made_of_values() -> None:
    header, events = parse_record(map(json.dumps, [HEAD, {"deal": None}, {"swap": {"A": "?", "C": None}}]))
    assert header == Header(VARIANTS["simple2"], "C")
    assert events == (Deal({"A": None, "C": None}), Swap({"A": None, "C": None}))
