"""What was rightly done before a mistake stays: it is neither told as wrong nor as undone."""

from __future__ import annotations

import pytest
from table_top import HOLES, TableTop

from companion.facts import Fact

SEVEN = "basic teams first=A position=A:A1,A3,y,y B:20,y,y,y C:02,y,y,y D:50,y,y,y"
AFTER_SEVEN = "A:A3,A4,y,y B:20,y,y,y C:02,y,y,y D:50,y,y,y"


def table_after(game: str, *touches: tuple[float, str]) -> TableTop:
    """A table at which a seven lies, and pieces were moved so."""
    table = TableTop()
    table.begin(game)
    table.say(1.0, "card A 7")
    for t, text in touches:
        table.touch(t, text)
    return table


def only(table: TableTop, kind: str) -> Fact:
    """The one fact of a kind."""
    (found,) = [fact for fact in table.facts if fact.kind == kind]
    return found


@pytest.fixture
def half_made() -> TableTop:
    """Three fields in the house, which may be half a seven; then another seat moves."""
    return table_after(
        SEVEN, (2.0, "-A3"), (2.5, "+A4"), (3.0, "-A1"), (3.5, "+A3"), (6.0, "-02"), (6.5, "+14"),
    )  # fmt: skip


def test_only_the_other_seats_piece_has_to_go_back(half_made: TableTop) -> None:
    half_made.tick(9.0)
    named = only(half_made, "violation")
    assert named.data["rule"] in ("T2.8", "T3.1", "T3.5")
    assert named.data["repair"] == [["C", "02", "14"]]


def test_the_board_is_right_again_as_it_was_then(half_made: TableTop) -> None:
    half_made.tick(9.0)
    half_made.touch(10.0, "-14")
    half_made.touch(10.5, "+02")
    half_made.tick(13.0)
    assert only(half_made, "corrected").data["position"] == AFTER_SEVEN


def test_a_board_put_back_to_the_beginning_is_right_too(half_made: TableTop) -> None:
    half_made.tick(9.0)
    for t, text in [(10.0, "-14"), (10.3, "+02"), (10.6, "-A3"), (10.9, "+A1"), (11.2, "-A4"), (11.5, "+A3")]:
        half_made.touch(t, text)
    half_made.tick(14.0)
    assert SEVEN.endswith([fact for fact in half_made.facts if fact.kind == "corrected"][-1].data["position"])


@pytest.mark.parametrize(("wrongly", "key"), [("", "captured-left-out"), ("+Cy", "wrong-yard")])
def test_of_an_action_that_has_ended_only_the_captured_piece_is_put_right(wrongly: str, key: str) -> None:
    table = TableTop()
    table.begin("basic teams first=D position=A:y,y,y,y B:16,y,y,y C:32,y,y,y D:11,y,y,y")
    table.say(1.0, "card D 5")
    for t, text in [(2.0, "-11"), (2.5, "-16"), (3.0, "+16"), *([(3.3, wrongly)] if wrongly else [])]:
        table.touch(t, text)
    table.say(4.0, "card A 1")
    table.tick(12.0)
    named = only(table, "violation")
    assert named.data["key"] == key
    assert named.data["repair"] == [["B", "By", wrongly.lstrip("+")]]
    assert named.data["text"].count(".") == 1, "the rule says already where the piece belongs"


def test_under_a_hand_nothing_is_settled_and_nothing_named() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:y,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.say(1.0, "card A 1")
    table.hidden = 1 << 0 | 1 << 1
    table.touch(2.0, "-Ay")
    table.say(3.0, "card B 5")
    table.tick(6.0)
    assert not table.told("move", "violation", "disturbed")
    table.hidden = 0
    table.touch(6.5, "+00")
    table.tick(8.0)
    assert table.actions() == ["Ay-00"]
    assert not table.told("violation", "disturbed")


def test_what_covers_the_board_for_long_is_no_hand() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.hidden = 1 << 10
    table.say(1.0, "card A 5")
    table.touch(2.0, "-05")
    table.touch(2.5, "+10")
    table.tick(9.5)
    assert not table.told("move")
    table.tick(11.5)
    assert table.actions() == ["05-10"]


def test_a_hand_that_comes_where_all_was_covered_is_a_new_one() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.hidden = (1 << 64) - 1
    table.say(1.0, "card A 5")
    table.until(8.0)
    table.hidden = 1 << 10 | 1 << 11
    table.touch(8.5, "-05")
    table.touch(9.0, "+10")
    table.tick(13.0)
    assert not table.told("move", "violation", "disturbed")
    table.hidden = 0
    table.tick(16.0)
    assert table.actions() == ["05-10"]


def test_what_was_played_under_a_hand_and_taken_back_under_it_is_known_by_the_tac() -> None:
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    table.say(1.0, "card A 1")
    table.hidden = 1 << 5 | 1 << 6
    table.frame(2.0)
    table.say(4.0, "card B tac")
    table.hidden = 0
    table.touch(5.0, "-By +16")
    table.tick(7.0)
    assert not table.told("violation", "disturbed", "question")
    assert table.actions() == ["05-06", "By-16"]
    assert table.session.state.position.startswith("A:05,")


@pytest.mark.parametrize(("under", "following"), [(1 << 5 | 1 << 10, "3"), (1 << 10, "tac")])
def test_a_hand_that_can_have_hidden_no_action_hides_no_omission(under: int, following: str) -> None:
    """Nothing takes the move back again, or its piece was seen to stay where it was."""
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.say(1.0, "card A 5")
    table.hidden = under
    table.frame(2.0)
    table.say(4.0, f"card B {following}")
    table.hidden = 0
    table.frame(5.0)
    table.tick(7.0)
    assert [fact.data["key"] for fact in table.told("violation")] == ["nothing-moved"]


def test_a_piece_that_came_out_rightly_is_fresh_when_a_mistake_beside_it_is_put_back() -> None:
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=D position=A:48,y,y,y B:39,y,y,y C:19,y,y,y D:00,y,y,y")
    table.say(1.0, "card D 1")
    for t, text in ((2.0, "-48"), (3.3, "+48"), (7.0, "-39"), (7.5, "+40"), (10.0, "-40"), (10.5, "+39")):
        table.touch(t, text)
    table.tick(13.0)
    assert only(table, "corrected").data["position"] == "A:y,y,y,y B:39,y,y,y C:19,y,y,y D:00,48*,y,y"


def test_what_was_put_back_has_not_been_captured_where_no_sensor_would_tell() -> None:
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=C position=A:y,y,y,y B:18,32,y,y C:00,31,y,y D:05,y,y,y")
    table.say(1.0, "card C 13")
    for t, text in ((2.0, "-32"), (2.9, "+45"), (8.0, "-45"), (8.7, "+32")):
        table.touch(t, text)
    table.tick(16.0)
    assert only(table, "corrected").data["position"] == "A:y,y,y,y B:18,32,y,y C:00,31,y,y D:05,y,y,y"


@pytest.mark.parametrize("card", ["", "5"])
def test_a_board_that_was_knocked_accuses_nobody(card):
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:10,30,y,y C:33,y,y,y D:50,y,y,y")
    if card:
        table.tag(1.0, card)
    table.touch(2.0, "-05 -10 -30 -33 -50")
    table.touch(2.5, "+06")
    table.tick(20.0)
    assert not table.told("violation")
    assert len(table.told("disturbed")) == 1


def test_a_captured_piece_in_a_wrong_yard_is_named_though_an_own_one_could_have_gone_home() -> None:
    table = TableTop()
    table.begin("master three-free first=A position=A:09,29,30,60 B:y,y,y,y C:28,42,C3,C4")
    table.tag(1.0, "warrior")
    table.touches(3.0, 0.2, ("-09", "+10", "-10", "+27", "-27"))
    table.touch(6.0, "-28")
    table.touch(6.2, "+28")
    table.touch(7.1, "+Ay")
    table.tick(10.9)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.7"]
