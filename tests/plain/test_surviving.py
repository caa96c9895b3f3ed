"""Of one board more readings live on that differ in what is to come than that differ in touches."""

from plain_table import Hands

from companion.plain import costs
from companion.plain.reading import begin
from companion.plain.surviving import surviving


def lasting(hands, readings):
    plain = hands.plain
    return surviving(plain.ground, readings, plain.view, 0.0, frozenset())


def test_of_readings_that_differ_only_in_what_was_touched_few_live_on():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    one = hands.plain.readings[0]
    touched = [one._replace(left_at=1.0 + number / 10, cost=number / 10) for number in range(20)]
    assert [reading.cost for _, reading in lasting(hands, touched)] == [0.0, 0.1][: costs.MOST_SAME]


def test_of_readings_that_differ_in_whose_turn_it_is_and_what_hands_hold_more_live_on():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    game, one = hands.plain.ground.game, hands.plain.readings[0]
    moments = [one.moment]
    while len(moments) < 20:
        moments.append(game.silent(moments[-1])[0].after)
    readings = [begin(game, moment, None, number / 10, 0.0) for number, moment in enumerate(moments)]
    kept = [reading.cost for _, reading in lasting(hands, readings)]
    assert kept == [number / 10 for number in range(costs.MOST_ALIKE)]
