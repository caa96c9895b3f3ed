"""What is lost is found again: by the moves alone, at quick tables, after long thoughts, without yards that tell."""

import pytest

from companion.plain import costs
from companion.plain.ending import ends
from companion.plain.finding import with_found
from companion.plain.links import added
from companion.plain.reading import Change, begin, moved, standing_cost
from companion.plain.story import View
from companion.plain.turns import miscounted
from tests.plain.plain_table import Hands

RING = (1 << 80) - 1
MIDDLE = "A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def cheapest(hands, readings):
    now = hands.plain.view
    return min(readings, key=lambda each: standing_cost(hands.plain.ground, each, now, 0.0))


@pytest.mark.parametrize("mask", [None, RING])
def test_a_quick_table_that_never_rests_is_found_again(mask):
    hands = Hands(MIDDLE, mask=mask)
    hands.wait(3)
    hands.move("05", "53")  # no card goes there, and play goes on at once
    moves = ["30-38", "40-50", "60-04", "53-58", "38-47", "50-52", "04-14"]
    for origin, target in (move.split("-") for move in moves):
        hands.lift(origin, 0.5)
        hands.put(target, 0.4)
    hands.wait(9)
    assert hands.position == "A:20,58,y,y B:47,y,y,y C:52,y,y,y D:14,y,y,y"


def test_a_tac_thought_over_for_long_while_it_takes_back_is_no_lost_game():
    hands = Hands("A:20,51,y,y B:02,y,y,y C:48,y,y,y D:61,y,y,y", first="C", mask=RING)
    hands.wait(3)
    hands.lift("48")
    hands.lift("51")  # the 7 takes it on its way
    hands.put("55")
    hands.wait(4)
    hands.put("51")  # a TAC takes that back,
    hands.wait(11)  # slowly
    hands.move("55", "48")
    hands.move("51", "58")
    hands.wait(4)
    hands.move("02", "12")
    hands.wait(4)
    hands.move("48", "56")
    hands.wait(4)
    assert hands.position == "A:20,58,y,y B:12,y,y,y C:56,y,y,y D:61,y,y,y"


USUAL = costs.any_paces(4)._replace(common_s=3.5)


@pytest.mark.parametrize("rest", [costs.Rest.HAND, costs.Rest.PARTS])
def test_a_thought_of_half_a_minute_is_rare_and_no_more(rest):
    assert costs.within(30.0, rest, USUAL) < costs.within(8.0, rest, USUAL) + 6.0
    assert costs.within_still(30.0, rest, USUAL) < costs.FOUND


def test_what_came_and_went_without_a_yard_that_shows_it_was_touched():
    hands = Hands(MIDDLE, mask=RING)
    ground, base = hands.plain.ground, hands.plain.readings[0]
    fresh = begin(ground.game, base.moment, None, 0.0, 0.0)
    before = View(fresh.holes & ground.sensed, hands.plain.view.heaps)
    there = before._replace(holes=before.holes | 1 << hands.layout.holes.index("00"))
    down = moved(ground, fresh, Change(before, there, 1.0, 1.0, 0, 0))
    gone = moved(ground, down, Change(there, before, 1.1, 0.1, 0, 0))
    assert standing_cost(ground, gone, before, 0.0) >= costs.TOUCH


def test_the_piece_that_was_in_the_hand_is_the_one_that_came_down():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:48,y,y,y D:60,y,y,y", mask=RING)
    hands.wait(3)
    hands.move("48", "26")  # no card goes there
    hands.wait(1)
    plain = hands.plain
    readings = with_found(plain.ground, plain.readings, plain.view, hands.t, plain.marks[-1])
    found = [each for each in readings if each.link is not None and each.link.is_found]
    place = plain.ground.game.layout.owners.index("C")
    assert cheapest(hands, found).look[place] == 1 << hands.layout.holes.index("26")


def test_what_goes_into_a_house_is_its_owners():
    hands = Hands("A:05,y,y,y B:31,y,y,y C:47,y,y,y D:60,y,y,y")  # three have been taken for one another
    hands.wait(3)
    hands.move("47", "D2")
    hands.move("31", "C1")
    hands.wait(1)
    plain = hands.plain
    readings = with_found(plain.ground, plain.readings, plain.view, hands.t, plain.marks[-1])
    found = [each for each in readings if each.link is not None and each.link.is_found]
    looks = {plain.ground.game.position(each.moment) for each in found}
    assert "A:05,y,y,y B:60,y,y,y C:C1,y,y,y D:D2,y,y,y" in looks


@pytest.mark.parametrize("is_lost", [False, True])
def test_after_a_lost_game_nobody_knows_who_is_to_act(is_lost):
    hands = Hands(MIDDLE)  # A is to act
    ground, game, fresh = hands.plain.ground, hands.plain.ground.game, hands.plain.readings[0]
    lost = added(game, None, fresh.moment, fresh.moment, game.aside(fresh.moment), (), 0.0, is_found=is_lost)
    reading = begin(game, fresh.moment, lost, 0.0, 1.0)
    before, at = hands.plain.view, hands.layout.holes.index
    air = before._replace(holes=before.holes & ~(1 << at("40")))
    down = air._replace(holes=air.holes | 1 << at("50"))
    for t, was, now in ((1.2, before, air), (1.5, air, down)):
        reading = moved(ground, reading, Change(was, now, t, 0.3, 0, 0))
    found = ends(ground, reading, down, 1.5, costs.MARGIN)
    assert ("C", "40-50") in {(each.link.seat, each.link.option.action) for each in found} if is_lost else not found
    # Either one more of the hands that there were, or the first one of new hands.
    assert len({game.deal(each.moment) for each in found if each.link.seat == "C"}) == 2 * is_lost


def test_once_two_deals_have_come_as_they_should_the_hands_count_again():
    hands = Hands(MIDDLE)
    ground, game, fresh = hands.plain.ground, hands.plain.ground.game, hands.plain.readings[0]
    lost = added(game, None, fresh.moment, fresh.moment, game.aside(fresh.moment), (), 0.0, is_found=True)
    moment, deals = fresh.moment, []
    for _ in range(45):
        if any(miscounted(ground, begin(game, moment, lost, 0.0, 1.0), 5.0)):
            deals.append(game.deal(moment))
        moment = min(game.silent(moment), key=lambda each: each.cost).after
    assert game.deal(moment) == 3
    assert set(deals) == {1, 2}
