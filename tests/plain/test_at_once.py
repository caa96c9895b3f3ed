"""Tables without cards that leave no rest between two plays: what was just laid down is lifted, opened, exchanged."""

from plain_table import Hands

from companion.plain import costs
from companion.plain.reading import standing_cost

QUICK = "A:15,60,y,y C:41,y,y,y"


def ways(hands):
    """The actions of each reading."""
    found = []
    for reading in hands.plain.readings:
        link, actions = reading.link, []
        while link is not None:
            actions.insert(0, link.option.action)
            link = link.before
        found.append(actions)
    return found


def test_what_was_just_laid_down_may_be_exchanged_at_once():
    hands = Hands(QUICK, variant="duel")
    hands.wait(3)
    hands.move("15", "27")
    hands.lift("27", 0.1)
    hands.lift("41", 0.2)
    hands.put("41", 0.2)
    hands.put("27", 0.1)
    hands.wait(0.5)
    assert ["15-27", "27~41"] in ways(hands)
    prices = {tuple(way): reading.cost for way, reading in zip(ways(hands), hands.plain.readings, strict=True)}
    # The other way round the first hole would have been laid twice for nothing.
    assert prices["15-27", "27~41"] < prices.get(("15~41", "15-27"), 99.0)


def test_who_opens_at_once_plays_on_although_the_last_piece_has_not_rested():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.move("05", "15")
    hands.lift("By", 0.1)
    assert ["05-15"] in ways(hands)


def test_one_piece_that_two_seats_move_at_once():
    hands = Hands("A:A1,A2,A3,A4 B:30,B4,y,y C:40,y,y,y D:y,y,y,y", first="C", deck="master")
    hands.wait(3)
    hands.move("Dy", "48")  # an Angel
    hands.lift("48", 0.15)
    hands.put("58", 0.2)
    hands.wait(1)
    assert ["Dy-48", "48-58"] in ways(hands)


def test_a_piece_that_was_just_laid_down_and_another_in_the_air_are_a_pair():
    hands = Hands(QUICK, variant="duel")
    hands.wait(3)
    hands.lift("Ay")
    hands.put("00")
    hands.lift("00", 0.1)
    hands.lift("41", 0.2)
    story = next(each.story for each in hands.plain.readings if not each.depth)
    index = hands.layout.holes.index
    assert story.paired == 1 << index("00") | 1 << index("41")


def test_what_is_lifted_once_more_counts_while_an_action_is_on_its_way():
    hands = Hands("A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    hands.lift("05")
    for _ in range(2):
        hands.lift("20", 0.2)
        hands.put("20", 0.2)
    reading = next(each for each in hands.plain.readings if not each.depth)
    assert reading.story.again == 1 << hands.layout.holes.index("20")
    once = reading._replace(story=reading.story._replace(again=0))
    dear, cheap = (standing_cost(hands.plain.ground, each, hands.plain.view, 0.0) for each in (reading, once))
    assert dear == cheap + costs.TOUCH
