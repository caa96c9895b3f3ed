"""Who carries a piece somewhere has made a choice: no action goes on for ever while others are made."""

import pytest
from plain_table import Hands

from companion.plain import costs
from companion.plain.reading import calmed, standing_cost
from engine.tac.board.holes import LAYOUT
from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances
from tests.plain.hours import followed
from tests.plain.strangers import stranger


def near(cell):
    bits = Chances().near(LAYOUT.holes.index(cell))
    return {hole for number, hole in enumerate(LAYOUT.holes) if bits >> number & 1}


@pytest.mark.parametrize(
    ("cell", "holes"),
    [
        ("20", {"17", "18", "19", "21", "22", "23"}),
        ("62", {"59", "60", "61", "63", "00", "01", "A1", "A2", "A3", "A4"}),
        ("16", {"13", "14", "15", "17", "18", "19", "B1", "B2", "B3", "B4"}),
        ("A2", {"62", "63", "00", "A1", "A3", "A4"}),
    ],
)
def test_the_holes_that_a_piece_hops_on_from(cell, holes):
    assert near(cell) == holes


def landed(*cells, origin="05"):
    """How often a piece was carried that came down in these holes one after the other."""
    hands = Hands("A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    first = hands.plain.readings[0].link
    for before, after in zip((origin, *cells), cells, strict=False):
        hands.lift(before, 0.1)
        hands.put(after, 0.1)
    return {reading.landed for reading in hands.plain.readings if reading.link is first}


def test_who_hops_is_on_one_way():
    assert landed("07", "09", "11", "12") == {1}


def test_who_comes_down_elsewhere_was_carried_once_more():
    assert landed("07", "33", "47", "48") == {3}


def test_what_is_put_back_was_not_carried():
    assert landed("05") == {0}


def test_people_who_rush_are_followed(tmp_path):
    trace, truth = stranger(501, "rushes", "three-free", limit=60)
    missed, figures, notes = followed(tmp_path, trace, truth)
    assert missed <= 2, notes
    assert figures["wrong"] == figures["accused"] == 0, notes


def test_an_exchanged_piece_is_moved_on_before_the_board_has_rested():
    hands = Hands("A:14,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    hands.lift("14")
    hands.lift("30", 0.2)
    hands.put("30", 0.2)
    hands.put("14", 0.1)
    hands.lift("14", 0.12)
    assert "14~30" in {reading.link.option.action for reading in hands.plain.readings if reading.link}
    hands.put("B3", 0.2)
    hands.wait(2)
    hands.move("40", "42")
    hands.wait(9)
    assert hands.told == [("A", "14~30"), ("B", "14-B3"), ("C", "40-42")]


def routes(position, action):
    """The holes in which a piece may rest on its way with this action of seat A."""
    chances = Chances()
    state = TacGame("basic").begin({"variant": "teams", "deck": "basic", "first": "A", "position": position})
    moment = chances.moment(state)
    before = chances.look(moment)
    holes = sum(before)
    if "~" in action:
        lifted = sum(1 << LAYOUT.holes.index(cell) for cell in action.split("~"))
        uses = chances.exchanges(moment, lifted)
    else:
        origin, target = (1 << LAYOUT.holes.index(cell) for cell in action.split("-"))
        uses = chances.uses(moment, holes ^ origin ^ target, origin | target, (1 << len(LAYOUT.holes)) - 1)
    (use,) = [use for use in uses if use.action == action]
    return {hole for number, hole in enumerate(LAYOUT.holes) if use.route >> number & 1}


@pytest.mark.parametrize(
    ("action", "holes"),
    [
        ("05-10", {"05", "06", "07", "08", "09", "10"}),
        ("61-A2", {"61", "62", "63", "00", "A1", "A2", "A3", "A4"}),
        ("05~30", set()),
    ],
)
def test_who_goes_elsewhere_on_the_way_has_strayed(action, holes):
    assert routes("A:05,61,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y", action) == holes


def test_what_was_carried_away_and_put_back_was_tried():
    hands = Hands("A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    first = hands.plain.readings[0]
    hands.lift("05", 0.1)
    hands.put("33", 0.1)
    hands.lift("33", 0.1)
    hands.put("05", 0.1)
    (again,) = [each for each in hands.plain.readings if each.link is first.link]
    tried = calmed(hands.plain.ground, again).cost - again.cost - again.way
    assert tried == costs.TOUCH + costs.PIECE


@pytest.mark.parametrize("owed", [1.0, 30.0])
def test_who_goes_on_from_a_far_fetched_end_has_not_made_it(owed):
    hands = Hands("A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    hands.move("05", "09")
    plain = hands.plain
    reading = next(each for each in plain.readings if each.depth == 0)._replace(owed=0.0)
    usual = standing_cost(plain.ground, reading, plain.view, 0.0)
    paid = reading.cost + reading.way
    came_to, went_on = (reading._replace(owed=owed, owed_for=pieces, owed_landed=1) for pieces in (1, 0))
    assert standing_cost(plain.ground, came_to, plain.view, 0.0) == pytest.approx(paid + owed)
    expected = min(paid + owed + costs.PIECE, usual + costs.FURTHER)
    assert standing_cost(plain.ground, went_on, plain.view, 0.0) == pytest.approx(expected)
