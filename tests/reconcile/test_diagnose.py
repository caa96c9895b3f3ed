"""What is wrong with a picture: as few pieces as possible, each with the place it belongs to."""

from __future__ import annotations

import pytest
from story_boards import ALL, HOLES, fit_of, picture, stories_of

from companion.reconcile.diagnose import IN_HAND, differences, displaced, shown_picture
from engine.contract import Displacement
from engine.tac.board.holes import LAYOUT

START = "A:05 B:20 C:40"

CASES = [
    ("-05 +11", [("A", "05", "11")]),
    ("-20 +25", [("B", "20", "25")]),
    ("-05", [("A", "05", IN_HAND)]),
    ("-05 +Ay", [("A", "05", "Ay")]),
    ("-05 +By", [("A", "05", "By")]),
    ("-Ay +00", [("A", "Ay", "00")]),
    ("-Ay", [("A", "Ay", IN_HAND)]),
    ("-05 +06 -06 +08 -08 +11", [("A", "05", "11")]),
    ("-05 +11 -20 +25", [("A", "05", "11"), ("B", "20", "25")]),
    ("", []),
    ("-05 +05", []),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "wanted"), CASES)
def test_displaced_pieces_are_told_with_their_place(hands: str, wanted: list[tuple[str, str, str]]) -> None:
    moved = displaced(stories_of(START, hands), picture(START), "A")
    assert [(one.owner, one.origin, one.target) for one in moved] == wanted


def test_of_several_stories_the_nearest_to_an_action_is_told() -> None:
    """A and B were in the hand: A went to 10 as a five does; that B went there would be two wrong pieces."""
    ends = [option.picture for option in fit_of(START, "5").options]
    moved = displaced(stories_of(START, "-05 -20 +10 +21"), picture(START), "A", ends)
    assert Displacement("B", "20", "21") in moved
    assert Displacement("A", "05", "10") in moved


def test_of_equal_stories_the_seat_to_act_is_blamed() -> None:
    hands = "-05 -20 +30 +20"
    found = displaced(stories_of(START, hands), picture(START), "A")
    assert found == (Displacement("A", "05", "30"),)


def test_a_wrong_yard() -> None:
    moved = displaced(stories_of("A:05 B:10 C:40", "-10 -05 +10 +Cy"), picture("A:10 C:40"), "A")
    assert moved == (Displacement("B", "By", "Cy"),)


def test_a_captured_piece_left_out() -> None:
    moved = displaced(stories_of("A:05 B:10", "-10 -05 +10"), picture("A:10"), "A")
    assert moved == (Displacement("B", "By", IN_HAND),)


def test_with_broken_stories_owners_are_told_only_where_there_is_no_doubt() -> None:
    stories = stories_of(START, "-05 +11")
    stories = stories.broken()
    moved = displaced(stories, picture(START), "A")
    assert {(one.origin or "05", one.target or "11") for one in moved} == {("05", "11")}
    stories = stories_of(START, "-05 -20 +11 +25")
    stories = stories.broken()
    assert {one.owner for one in displaced(stories, picture(START), "A") if one.target} == {"?"}
    assert shown_picture(stories, picture(START), "A") is None


def test_differences_name_each_cell_once() -> None:
    told = differences(stories_of(START, "-05 +11"), picture(START))
    assert sorted(told, key=lambda one: one["cell"]) == [
        {"cell": "05", "expected": "A", "observed": "empty"},
        {"cell": "11", "expected": None, "observed": "A"},
    ]
    assert differences(stories_of(START), picture(START)) == []


def test_differences_of_exchanged_pieces_name_whose_stand_there() -> None:
    told = differences(stories_of("A:05 B:20", "-05 +30 -20 +05 -30 +20"), picture("A:05 B:20"))
    assert {(one["cell"], one["expected"], one["observed"]) for one in told} == {("05", "A", "B"), ("20", "B", "A")}


def test_differences_with_broken_stories_tell_occupancy() -> None:
    stories = stories_of(START, "-05 -20 +11 +25")
    stories = stories.broken()
    told = {one["cell"]: one["observed"] for one in differences(stories, picture(START))}
    assert told == {"05": "empty", "20": "empty", "11": "occupied", "25": "occupied"}


def test_a_board_without_yards_misses_no_piece_in_them() -> None:
    assert displaced(stories_of(START, "", HOLES), picture(START), "A") == ()
    moved = displaced(stories_of(START, "-05 +11", HOLES), picture(START), "A")
    assert moved == (Displacement("A", "05", "11"),)


def test_the_shown_picture_has_loose_pieces_in_their_yards() -> None:
    assert shown_picture(stories_of(START, "-05 +11 -20"), picture(START), "A") == picture("A:11 C:40")
    assert shown_picture(stories_of(START), picture(START), "A") == picture(START)


def test_what_stands_where_no_sensor_is_came_from_there() -> None:
    """That a sensor saw a magnet beside it is the dearer story."""
    blind = ALL.without(LAYOUT.holes.index("14"))
    moved = displaced(stories_of("A:14 C:40", "+15", blind), picture("A:14 C:40"), "C")
    assert moved == (Displacement("A", "14", "15"),)
