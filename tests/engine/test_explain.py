"""Which rule a play breaks: one line a mistake, and that legal and illegal exclude one another."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tac_boards import situations
from tac_tables import after, broken, emptied, table

from engine.tac import explain
from engine.tac.explain.attempt import parse_attempt, resolve_action
from engine.tac.explain.cards import explain_card
from engine.tac.explain.moves import Case
from engine.tac.explain.play import Laid, explain_laid, explain_play
from engine.tac.hands.cards import CARDS
from engine.tac.moves.options import results
from engine.tac.moves.situation import Situation

EMPTY = "B:y,y,y,y C:y,y,y,y D:y,y,y,y"
SEVEN = "A:10,20,y,y B:12,y,y,y C:40,C4,y,y D:y,y,y,y"
HOME = "A:A1,A2,A3,A4 B:20,y,y,y C:40,C4,y,y D:50,y,y,y"

# position | card | action | rule | key | some of the facts
MISTAKES = """
A:05,y,y,y {e} | 9 | 05-15 | T3.2 | too-many | made=10 needed=9
A:05,y,y,y {e} | 9 | 05-11 | T3.2 | too-few | made=6 needed=9
A:05,y,y,y {e} | 9 | 05-60 | T1.6 | backward | made=9
A:05,y,y,y {e} | 9 | 05-04 | T1.6 | backward | made=1
A:05,y,y,y {e} | 4 | 05-09 | T4.3 | four-forward | made=4
A:05,y,y,y {e} | 4 | 05-00 | T3.2 | too-many | made=5 needed=4
A:62,y,y,y {e} | 4 | 62-A2 | T4.3 | four-forward | made=4
A:00*,y,y,y {e} | 4 | 00-A4 | T3.9 | fresh | origin=00 target=A4
A:00*,y,y,y {e} | 3 | 00-A3 | T3.9 | fresh | origin=00 target=A3
A:02,A1,y,y {e} | 4 | 02-A2 | T3.6 | jump | over=A1 other=A
A:05,y,y,y B:07,y,y,y C:y,y,y,y D:y,y,y,y | 5 | 05-10 | T3.6 | jump | over=07 other=B
A:62,A1,y,y {e} | 5 | 62-A3 | T3.6 | jump | over=A1 other=A
A:62,A3,y,y {e} | 5 | 62-A3 | T3.8 | house-occupied | target=A3
A:A1,A3,y,y {e} | 2 | A1-A3 | T3.8 | house-occupied | target=A3
A:A1,A2,A4,y {e} | 2 | A1-A3 | T3.6 | jump | over=A2
A:A3,A4,y,y {e} | 1 | A3-A4 | T3.12 | locked | origin=A3
A:A3,y,y,y {e} | 1 | A3-A2 | T3.11 | house-backward | origin=A3
A:A3,y,y,y {e} | 2 | A3-00 | T3.11 | leaves-house | origin=A3
A:14,y,y,y {e} | 3 | 14-B1 | T1.3 | other-house | owner=A target=B1
A:05,y,y,y {e} | 5 | 06-11 | T3.5 | no-piece | origin=06
A:05,y,y,y B:07,y,y,y C:y,y,y,y D:y,y,y,y | 5 | 07-12 | T3.5 | not-own | owner=B
{home} | 5 | A1-A2 | T3.5 | not-own | owner=A
A:05,y,y,y {e} | 5 | Ay-00 | T4.2 | opening-needs-card | owner=A
A:05,y,y,y {e} | 1 | By-16 | T3.5 | opening-other-seat | owner=B
A:05,06,07,08 {e} | 1 | Ay-00 | T4.2 | opening-empty-yard | owner=A
A:05,y,y,y {e} | 13 | Ay-16 | T4.2 | opening-wrong-field | target=16 start=00
A:05,06,y,y {e} | 5 | 05~06 | T4.9 | exchange-needs-trickster | origin=05 target=06
A:05,06,y,y {e} | 5 | 05-07,06-09 | T4.5 | spread-needs-seven | pieces=2
A:05,06,y,y {e} | 5 | skip | T4.4 | skip-needs-eight |
A:05,06,y,y {e} | 5 | devil | T6.6 | needs-devil |
A:05,06,y,y {e} | 5 | pass-hands | T6.2 | hands-need-fool |
A:05,06,y,y {e} | 5 | 05x06 | T6.4 | strike-needs-warrior |
A:A1,y,y,y {e} | 8 | skip | T4.4 | skip-no-piece |
{seven} | 7 | 10-18 | T4.7 | seven-too-many | made=8
{seven} | 7 | 10-13,20-22 | T4.7 | seven-too-few | made=5
{seven} | 7 | 10-13,40-44 | T3.5 | partner-too-early | owner=C
{seven} | 7 | 12-19 | T3.5 | not-own | owner=B
{seven} | 7 | 10-09,20-26 | T1.6 | backward | made=1
A:00*,10,y,y {e} | 7 | 00-A2,10-15 | T3.9 | fresh | target=A2
A:61,A3,A4,y {e} | 7 | A4-A1,61-00 | T3.12 | locked | origin=A4
A:61,A2,y,y {e} | 7 | 61-A4 | T3.6 | jump | over=A2
A:05,A1,y,y {e} | trickster | 05~A1 | T4.9 | exchange-off-ring | origin=A1
A:05,y,y,y {e} | trickster | 05~06 | T4.9 | no-piece | origin=06
A:A1,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | trickster | 20~21 | T4.9 | exchange-no-own-piece |
A:05,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | trickster | 05-06 | T4.9 | not-for-card |
A:05,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | warrior | 05x21 | T6.4 | strike-not-next | next=20
A:05,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | warrior | 20x21 | T6.4 | strike-not-own | owner=B
A:05,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | angel | Cy-32 | T6.5 | angel-other-seat | owner=C
A:05,y,y,y B:20,21,y,y C:y,y,y,y D:y,y,y,y | angel | 20-33 | T6.5 | angel-must-open | owner=B
A:05,y,y,y B:20,22,24,26 C:y,y,y,y D:y,y,y,y | angel | 26-30 | T6.5 | angel-count | made=4
A:05,y,y,y B:20,22,24,26 C:y,y,y,y D:y,y,y,y | angel | By-16 | T6.5 | opening-empty-yard | owner=B
""".strip().format(e=EMPTY, seven=SEVEN, home=HOME)


@pytest.mark.parametrize("line", MISTAKES.splitlines())
def test_mistake_is_named(line: str) -> None:
    position, card, action, rule, key, facts = (part.strip() for part in line.split("|"))
    state = table(position, {"A": f"{card} 2", "B": "2 2", "C": "2 2", "D": "2 2"}, deck="master")
    found = broken(state, f"A {card} {action}")
    assert (found.rule, found.key) == (rule, key)
    assert {"seat": "A", "card": card}.items() <= found.facts.items()
    told = {name: str(value) for name, value in found.facts.items()}
    assert dict(fact.split("=") for fact in facts.split()).items() <= told.items()


@pytest.mark.parametrize(
    ("hands", "plays", "wrong", "rule", "key"),
    [
        ({"A": "2 5", "B": "3 3"}, (), "B 3 20-23", "T2.8", "out-of-turn"),
        ({"A": "2 5", "B": "3 3"}, (), "A 3 10-13", "T3.13", "not-held"),
        ({"A": "2 5", "B": "3 3"}, (), "A by B 2 10-12", "T6.6", "devil-decides"),
        ({"A": "2 5", "B": "3 3"}, (), "A 2 discard", "T3.3", "usable-discarded"),
        ({"A": "2 trickster", "B": "3 3"}, (), "A trickster discard", "T3.3", "usable-discarded"),
        ({"A": "2 tac", "B": "3 3"}, (), "A tac discard", "T3.3", "other-usable"),
        ({"A": "2 tac", "B": "3 3"}, (), "A tac 10-12", "T5.2", "tac-first"),
        ({"A": "8 2", "B": "3 10"}, ("A 8 skip",), "B 3 20-23", "T4.4a", "sits-out"),
        ({"A": "10 2", "B": "tac 2"}, ("A 10 10-20",), "B tac 20-29", "T3.2", "too-few"),
        ({"A": "5 2", "B": "tac 2"}, ("A 5 10-15",), "B tac 10-15", "T3.5", "not-own"),
        ({"A": "10 2", "B": "tac 2"}, ("A 10 10-20",), "B tac By-16", "T4.2", "opening-needs-card"),
    ],
)
def test_turn_and_hand(hands: dict[str, str], plays: tuple[str, ...], wrong: str, rule: str, key: str) -> None:
    position = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"
    state = after(table(position, {**hands, "C": "2 2", "D": "2 2"}), *plays)
    found = broken(state, wrong)
    assert (found.rule, found.key) == (rule, key)


def test_tac_without_the_undo() -> None:
    hands = {"A": "5 2", "B": "tac 3", "C": "2 2", "D": "2 2"}
    state = after(table("A:12,y,y,y B:17,y,y,y C:40,y,y,y D:50,y,y,y", hands), "A 5 12-17")
    assert after(state, "B tac 17-22").position == "A:12,y,y,y B:22,y,y,y C:40,y,y,y D:50,y,y,y"
    hands = {"A": "5 2", "B": "tac 3", "C": "2 2", "D": "2 2"}
    state = after(table("A:12,y,y,y B:10,y,y,y C:40,y,y,y D:50,y,y,y", hands), "A 5 12-17")
    found = broken(state, "B tac 10-15")
    assert (found.rule, found.key, found.facts["taken"]) == ("T5.1", "tac-no-undo", "5")
    found = broken(state, "B tac 10-16")
    assert (found.rule, found.key) == ("T5.3", "tac-useless")


def test_tac_is_judged_after_the_undo() -> None:
    hands = {"A": "9 2", "B": "tac 3", "C": "2 2", "D": "2 2"}
    state = after(table("A:11,y,y,y B:10,y,y,y C:40,y,y,y D:50,y,y,y", hands), "A 9 11-20")
    found = broken(state, "B tac 40-49")
    assert (found.key, found.facts["taken"]) == ("not-own", "9")


@pytest.mark.parametrize(
    ("card", "action", "key"),
    [("8", "skip", "skip-last"), ("fool", "pass-hands", "fool-last"), ("devil", "devil", "devil-last")],
)
def test_cards_that_lapse_as_the_last_of_a_deal(card: str, action: str, key: str) -> None:
    position = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"
    state = emptied(table(position, {"A": card}, deck="master"), "B", "C", "D")
    assert broken(state, f"A {card} {action}").key == key


def test_one_card_serves_one_of_the_two_seats_that_are_left() -> None:
    position = "A:A1,A2,A3,A4 B:20,B2,B3,B4 C:C1,C2,C3,C4 D:30,y,y,y"
    state = table(position, dict.fromkeys("ABCD", "7 2"), variant="team-of-four")
    found = broken(state, "A 7 20-23,30-34")
    assert (found.rule, found.key, set(found.facts["owners"])) == ("T9.2", "both-remaining", {"B", "D"})


def test_under_a_devil_the_facts_name_who_chose() -> None:
    hands = {"A": "devil 2", "B": "3 10", "C": "5 5", "D": "6 6"}
    position = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"
    state = after(table(position, hands, deck="master"), "A devil devil")
    found = explain_play(state, "B", "3", "20-24")
    assert found is not None
    assert (found.key, found.facts["by"]) == ("too-many", "A")


def actions(lot: random.Random) -> str:
    cells = [f"{n:02d}" for n in range(64)] + [f"{seat}{n}" for seat in "ABCD" for n in "1234"]
    one, two = lot.choice(cells), lot.choice(cells)
    forms = [f"{one}-{two}", f"{one}~{two}", f"{one}x{two}", "skip", "devil", "pass-hands", f"{lot.choice('ABCD')}y-00"]
    return lot.choice([*forms, f"{one}-{two},{two}-{lot.choice(cells)}"])


@settings(max_examples=150)
@given(situations(), st.sampled_from([card for card in CARDS if card != "tac"]), st.integers(0, 1 << 30))
def test_whatever_is_tried_is_either_legal_or_explained_by_a_documented_key(
    situation: Situation, card: str, seed: int
) -> None:
    lot = random.Random(seed)
    case = Case(situation, card, {"seat": situation.seat, "card": card})
    for _ in range(20):
        tried = parse_attempt(actions(lot))
        if resolve_action(situation, card, tried) is None:
            found = explain_card(case, tried)
            assert found.key in documented()
            assert re.fullmatch(r"T\d+\.\d+[ab]?", found.rule)


def documented() -> set[str]:
    rows = [line.split("|")[1] for line in (explain.__doc__ or "").splitlines() if line.startswith("| ")]
    return {key.strip() for row in rows for key in row.split(",")}


@settings(max_examples=60)
@given(st.integers(0, 1 << 30))
def test_legal_is_what_is_accepted(seed: int) -> None:
    lot = random.Random(seed)
    hand = lot.sample([card for card in CARDS if card != "tac"], 5)
    fields = lot.sample(range(64), 8)
    pieces = {seat: sorted(fields[2 * i : 2 * i + 2]) for i, seat in enumerate("ABCD")}
    position = " ".join(f"{seat}:{a:02d},{b:02d},{seat}4,y" for seat, (a, b) in pieces.items())
    state = table(position, {"A": hand, "B": hand, "C": hand, "D": hand}, deck="master")
    for card in hand:
        found = results(state.situation, card)
        for _, action in lot.sample(found, min(5, len(found))):
            assert explain_laid(state, Laid("A", card, action)) is None
        is_discarded = explain_laid(state, Laid("A", card, "discard")) is None
        assert is_discarded == (not any(results(state.situation, other) for other in hand))
