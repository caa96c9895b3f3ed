"""After a long silence there are hundreds of ways to count what was played without trace: the likeliest are enough."""

from companion.plain import costs
from companion.plain.ending import MOST_ENDS, ends
from companion.plain.reading import Change, moved
from tests.plain.plain_table import Hands


def test_an_opening_after_a_long_silence_has_few_ends():
    hands = Hands("A:y,y,y,y C:y,y,y,y", variant="duel", deck="master")
    plain, ground = hands.plain, hands.plain.ground
    before = plain.view
    out = before._replace(heaps=(before.heaps[0] - 1, *before.heaps[1:]))
    down = out._replace(holes=1 << hands.layout.holes.index("00"))
    reading = plain.readings[0]
    for t, was, now in ((60.0, before, out), (60.4, out, down)):
        reading = moved(ground, reading, Change(was, now, t, 0.4, 0, 0))
    found = ends(ground, reading, down, 60.4, costs.MARGIN)
    assert found[0].cost == min(each.cost for each in found)
    assert 2 < len(found) <= MOST_ENDS
