"""Every value of every choice is honoured where the rule is applied."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tac.board.position import Position
from engine.tac.course.flow import after_discard, after_use, is_usable
from engine.tac.course.perft import open_state
from engine.tac.course.state import State, is_shuffled
from engine.tac.moves.options import can_use, results
from engine.tac.moves.situation import Setup, Situation
from engine.tac.settings.rules import CHOICES, Rules

YARDS = "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
A_ON_RING = "A:05,y,y,y B:y,y,y,y C:40,y,y,y D:y,y,y,y"


def _rules(name: str, value: str) -> Rules:
    return Rules.read({name: value})


def _state(rules: Rules, position: str, variant: str = "teams", seat: str = "A", **hands: list[str]) -> State:
    setup = Setup(variant, "master", rules)
    return open_state(setup, Position.parse(position, setup.seating.seats), seat, hands)


def _lay(state: State, card: str, action: str) -> State:
    board = next(position for position, text in results(state.situation, card) if text == action)
    return after_use(state, card, action, board)


@pytest.mark.parametrize(("value", "is_over"), [("pass-over", False), ("end-deal", True)])
def test_empty_hand(value: str, is_over: bool) -> None:
    state = after_discard(_state(_rules("empty-hand", value), YARDS, A=["2"], C=["3"], D=["3"]), "2")
    assert state.is_deal_over == is_over
    assert is_over or state.seat == "C"


@pytest.mark.parametrize(("value", "usable"), [("turn-ends", True), ("lapses", False)])
def test_fool_empty_hand(value: str, usable: bool) -> None:
    state = _state(_rules("fool-empty-hand", value), YARDS, A=["fool", "2"], C=["3"], D=["5"])
    assert is_usable(state, "fool") == usable
    if usable:
        state = _lay(state, "fool", "pass-hands")
        assert (state.seat, state.hand("A"), state.hand("B"), state.hand("D")) == ("B", (), ("3",), ("2",))


@pytest.mark.parametrize("value", ["unusable", "partner"])
@given(st.lists(st.sampled_from("yyh"), min_size=16, max_size=16), st.sampled_from("ABCD"))
@settings(max_examples=60, deadline=None)
def test_angel_impossible_never_comes_up(value: str, where: list[str], seat: str) -> None:
    parts = []
    for n, owner in enumerate("ABCD"):
        home = where[4 * n : 4 * n + 4].count("h")
        parts.append(f"{owner}:" + ",".join([f"{owner}{i + 1}" for i in range(home)] + ["y"] * (4 - home)))
    setup = Setup("teams", "master", _rules("angel-impossible", value))
    position = Position.parse(" ".join(parts), "ABCD")
    foes = "BD" if seat in "AC" else "AC"
    assert can_use(Situation(setup, position, seat), "angel") or all(map(position.is_home, foes))


@pytest.mark.parametrize(("value", "usable"), [("lapses", False), ("used", True)])
def test_devil_empty_hand(value: str, usable: bool) -> None:
    state = _state(_rules("devil-empty-hand", value), YARDS, A=["devil", "2"], C=["3"], D=["5"])
    assert is_usable(state, "devil") == usable
    if usable:
        state = _lay(state, "devil", "devil")
        assert (state.seat, state.by) == ("C", None)


@pytest.mark.parametrize(("value", "usable"), [("left-neighbour", False), ("with-cards", True)])
def test_next_seat(value: str, usable: bool) -> None:
    state = _state(_rules("next-seat", value), A_ON_RING, A=["8", "2"], C=["3"], D=["5"])
    actions = [action for _, action in results(state.situation, "8")]
    assert ("skip" in actions) == usable
    if usable:
        state = _lay(state, "8", "skip")
        assert (state.seat, state.is_sitting_out) == ("C", True)


@pytest.mark.parametrize(("value", "usable"), [("forbidden", False), ("allowed", True)])
def test_skip_empty_hand(value: str, usable: bool) -> None:
    state = _state(_rules("skip-empty-hand", value), A_ON_RING, A=["8", "2"], C=["3"], D=["5"])
    assert ("skip" in [action for _, action in results(state.situation, "8")]) == usable
    if usable:
        state = _lay(state, "8", "skip")
        assert (state.seat, state.is_sitting_out) == ("C", False)


@pytest.mark.parametrize(("value", "is_answered"), [("cooperative", False), ("always", True), ("never", False)])
def test_winning_side_answers(value: str, is_answered: bool) -> None:
    position = "A:y,y,y,y B:15,B2,B3,B4 C:C1,C2,C3,C4"
    state = _state(_rules("winning-side-answers", value), position, "two-against-one", "B", A=["2"], B=["2"], C=["tac"])
    assert _lay(state, "2", "15-B1").is_answerable == is_answered


@pytest.mark.parametrize(("value", "is_answered"), [("cooperative", True), ("always", True), ("never", False)])
def test_the_winning_side_of_four(value: str, is_answered: bool) -> None:
    position = "A:63,A2,A3,A4 B:B1,B2,B3,B4 C:C1,C2,C3,C4 D:D1,D2,D3,D4"
    rules = _rules("winning-side-answers", value)
    state = _state(rules, position, "team-of-four", "A", A=["2"], B=["tac"], C=["2"], D=["2"])
    assert _lay(state, "2", "63-A1").is_answerable == is_answered


@pytest.mark.parametrize(("value", "usable"), [("last-played", True), ("nothing", False)])
def test_tac_after_passed(value: str, usable: bool) -> None:
    state = _state(_rules("tac-after-passed", value), A_ON_RING, A=["5"], C=["tac"], D=["5"])
    state = _lay(state, "5", "05-10")
    assert state.seat == "C"
    assert is_usable(state, "tac") == usable


@pytest.mark.parametrize(("value", "is_split"), [("one-seat", False), ("free", True)])
def test_seven_remainder(value: str, is_split: bool) -> None:
    position = "A:63,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:52,y,y,y"
    state = _state(_rules("seven-remainder", value), position, "team-of-four", A=["7"], B=["2"])
    after = {str(board) for board, _ in results(state.situation, "7")}
    assert "A:A1,A2,A3,A4 B:25,y,y,y C:C1,C2,C3,C4 D:52,y,y,y" in after
    assert ("A:A1,A2,A3,A4 B:22,y,y,y C:C1,C2,C3,C4 D:55,y,y,y" in after) == is_split


@pytest.mark.parametrize(("value", "usable"), [("both-ways", True), ("forward-only", False)])
def test_seven_in_house(value: str, usable: bool) -> None:
    position = "A:A1,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    state = _state(_rules("seven-in-house", value), position, A=["7"], B=["2"])
    assert is_usable(state, "7") == usable
    assert bool(results(state.situation, "7")) == usable


@pytest.mark.parametrize(("value", "deals"), [("use-up", [1, 11]), ("fresh-each-deal", list(range(1, 12)))])
def test_few_seats_deck(value: str, deals: list[int]) -> None:
    setup = Setup("duel", "basic", _rules("few-seats-deck", value))
    assert [deal for deal in range(1, 12) if is_shuffled(setup, deal)] == deals


@pytest.mark.parametrize(("value", "usable"), [("use", True), ("no-use", False)])
def test_trickster_same_seat(value: str, usable: bool) -> None:
    position = "A:05,33,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    state = _state(_rules("trickster-same-seat", value), position, A=["trickster"], B=["2"])
    assert is_usable(state, "trickster") == usable
    assert bool(results(state.situation, "trickster")) == usable


def test_no_choice_is_left_out() -> None:
    named = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert all(any(n.startswith(choice.name) for n in named) for choice in CHOICES)
