"""Several ways to one moment: what is told of them is as certain as it was, and no other one is told later."""

from dataclasses import replace
from math import log

import pytest
from plain_table import Hands

from companion.plain.belief import Mark
from companion.plain.links import added
from companion.plain.reading import begin
from companion.plain.ways import apart, merged, settled, ways_of

MIDDLE = "A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def at_rest():
    hands = Hands(MIDDLE)
    hands.wait(3)
    return hands


def through(hands, *cells):
    """The reading in which a piece of A stood in each of these holes for a ply, and is back now."""
    game, base = hands.plain.ground.game, hands.plain.readings[0]
    home, link, before = hands.layout.holes.index("05"), None, base.moment
    for cell in (*cells, "05"):
        hole = hands.layout.holes.index(cell)
        look = (game.look(base.moment)[0] & ~(1 << home) | 1 << hole, *game.look(base.moment)[1:])
        after = game.standing(base.moment, look)[0]
        link = added(game, link, before, after, game.aside(after), (), 1.0)
        before = after
    return begin(game, base.moment, link, 0.0, 1.0)


def test_both_ways_keep_their_chances():
    hands = at_rest()
    one, other = through(hands, "06"), through(hands, "07")
    both = merged(one, other._replace(cost=log(3)), Mark())
    assert [chance for chance, _ in ways_of(both)] == pytest.approx([0.75, 0.25])
    assert both.cost == pytest.approx(-log(4 / 3))
    first, second = apart([both])
    assert (first.cost, second.cost) == (pytest.approx(0.0), pytest.approx(log(3)))
    assert (first.link, second.link) == (one.link, other.link)


def test_the_same_way_is_one_and_a_far_fetched_one_is_none():
    hands = at_rest()
    assert merged(through(hands, "06"), through(hands, "06"), Mark()).ways == ()
    assert merged(through(hands, "06"), through(hands, "07")._replace(cost=9.0), Mark()).ways == ()


def test_what_has_been_told_decides():
    hands = at_rest()
    one, other = through(hands, "06"), through(hands, "07")
    told = Mark(other.link.depth, other.link.key)
    both = merged(one, other._replace(cost=2.0), Mark())
    assert both.link is one.link
    assert settled(both, Mark()).link is one.link
    assert (settled(both, told).link, settled(both, told).ways) == (other.link, ())


def test_what_two_ways_leave_open_is_told_as_no_surer_than_it_is():
    hands = at_rest()
    both = merged(through(hands, "06"), through(hands, "07")._replace(cost=0.1), Mark())
    hands.plain = replace(hands.plain, readings=(both,))
    hands.move("60", "02")
    hands.wait(4)
    plies = hands.plain.belief.plies
    assert plies[0].certainty == pytest.approx(0.525, abs=0.01)
    assert plies[-1].certainty > 0.98
